/** An address as people are shown it: where it is in a sentence, and all that is known. Pure. */

import { registryOf } from "../ip/registry.ts";
import type { IpResult } from "../ip/schema.ts";

/** `href` is a page about it. */
export type AddressFact = readonly [label: string, value: string, href?: string];

/** What is known of an address. @param now Unix time in milliseconds, of which the local time is told */
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
    ["Host name", hostname],
    ["Announced by", asn && `AS${asn.number} ${asn.organization}`],
    ...(registry ? [["Registered with", registry.name, registry.url] as const] : []),
    ["Address from", source],
  ];
  return facts.filter((fact): fact is AddressFact => fact[1] !== undefined && fact[1] !== "");
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
export function positionText({ latitude, longitude, accuracyRadius, estimated }: IpResult): string {
  if (latitude === undefined || longitude === undefined) return "";
  const position = `${latitude}, ${longitude}`;
  if (accuracyRadius === undefined) return position;
  return `${position}, within ${estimated ? "about " : ""}${accuracyRadius / 1000} km`;
}

/** Where it is, in a sentence. */
export function placeSentence({ code, ipType, special, city, regionName, countryName }: IpResult): string {
  const kind = `An IPv${ipType} address`;
  if (code === "private")
    return `${kind} for use within one ${special === "loopback" ? "machine" : "network"} only${special ? ` (${special})` : ""}: it has no geographic location.`;
  const place = [city, regionName, countryName].filter((part) => part);
  // Some names of countries want an article, which no table of names tells: without a city, no "in".
  if (city) return `${kind} in ${[...new Set(place)].join(", ")}.`;
  if (place.length > 0) return `${kind}: ${place.join(", ")}.`;
  return special
    ? `${kind} reserved for a special purpose (${special}).`
    : `${kind} whose location is not in the database.`;
}

function named(name: string | undefined, code: string | undefined): string {
  return name && code ? `${name} (${code})` : (name ?? "");
}
