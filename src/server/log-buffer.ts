/**
 * Collects lines and writes them together: a system call a line would cost more than many an answer.
 * @param write takes the text of one or more whole lines
 * @param later calls back after a moment
 */
export function bufferLines(write: (text: string) => void, later: (flush: () => void) => void) {
  let buffer = "";
  const flush = (): void => {
    if (buffer === "") return;
    const text = buffer;
    buffer = "";
    write(text);
  };
  return {
    write(line: string): void {
      if (buffer === "") later(flush);
      buffer += line;
      if (buffer.length > 65_536) flush();
    },
    flush,
  };
}
