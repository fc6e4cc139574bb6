/** Reads what is copied from developer tools of browsers: an overview, and the headers of both sides. */

import { isToken } from "../../syntax/tokens.ts";
import type { Pasted } from "./pasted.ts";

interface Panel {
  /** Header section of the response. */
  readonly response: string;
  readonly status?: number;
  readonly known: Omit<Pasted, "lines">;
}

/** A transcript may have the words of a panel in its content. */
const TRANSCRIPT = /^\s*(?:HTTP\/\d|[<>*] )/;
const START = /^[ \t#*_>]*(?:request url\b|response(?: headers)?[ \t*_:]*(?:\(|view|$))/im;
/** In Markdown too, with a size or without. */
const HEADING =
  /^[#*_>\s]*(general|summary|(?:request|response)(?: (?:headers|payload|body|data))?|form data|query string parameters|cookies|timing|initiator)[*_:\s]*(?:\([^)]*\)[*_:\s]*)?(?:view (?:source|parsed|decoded))?$/i;
const FACT =
  /^[*_>]*(?:request )?(url|method|status|source|address|initiator|remote address|referrer policy)(?: code)?[*_]*(?::(.*))?$/i;
const PAIR = /^(:?[!#$%&'*+\-.^_`|~\w]+)(?::(.*))?$/;
/** Labels between header lines. */
const LABEL = /^(?:view (?:source|parsed|decoded)|raw|provisional headers are shown.*|```\w*)$/i;
/** Request headers, which follow the response headers directly if the panel has no headings. */
const OF_REQUEST =
  /^(?::(?!status)|(?:accept(?:-encoding|-language)?|host|user-agent|cookie|upgrade-insecure-requests|sec-(?:fetch|ch)-.*)$)/i;

/** The text's last exchange; undefined if the text is not a panel. */
export function readPanel(text: string): Panel | undefined {
  if (TRANSCRIPT.test(text) || !START.test(text)) return undefined;
  const facts = new Map<string, string>();
  const sides = { response: [] as string[], request: [] as string[] };
  for (const { side, name, value, line } of partsOf(text)) {
    if (side === "response" || side === "request") sides[side].push(line);
    if (side !== "summary") continue;
    if (name === "url") {
      facts.clear();
      sides.response.length = sides.request.length = 0;
    }
    facts.set(name, value);
  }
  const status = /\b\d{3}\b/.exec(facts.get("status") ?? "")?.[0];
  const url = facts.get("url") ?? "";
  const method = facts.get("method") ?? "";
  return {
    response: sides.response.join("\n"),
    ...(status !== undefined && { status: Number(status) }),
    known: {
      ...(sides.request.length > 0 && { requestHeaders: sides.request }),
      ...(isToken(method) && { method }),
      ...(URL.canParse(url) && { url }),
    },
  };
}

/** Names of facts in lower case, header lines, and the part of the panel that they are in. */
function* partsOf(text: string): Generator<Record<"side" | "name" | "value" | "line", string>> {
  const lines = text.split("\n").map((line) => line.trim());
  const isAlone = lines.includes("Request URL") && !lines.some((line) => line.startsWith("Request URL:"));
  let side = "summary";
  let hasHeadings = false;
  let isEmpty = true;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const heading = HEADING.exec(line)?.[1]?.toLowerCase().replace(" headers", "");
    if (heading !== undefined) {
      hasHeadings ||= heading === "response";
      side = heading === "general" ? "summary" : heading;
      isEmpty = true;
      continue;
    }
    // With headings, content may follow the headers.
    if (line === "" && hasHeadings && !isEmpty && side !== "summary") side = "content";
    if (line === "" || LABEL.test(line)) continue;
    isEmpty = false;
    const pair = pairOf(line, lines[at + 1] ?? "", isAlone);
    const { name, value, isAbove } = pair;
    if (isAbove) at++;
    side = sideOf(pair, side, hasHeadings);
    yield { side, name, value, line: isAbove ? `${name}: ${value}` : line };
  }
}

/** Part of the panel that the line is in; `side` is that of the line before. */
function sideOf({ name, value, isFact }: ReturnType<typeof pairOf>, side: string, hasHeadings: boolean) {
  if (isFact && name === "url" && URL.canParse(value)) return "summary";
  const now = side === "summary" && !isFact && name !== "" ? "response" : side;
  return now === "response" && !hasHeadings && OF_REQUEST.test(name) ? "request" : now;
}

/** Name and value of a line, or of a line and the one after it. */
function pairOf(line: string, next: string, isAlone: boolean) {
  const fact = FACT.exec(line);
  const [, name = "", onLine = isAlone ? "" : undefined] = fact ?? PAIR.exec(line) ?? [];
  if (onLine === undefined) return { name: "", value: "", isFact: false, isAbove: false };
  const isAbove = onLine.trim() === "" && isValueAlone(next) && !FACT.test(next);
  const value = (isAbove ? next : onLine).trim().replace(/^[*_]+ ?/, fact ? "" : "$&");
  return { name: name.toLowerCase(), value, isFact: fact !== null, isAbove };
}

export function isValueAlone(line: string): boolean {
  return line.trim() !== "" && !/^[!#$%&'*+\-.^_`|~0-9A-Za-z]+[ \t]*:(?:[ \t]|$)/.test(line);
}
