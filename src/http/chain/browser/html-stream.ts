/** Streams the tags of an HTML page, parsed by Bun's HTMLRewriter as in a browser with scripts. */

import { decodeHTMLAttribute } from "entities/decode";
import { yieldToEventLoop } from "../../../api/cooperative.ts";

export interface Tag {
  /** In lower case. */
  readonly name: string;
  /** Values by lower-case name; of repeated attributes, the first one. */
  readonly attributes: ReadonlyMap<string, string>;
  /** Inside SVG or MathML. */
  readonly foreign: boolean;
}

/** Callbacks for the parts of a page, in order. */
export interface Markup {
  /** `line` returns the line of the tag, from 1; callable only during this callback. */
  readonly start: (tag: Tag, line: () => number) => void;
  /** End tag of an element for which `ends` returned true. */
  readonly end?: (name: string) => void;
  readonly ends?: (name: string) => boolean;
  /** Text of a script, style or other text-only element, undecoded. */
  readonly text?: (tag: Tag, text: string) => void;
  /** Pieces of the text in h1 elements, undecoded. */
  readonly heading?: (text: string) => void;
  readonly doctype?: () => void;
}

/** Elements that contain text only (HTML section 13.2.6), including `noscript`, since scripts run. */
const TEXT_ONLY = "script,style,noscript,textarea,title,iframe,noembed,noframes,xmp";
const MOST_ATTRIBUTES = 100;
/** Maximum characters of a tag in which references are decoded; unused `data-` attributes do not count. */
const MOST_DECODED = 65_536;
/** Maximum words of a tag: the parser cannot pause within a tag, and takes 0.5 µs a word. */
const MOST_WORDS = 50_000;
/**
 * Characters between yields. @perf Read at once, a page of images blocks 1.8 times as long, 95 ms (`longest-block`).
 */
const MARKUP_A_TURN = 8192;
/** Maximum tags, including end tags: at the end the parser closes all open elements without a pause. */
const MOST_TAGS = 100_000;

/** Reads a page and yields between pieces. Returns false if it stopped at a limit. */
export async function readHtml(page: string, markup: Markup): Promise<boolean> {
  const html = page.includes("\r") ? page.replace(/\r\n?/g, "\n") : page;
  const place = openPlace(html);
  const emptied: string[] = [];
  let last: Tag = { name: "", attributes: new Map(), foreign: false };
  let text = "";
  const rewriter = new HTMLRewriter()
    .on("*", {
      element(element) {
        const { tagName: name, selfClosing } = element;
        const foreign = /svg|Math/.test(element.namespaceURI);
        if (selfClosing && (name === "svg" || name === "math")) emptied.push(name);
        last = { name, attributes: attributesOf(element), foreign };
        let line: number | undefined;
        markup.start(last, () => {
          line ??= place.lineOf(name);
          return line;
        });
        if (!element.canHaveContent || !markup.ends?.(name)) return;
        element.onEndTag((end) => {
          // Ignores end tags of other elements, which the parser also reports if they close this one.
          if (end.name === name) markup.end?.(name);
        });
      },
    })
    .on(TEXT_ONLY, {
      text(piece) {
        text += piece.text;
        if (!piece.lastInTextNode) return;
        place.pass(text);
        markup.text?.(last, text);
        text = "";
      },
    })
    .on("h1", { text: ({ text: piece }) => markup.heading?.(piece) })
    .onDocument({ comments: (comment) => place.pass(comment.text), doctype: () => markup.doctype?.() });
  const pieces = { isWhole: true };
  const read = rewriter.transform(new Response(piecesOf(html, emptied, pieces) as unknown as ReadableStream));
  const reader = read.body?.getReader();
  while (reader && !(await reader.read()).done);
  return pieces.isWhole;
}

/** Tags of a page, at most `most`. Names of end tags start with a slash. */
export async function tagsOf(page: string, most = 5000): Promise<Tag[]> {
  const tags: Tag[] = [];
  const take = (tag: Tag) => void (tags.length < most && tags.push(tag));
  await readHtml(page, {
    start: take,
    ends: () => true,
    end: (name) => take({ name: `/${name}`, attributes: new Map(), foreign: false }),
  });
  return tags;
}

/** A self-closed `<svg/>` or `<math/>`: the parser would read the following HTML as SVG or MathML. */
const EMPTY_ROOT = /<(?:svg|math)\b[^<>]*\/>/i;

async function* piecesOf(
  html: string,
  emptied: string[],
  progress: { isWhole: boolean },
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const shortened = tagShortener();
  let tags = 0;
  for (let from = 0; from < html.length; ) {
    let piece = html.slice(from, from + MARKUP_A_TURN);
    const root = EMPTY_ROOT.exec(piece);
    if (root) piece = piece.slice(0, root.index + root[0].length);
    // Keeps surrogate pairs together.
    else if (/[\ud800-\udbff]$/.test(piece)) piece += html[from + MARKUP_A_TURN] ?? "";
    from += piece.length;
    tags += piece.split("<").length - 1;
    if (tags > MOST_TAGS) {
      progress.isWhole = false;
      return;
    }
    yield encoder.encode(shortened(piece));
    for (let name = emptied.pop(); name !== undefined; name = emptied.pop())
      yield encoder.encode(`</${name}>`);
    await yieldToEventLoop();
  }
}

const OPEN = 0x3c;
const CLOSE = 0x3e;

/** Returns a function that removes the rest of a tag after MOST_WORDS words; called for each piece of a page. */
function tagShortener(): (piece: string) => string {
  let isTag = false;
  let words = 0;
  return (piece) => {
    let kept = "";
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      if (code === OPEN || code === CLOSE) {
        if (words > MOST_WORDS) from = at;
        isTag = code === OPEN;
        words = 0;
      } else if (isTag && code <= 0x20 && ++words === MOST_WORDS + 1) kept += piece.slice(from, at);
    }
    return words > MOST_WORDS ? kept : kept + piece.slice(from);
  };
}

function attributesOf(element: HTMLRewriterTypes.Element): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  let left = MOST_DECODED;
  for (const [name, value] of element.attributes) {
    if (attributes.size >= MOST_ATTRIBUTES) break;
    if (attributes.has(name)) continue;
    const isRead = !name.startsWith("data-");
    const decoded = isRead ? decodeHTMLAttribute(value.slice(0, left)) + value.slice(left) : value;
    attributes.set(name, decoded);
    if (isRead) left = Math.max(0, left - value.length);
  }
  return attributes;
}

/** Finds the line of each tag by a text search from the last tag on, since the parser does not report lines. */
function openPlace(html: string) {
  let cursor = 0;
  const lineAt = lineCounter(html);
  const opening = new Map<string, RegExp>();
  return {
    /** Skips text that may contain something like a tag. */
    pass(text: string): void {
      const at = text === "" ? -1 : html.indexOf(text, cursor);
      if (at >= 0) cursor = at + text.length;
    },
    lineOf(name: string): number {
      let pattern = opening.get(name);
      if (!pattern) {
        pattern = new RegExp(`<${RegExp.escape(name)}(?=[\\t\\n\\f />])`, "gi");
        opening.set(name, pattern);
      }
      pattern.lastIndex = cursor;
      const at = pattern.exec(html)?.index ?? cursor;
      cursor = Math.max(cursor, at + 1);
      return lineAt(at);
    },
  };
}

/** Returns the line of a position, from 1; positions must ascend. */
export function lineCounter(text: string): (at: number) => number {
  let line = 1;
  let next = text.indexOf("\n");
  return (at) => {
    for (; next >= 0 && next < at; next = text.indexOf("\n", next + 1)) line++;
    return line;
  };
}
