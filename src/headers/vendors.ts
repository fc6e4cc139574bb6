/** The sender of a private field. Where its name is a common word, something else in the message has to tell. */

/** A field line as far as its sender is concerned. */
export interface Sent {
  readonly name: string;
  readonly value: string;
  /** The owner of the field by the catalogue. */
  readonly sender?: string;
  /** The name alone does not tell. */
  readonly perhaps: boolean;
}

/** Fields in which products name themselves. */
const NAMING: ReadonlySet<string> = new Set([
  "server",
  "via",
  "x-powered-by",
  "x-served-by",
  "x-generator",
  "powered-by",
  "x-via",
]);

/** Characters of a value in which names are looked for. */
const LONGEST = 1000;

/** Says of a sender whether the message names it: in a field meant for that, or by a field that only it sends. */
export function vendorsOf(lines: Iterable<Sent>): (sender: string) => boolean {
  const sure = new Set<string>();
  const words = new Set<string>();
  for (const line of lines) {
    if (line.sender !== undefined && !line.perhaps) sure.add(line.sender);
    if (NAMING.has(line.name))
      for (const [word] of line.value
        .slice(0, LONGEST)
        .toLowerCase()
        .matchAll(/[a-z][\w.-]*/g))
        words.add(word);
  }
  return (sender) => sure.has(sender) || words.has(firstWord(sender));
}

/** `HashiCorp Vault` and `Fly.io` by what a Server field would say: the first word in lower case. */
function firstWord(sender: string): string {
  return (/^[\w.-]+/.exec(sender)?.[0] ?? sender).toLowerCase();
}
