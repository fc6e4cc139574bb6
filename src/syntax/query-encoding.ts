/** The query of a URL in the encoding of its document (URL Standard section 4.4, Encoding section 4.5). Pure. */

/** Encodings of two bytes a character; iso-2022-jp has states and is left out. */
const DOUBLE: ReadonlySet<string> = new Set(["big5", "euc-jp", "euc-kr", "gb18030", "gbk", "shift_jis"]);
/** Bytes by character for about 40 encodings, each built on first use. */
const encoders = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** Percent-encodes non-ASCII characters of the query in the encoding `label`; unchanged for UTF-8. */
export function encodeQuery(reference: string, label: string): string {
  const query = reference.indexOf("?") + 1;
  if (query === 0 || /^(?:utf-|x-user-defined|replacement|iso-2022)/.test(label)) return reference;
  const hash = reference.indexOf("#");
  const end = hash < 0 ? reference.length : hash;
  if (query > end || !/[^\0-\x7f]/.test(reference)) return reference;
  const encoder = encoders.getOrInsertComputed(label, encoderOf);
  const encoded = reference
    .slice(query, end)
    // A character that the encoding lacks becomes a reference (HTML style), percent-encoded.
    .replace(
      /[^\0-\x7f]/gu,
      (char) => encoder.get(char)?.map(percent).join("") ?? `%26%23${char.codePointAt(0)}%3B`,
    );
  return reference.slice(0, query) + encoded + reference.slice(end);
}

/** The byte as a character, percent-encoded if it is in the query percent-encode set. */
function percent(byte: number): string {
  const isPlain = byte > 0x20 && byte < 0x7f && !/["#'<>]/.test(String.fromCharCode(byte));
  return isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}

function encoderOf(label: string): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(label as ConstructorParameters<typeof TextDecoder>[0]);
  const bytes = new Map<string, readonly number[]>();
  const add = (sequence: readonly number[]) => {
    const char = decoder.decode(Uint8Array.from(sequence));
    if ([...char].length === 1 && char !== "\ufffd" && !bytes.has(char)) bytes.set(char, sequence);
  };
  for (let first = 0x80; first <= 0xff; first++) {
    add([first]);
    if (DOUBLE.has(label)) for (let second = 0x40; second <= 0xfe; second++) add([first, second]);
  }
  return bytes;
}
