/** Recognises what a text in the search box is. Pure. */

import { describeField } from "../headers/catalogue.ts";
import { parseAddress, parseNetwork, pastedAddress } from "../syntax/ip-address.ts";
import { trimEndOf } from "../syntax/trim.ts";

export type Question =
  | { readonly kind: "url" | "address" | "agent"; readonly text: string }
  | { readonly kind: "status"; readonly code: number }
  | { readonly kind: "headers"; readonly text: string }
  | { readonly kind: "visitor"; readonly text: string; readonly seen: SeenTogether }
  | { readonly kind: "list"; readonly text: string; readonly items: readonly Listed[] }
  | Hint;

/** Text of no other kind, with what to type instead. */
export interface Hint {
  readonly kind: "hint";
  readonly text: string;
  readonly hint: string;
  /** URL that was probably meant. */
  readonly url?: string;
}

/** Entry of a list. */
export interface Listed {
  readonly kind: "url" | "address" | "neither";
  readonly text: string;
  /** Line, from 1; in a list of one line, the position. */
  readonly line: number;
}

/** Maximum entries of a list; one more is read to detect longer lists. */
export const MOST_LISTED = 100;

/** Parses the text of the search box. The same text always gives the same question. */
export function parseQuestion(given: string): Question {
  const text = given.trim();
  const headers = headerLines(text);
  if (headers !== undefined) {
    const agent = onlyUserAgent(headers);
    return agent === undefined ? { kind: "headers", text: headers } : { kind: "agent", text: agent };
  }
  const items = listIn(text);
  if (items) return { kind: "list", text, items };
  const seen = seenTogether(text);
  if (seen) return { kind: "visitor", text, seen };
  const bare = pastedAddress(text);
  if (parseAddress(bare) || isPrefix(bare)) return { kind: "address", text: bare };
  if (/^[1-9]\d\d$/.test(text)) return { kind: "status", code: Number(text) };
  for (const [form, hint, urlOf] of HINTS) {
    const match = text.length <= LONGEST_HINTED && form.exec(text);
    if (match) return { kind: "hint", text, hint, ...(urlOf && { url: urlOf(match) }) };
  }
  return { kind: isUrl(text) ? "url" : "agent", text };
}

/** Maximum characters of a text that gets a hint: host names have at most 253. */
const LONGEST_HINTED = 2048;

