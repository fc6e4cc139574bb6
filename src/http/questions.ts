/** Questions of a caller about a response beyond the response itself: `again`, `loads`, `framedBy`, `thirdParty`. Pure. */

import { NetlensError } from "../api/errors.ts";
import type { Unread } from "../api/query.ts";
import {
  INLINE_KINDS,
  LOAD_KINDS,
  type Load,
  type NextRequest,
  type Questions,
  type RawLine,
} from "../headers/verdicts.ts";
import { isRecord, linesOf, methodOf, optional, wrong } from "./body-parts.ts";
import type { DecodeRequest } from "./decode-schema.ts";
import { MOST_QUESTIONS } from "./lookup-enums.ts";

/** @throws NetlensError `invalid-param` or `invalid-headers`, naming the part */
export function questionsOf(
  body: Pick<Unread<typeof DecodeRequest>, "again" | "loads" | "framedBy" | "thirdParty">,
): Questions | undefined {
  const questions: Questions = {
    ...optional("again", againOf(body["again"])),
    ...optional("loads", listOf(body["loads"], "loads")?.map(loadOf)),
    ...optional("thirdParty", flagOf(body["thirdParty"])),
    ...optional("framedBy", listOf(body["framedBy"], "framedBy")?.map(framerOf)),
  };
  return Object.keys(questions).length > 0 ? questions : undefined;
}

/**
 * A load as people write it on the command line and in the form: `AS [URL] [inline=KIND] [nonce=…] [hash=…]
 * [parser=false] [text=…]`. The text is all that follows, spaces included. The check reports what is wrong with it.
 */
export function loadFromText(line: string): Readonly<Record<string, unknown>> {
  const [, head = "", text] = /^(.*?)(?:\stext=(.*))?$/s.exec(line.trimStart()) ?? [];
  const [as, ...words] = head.trim().split(/\s+/);
  const load: Record<string, unknown> = { as, ...optional("text", text) };
  for (const word of words) {
    const [, name, value] = /^(inline|nonce|hash|parser)=(.*)$/.exec(word) ?? [];
    if (name === undefined) load["url"] = word;
    else load[name] = name === "parser" ? value !== "false" : value;
  }
  return load;
}

function listOf(value: unknown, name: string): readonly unknown[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) throw wrong(name, "an array");
  if (value.length > MOST_QUESTIONS)
    throw new NetlensError("invalid-param", `${name} has more than ${MOST_QUESTIONS} members.`);
  return value;
}

function againOf(value: unknown): NextRequest | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isRecord(value)) throw wrong("again", "an object");
  const { after } = value;
  if (typeof after !== "number" || !(after >= 0)) throw wrong("again.after", "a number of seconds");
  return {
    after,
    ...optional("method", methodOf(value["method"], "again.method")),
    lines: (linesOf(value["requestHeaders"], "again.requestHeaders") ?? []).map(rawLine),
  };
}

function rawLine(text: string, index: number): RawLine {
  const colon = text.indexOf(":");
  const name = (colon < 0 ? text : text.slice(0, colon)).trim().toLowerCase();
  return { name, value: colon < 0 ? "" : text.slice(colon + 1).trim(), index };
}

function loadOf(value: unknown, index: number): Load {
  const name = `loads[${index}]`;
  if (!isRecord(value)) throw wrong(name, "an object");
  const as = wordOf(value["as"], LOAD_KINDS, `${name}.as`);
  if (as === undefined) throw wrong(`${name}.as`, `one of ${LOAD_KINDS.join(", ")}`);
  const { parser, url, text } = value;
  // The text of inline code says by itself that it is inline.
  const inline = value["inline"] ?? (url === undefined && text !== undefined ? "element" : undefined);
  if (url === undefined && inline === undefined)
    throw wrong(name, "complete: it needs a url, or inline or text for code in the page itself");
  if (parser !== undefined && typeof parser !== "boolean") throw wrong(`${name}.parser`, "true or false");
  return {
    as,
    ...optional("url", textOf(value["url"], `${name}.url`)),
    ...optional("nonce", textOf(value["nonce"], `${name}.nonce`)),
    ...optional("hash", textOf(value["hash"], `${name}.hash`)),
    ...optional("text", textOf(value["text"], `${name}.text`)),
    ...optional("inline", wordOf(inline, INLINE_KINDS, `${name}.inline`)),
    ...optional("parser", parser),
  };
}

function wordOf(value: unknown, words: readonly string[], name: string): string | undefined {
  const text = textOf(value, name);
  if (text !== undefined && !words.includes(text)) throw wrong(name, `one of ${words.join(", ")}`);
  return text;
}

function textOf(value: unknown, name: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string") throw wrong(name, "a string");
  return value;
}

function flagOf(value: unknown): boolean | undefined {
  if (value === undefined || value === null || typeof value === "boolean") return value ?? undefined;
  throw wrong("thirdParty", "true or false");
}

function framerOf(value: unknown, index: number): string {
  const url = typeof value === "string" ? URL.parse(value) : null;
  if (!url) throw wrong(`framedBy[${index}]`, "an absolute URL");
  return url.href;
}
