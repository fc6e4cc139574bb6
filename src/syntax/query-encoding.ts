/** The query of a URL in the encoding of its document (URL Standard section 4.4, Encoding section 4.5). Pure. */

/** Encodings with two bytes a character. */
const DOUBLE: ReadonlySet<string> = new Set(["big5", "euc-jp", "euc-kr", "gb18030", "gbk", "shift_jis"]);
/** Bytes by character for about 40 encodings, each built on first use. */
const encoders = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** Percent-encodes non-ASCII characters of the query in the encoding `label`; unchanged for UTF-8. */
export function encodeQuery(reference: string, label: string): string {
  const query = reference.indexOf("?") + 1;
  if (query === 0 || /^(?:utf-|replacement)/.test(label)) return reference;
  const hash = reference.indexOf("#");
  const end = hash < 0 ? reference.length : hash;
  if (query > end || !/[^\0-\x7f]/.test(reference)) return reference;
  const encoder = encoders.getOrInsertComputed(label, encoderOf);
  const encoded = reference
    .slice(query, end)
    // A character that the encoding lacks becomes a reference (HTML style), percent-encoded.
    .replace(
      /[^\0-\x7f]/gu,
      (char) => encoder.get(char)?.map(percent).join("") ?? missing(char.codePointAt(0) ?? 0, label),
    )
    // ISO-2022-JP returns to ASCII only after the last of several characters.
    .replaceAll("%1B(B%1B$B", "");
  return reference.slice(0, query) + encoded + reference.slice(end);
}

/** The byte as a character, percent-encoded if it is in the query percent-encode set. */
function percent(byte: number): string {
  const isPlain = byte > 0x20 && byte < 0x7f && !/["#'<>]/.test(String.fromCharCode(byte));
  return isPlain ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}

/** A character without bytes in the table; gb18030 computes those beyond U+FFFF (Encoding section 10.2.2). */
function missing(code: number, label: string): string {
  if (label !== "gb18030" || code < 0x1_0000) return `%26%23${code}%3B`;
  const at = code - 0x1_0000 + 189_000;
  const digits = [Math.floor(at / 12_600), Math.floor(at / 1260) % 10, Math.floor(at / 10) % 126, at % 10];
  return digits.map((digit, index) => percent(digit + (index % 2 === 0 ? 0x81 : 0x30))).join("");
}

function encoderOf(label: string): ReadonlyMap<string, readonly number[]> {
  if (label === "iso-2022-jp") return statefulEncoder();
  const decoder = new TextDecoder(label as ConstructorParameters<typeof TextDecoder>[0]);
  const bytes = new Map<string, readonly number[]>();
  for (const sequence of sequencesOf(label)) {
    const char = decoder.decode(Uint8Array.from(sequence));
    // Of several sequences the first is written, but the last for these (section 5, index Big5 pointer).
    const isWritten = !bytes.has(char) || (label === "big5" && "═╞╡╪十卅".includes(char));
    if ([...char].length === 1 && char !== "\ufffd" && isWritten) bytes.set(char, sequence);
  }
  const minus = bytes.get("\uff0d");
  if (minus && /jp|jis/.test(label)) bytes.set("\u00a5", [0x5c]).set("\u203e", [0x7e]).set("\u2212", minus);
  return bytes;
}

/** First bytes that are read, but never written (Encoding sections 10.2.2, 11.1.2 and 12.3.2). */
const READ_ONLY: ReadonlyMap<string, (first: number) => boolean> = new Map([
  ["big5", (first) => first < 0xa1],
  ["gb18030", (first) => first === 0x80],
  ["shift_jis", (first) => first === 0xed || first === 0xee || (first >= 0xf0 && first <= 0xf9)],
]);

function* sequencesOf(label: string): Generator<readonly number[]> {
  for (let first = 0x80; first <= 0xff; first++) {
    if (READ_ONLY.get(label)?.(first)) continue;
    yield [first];
    if (DOUBLE.has(label)) for (let second = 0x40; second <= 0xfe; second++) yield [first, second];
  }
  if (label !== "gb18030") return;
  for (let at = 0; at < 50_400; at++)
    yield [
      0x81 + Math.floor(at / 12_600),
      0x30 + (Math.floor(at / 1260) % 10),
      0x81 + (Math.floor(at / 10) % 126),
      0x30 + (at % 10),
    ];
}

/** ISO-2022-JP: the two bytes of EUC-JP without the high bit, between escape sequences. Lacks halfwidth katakana. */
function statefulEncoder(): ReadonlyMap<string, readonly number[]> {
  const pairs = [...encoderOf("euc-jp")].filter(([, pair]) => pair.length === 2 && pair[0] !== 0x8e);
  return new Map(
    pairs.map(([char, pair]) => [
      char,
      [0x1b, 0x24, 0x42, ...pair.map((byte) => byte & 0x7f), 0x1b, 0x28, 0x42],
    ]),
  );
}
