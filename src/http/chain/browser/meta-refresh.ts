/** `<meta http-equiv="refresh">` in the first bytes of a page (HTML section 4.2.5.3). Pure. */

import { META_SPACE, type Refresh, readRefresh, refreshTo } from "../../../headers/verdicts.ts";
import { charsetOf, decoderFor } from "./charset.ts";
import { tagsOf } from "./html-stream.ts";

/** Bytes of a page that are searched. */
export const LOOKED_INTO = 65_536;

/** Quick test that no page with the element fails and most other pages do. */
const LIKELY = /http-equiv/i;

/**
 * Whether a page may have such an element. Bytes are compared as ASCII; NUL bytes show UTF-16, which is
 * always searched.
 */
export function mayRefresh(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  return LIKELY.test(text) || text.includes("\0");
}

/**
 * Refresh of a page: the element with the shortest delay; the last one if equal, as in Blink.
 * @param charset of Content-Type in lower case, or `""`
 */
export async function metaRefresh(
  bytes: Uint8Array,
  url: URL,
  charset: string,
): Promise<Refresh | undefined> {
  const label = await charsetOf(bytes, charset);
  const page = decoderFor(label).decode(bytes.subarray(0, LOOKED_INTO));
  if (!LIKELY.test(page)) return undefined;
  let base: URL | undefined;
  let found: Refresh | undefined;
  let templates = 0;
  for (const { name, attributes } of await tagsOf(page)) {
    if (name === "template") templates++;
    else if (name === "/template") templates = Math.max(0, templates - 1);
    if (templates > 0) continue;
    const href = name === "base" ? attributes.get("href") : undefined;
    if (href !== undefined) base ??= baseOf(href, url);
    const content = name === "meta" && isRefresh(attributes) ? attributes.get("content") : undefined;
    const value = content === undefined ? undefined : readRefresh(content, META_SPACE);
    // An empty reference means the page's own URL, not its base URL.
    const read = value && refreshTo(value, value.reference === "" ? url : (base ?? url), label);
    if (read && (!found || read.seconds <= found.seconds)) found = read;
  }
  return found;
}

function isRefresh(attributes: ReadonlyMap<string, string>): boolean {
  return attributes.get("http-equiv")?.toLowerCase() === "refresh";
}

/** Ignores data: and javascript: (section 4.2.3). */
export function baseOf(href: string, url: URL): URL {
  const base = URL.parse(href, url.href);
  return base && !/^(?:data|javascript):$/.test(base.protocol) ? base : url;
}
