/** The meaning of a text in the one box. Pure. */

import { describeField } from "../headers/catalogue.ts";
import { parseAddress, parseNetwork, pastedAddress } from "../ip/address.ts";
import { type SeenTogether, seenTogether } from "./log-line.ts";

export type Question =
  | { readonly kind: "url" | "address" | "agent"; readonly text: string }
  | { readonly kind: "status"; readonly code: number }
  | { readonly kind: "headers"; readonly text: string }
  | { readonly kind: "visitor"; readonly text: string; readonly seen: SeenTogether };

/** Decides by the form of the text alone, so the same text is always the same question. */
export function parseQuestion(given: string): Question {
  const text = given.trim();
  const headers = headerLines(text);
  if (headers !== undefined) {
    const agent = /^user-agent:\s*(.*)$/i.exec(headers)?.[1];
    return agent === undefined ? { kind: "headers", text: headers } : { kind: "agent", text: agent };
  }
  const seen = seenTogether(text);
  if (seen) return { kind: "visitor", text, seen };
  const bare = pastedAddress(text);
  if (parseAddress(bare) || isPrefix(bare)) return { kind: "address", text: bare };
  if (/^[1-9]\d\d$/.test(text)) return { kind: "status", code: Number(text) };
  return isUrl(text) ? { kind: "url", text } : { kind: "agent", text };
}

/** `192.0.2.0/24`, but not `192.0.2.0/240`, which is a path. */
function isPrefix(text: string): boolean {
  return text.includes("/") && parseNetwork(text) !== undefined;
}

/** With a scheme, or a host with a dot or a port: `curl/8.5.0` has no dot before its slash. */
function isUrl(text: string): boolean {
  if (/\s/.test(text)) return false;
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text) || /^(?:\[[\da-f:.]+\]|localhost)(?:[:/]|$)/i.test(text))
    return true;
  const [host = ""] = /^[^/?#]*/.exec(text) ?? [];
  return /^[^\s@]+\.[^\s.]{2,}\.?(?::\d{1,5})?$|^[^:]+:\d{2,5}$|^(?:\d{1,3}\.){3}\d{1,3}:\d{1,5}$/.test(host);
}

/** The lines where the text is a header section; browsers make spaces of the line breaks that are pasted into a line. */
function headerLines(text: string): string | undefined {
  if (/^HTTP\/\d(?:\.\d)?\s+\d{3}\b/i.test(text) || /^:status:/.test(text)) return withLineBreaks(text);
  const name = /^([!#$%&'*+.^_`|~\w-]+):(?!\/\/)/.exec(text)?.[1];
  if (name === undefined || /^(?:localhost|https?|ftp)$/i.test(name)) return undefined;
  const isField = /^[^:]+:[ \t]/.test(text) || isKnown(name);
  return isField && !/^\d+$/.test(name) ? withLineBreaks(text) : undefined;
}

function withLineBreaks(text: string): string {
  if (/[\r\n]/.test(text)) return text;
  return text.replace(/ +([!#$%&'*+.^_`|~\w-]+):(?= |$)/g, (found, name: string) =>
    isKnown(name) || /^x-/i.test(name) ? `\n${name}:` : found,
  );
}

function isKnown(name: string): boolean {
  return describeField(name.toLowerCase()) !== undefined;
}
