/** An address as people are shown it: where it is in a sentence, and all that is known. Pure. */

import type { IpResult } from "../ip/schema.ts";

export interface AddressView {
  readonly sentence: string;
  /** Those that are known. */
  readonly facts: readonly (readonly [label: string, value: string])[];
}

export function viewAddress(result: IpResult): AddressView {
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
  const facts: (readonly [string, string | undefined])[] = [
    ["Country", named(countryName, countryCode)],
    ["Region", named(regionName, regionCode)],
    ["City", city],
    ["Postal code", postCode],
    ["Time zone", timeZone],
    ["Position", positionText(result)],
    ["Special purpose", special],
    ["Network", network],
    ["Host name", hostname],
    ["Announced by", asn && `AS${asn.number} ${asn.organization}`],
    ["Address from", source],
  ];
  return {
    sentence: placeSentence(result),
    facts: facts.filter((fact): fact is readonly [string, string] => fact[1] !== undefined && fact[1] !== ""),
  };
}

/** `""` where no position is known. */
export function positionText({ latitude, longitude, accuracyRadius, estimated }: IpResult): string {
  if (latitude === undefined || longitude === undefined) return "";
  const position = `${latitude}, ${longitude}`;
  if (accuracyRadius === undefined) return position;
  return `${position}, within ${estimated ? "about " : ""}${accuracyRadius / 1000} km`;
}

function placeSentence({ code, ipType, special, city, regionName, countryName }: IpResult): string {
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
