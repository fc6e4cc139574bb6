/** Encodings that browsers support besides those of TextDecoder. */
const MORE: ReadonlySet<string> = new Set(["utf-7", "utf-32", "us-ascii", "iso-8859-12"]);

const known = new Map<string, boolean>();

/** Whether `label`, in lower case, is a label of the Encoding Standard or another common name. */
export function isKnownCharset(label: string): boolean {
  const before = known.get(label);
  if (before !== undefined) return before;
  const answer = MORE.has(label) || decodes(label);
  // Bounded: labels are foreign input.
  if (known.size < 500) known.set(label, answer);
  return answer;
}

function decodes(label: string): boolean {
  try {
    return new TextDecoder(label as Bun.Encoding) !== undefined;
  } catch {
    return false;
  }
}