/** Common mistakes: form, hint and probable URL. */
const HINTS: readonly (readonly [form: RegExp, hint: string, urlOf?: (match: RegExpExecArray) => string])[] =
  [
    [
      /^as ?\d{1,10}$/i,
      "This is the number of a network. Look up one of its addresses: the result names the network.",
    ],
    [
      /^(?:mailto:)?[^\s@]{1,64}@([a-z\d.-]{1,253}\.[a-z]{2,63})$/i,
      "This is an email address.",
      ([, domain]) => `http://${domain}/`,
    ],
    [/^[[{]\s*["{[\]}]/, "This is JSON. Paste header lines or URLs instead."],
    [
      /^(https?)(?!:\/\/)(?::[/\\]{0,2}|\/\/)([a-z\d][a-z\d.-]{0,252}\.[a-z]{2,63}(?:[:/?#]\S*)?)$/i,
      "This is not a URL.",
      ([, scheme, rest]) => `${scheme}://${rest}`,
    ],
    [
      /^([a-z\d-]+(?:[.,][a-z\d-]+)*,[a-z]{2,63})((?:[:/?#]\S*)?)$/i,
      "This is not a URL.",
      ([, host = "", rest]) => `http://${host.replaceAll(",", ".")}${rest || "/"}`,
    ],
    [/^\d{1,3}(?:\.\d{1,3}){1,9}$/, "An IPv4 address has four numbers from 0 to 255."],
  ];

/** Hint for a single word that is not a known product; undefined for other texts. */
export function unknownWord(text: string, { evidence }: { readonly evidence?: string }): Hint | undefined {
  if (evidence === "listed" || !/^[a-z][\w-]*$/i.test(text) || /(?:bot|crawler|spider)$/i.test(text))
    return undefined;
  const hint = "This is not a URL, IP address, user agent or status code.";
  return { kind: "hint", text, hint, url: `http://${text}/` };
}

export const hintText = ({ hint, url }: Hint): string => (url ? `${hint} Did you mean ${url}?` : hint);

/**
 * URLs and addresses: words of one line, or lines of which at least half have nothing else; each other line is one
 * entry.
 */
function listIn(text: string): readonly Listed[] | undefined {
  const items: Listed[] = [];
  let [line, good, bad, agents] = [1, 0, 0, 0];
  for (const [part] of text.matchAll(/[^\r\n]+|\r\n?|\n/g)) {
    if (/^[\r\n]/.test(part)) line++;
    const row = part.trim();
    if (row === "") continue;
    const words = row.split(/\s+/, MOST_LISTED + 1).map((word) => listed(trimEndOf(word, /[,;]/)));
    const isGood = words.every(({ kind }) => kind !== "neither");
    const entries = isGood ? words : [{ kind: "neither" as const, text: trimEndOf(row, /[,;]/) }];
    items.push(...entries.map((entry) => ({ ...entry, line })));
    if (isGood) good++;
    else if (!row.startsWith("#")) bad++;
    if (!isGood && AGENT_FORM.test(row)) agents++;
    if (items.length > MOST_LISTED) break;
  }
  const isAddressFirst = good === 1 && items[0]?.kind === "address";
  const isList = good > bad || (good === bad && line > 1 && agents === 0 && !isAddressFirst);
  if (items.length < 2 || !isList) return undefined;
  return line > 1 ? items : items.map((item, index) => ({ ...item, line: index + 1 }));
}

/** Product with a version, or a comment. */
const AGENT_FORM = /\/v?\d|\(/;

/** Words of user agents that look like hosts, such as `UP.Link/5.1` and `12.34`. */
const IN_AGENTS = /^(?!\w+:\/\/)(?:[^/]*[A-Z(]|[\d.]+$)/;

function listed(word: string): Pick<Listed, "kind" | "text"> {
  const bare = pastedAddress(word);
  if (parseAddress(bare)) return { kind: "address", text: bare };
  const isKnown = isUrl(word) && !isPrefix(word) && !IN_AGENTS.test(word);
  return { kind: isKnown ? "url" : "neither", text: word };
}

/** True for `192.0.2.0/24`; `192.0.2.0/240` is a path. */
function isPrefix(text: string): boolean {
  return text.includes("/") && parseNetwork(text) !== undefined;
}

/** True with a scheme, or for a host with a dot or a port: `curl/8.5.0` has no dot before its slash. */
function isUrl(text: string): boolean {
  if (/\s/.test(text)) return false;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text) || /^(?:\[[\da-f:.]+\]|localhost)(?:[:/]|$)/i.test(text))
    return true;
  const [host = ""] = /^[^/?#]*/.exec(text) ?? [];
  return /^[^\s@]+\.[^\s.]{2,}\.?(?::\d{1,5})?$|^[^:]+:\d{2,5}$|^(?:\d{1,3}\.){3}\d{1,3}:\d{1,5}$/.test(host);
}

/** Header lines; browsers turn line breaks into spaces when pasting into an input. */
function headerLines(text: string): string | undefined {
  if (/^HTTP\/\d(?:\.\d)?\s+\d{3}\b/i.test(text) || /^:status:/.test(text)) return withLineBreaks(text);
  const name = /^([!#$%&'*+.^_`|~\w-]+):(?!\/\/)/.exec(text)?.[1];
  if (name === undefined || /^(?:localhost|https?|ftp)$/i.test(name)) return undefined;
  const isField = /^[^:]+:[ \t]/.test(text) || isKnown(name);
  return isField && !/^\d+$/.test(name) ? withLineBreaks(text) : undefined;
}

/** Value of User-Agent, if it is the only line. */
function onlyUserAgent(headers: string): string | undefined {
  const value = /^user-agent:/i.test(headers) ? headers.slice("User-Agent:".length).trim() : undefined;
  return value === undefined || /[\r\n]/.test(value) ? undefined : value;
}

function withLineBreaks(text: string): string {
  if (/[\r\n]/.test(text)) return text;
  return text.replace(/ +[^ ]*/g, (found) => {
    const name = /^([!#$%&'*+.^_`|~\w-]+):$/.exec(found.trimStart())?.[1];
    return name !== undefined && (isKnown(name) || /^x-/i.test(name)) ? `\n${name}:` : found;
  });
}

function isKnown(name: string): boolean {
  return describeField(name.toLowerCase()) !== undefined;
}

export interface SeenTogether {
  readonly ip: string;
  readonly agent: string;
  /** Unix time in milliseconds. */
  readonly time: number | undefined;
}

/** Combined Log Format: address, time in brackets, and the quoted user agent at the end. */
function logLine(text: string): SeenTogether | undefined {
  const ip = /^\S+(?= )/.exec(text)?.[0];
  const quoted = lastQuoted(text);
  if (ip === undefined || quoted === undefined) return undefined;
  const before = text.slice(ip.length + 1, quoted.at);
  const time = /\S$|[\r\n]./.test(before) ? undefined : timeBefore(before);
  return time === undefined ? undefined : { ip, agent: quoted.text, time: logTime(time) };
}

/** Quoted string at the end of a line; escapes are kept. */
export function lastQuoted(line: string): { readonly at: number; readonly text: string } | undefined {
  const text = line.trimEnd();
  const end = text.length - 1;
  if (end < 1 || text[end] !== '"' || isEscaped(text, end)) return undefined;
  let at = text.lastIndexOf('"', end - 1);
  while (at > 0 && isEscaped(text, at)) at = text.lastIndexOf('"', at - 1);
  return at < 0 ? undefined : { at, text: text.slice(at + 1, end) };
}

function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text[from - 1] === "\\") from--;
  return (at - from) % 2 === 1;
}

/** First text in brackets that is followed by a space. */
function timeBefore(text: string): string | undefined {
  for (let open = text.indexOf("["); open >= 0; ) {
    const close = text.indexOf("]", open);
    if (close < 0) return undefined;
    if (close > open + 1 && text[close + 1] === " ") return text.slice(open + 1, close);
    open = text.indexOf("[", close);
  }
  return undefined;
}

/** `192.0.2.1 Mozilla/5.0 …`, quoted or not, or a log line. */
export function seenTogether(text: string): SeenTogether | undefined {
  const [, ip = "", rest = ""] = /^(\S+)\s+(\S.*)$/s.exec(text) ?? [];
  if (!parseAddress(pastedAddress(ip))) return undefined;
  const line = logLine(text);
  return line ?? { ip, agent: rest.replace(/^"(.*)"$/s, "$1"), time: undefined };
}

/** Parses `24/Nov/2026:14:03:00 +0100`, the form of access logs. */
function logTime(text: string): number | undefined {
  const [, day, month, year, time, offset] =
    /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d{4})$/.exec(text) ?? [];
  const at = Date.parse(`${day} ${month} ${year} ${time} ${offset}`);
  return Number.isNaN(at) ? undefined : at;
}
