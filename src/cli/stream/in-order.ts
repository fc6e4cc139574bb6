/** Several answers under way, written in order. */

/**
 * Answers each item, several at once, and yields the answers in the order of the items, each as soon as it is there:
 * whoever types the items sees one answered before the next. At most `width` answers are under way, and no item is
 * read before it can start.
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

/** An answer that fails while an earlier one is waited for is reported in its turn. */
function started<O>(answer: Promise<O>): Promise<O> {
  answer.catch(() => {});
  return answer;
}
