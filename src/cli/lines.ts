/** Standard input by lines. */

/** Joins chunks and splits them into lines; a last line without its end counts. */
export async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of chunks) {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    for (const part of parts) yield part.endsWith("\r") ? part.slice(0, -1) : part;
  }
  if (rest !== "") yield rest;
}

/**
 * Answers each item, several at once, and yields the answers in the order of the items.
 * At most `width` answers are under way, and no item is read before it can start.
 */
export async function* inOrder<I, O>(
  items: AsyncIterable<I>,
  width: number,
  answer: (item: I) => Promise<O>,
): AsyncGenerator<O> {
  const pending: Promise<O>[] = [];
  for await (const item of items) {
    pending.push(answer(item));
    if (pending.length >= width) {
      const first = pending.shift();
      if (first) yield await first;
    }
  }
  for (const rest of pending) yield await rest;
}
