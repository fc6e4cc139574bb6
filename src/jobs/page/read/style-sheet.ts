/** Finds URLs in a style sheet (CSS Syntax 3, CSS Cascade 5 section 2, CSS Fonts 4 section 4.3). Pure. */

import { type CSSToken, TokenType as T, tokenizer } from "@csstools/css-tokenizer";
import type { Task } from "../../../api/cooperative.ts";
import { PAGE } from "../../../api/limits.ts";
import { lineCounter } from "../../../http/browser.ts";

export interface SheetUrl {
  /** URL with escapes decoded. */
  readonly text: string;
  readonly as: "style" | "font" | "image";
  /** Rule or function that contains it: `@import`, `@font-face` or `url()`. */
  readonly rule: string;
  /** Whether it is the first source of a font: browsers load the first one that they support. */
  readonly isFirst: boolean;
  /** Whether it is in a property whose images need CORS. */
  readonly isCors?: true;
  /** Whether it is an import that depends on the browser's features. */
  readonly isConditional?: true;
  /** Line in the style sheet, from 1. */
  readonly line: number;
}

export interface SheetUrls {
  readonly urls: readonly SheetUrl[];
  readonly isWhole: boolean;
}

/**
 * Characters per turn. The tokenizer cannot pause within a token, so the rest of a longer token is skipped:
 * it is a `data:` URL, or a URL too long to be requested.
 */
const SHEET_A_TURN = 16_384;
/** Text before the rest of a cut token, so that it is read as a token of the same type. */
const CONTINUED: Readonly<Partial<Record<T, string>>> = {
  [T.Comment]: "/*",
  [T.URL]: "url(",
  [T.BadURL]: "url(a'",
};

export function* sheetUrls(css: string): Task<SheetUrls> {
  const sheet = openSheet(lineCounter(css));
  for (const found of tokensOf(css)) {
    if (found === undefined) yield;
    else sheet.take(...found);
    if (sheet.urls.length > PAGE.sheetUrls)
      return { urls: sheet.urls.slice(0, PAGE.sheetUrls), isWhole: false };
  }
  sheet.end();
  return { urls: sheet.urls, isWhole: true };
}

/** Tokens with their offsets; yields undefined after each piece. */
function* tokensOf(css: string): Generator<[CSSToken, number] | undefined> {
  let rest = "";
  for (let from = 0; from < css.length; yield) {
    let to = from + SHEET_A_TURN;
    // Moves the cut so that it does not split an escape or the end of a comment.
    if (/[^*\\][*\\]$/.test(css.slice(to - 2, to))) to--;
    const piece = rest + css.slice(from, to);
    const tokens = tokenizer({ css: piece });
    const shift = from - rest.length;
    let isRest = rest !== "";
    from = to;
    while (!tokens.endOfFile()) {
      const token = tokens.nextToken();
      const [type, , start] = token;
      if (tokens.endOfFile() && to < css.length) {
        rest = "";
        if (start > 0) {
          // The token may continue in the next piece, which therefore starts with it.
          from = shift + start;
          break;
        }
        rest = type === T.String ? piece.slice(0, 1) : (CONTINUED[type] ?? "");
      }
      if (!isRest) yield [token, shift + start];
      isRest = false;
    }
  }
}

