/** Reads the URLs of a sitemap (sitemaps.org): a URL set, an index, or a text file. Pure. */

import { SaxesParser } from "saxes";
import type { Budget } from "../../api/budget.ts";
import { SITEMAP } from "../../api/limits.ts";

export interface SitemapUrl {
  readonly url: string;
  /** Whether the URL is a sitemap, listed in an index. */
  readonly isSitemap: boolean;
}

/**
 * URLs of a sitemap in chunks, decompressed from gzip if needed.
 * @param piece number of bytes decoded per chunk
 * @returns reason and place if the sitemap cannot be read to its end; otherwise undefined
 */
export async function* sitemapUrls(
  bytes: Uint8Array,
  budget: Budget,
  piece = PIECE,
): AsyncGenerator<SitemapUrl[], string | undefined> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const decoder = new TextDecoder();
  let read: Reader | undefined;
  let size = 0;
  try {
    for await (const chunk of isGzip ? decompressed(bytes) : [bytes]) {
      size += chunk.length;
      if (size > SITEMAP.bytes) return `it has more than ${SITEMAP.bytes} bytes`;
      if (!budget.charge("decoded", chunk.length)) return budget.exhausted;
      for (let from = 0; from < chunk.length; from += piece) {
        const text = decoder.decode(chunk.subarray(from, from + piece), { stream: true });
        read ??= openReader(text);
        const part = await budget.run(reading(read, text));
        if (!part) return budget.exhausted;
        yield part.urls;
        if (part.fault !== undefined) return part.fault;
      }
    }
  } catch (error) {
    return `it cannot be decompressed: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (!read) return "it is empty";
  const { urls, fault } = read(undefined);
  yield urls;
  return fault;
}

const PIECE = 65_536;

/** @throws Error for invalid gzip data */
function decompressed(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  const gunzip = process.getBuiltinModule("node:zlib").createGunzip({ chunkSize: PIECE });
  gunzip.end(bytes);
  return gunzip;
}

/** Reads a chunk of text; undefined marks the end. */
type Reader = (text: string | undefined) => {
  readonly urls: SitemapUrl[];
  readonly fault?: string | undefined;
};

/** Reader for a sitemap that starts like this. */
function openReader(start: string): Reader {
  if (/^\ufeff?\s*<(?:!doctype )?html/i.test(start))
    return () => ({ urls: [], fault: "it is an HTML page, probably a fallback" });
  return /^\ufeff?\s*</.test(start) ? openXml() : openLines();
}

/** Reads a chunk after a yield. */
function* reading(read: Reader, text: string): Generator<undefined, ReturnType<Reader>, undefined> {
  yield;
  return read(text);
}

function openXml(): Reader {
  let urls: SitemapUrl[] = [];
  const way: string[] = [];
  let location = "";
  let fault: string | undefined;
  /** Number of characters since the last event; the parser buffers them. */
  let pending = 0;
  const parser = new SaxesParser({ xmlns: false, position: true });
  const fail = (why: string) => {
    fault ??= `line ${parser.line}, column ${parser.column}: ${why}`;
    throw new Error(why);
  };
  parser.on("opentag", ({ name }) => {
    pending = 0;
    if (way.length === SITEMAP.depth) fail(`elements are nested more than ${SITEMAP.depth} deep`);
    way.push(localName(name));
    if (way.length === 3) location = "";
  });
  const take = (text: string) => {
    pending = 0;
    // Reads the location of a page or sitemap, not of its images. Longer locations are cut.
    if (way.length === 3 && way[2] === "loc" && location.length < SITEMAP.location)
      location += text.slice(0, SITEMAP.location);
  };
  parser.on("text", take);
  parser.on("cdata", take);
  parser.on("comment", () => {
    pending = 0;
  });
  parser.on("closetag", () => {
    pending = 0;
    const [root, entry] = way;
    const url = location.trim();
    if (way.length === 3 && way[2] === "loc" && url !== "") {
      if (root === "urlset" && entry === "url") urls.push({ url, isSitemap: false });
      else if (root === "sitemapindex" && entry === "sitemap") urls.push({ url, isSitemap: true });
    }
    way.pop();
  });
  parser.on("error", (error) => {
    fault ??= error.message.replace(/^(?:undefined:)?(\d+):(\d+): (.*?)\.?$/, "line $1, column $2: $3");
    throw error;
  });
  return (text) => {
    urls = [];
    pending += text?.length ?? 0;
    try {
      if (text === undefined) parser.close();
      else parser.write(text);
      if (pending > SITEMAP.token) fail(`a part is longer than ${SITEMAP.token} characters`);
    } catch (error) {
      fault ??= error instanceof Error ? error.message : String(error);
    }
    return { urls, fault };
  };
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

function openLines(): Reader {
  let rest = "";
  return (text) => {
    const lines = `${rest}${text ?? "\n"}`.split(/\r\n?|\n/);
    rest = lines.pop() ?? "";
    const urls: SitemapUrl[] = [];
    for (const line of lines) {
      const url = line.replace(/^\ufeff/, "").trim();
      if (url === "") continue;
      if (!/^https?:\/\//i.test(url))
        return { urls, fault: `it is neither XML nor a list of URLs: "${url.slice(0, 40)}"` };
      urls.push({ url, isSitemap: false });
    }
    const fault =
      rest.length > SITEMAP.token ? `a line is longer than ${SITEMAP.token} characters` : undefined;
    return { urls, fault };
  };
}
