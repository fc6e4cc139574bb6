/** HTML → its tags, as a browser that runs scripts finds them (HTML section 13.2.5). Pure. */

import { decodeReferences } from "./html-references.ts";

export interface Tag {
  /** In lower case; with a slash in front for an end tag. */
  readonly name: string;
  /** Values by name in lower case; of a repeated attribute the first counts. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The attributes end in `/>`, which counts within SVG and MathML alone. */
  readonly selfClosing: boolean;
}

/** Elements whose content is text (section 13.2.6); `noscript` because scripts run. */
const TEXT_ONLY: ReadonlySet<string> = new Set([
  "iframe",
  "noembed",
  "noframes",
  "noscript",
  "script",
  "style",
  "textarea",
  "title",
  "xmp",
]);

/** Start tags that end SVG and MathML around them (section 13.2.6.5). */
const BREAKOUT =
  /^(?:b|big|blockquote|body|br|center|code|dd|div|dl|dt|em|embed|h[1-6]|head|hr|i|img|li|listing|menu|meta|nobr|ol|p|pre|ruby|s|small|span|strong|strike|sub|sup|table|tt|u|ul|var)$/;
const NAME = /[^\t\n\f />]+/y;
const ATTRIBUTE = /[\t\n\f /]*(=?[^\t\n\f />=]*)[\t\n\f ]*/y;
const VALUE = /=[\t\n\f ]*(?:"([^"]*)"|'([^']*)'|([^\t\n\f >]*))/y;

/** A page has fewer before what leads on; attributes beyond are skipped. */
const MOST_TAGS = 5000;
const MOST_ATTRIBUTES = 100;

/** The tags of a page in order; one that does not end is none. Elements within SVG and MathML count as any other. */
export function* tagsOf(page: string): Generator<Tag> {
  const html = page.replace(/\r\n?/g, "\n");
  let at = 0;
  let foreign = 0;
  for (let count = 0; count < MOST_TAGS; ) {
    at = html.indexOf("<", at);
    if (at < 0) return;
    const next = html[at + 1] ?? "";
    const isEnd = next === "/";
    if (!/[a-z]/i.test(isEnd ? (html[at + 2] ?? "") : next)) {
      at = pastMarkup(html, at, foreign > 0);
      continue;
    }
    const read = readTag(html, at + (isEnd ? 2 : 1));
    if (!read) return;
    count++;
    const { tag } = read;
    yield isEnd ? { ...tag, name: `/${tag.name}` } : tag;
    foreign = isEnd ? Math.max(0, foreign - depthOf(tag)) : foreignAfter(tag, foreign);
    at = isEnd || foreign > 0 ? read.end : pastText(html, read.end, tag.name);
  }
}

function depthOf({ name }: Tag): number {
  return name === "svg" || name === "math" ? 1 : 0;
}

/** How deep in SVG and MathML a start tag leads. */
function foreignAfter(tag: Tag, before: number): number {
  if (BREAKOUT.test(tag.name)) return 0;
  return tag.selfClosing ? before : before + depthOf(tag);
}

/** Past what begins with `<` and is no tag: a comment, a doctype, CDATA, or the character itself. */
function pastMarkup(html: string, at: number, foreign: boolean): number {
  if (html.startsWith("<!--", at)) return pastComment(html, at);
  if (foreign && html.startsWith("<![CDATA[", at)) return pastNext(html, at, "]]>");
  return /[!?/]/.test(html[at + 1] ?? "") ? pastNext(html, at, ">") : at + 1;
}

function pastNext(html: string, from: number, text: string): number {
  const found = html.indexOf(text, from);
  return found < 0 ? html.length : found + text.length;
}

/** `<!-->` and `<!--->` are whole comments, but `<!--!>` is none. */
function pastComment(html: string, at: number): number {
  const ends = /--!?>/g;
  ends.lastIndex = at + 2;
  for (let end = ends.exec(html); end; end = ends.exec(html)) {
    if (end.index >= at + 4 || end[0] === "-->") return ends.lastIndex;
    ends.lastIndex = end.index + 1;
  }
  return html.length;
}

/** To the end tag of an element whose content is text; where it is not, it stays. */
function pastText(html: string, from: number, name: string): number {
  if (name === "plaintext") return html.length;
  if (!TEXT_ONLY.has(name)) return from;
  if (name === "script") return pastScript(html, from);
  const end = new RegExp(`</${name}(?=[\\t\\n\\f />])`, "gi");
  end.lastIndex = from;
  return end.exec(html)?.index ?? html.length;
}

/** Section 13.2.5.15 on: within `<!-- <script>` an end tag ends only the inner one. */
function pastScript(html: string, from: number): number {
  const marks = /<!--|-->|<\/?script(?=[\t\n\f />])/gi;
  marks.lastIndex = from;
  let depth = 0;
  for (let mark = marks.exec(html); mark; mark = marks.exec(html)) {
    const [found] = mark;
    if (found === "<!--") {
      if (depth === 0) depth = 1;
      marks.lastIndex = mark.index + 2;
    } else if (found === "-->") depth = 0;
    else if (found[1] !== "/") depth = depth === 1 ? 2 : depth;
    else if (depth < 2) return mark.index;
    else depth = 1;
  }
  return html.length;
}

/** Undefined where the page ends within the tag. */
function readTag(html: string, from: number): { readonly tag: Tag; readonly end: number } | undefined {
  NAME.lastIndex = from;
  const name = (NAME.exec(html)?.[0] ?? "").toLowerCase();
  const attributes = new Map<string, string>();
  let at = from + name.length;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const [found = "", attribute = ""] = ATTRIBUTE.exec(html) ?? [];
    at += found.length;
    const value = attribute === "" ? undefined : readValue(html, at);
    if (value) at = value.end;
    if (attribute !== "" && attributes.size < MOST_ATTRIBUTES) {
      const key = attribute.toLowerCase();
      if (!attributes.has(key)) attributes.set(key, value?.text ?? "");
    }
    if (at >= html.length) return undefined;
    if (html[at] === ">")
      return { tag: { name, attributes, selfClosing: html[at - 1] === "/" && !value }, end: at + 1 };
  }
}

function readValue(html: string, at: number): { readonly text: string; readonly end: number } | undefined {
  VALUE.lastIndex = at;
  const match = VALUE.exec(html);
  if (!match) return undefined;
  const [found, double, single, bare = ""] = match;
  const isOpen = double === undefined && single === undefined && /^["']/.test(bare);
  return isOpen
    ? { text: "", end: html.length }
    : { text: decodeReferences(double ?? single ?? bare), end: at + found.length };
}