/** Rules that may precede `@import`. */
const BEFORE_IMPORTS: ReadonlySet<string> = new Set(["import", "charset", "layer"]);
const IGNORED: ReadonlySet<T> = new Set([T.Whitespace, T.Comment, T.CDO, T.CDC]);
const CLOSES: Readonly<Partial<Record<T, string>>> = {
  [T.CloseCurly]: "{",
  [T.CloseSquare]: "[",
  [T.CloseParen]: "(",
};
/** Font formats that browsers load (CSS Fonts 4 section 4.3.1); not `embedded-opentype` and `svg`. */
const FORMATS = /^["']?(?:(?:woff2?|truetype|opentype)(?:-variations)?|collection)["']?$/i;
/** Functions with URL strings (CSS Values 4 section 4.5, CSS Images 4 section 2.4). */
const OF_URLS = /^(?:url|src|(?:-webkit-)?image-set)\($/;

/**
 * Properties whose URLs are requested with CORS: masks and shapes (CSS Masking section 4.1, CSS Shapes
 * section 4.1), and references to SVG elements.
 */
const CORS_PROPERTY =
  /^(?:(?:-webkit-)?mask(?:-image|-border|-border-source|-box-image|-box-image-source)?|(?:-webkit-)?shape-outside|(?:-webkit-)?clip-path|(?:-webkit-|backdrop-)?filter|fill|stroke|marker(?:-start|-mid|-end)?)$/i;

function openSheet(lineAt: (at: number) => number) {
  const urls: SheetUrl[] = [];
  /** First tokens of the open blocks, such as `{` and `url(`. */
  const open: string[] = [];
  /** Name of the current at-rule; "" in a selector or declaration, undefined between statements. */
  let rule: string | undefined;
  /** First word of the current declaration or selector. */
  let property = "";
  let mayImport = true;
  /** URL of the current `@import`, which is added when the rule ends without a block. */
  let imported: SheetUrl | undefined;
  let isFontFace = false;
  let isFirst = true;
  /** Number of URLs before the sources of the current font. */
  let sourcesFrom = 0;

  function end(): void {
    if (imported) urls.push(imported);
    imported = undefined;
    rule = undefined;
  }

  function takeUrl(text: string, isImport: boolean, at: number): void {
    if (isImport && mayImport && text !== "")
      imported = { text, as: "style", rule: "@import", isFirst: true, line: lineAt(at) };
    if (rule !== "" || text === "" || text.startsWith("#")) return;
    const kind = isFontFace
      ? ({ as: "font", rule: "@font-face", isFirst } as const)
      : ({ as: "image", rule: "url()", isFirst: true } as const);
    const isCors = !isFontFace && CORS_PROPERTY.test(property);
    urls.push({ text, ...kind, ...(isCors && { isCors }), line: lineAt(at) });
    isFirst = false;
  }

  /** Marks sources of a font that are not loaded: those from `index` on. The next one may be the first. */
  function skipSources(index: number): void {
    isFirst ||= urls.slice(index).some((url) => url.isFirst);
    for (let at = index; at < urls.length; at++) urls[at] = { ...(urls[at] as SheetUrl), isFirst: false };
  }

  function openBlock(): void {
    mayImport &&= open.length > 0 || imported !== undefined;
    isFontFace = rule === "font-face";
    isFirst = true;
    sourcesFrom = urls.length;
    imported = undefined;
    rule = undefined;
    open.push("{");
  }

  function closeBlock(bracket: string): void {
    if (!open.at(-1)?.endsWith(bracket)) return;
    open.pop();
    if (bracket !== "{") return;
    isFontFace = false;
    rule = undefined;
  }

  /** Ends a statement at a semicolon, except within a selector. */
  function endStatement(): void {
    const within = open.at(-1);
    if (within === "{" || (within === undefined && rule !== "")) end();
  }

  /** Start of a declaration or a selector. */
  function begin(token: CSSToken): "" {
    property = token[0] === T.Ident ? token[4].value : "";
    // A later declaration replaces an earlier one.
    if (isFontFace && property.toLowerCase() === "src") skipSources(sourcesFrom);
    return "";
  }

  function takeValue(token: CSSToken, isImport: boolean, at: number): void {
    const [type, text] = token;
    if (type === T.Function) {
      const name = token[4].value.toLowerCase();
      if (imported && name === "supports") imported = { ...imported, isConditional: true };
      open.push(`${name}(`);
    } else if (type === T.OpenParen || type === T.OpenSquare) open.push(text);
    else if (isFontFace && open.at(-1) === "format(") {
      if (!FORMATS.test(text)) skipSources(urls.length - 1);
    } else if (type === T.URL || (type === T.String && (isImport || OF_URLS.test(open.at(-1) ?? ""))))
      takeUrl(token[4].value, isImport, at);
  }

  function take(token: CSSToken, at: number): void {
    const [type] = token;
    if (IGNORED.has(type)) return;
    const isImport = rule === "import";
    if (isImport && type !== T.Function) rule = "imported";
    const closed = CLOSES[type];
    if (type === T.OpenCurly) openBlock();
    else if (closed !== undefined) closeBlock(closed);
    else if (type === T.Semicolon) endStatement();
    else if (type === T.AtKeyword && rule === undefined) {
      rule = token[4].value.toLowerCase();
      mayImport &&= BEFORE_IMPORTS.has(rule);
    } else {
      rule ??= begin(token);
      takeValue(token, isImport, at);
    }
  }

  return { urls, take, end };
}
