/** Detects the charset of a page (HTML section 13.2.3). Pure. */

import { tagsOf } from "./html-stream.ts";

const DEFAULT_CHARSET = "windows-1252";
/** Bytes searched for a meta element (section 13.2.3.3). */
const PRESCAN = 1024;

/**
 * Charset of a page: from the byte order mark, Content-Type or meta element, in this order (section 13.2.3.1).
 * @param charset of Content-Type in lower case, or `""`
 */
export async function charsetOf(bytes: Uint8Array, charset: string): Promise<string> {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return knownLabel(charset) ?? knownLabel(await declaredIn(bytes.subarray(0, PRESCAN))) ?? DEFAULT_CHARSET;
}

async function declaredIn(bytes: Uint8Array): Promise<string> {
  const page = Buffer.from(bytes).toString("latin1");
  if (!/charset/i.test(page)) return "";
  for (const { name, attributes } of await tagsOf(page)) {
    if (name !== "meta") continue;
    const content = attributes.get("content") ?? "";
    const isType = attributes.get("http-equiv")?.toLowerCase() === "content-type";
    const within = isType
      ? /charset[\t\n\f\r ]*=[\t\n\f\r ]*["']?([^"';\t\n\f\r ]+)/i.exec(content)?.[1]
      : "";
    const label = attributes.get("charset") ?? within;
    // UTF-16 is wrong here, since the meta element was readable as ASCII.
    if (label) return /^utf-?16/i.test(label.trim()) ? "utf-8" : label;
  }
  return "";
}

/** Name in the Encoding standard; undefined for an unknown label. */
function knownLabel(label: string): string | undefined {
  if (label === "") return undefined;
  try {
    return decoderFor(label).encoding;
  } catch {
    return undefined;
  }
}

export function decoderFor(label: string): TextDecoder {
  return new TextDecoder(label as ConstructorParameters<typeof TextDecoder>[0]);
}
