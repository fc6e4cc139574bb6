/** Converts the bytes of a file to text with LF line ends. Pure. */

import { MapError, type Place, START } from "../map-item.ts";

/** Decodes UTF-8 and UTF-16, with and without byte order mark. @throws MapError for anything else */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let place = START;
  let held: Uint8Array = new Uint8Array();
  /** A CR at the end of a chunk may be followed by LF. */
  let hasReturn = false;
  const textOf = (piece: Uint8Array, last: boolean): string => {
    const decoded = `${hasReturn ? "\r" : ""}${decoder?.decode(piece, { stream: !last }) ?? ""}`;
    hasReturn = !last && decoded.endsWith("\r");
    const text = (hasReturn ? decoded.slice(0, -1) : decoded).replace(/\r\n?/g, "\n");
    checkText(text, place);
    place = placeAfter(place, text);
    return text;
  };
  for await (const piece of bytes) {
    held = held.length === 0 ? piece : Buffer.concat([held, piece]);
    if (!decoder && held.length < 4) continue;
    decoder ??= new TextDecoder(encodingOf(held));
    yield textOf(held, false);
    held = new Uint8Array();
  }
  decoder ??= new TextDecoder(encodingOf(held));
  yield textOf(held, true);
}

type Encoding = "utf-8" | "utf-16le" | "utf-16be";

function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second, third, fourth] = bytes;
  if (first === 0x50 && second === 0x4b && third === 3 && fourth === 4)
    throw new MapError(START, "this is a workbook or an archive; save the table as CSV");
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // Without a byte order mark: the first character of a map is ASCII.
  if (first === 0 && second !== 0) return "utf-16be";
  if (first !== 0 && second === 0) return "utf-16le";
  return "utf-8";
}

function checkText(text: string, start: Place): void {
  const at = text.indexOf("\0");
  if (at >= 0)
    throw new MapError(placeAfter(start, text.slice(0, at)), "a NUL character; save the file as UTF-8 text");
}

/** Place after `text`, which starts at the given place. */
export function placeAfter({ line, column }: Place, text: string): Place {
  const last = text.lastIndexOf("\n");
  if (last < 0) return { line, column: column + text.length };
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return { line: line + lines, column: text.length - last };
}
