/** Error pages and default pages that are sent with 200, by their title or heading. Pure. */

import table from "../../../data/error-pages.txt" with { type: "text" };
import { rowsIn } from "../../../data/tables.ts";
import { wordTable } from "../../../data/word-table.ts";
import { quote } from "../../headers/wording.ts";
import type { Exchange } from "../exchange.ts";
import { type AnyLookupRow, lookupProblem } from "./problem.ts";

/** Bytes. Error pages of servers and frameworks are smaller; most articles are larger. */
const SMALL = 8192;

interface KnownPage {
  readonly text: string;
  readonly kind: string;
  readonly meaning: string;
  readonly isSmall: boolean;
}

const pages = new Map(
  rowsIn(table).map(([text = "", kind = "", size, meaning = ""]): [string, KnownPage] => [
    text.toLowerCase(),
    { text, kind, meaning, isSmall: size === "small" },
  ]),
);

/** Page that the title, a part of the title, or the heading of an answer names. */
function knownPage({ content }: Exchange): KnownPage | undefined {
  if (!content?.opening) return undefined;
  const text = Buffer.from(content.opening.subarray(0, SMALL)).toString("utf8");
  const title = /<title\b[^>]{0,200}>([^<]{0,200})/i.exec(text)?.[1] ?? "";
  const heading = /<h1\b[^>]{0,200}>([^<]{0,200})/i.exec(text)?.[1] ?? "";
  const isSmall = (content.body.decodedBytes ?? content.body.wireBytes) <= SMALL;
  for (const part of [title, heading, ...title.split(/\s(?:[-–—|·»:]|&[#\w]{1,8};)\s/)]) {
    const page = pages.get(part.replaceAll(/\s+/g, " ").trim().toLowerCase());
    if (page && (!page.isSmall || isSmall)) return page;
  }
  const failed = /<b>((?:Fatal|Parse) error)<\/b>: /.exec(text)?.[1];
  return failed === undefined
    ? undefined
    : { text: failed, kind: "error", meaning: "a PHP script failed", isSmall: false };
}

const ofKind = (kind: string) => (exchange: Exchange) => {
  const isError = (exchange.head?.status ?? 0) >= 400;
  const page = isError === (kind === "cause") ? knownPage(exchange) : undefined;
  return (isError || exchange.head?.status === 200) && page?.kind === kind && page;
};

/** Types that browsers and programs read as text or code. */
const READABLE = /^(?:text\/|image\/svg|application\/(?:[\w.+-]{0,60}(?:json|xml|javascript)|wasm)\b)/i;
const FORMATS = wordTable({ gzip: "\x1f\x8b", zstd: "\x28\xb5\x2f\xfd" });

/** Start of readable content as bytes; undefined for other types. */
function startOf({ head, content }: Exchange): string | undefined {
  const type = head?.lines.find(({ name }) => name === "content-type")?.value ?? "";
  return READABLE.test(type)
    ? Buffer.from(content?.opening?.subarray(0, SMALL) ?? []).toString("latin1")
    : undefined;
}
const title = ({ text, meaning }: KnownPage) => `The page with status 200 reads ${quote(text)}: ${meaning}.`;

export const errorPageRows: readonly AnyLookupRow<Exchange>[] = [
  lookupProblem("error-page-with-200", "error", "https://www.rfc-editor.org/rfc/rfc9110#section-15.3.1", {
    detect: ofKind("error"),
    title,
  }),
  lookupProblem("error-page-cause", "info", "https://www.rfc-editor.org/rfc/rfc9110#section-15.5", {
    detect: ofKind("cause"),
    title: ({ text, meaning }) => `The error page reads ${quote(text)}: ${meaning}.`,
  }),
  lookupProblem("content-still-compressed", "error", "https://www.rfc-editor.org/rfc/rfc9110#section-8.4", {
    detect: (exchange) => [...FORMATS].find(([, magic]) => startOf(exchange)?.startsWith(magic))?.[0],
    title: (format, { content }) =>
      content?.body.encoding
        ? `The content is still ${format} after decoding: it is compressed twice, but Content-Encoding names one coding.`
        : `The content is ${format}, but Content-Encoding is missing: browsers show unreadable text.`,
  }),
  lookupProblem("xml-declaration-late", "error", "https://www.w3.org/TR/xml/", {
    detect: (exchange) => /^\s+<\?xml/.test(startOf(exchange) ?? ""),
    title: () => "White space precedes <?xml, so XML parsers reject the document.",
  }),
  lookupProblem("default-page-shown", "warning", "https://www.rfc-editor.org/rfc/rfc9110#section-7.2", {
    detect: ofKind("default"),
    title,
  }),
];
