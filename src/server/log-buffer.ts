/**
 * Writes a line at once, and those that follow it within a moment together: a system call a line would cost more than
 * many an answer.
 * @param write takes the text of one or more whole lines
 * @param later calls back after a moment
 */
export function bufferLines(write: (text: string) => void, later: (flush: () => void) => void) {
  let buffer = "";
  let waiting = false;
  const flush = (): void => {
    if (buffer === "") return;
    const text = buffer;
    buffer = "";
    write(text);
  };
  return {
    write(line: string): void {
      buffer += line;
      if (!waiting) {
        flush();
        waiting = true;
        later(() => {
          waiting = false;
          flush();
        });
      } else if (buffer.length > 65_536) flush();
    },
    flush,
  };
}
