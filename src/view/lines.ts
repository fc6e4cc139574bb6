/** Formats header lines: one row each, with details. Pure. */

import { software } from "../../data/software.ts";
import type { HeaderObject, Item, Severity } from "../headers/schema.ts";
import { SEVERITIES } from "../jobs/project/findings.ts";
import { parseAddress } from "../syntax/ip-address.ts";

export interface ItemView {
  readonly name: string;
  readonly value: string;
  /** `""` if it repeats the value. */
  readonly meaning: string;
  readonly description: string;
  /** The value, if it is an IP address. */
  readonly address: string | undefined;
  /** Page with the supported versions of the software that the item names. */
  readonly support: string | undefined;
}

export interface LineView {
  /** From 1, in wire order. */
  readonly number: number;
  /** Spelled like in the message. */
  readonly name: string;
  readonly value: string;
  /** Number of characters cut off. */
  readonly cut: number;
  /** A few words; `""` if unknown. */
  readonly meaning: string;
  readonly group: Group;
  /** Worst severity on the line. */
  readonly worst: Severity | undefined;
  /** The whole value, if it is an IP address. */
  readonly address: string | undefined;
  readonly items: readonly ItemView[];
  /** Number of items not shown. */
  readonly more: number;
  /** Set on the first line of a name only. */
  readonly description: string;
  readonly links: readonly string[];
}

/** Maximum characters of a value, and items of a line. */
const LONGEST_VALUE = 4000;
const MOST_ITEMS = 60;

/** All lines, in wire order. @param before number of lines already counted */
export function linesOf(headers: readonly HeaderObject[], before = 0): LineView[] {
  const described = new Set<string>();
  return headers.map((header, index) => {
    const repeated = described.has(header.name);
    described.add(header.name);
    return lineOf(header, before + index + 1, repeated);
  });
}

function lineOf(header: HeaderObject, number: number, repeated: boolean): LineView {
  const { name, sent, value, alternate = "", description, link, details } = header;
  const items = usefulItems(header);
  return {
    number,
    name: sent ?? name,
    value: value.slice(0, LONGEST_VALUE),
    cut: Math.max(0, value.length - LONGEST_VALUE),
    meaning: alternate || firstSentence(repeated ? "" : description),
    group: groupOf(name),
    worst: worstOf(header, details.items ?? []),
    address: addressIn(value),
    items: items.slice(0, MOST_ITEMS).map((each) => itemView(each, header.type)),
    more: Math.max(0, items.length - MOST_ITEMS),
    description: repeated ? "" : description || "This header is in no catalogue.",
    links: repeated ? [] : link,
  };
}

/** Leaves out a single item that repeats the value and its meaning. */
function usefulItems({ details, value, alternate }: HeaderObject): readonly Item[] {
  const items = details.items ?? [];
  const [only] = items;
  const known = ["", undefined, value, alternate];
  const old =
    items.length === 1 &&
    only &&
    [only.value, only.alternate, only.description].every((text) => known.includes(text));
  return old ? [] : items;
}

function itemView({ name, value, alternate, description }: Item, type: HeaderObject["type"]): ItemView {
  return {
    name,
    value: value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value,
    meaning: alternate === value ? "" : (alternate ?? ""),
    description,
    address: addressIn(value),
    support: type === "product" ? software.get(name.toLowerCase())?.source : undefined,
  };
}

/** Forwarded writes IPv6 addresses in quotes and brackets (RFC 7239 section 6). */
function addressIn(value: string): string | undefined {
  const bare = value.replace(/^"?\[?|\]?"?$/g, "");
  return parseAddress(bare) ? bare : undefined;
}

function worstOf({ problems, details }: HeaderObject, items: readonly Item[]): Severity | undefined {
  const all = [...problems, ...(details.problems ?? []), ...items.flatMap((item) => item.problems ?? [])];
  return SEVERITIES.find((severity) => all.some((problem) => problem.severity === severity));
}

function firstSentence(text: string): string {
  return /^.*?[.:;](?=\s|$)/s.exec(text)?.[0].replace(/[.:;]$/, "") ?? text;
}

export const GROUPS = {
  security: "Security",
  caching: "Caching",
  cookies: "Cookies",
  transport: "Transport",
  content: "Content",
} as const;
export type Group = keyof typeof GROUPS;

/** Groups by prefix of lower-case field names and finding ids; the first match wins. */
const STARTS: readonly (readonly [Group, RegExp])[] = [
  ["cookies", /^(?:set-cookie|cookie|clear-site-data)/],
  [
    "security",
    /^(?:content-security-policy|csp-|strict-transport|hsts|x-frame|frame-|x-content-type|x-xss|referrer-policy|permissions-policy|feature-policy|cross-origin|co[epr]{2}-|access-control|cors|origin-agent|www-authenticate|authentication|expect-ct|public-key-pins|x-permitted|x-download|trusted-types|sandbox|software-|certificate|tls|credentials|document-over-http|upgrade-without-hsts|redirect-(?:downgrade|cross-site)|integrity-policy|document-isolation)/,
  ],
  [
    "caching",
    /^(?:cache|cdn-cache|surrogate|age|expires|pragma|etag|last-modified|vary|freshness|no-cache|no-store|max-age|s-maxage|x-cache|cf-cache|x-varnish|x-drupal-cache|x-proxy-cache|x-litespeed|x-fastcgi|x-served-by|x-timer|x-hits|[a-z-]+-cache(?:$|-))/,
  ],
  [
    "transport",
    /^(?:date|connection|keep-alive|transfer-encoding|te|trailer|upgrade|via|alt-svc|server-timing|content-length|content-encoding|accept-ranges|retry-after|http2|http3|http-|redirect|location|refresh|nel|report|reporting|priority|early|forwarded|x-forwarded|framing|proxy|field-|status|address|dns|connect|timeout|reset|closed|head-|body-)/,
  ],
];

/** Group of a lower-case field name or a finding's id. */
export function groupOf(name: string): Group {
  return STARTS.find(([, start]) => start.test(name))?.[0] ?? "content";
}
