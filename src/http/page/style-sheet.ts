/** A style sheet → the URLs in it (CSS Syntax 3, CSS Cascade 5 section 2, CSS Fonts 4 section 4.3). Pure. */

import type { Task } from "../../api/cooperative.ts";
import { PAGE } from "../../api/limits.ts";
import { lineCounter } from "../browser/html-stream.ts";

export interface SheetUrl {
  /** As written, escapes undone. */
  readonly text: string;
  readonly as: "style" | "font" | "image";
  /** `@import`, `@font-face` or `url()`. */
  readonly rule: string;
  /** Of the sources of a font the first that the browser knows is loaded. */
  readonly isFirst: boolean;
  /** Line of the sheet, from 1. */
  readonly line: number;
}

export interface SheetUrls {
  /** In the order of the sheet. */
  readonly urls: readonly SheetUrl[];
  /** Whether these are all. */
  readonly isWhole: boolean;
}

/** Tokens between two pauses, and characters: a token may be long. @perf 2.8 ms in one go for a megabyte of braces, read at once 107 (`longest-block`). */
const TOKENS_A_TURN = 2000;
const TEXT_A_TURN = 65_536;

/** Runs of characters and escapes in one token. @perf A megabyte of nothing but escapes takes 7 ms in one go, else 279 (`longest-block`). */
const RUNS = "{0,4096}";
const STRING = String.raw`"(?:[^"\\\n]+|\\[\s\S])${RUNS}"?|'(?:[^'\\\n]+|\\[\s\S])${RUNS}'?`;
const TOKEN = new RegExp(
  String.raw`/\*[\s\S]*?(?:\*/|$)|(?<string>${STRING})|@(?<rule>[\w-]+)|(?<set>\bimage-set\()|\btype\(\s*(?:${STRING})|\b(?:url|src)\(\s*(?:(?<quoted>${STRING})|(?<bare>(?:[^)"'\s\\]+|\\[\s\S])${RUNS}))|[{};]`,
  "gi",
);

export function* sheetUrls(css: string): Task<SheetUrls> {
  const sheet = openSheet(css);
  let tokens = 0;
  let pause = TEXT_A_TURN;
  for (const token of css.matchAll(TOKEN)) {
    if (++tokens % TOKENS_A_TURN === 0 || token.index > pause) {
      pause = token.index + TEXT_A_TURN;
      yield;
    }
    sheet.take(token);
    if (sheet.urls.length > PAGE.sheetUrls)
      return { urls: sheet.urls.slice(0, PAGE.sheetUrls), isWhole: false };
  }
  return { urls: sheet.urls, isWhole: true };
}

function openSheet(css: string) {
  const urls: SheetUrl[] = [];
  const lineAt = lineCounter(css);
  let rule = "";
  let depth = 0;
  let mayImport = true;
  let isFirst = true;
  /** In image-set() strings are URLs (CSS Images 4 section 2.4). */
  let isSet = false;

  function add(text: string, as: SheetUrl["as"], name: string, at: number): void {
    urls.push({ text: unescaped(text), as, rule: name, isFirst: as !== "font" || isFirst, line: lineAt(at) });
    isFirst = false;
  }

  function takeMark(mark: string): void {
    if (mark === "{") {
      depth++;
      mayImport = false;
    } else if (mark === "}") {
      depth = Math.max(0, depth - 1);
      rule = "";
    } else if (mark === ";" && depth === 0) rule = "";
    if (/[{};]/.test(mark)) isSet = false;
  }

  function takeRule(name: string): void {
    rule = name.toLowerCase();
    isFirst = true;
    if (!BEFORE_IMPORTS.has(rule)) mayImport = false;
  }

  function takeUrl(text: string, isString: boolean, at: number): void {
    if (rule === "import" && depth === 0) {
      if (mayImport && text !== "") add(text, "style", "@import", at);
      rule = "";
    } else if ((isString && !isSet) || text === "" || text.startsWith("#") || rule === "namespace") return;
    else if (rule === "font-face" && depth > 0) add(text, "font", "@font-face", at);
    else add(text, "image", "url()", at);
  }

  return {
    urls,
    take({ 0: token, index, groups = {} }: RegExpExecArray): void {
      const { string, rule: at, set, quoted, bare } = groups;
      const text = string ?? quoted;
      if (at !== undefined) takeRule(at);
      else if (set !== undefined) isSet = true;
      else if (text !== undefined) takeUrl(text.replace(/^["']|["']$/g, ""), string !== undefined, index);
      else if (bare !== undefined) takeUrl(bare, false, index);
      else takeMark(token);
    },
  };
}

const BEFORE_IMPORTS: ReadonlySet<string> = new Set(["import", "charset", "layer"]);

/** Escapes (CSS Syntax 3 section 4.3.7). */
function unescaped(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(?:([0-9a-f]{1,6})\s?|\n|([\s\S]))/gi, (_, hex?: string, character?: string) => {
    if (hex === undefined) return character ?? "";
    const code = Number.parseInt(hex, 16);
    return code === 0 || code > 0x10ffff ? "\ufffd" : String.fromCodePoint(code);
  });
}
