/** Formats an address for people: its place in one sentence, and its facts. Pure. */

import { registryOf } from "../ip/registry.ts";
import type { IpResult } from "../ip/schema.ts";
import { connectionText, placeSentence, uncheckedKinds } from "../jobs/visitor/address-text.ts";

export type AddressFact = readonly [label: string, value: string, href?: string];

/** Known facts of an address. @param now Unix time in milliseconds, for the local time */
export function addressFactsAt(result: IpResult, now: number): readonly AddressFact[] {
  const { timeZone, asn, embedded } = result;
  const registry = registryOf(result.ip);
  const facts: (readonly [string, string | undefined, string?])[] = [
    ["Country", named(result.countryName, result.countryCode)],
    ["Region", named(result.regionName, result.regionCode)],
    ["City", result.city],
    ["Postal code", result.postCode],
    ["Time zone", timeZone],
    ["Local time", localTime(timeZone, now)],
    ["Position", positionText(result)],
    ["Special purpose", result.special],
    ["Network", result.network],
    ["Kind of network", connectionText(result)],
    ["Listed in", sourcesText(result)],
    ["Not checked", uncheckedKinds(result)],
    ["Host name", result.hostname],
    ["Announced by", asn && `AS${asn.number} ${asn.organization}`],
    ...(registry ? [["Registered with", registry.name, registry.url] as const] : []),
    ...abuseFacts(result),
    ...(embedded
      ? [["Inside", `${embedded.ip} (${CARRIERS[embedded.via]}): ${placeSentence(embedded)}`] as const]
      : []),
    ["Address from", result.source],
  ];
  return facts.filter((fact): fact is AddressFact => fact[1] !== undefined && fact[1] !== "");
}

/** Ways in which an IPv6 address embeds an IPv4 address. */
const CARRIERS: Readonly<Record<NonNullable<IpResult["embedded"]>["via"], string>> = {
  nat64: "translated by NAT64",
  "6to4": "tunnelled by 6to4",
  teredo: "tunnelled by Teredo",
  "ipv4-compatible": "IPv4-compatible, a form that is deprecated",
};

function sourcesText({ connection = [] }: Pick<IpResult, "connection">): string {
  return [...new Set(connection.map(({ source, since }) => `${source} of ${since}`))].join("; ");
}

function abuseFacts({ abuse }: IpResult): readonly (readonly [string, string | undefined, string?])[] {
  if (!abuse) return [];
  return [
    ["Holder", abuse.holder],
    abuse.email ? ["Abuse contact", abuse.email, `mailto:${abuse.email}`] : ["Abuse contact", ""],
    ["Abuse phone", abuse.phone],
    ["Registration read", abuse.error ? `${abuse.at}: ${abuse.error}` : abuse.at, abuse.source],
  ];
}

/** `Monday 14:05 (UTC+1)`; `""` if the time zone is unknown. */
function localTime(timeZone: string | undefined, now: number): string {
  if (!timeZone) return "";
  try {
    const format = new Intl.DateTimeFormat("en-GB", {
      ...{ timeZone, weekday: "long", hour: "2-digit", minute: "2-digit", timeZoneName: "shortOffset" },
    });
    const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
    // CLDR prints offsets as GMT+1.
    const offset = parts["timeZoneName"]?.replace("GMT", "UTC");
    return `${parts["weekday"]} ${parts["hour"]}:${parts["minute"]} (${offset})`;
  } catch {
    // Not an IANA time zone.
    return "";
  }
}

/** `52.52, 13.4, within 10 km`; `""` if the position is unknown, or the middle of a country. */
export function positionText(result: IpResult): string {
  const { latitude, longitude, accuracyRadius, estimated } = result;
  if (latitude === undefined || longitude === undefined || (estimated && isWide(result))) return "";
  const position = `${latitude}, ${longitude}`;
  if (accuracyRadius === undefined) return position;
  return `${position}, within ${estimated ? "about " : ""}${accuracyRadius / 1000} km`;
}

/** True if only the country is known, so that a map shows a circle and no point. */
export const isWide = ({ city, regionName }: Pick<IpResult, "city" | "regionName">): boolean =>
  !city && !regionName;

function named(name: string | undefined, code: string | undefined): string {
  return name && code ? `${name} (${code})` : (name ?? "");
}
