/** The text of answers in parts: what many places have in common stands apart, so that more of what differs can be remembered. */

import type { Asn, Place } from "./record.ts";

/** Texts of which the first and the last are those of many places. */
export type Parts = readonly [start: string, middle: string, end: string];

/** From `code` up to the value of `network`. Put together by hand: JSON.stringify takes three times as long. */
export function placeParts(place: Place): Parts {
  return [
    `"code":"geoip","countryCode":"${place.countryCode}","countryName":"${escaped(place.countryName)}","regionCode":"`,
    `${escaped(place.regionCode)}","regionName":"${escaped(place.regionName)}","city":"${escaped(place.city)}","postCode":"${escaped(place.postCode)}","timeZone":"${escaped(place.timeZone)}","latitude":${place.latitude},"longitude":${place.longitude}`,
    `,"accuracyRadius":${place.accuracyRadius}${place.estimated ? ',"estimated":true' : ""},"continentCode":"${place.continentCode}","isInEuropeanUnion":${place.isInEuropeanUnion},"network":"`,
  ];
}

/** The member `asn` behind others; nothing for none. */
export function asnParts(asn: Asn | undefined): Parts {
  return ["", asn ? `,"asn":{"number":${asn.number},"organization":"${escaped(asn.organization)}"}` : "", ""];
}

// What JSON.stringify escapes (ECMA-262, QuoteJSONString).
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

function escaped(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}
