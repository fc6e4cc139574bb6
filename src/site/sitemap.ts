/** A sitemap (sitemaps.org) in pieces → its URLs: a set of pages, an index of sitemaps, or a text with a URL a line. Pure. */

import { SaxesParser } from "saxes";

/** Octets of one sitemap, decompressed, as the protocol bounds them. */
export const MOST_SITEMAP = 52_428_800;

export interface SitemapUrl {
  readonly url: string;
  /** It is a sitemap itself. */
  readonly isSitemap: boolean;
}

/** @throws Error saying what cannot be read, and where; what came before it is given first */
export function* sitemapUrls(pieces: Iterable<string>): Generator<SitemapUrl> {
  const found: SitemapUrl[] = [];
  const way: string[] = [];
  let location = "";
  let failure: Error | undefined;
  const parser = new SaxesParser({ xmlns: false, position: true });
  parser.on("opentag", ({ name }) => {
    way.push(localName(name));
    if (way.length === 3) location = "";
  });
  const take = (text: string) => {
    // The location of a page, not that of an image or a video inside it.
    if (way.length === 3 && way[2] === "loc") location += text;
  };
  parser.on("text", take);
  parser.on("cdata", take);
  parser.on("closetag", () => {
    const [root, entry] = way;
    const url = location.trim();
    if (way.length === 3 && way[2] === "loc" && url !== "") {
      if (root === "urlset" && entry === "url") found.push({ url, isSitemap: false });
      else if (root === "sitemapindex" && entry === "sitemap") found.push({ url, isSitemap: true });
    }
    way.pop();
  });
  parser.on("error", (error) => {
    failure ??= new Error(error.message.replace(/^(?:undefined:)?(\d+):(\d+): /, "line $1, column $2: "));
  });

  let isText: boolean | undefined;
  let rest = "";
  for (const piece of pieces) {
    isText ??= !/^\ufeff?\s*</.test(piece);
    if (isText) {
      const lines = `${rest}${piece}`.split(/\r\n?|\n/);
      rest = lines.pop() ?? "";
      yield* linesOf(lines);
      continue;
    }
    parser.write(piece);
    yield* found.splice(0);
    if (failure) throw failure;
  }
  if (isText) yield* linesOf([rest]);
  else if (isText === undefined) throw new Error("it is empty");
  else parser.close();
  if (failure) throw failure;
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

function* linesOf(lines: readonly string[]): Generator<SitemapUrl> {
  for (const line of lines) {
    const url = line.replace(/^\ufeff/, "").trim();
    if (url === "") continue;
    if (!/^https?:\/\//i.test(url))
      throw new Error(`it is neither XML nor a list of URLs: "${url.slice(0, 40)}"`);
    yield { url, isSitemap: false };
  }
}

/** Characters that are decoded at a time. */
const PIECE = 65_536;

/** The text of a sitemap as it came, decompressed where it is a gzip file. @throws Error where it is broken or too long */
export function* sitemapText(bytes: Uint8Array): Generator<string> {
  let plain = bytes;
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    plain = process.getBuiltinModule("node:zlib").gunzipSync(bytes, { maxOutputLength: MOST_SITEMAP });
  const decoder = new TextDecoder();
  for (let from = 0; from < plain.length; from += PIECE)
    yield decoder.decode(plain.subarray(from, from + PIECE), { stream: true });
}
