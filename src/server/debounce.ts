/** Runs `work` once after a delay, however often it is called; `later` calls back after the moment. */
export function debounce(work: () => void, later: (work: () => void) => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    later(() => {
      waiting = false;
      work();
    });
  };
}
