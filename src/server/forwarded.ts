/** The Forwarded field (RFC 7239 section 4). Pure. */

/** The elements from the right, without empty ones: a quote that the client leaves open cannot swallow what a proxy adds. */
export function* forwardedElements(value: string): Generator<string, undefined> {
  for (let end = value.length; end > 0; ) {
    const start = elementStart(value, end);
    if (start === undefined) return;
    const element = value.slice(start, end).trim();
    if (element !== "") yield element;
    end = start - 1;
  }
}

/** Where the element that stands before `end` begins: behind a comma that is in no quoted string. */
function elementStart(value: string, end: number): number | undefined {
  for (let at = end - 1; at >= 0; at--) {
    if (value[at] === ",") return at + 1;
    if (value[at] !== '"') continue;
    do {
      at = at === 0 ? -1 : value.lastIndexOf('"', at - 1);
      if (at < 0) return undefined;
    } while (isEscaped(value, at));
  }
  return 0;
}

/** Whether an odd number of backslashes stands before it. */
function isEscaped(value: string, at: number): boolean {
  let first = at;
  while (value[first - 1] === "\\") first--;
  return (at - first) % 2 === 1;
}

// forwarded-pair = token "=" ( token / quoted-string ), separated by ";" (RFC 7239 section 4); spaces as people put them.
const PAIR = /[ \t]*(?:([!#$%&'*+.^_`|~\w-]+)=(?:([!#$%&'*+.^_`|~\w-]+)|"((?:[^"\\]|\\.)*)")[ \t]*)?(?:;|$)/y;

/**
 * A parameter of an element, by its name in lower case; undefined when there is none, or more than one, or the element is
 * malformed.
 */
export function forwardedParameter(element: string, wanted: string): string | undefined {
  let found: string | undefined;
  PAIR.lastIndex = 0;
  while (PAIR.lastIndex < element.length) {
    const match = PAIR.exec(element);
    if (!match) return undefined;
    const [, name, token, quoted] = match;
    if (name?.toLowerCase() !== wanted) continue;
    if (found !== undefined) return undefined;
    found = token ?? quoted?.replace(/\\(.)/g, "$1");
  }
  return found;
}
