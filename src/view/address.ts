/** An address as people are shown it: where it is in a sentence, and all that is known. Pure. */

import { registryOf } from "../ip/registry.ts";
import type { IpResult } from "../ip/schema.ts";
import { connectionText, placeSentence, uncheckedKinds } from "../jobs/visitor/address-text.ts";

/** `href` is a page about it. */
export type AddressFact = readonly [label: string, value: string, href?: string];

/** The known facts of an address. @param now Unix time in milliseconds, of which the local time is told */
export function addressFactsAt(result: IpResult, now: number): readonly AddressFact[] {
  const {
    countryName,
    countryCode,
    regionName,
    regionCode,
    city,
    postCode,
    timeZone,
    special,
    network,
    asn,
    hostname,
    source,
    embedded,
  } = result;
  const registry = registryOf(result.ip);
  const facts: (readonly [string, string | undefined, string?])[] = [
    ["Country", named(countryName, countryCode)],
    ["Region", named(regionName, regionCode)],
    ["City", city],
    ["Postal code", postCode],
    ["Time zone", timeZone],
    ["Local time", localTime(timeZone, now)],
    ["Position", positionText(result)],
    ["Special purpose", special],
    ["Network", network],
    ["Kind of network", connectionText(result)],
    ["Listed in", sourcesText(result)],
    ["Not checked", uncheckedKinds(result)],
    ["Host name", hostname],
    ["Announced by", asn && `AS${asn.number} ${asn.organization}`],
    ...(registry ? [["Registered with", registry.name, registry.url] as const] : []),
    ...abuseFacts(result),
    ...(embedded
      ? [["Inside", `${embedded.ip} (${CARRIERS[embedded.via]}): ${placeSentence(embedded)}`] as const]
      : []),
    ["Address from", source],
  ];
  return facts.filter((fact): fact is AddressFact => fact[1] !== undefined && fact[1] !== "");
}

/** How an IPv6 address carries an IPv4 address, in words. */
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

/** `Monday 14:05 (UTC+1)`; `""` where the zone is not known. */
function localTime(timeZone: string | undefined, now: number): string {
  if (!timeZone) return "";
  try {
    const format = new Intl.DateTimeFormat("en-GB", {
      ...{ timeZone, weekday: "long", hour: "2-digit", minute: "2-digit", timeZoneName: "shortOffset" },
    });
    const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
    // CLDR writes offsets from Greenwich; people know them as UTC.
    const offset = parts["timeZoneName"]?.replace("GMT", "UTC");
    return `${parts["weekday"]} ${parts["hour"]}:${parts["minute"]} (${offset})`;
  } catch {
    // A database's own word for it, which no browser knows either.
    return "";
  }
}

/** `""` where no position is known. */
export function positionText({
  latitude,
  longitude,
  accuracyRadius,
  estimated,
  city,
  regionName,
}: IpResult): string {
  if (latitude === undefined || longitude === undefined) return "";
  const position = `${latitude}, ${longitude}`;
  if (accuracyRadius === undefined) return position;
  if (estimated && isWide({ city, regionName }))
    return `anywhere within about ${accuracyRadius / 1000} km of ${position}`;
  return `${position}, within ${estimated ? "about " : ""}${accuracyRadius / 1000} km`;
}

/** Known by its country or less: a circle around much, and no point. */
export function isWide({
  city,
  regionName,
}: {
  readonly city?: string | undefined;
  readonly regionName?: string | undefined;
}): boolean {
  return !city && !regionName;
}

function named(name: string | undefined, code: string | undefined): string {
  return name && code ? `${name} (${code})` : (name ?? "");
}
