/** Permissions-Policy: which browser features the page and its frames may use, by Chromium's parser. */

import { type Static, Type } from "@sinclair/typebox";
import { chromiumFeatures } from "../../../data/browsers/chromium-features.ts";
import type { BareItem, Dictionary, Member } from "../syntax/structured-fields.ts";
import { parseDictionary } from "../syntax/structured-fields.ts";
import { type CspSource, matchesOrigin, readSource } from "./policy-sources.ts";
import { type Engine, joinedValue, type Response } from "./response.ts";

const Feature = Type.Object({
  self: Type.Boolean({ description: "The page itself may use the feature" }),
  allowlist: Type.Array(Type.String(), {
    description:
      "Origins whose frames may be given it: `*`, origins, `self` where the page's own is not known",
  }),
});

export const Permissions = Type.Record(Type.String(), Feature, {
  title: "Permissions",
  description: "Each feature that Permissions-Policy names and Chromium knows",
});
export type Permissions = Static<typeof Permissions>;

/**
 * Each feature that the response names and Chromium knows; undefined where it names none. Firefox ignores the field.
 * One fault anywhere voids all lines together.
 */
export function judgePermissions(response: Response, engine: Engine): Permissions | undefined {
  const policy = engine === "chromium" ? declared(response) : undefined;
  if (!policy) return undefined;
  const features: Permissions = {};
  for (const [name, member] of policy)
    if (chromiumFeatures.get(name) !== undefined) features[name] = judgeFeature(member, response.url);
  return Object.keys(features).length > 0 ? features : undefined;
}

/** Longest value that is looked at. */
const LONGEST = 65_536;

function declared(response: Response): Dictionary | undefined {
  const value = joinedValue(response, "permissions-policy");
  const dictionary = value === undefined || value.length > LONGEST ? undefined : parseDictionary(value).value;
  return dictionary && [...dictionary.values()].every(isOldMember) ? dictionary : undefined;
}

/** Chromium does not read what RFC 9651 has added: dates and display strings void the field. */
export function isOld({ kind }: BareItem): boolean {
  return kind !== "date" && kind !== "display-string";
}

/** A member that Chromium reads, too. */
export function isOldMember(member: Member): boolean {
  const items = member.kind === "item" ? [member] : member.items;
  return (
    [member, ...items].every(({ parameters }) => [...parameters.values()].every(isOld)) &&
    items.every(({ value }) => isOld(value))
  );
}

/** Whether the page itself may use a feature that it has by default. */
export function featureAllowsSelf(response: Response, name: string, engine: Engine): boolean {
  const member = engine === "chromium" ? declared(response)?.get(name) : undefined;
  return member === undefined || judgeFeature(member, response.url).self;
}

function judgeFeature(member: Member, url: URL | undefined): Static<typeof Feature> {
  const items = member.kind === "item" ? [member.value] : member.items.map(({ value }) => value);
  const origins = items.map(originOf).filter((origin) => origin !== undefined);
  if (origins.includes("*")) return { self: true, allowlist: ["*"] };
  const own = url?.origin;
  const named = new Set(origins.map((origin) => (origin === "self" && own !== undefined ? own : origin)));
  return {
    self: origins.includes("self") || (url !== undefined && origins.some((origin) => covers(origin, url))),
    allowlist: [...named],
  };
}

/** `*`, `self`, or a source as in a policy, with a scheme and without its path; what is none of them is skipped. */
function originOf(item: BareItem): string | undefined {
  if (item.kind === "token") return item.value === "*" || item.value === "self" ? item.value : undefined;
  if (item.kind !== "string") return undefined;
  if (item.value === "*" || item.value.toLowerCase() === "'self'") return item.value === "*" ? "*" : "self";
  const source = readSource(item.value, "chromium");
  return source?.scheme === undefined ? undefined : sourceText(source);
}

/** `https:`, `https://*.example.com`, `https://example.com:8443` */
function sourceText({ scheme, host, wildcard, port }: CspSource): string {
  if (host === undefined) return `${scheme}:`;
  const name = wildcard ? ["*", host].filter((part) => part !== "").join(".") : host;
  return `${scheme}://${name}${port === undefined ? "" : `:${port}`}`;
}

function covers(origin: string, url: URL): boolean {
  const source = readSource(origin, "chromium");
  return source !== undefined && source.scheme === url.protocol.slice(0, -1) && matchesOrigin(source, url);
}
