/** Calls `work` a moment after it is asked to, once for all that ask meanwhile; `later` calls back after the moment. */
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
