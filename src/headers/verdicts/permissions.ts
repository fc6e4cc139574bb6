/** Permissions-Policy by Chromium's parser; Feature-Policy still applies to features without it. */

import { type Static, Type } from "@sinclair/typebox";
import { chromiumFeatures } from "../../../data/browsers/chromium-features.ts";
import type { BareItem, Dictionary, Member } from "../../syntax/structured-fields.ts";
import { parseDictionary } from "../../syntax/structured-fields.ts";
import { type CspSource, matchesOrigin, readSource } from "./policy-sources.ts";
import { type Engine, joinedValue, linesOf, type Response } from "./response.ts";

const Feature = Type.Object({
  self: Type.Boolean({ description: "The page itself may use the feature" }),
  allowlist: Type.Array(Type.String(), {
    description: "Origins whose frames may receive it: `*`, origins, `self` if the page's own is unknown",
  }),
});

export const Permissions = Type.Record(Type.String(), Feature, {
  title: "Permissions",
  description:
    "Each feature that Permissions-Policy names and Chromium knows; from Feature-Policy those that Permissions-Policy does not name",
});
export type Permissions = Static<typeof Permissions>;

export function checkPermissions(response: Response, engine: Engine): Permissions | undefined {
  if (engine !== "chromium") return undefined;
  const features: Permissions = {};
  for (const [name, origins] of policyOf(response))
    if (chromiumFeatures.get(name) !== undefined) features[name] = checkFeature(origins, response.url);
  return Object.keys(features).length > 0 ? features : undefined;
}

type FeatureOrigins = ReadonlyMap<string, readonly string[]>;

const NO_POLICY: FeatureOrigins = new Map();

function policyOf(response: Response): FeatureOrigins {
  const old = linesOf(response, "feature-policy").length > 0 ? oldPolicy(response) : NO_POLICY;
  const policy = declared(response);
  if (!policy) return old;
  const features = new Map<string, readonly string[]>();
  for (const [name, member] of policy) features.set(name, originsOf(member));
  for (const [name, origins] of old) if (!features.has(name)) features.set(name, origins);
  return features;
}

/** Feature-Policy: the first directive of a feature counts; without sources it allows the page's own origin. */
function oldPolicy(response: Response): FeatureOrigins {
  const features = new Map<string, readonly string[]>();
  const value = joinedValue(response, "feature-policy") ?? "";
  for (const part of value.slice(0, LONGEST).split(/[,;]/)) {
    const [name = "", ...sources] = part.split(/[\t\n\f\r ]+/).filter((word) => word !== "");
    if (name === "" || features.has(name)) continue;
    const origins = sources.map(oldOrigin).filter((origin) => origin !== undefined);
    features.set(name, sources.length === 0 ? ["self"] : origins);
  }
  return features;
}

/** Accepts `*`, `'self'` or an exact origin; subdomain wildcards exist only in Permissions-Policy. */
function oldOrigin(text: string): string | undefined {
  if (text === "*") return "*";
  if (text.toLowerCase() === "'self'") return "self";
  const source = readSource(text, "chromium");
  const isOrigin = source?.scheme !== undefined && source.host !== undefined && !source.wildcard;
  return isOrigin ? sourceText(source) : undefined;
}

const LONGEST = 65_536;

function declared(response: Response): Dictionary | undefined {
  const value = joinedValue(response, "permissions-policy");
  const dictionary = value === undefined || value.length > LONGEST ? undefined : parseDictionary(value).value;
  return dictionary && [...dictionary.values()].every(isOldMember) ? dictionary : undefined;
}

/** Whether Chromium supports the type; dates and display strings (RFC 9651) make the header invalid. */
export function isOld({ kind }: BareItem): boolean {
  return kind !== "date" && kind !== "display-string";
}

export function isOldMember(member: Member): boolean {
  const items = member.kind === "item" ? [member] : member.items;
  return (
    [member, ...items].every(({ parameters }) => [...parameters.values()].every(isOld)) &&
    items.every(({ value }) => isOld(value))
  );
}

/** Whether the page itself may use a feature that is allowed by default. */
export function featureAllowsSelf(response: Response, name: string, engine: Engine): boolean {
  const origins = engine === "chromium" ? policyOf(response).get(name) : undefined;
  return origins === undefined || checkFeature(origins, response.url).self;
}

function originsOf(member: Member): string[] {
  const items = member.kind === "item" ? [member.value] : member.items.map(({ value }) => value);
  return items.map(originOf).filter((origin) => origin !== undefined);
}

function checkFeature(origins: readonly string[], url: URL | undefined): Static<typeof Feature> {
  if (origins.includes("*")) return { self: true, allowlist: ["*"] };
  const own = url?.origin;
  const named = new Set(origins.map((origin) => (origin === "self" && own !== undefined ? own : origin)));
  return {
    self: origins.includes("self") || (url !== undefined && origins.some((origin) => covers(origin, url))),
    allowlist: [...named],
  };
}

/** Accepts `*`, `self`, or a source with a scheme, without its path; other items are skipped. */
function originOf(item: BareItem): string | undefined {
  if (item.kind === "token") return item.value === "*" || item.value === "self" ? item.value : undefined;
  if (item.kind !== "string") return undefined;
  if (item.value === "*" || item.value.toLowerCase() === "'self'") return item.value === "*" ? "*" : "self";
  const source = readSource(item.value, "chromium");
  return source?.scheme === undefined ? undefined : sourceText(source);
}

/** Text of a source, such as `https:`, `https://*.example.com` or `https://example.com:8443`. */
function sourceText({ scheme, host, wildcard, port }: CspSource): string {
  if (host === undefined) return `${scheme}:`;
  const name = wildcard ? ["*", host].filter((part) => part !== "").join(".") : host;
  return `${scheme}://${name}${port === undefined ? "" : `:${port}`}`;
}

function covers(origin: string, url: URL): boolean {
  const source = readSource(origin, "chromium");
  return source !== undefined && source.scheme === url.protocol.slice(0, -1) && matchesOrigin(source, url);
}
