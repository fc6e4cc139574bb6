/**
 * Runs up to `width` answers at once and yields them in the order of the items, each as soon as possible, so
 * that typed items are answered one by one. Reads an item only when its answer can start.
 */
export async function* inOrder<I, O>(
  items: AsyncIterable<I>,
  width: number,
  answer: (item: I) => Promise<O>,
): AsyncGenerator<O> {
  const source = items[Symbol.asyncIterator]();
  const pending: Promise<O>[] = [];
  let reading: Promise<IteratorResult<I>> | undefined;
  let ended = false;
  for (;;) {
    if (!ended && !reading && pending.length < width) reading = source.next();
    const first = pending[0];
    if (!reading && !first) return;
    const event = await Promise.race([
      ...(first ? [first.then((value) => ({ value }))] : []),
      ...(reading ? [reading.then((read) => ({ read }))] : []),
    ]);
    if ("value" in event) {
      void pending.shift();
      yield event.value;
      continue;
    }
    reading = undefined;
    if (event.read.done) ended = true;
    else pending.push(started(answer(event.read.value)));
  }
}

/** Prevents an unhandled rejection until the answer is awaited. */
function started<O>(answer: Promise<O>): Promise<O> {
  answer.catch(() => {});
  return answer;
}
