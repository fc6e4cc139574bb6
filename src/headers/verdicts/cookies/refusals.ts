/** Reasons for refusing a cookie (RFC 6265bis section 5.7); each alone is enough. */

import type { SetCookie } from "../../../syntax/cookies.ts";
import { isTrustworthy } from "../origins.ts";
import type { Engine } from "../response.ts";
import type { Cookie, RefusalReason } from "./schema.ts";
import { domainFlaw, type Scope } from "./scope.ts";

/** Maximum bytes of name and value together (RFC 6265bis section 5.6). */
const LARGEST = 4096;

export interface Attributes {
  readonly domain: string;
  readonly path: string;
  readonly maxAge: string | undefined;
  readonly expires: string | undefined;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly partitioned: boolean;
  readonly sameSite: Cookie["sameSite"];
}

export type Refusal = NonNullable<Cookie["refusals"]>[number];

export function refusal(reason: RefusalReason, why: string): Refusal {
  return { reason, why };
}

/** Refusal because of Domain. If the URL is unknown, only domains that no host may set are refused. */
export function domainRefusal(
  attribute: string,
  url: URL | undefined,
  scope: Scope | undefined,
): Refusal | undefined {
  if (scope || attribute === "") return undefined;
  const domain = utf8Text(attribute);
  if (url) return refusal("domain", `${url.hostname} may not set a cookie for ${domain}`);
  const flaw = domainFlaw(attribute);
  return flaw === undefined ? undefined : refusal("domain", `${domain} ${flaw}`);
}

export function whyMalformed(
  line: string,
  { name, value, hasEquals, attributes }: SetCookie,
  engine: Engine,
): Refusal | undefined {
  if (/[\x00-\x08\x0a-\x1f\x7f]/.test(line)) return refusal("characters", "it has a control character");
  const parts = [name, value, ...attributes.flatMap((one) => [one.name, one.value ?? ""])];
  if (engine === "chromium" && parts.some((part) => part.includes("\t")))
    return refusal("characters", "it has a tab");
  if (name === "" && value === "") return refusal("empty", "it has neither name nor value");
  if (name.length + value.length > LARGEST)
    return refusal("size", "name and value are larger than 4096 bytes together");
  if (engine === "firefox" && name === "") return refusal("nameless", "it has no name");
  const path = attributes.findLast((one) => one.name === "path")?.value;
  if (engine === "firefox" && path?.includes("\t")) return refusal("path", "its Path has a tab");
  if (name === "" && hasEquals && value.includes("="))
    return refusal("nameless", "it has no name, and an equals sign in its value");
  return undefined;
}

/** Refusal because of a prefix in the name, or in a nameless cookie's value, which is sent like a name. */
export function prefixRefusal(
  { name, value }: SetCookie,
  { secure, httpOnly, domain, path: ownPath }: Attributes,
  path: string | undefined,
  engine: Engine,
): Refusal | undefined {
  const prefix = prefixOf(name, engine);
  if (!prefix) {
    const hidden = name === "" ? prefixOf(value, engine) : undefined;
    return hidden && refusal("prefix", `it has no name, and a value that begins with ${hidden.name}`);
  }
  // Firefox also accepts the default path.
  const counted = engine === "firefox" ? (path ?? "/") : ownPath;
  const needs = [
    !secure && "Secure",
    prefix.httpOnly && !httpOnly && "HttpOnly",
    prefix.hostOnly && counted !== "/" && "Path=/",
    prefix.hostOnly && domain !== "" && "Domain to be absent",
  ].filter((need) => need !== false);
  if (needs.length === 0) return undefined;
  const last = needs.pop();
  return refusal(
    "prefix",
    `${prefix.name} needs ${needs.length > 0 ? `${needs.join(", ")} and ${last}` : last}`,
  );
}

export function whyInsecure(
  { secure, partitioned, sameSite }: Attributes,
  url: URL | undefined,
  engine: Engine,
): (Refusal | false | undefined)[] {
  return [
    partitioned && !secure && refusal("partitioned", "Partitioned needs Secure"),
    // MDN's compatibility data: Safari has no such rule.
    sameSite === "none" &&
      !secure &&
      engine !== "webkit" &&
      refusal("same-site", "SameSite=None needs Secure"),
    secure && url && !isTrustworthy(url) && refusal("insecure", "Secure cannot be set over HTTP"),
    // WebKit bug 281149: no exception for localhost.
    secure &&
      engine === "webkit" &&
      url &&
      isPlainLocal(url) &&
      refusal("insecure", "Safari refuses Secure over HTTP, on this machine too"),
  ];
}

/** Hosts treated as secure without TLS. */
export function isPlainLocal(url: URL): boolean {
  return (url.protocol === "http:" || url.protocol === "ws:") && isTrustworthy(url);
}

const utf8 = new TextDecoder();

export function utf8Text(bytes: string): string {
  return /[^\x00-\x7f]/.test(bytes) ? utf8.decode(Buffer.from(bytes, "latin1")) : bytes;
}

export interface Prefix {
  readonly name: string;
  readonly httpOnly: boolean;
  readonly hostOnly: boolean;
}

/** A longer prefix precedes the shorter ones that it contains. */
const PREFIXES: readonly Prefix[] = [
  { name: "__Host-Http-", httpOnly: true, hostOnly: true },
  { name: "__Secure-", httpOnly: false, hostOnly: false },
  { name: "__Host-", httpOnly: false, hostOnly: true },
  { name: "__Http-", httpOnly: true, hostOnly: false },
];

/** Prefix of a cookie name, ignoring case. Safari has none that needs HttpOnly (MDN's compatibility data). */
export function prefixOf(name: string, engine: Engine = "chromium"): Prefix | undefined {
  if (!name.startsWith("__")) return undefined;
  const lower = name.toLowerCase();
  const known = engine === "webkit" ? PREFIXES.filter(({ httpOnly }) => !httpOnly) : PREFIXES;
  return known.find((prefix) => lower.startsWith(prefix.name.toLowerCase()));
}
