/** To which hosts and paths a cookie goes, and whether browsers take it at all. */

import { getPublicSuffix } from "tldts";
import type { Note } from "../../field.ts";
import type { Item as HeaderItem } from "../../schema.ts";
import { type CookieAttribute, cookieAttribute, type SetCookie } from "../../syntax/cookies.ts";
import { listing, quote } from "../../wording.ts";
import type { CookieKind } from "./kinds.ts";

/** Letters, digits, hyphens and underscores between dots; beyond ASCII browsers refuse it (section 5.7, step 10). */
const DOMAIN = /^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** Judges Domain by itself, and against the host that sets the cookie where that is known. */
export function checkDomain(
  cookie: SetCookie,
  items: readonly HeaderItem[],
  url: URL | undefined,
  note: Note<CookieKind>,
): void {
  const attribute = cookieAttribute(cookie, "domain");
  if (!attribute) return;
  const item = items[cookie.attributes.indexOf(attribute) + 1];
  const sent = attribute.value ?? "";
  const domain = sent.replace(/^\./, "").toLowerCase();
  const host = url?.hostname.toLowerCase();
  if (sent === "")
    note("cookie-domain-empty", `Domain of ${cookie.name} is empty, which is as good as none.`, item);
  else if (!isAddress(domain, host) && !DOMAIN.test(domain))
    note("cookie-domain-invalid", `${quote(sent)} is no domain name: browsers refuse ${cookie.name}.`, item);
  else {
    if (sent.startsWith("."))
      note(
        "cookie-domain-dot",
        `The dot before ${quote(sent.slice(1))} is ignored; Domain includes subdomains anyway.`,
        item,
      );
    if (host !== domain) checkForeignDomain(cookie.name, domain, host, note, item);
  }
}

function isAddress(domain: string, host: string | undefined): boolean {
  return host !== undefined && domain === host;
}

function checkForeignDomain(
  name: string,
  domain: string,
  host: string | undefined,
  note: Note<CookieKind>,
  item: HeaderItem | undefined,
): void {
  const isIp = IPV4.test(domain) || (host !== undefined && (IPV4.test(host) || host.startsWith("[")));
  if (host !== undefined && (isIp || !host.endsWith(`.${domain}`)))
    note(
      "cookie-domain-mismatch",
      `${host} may not set a cookie for ${domain}: browsers refuse ${name}.`,
      item,
    );
  else if (!isIp && isPublicSuffix(domain))
    note("cookie-domain-public-suffix", `${domain} is a public suffix: browsers refuse ${name}.`, item);
}

/** By the public suffix list with its private part; a name of one label is one too, but for local names. */
function isPublicSuffix(domain: string): boolean {
  return domain !== "localhost" && getPublicSuffix(domain, { allowPrivateDomains: true }) === domain;
}

interface Prefix {
  readonly name: string;
  readonly httpOnly: boolean;
  readonly hostOnly: boolean;
}

/** Longest first. */
const PREFIXES: readonly Prefix[] = [
  { name: "__Host-Http-", httpOnly: true, hostOnly: true },
  { name: "__Secure-", httpOnly: false, hostOnly: false },
  { name: "__Host-", httpOnly: false, hostOnly: true },
  { name: "__Http-", httpOnly: true, hostOnly: false },
];

/** Name prefixes, compared without case (RFC 6265bis section 5.7). */
export function prefixOf(name: string): Prefix | undefined {
  if (!name.startsWith("__")) return undefined;
  const lower = name.toLowerCase();
  return PREFIXES.find((prefix) => lower.startsWith(prefix.name.toLowerCase()));
}

/** Judges whether a cookie keeps what the prefix of its name promises. */
export function checkPrefix(cookie: SetCookie, note: Note<CookieKind>): void {
  const prefix = prefixOf(cookie.name);
  if (!prefix) return;
  const lacks: string[] = [];
  if (!cookieAttribute(cookie, "secure")) lacks.push("has no Secure");
  if (prefix.httpOnly && !cookieAttribute(cookie, "httponly")) lacks.push("has no HttpOnly");
  if (prefix.hostOnly) {
    const path = cookieAttribute(cookie, "path");
    if (path?.value !== "/")
      lacks.push(path ? `has Path=${path.value ?? ""} and not Path=/` : "has no Path=/");
    if (hasValue(cookieAttribute(cookie, "domain"))) lacks.push("has a Domain");
  }
  if (lacks.length > 0)
    note(
      "cookie-prefix-unmet",
      `${cookie.name} ${listing(lacks)}, against what its prefix ${prefix.name} promises: browsers refuse it.`,
    );
  if (!cookie.name.startsWith(prefix.name))
    note("cookie-prefix-case", `${cookie.name} is taken for a ${prefix.name} cookie by newer browsers only.`);
}

function hasValue(attribute: CookieAttribute | undefined): boolean {
  return attribute?.value !== undefined && attribute.value !== "";
}
