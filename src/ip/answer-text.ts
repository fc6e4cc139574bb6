/** The text of answers in parts: how it begins and ends stands apart, so that more of what differs can be remembered. */

import type { Asn, Place } from "./record.ts";

/** How what is said of a place begins. */
export const PLACE_START = Buffer.from('"code":"geoip","countryCode":"');

const CONTINENTS = ["AF", "AN", "AS", "EU", "NA", "OC", "SA", ""];

/** How texts end, by a number below 256: places on each continent, outside and inside the European Union. */
export const ENDINGS: readonly Buffer[] = [
  Buffer.alloc(0),
  ...CONTINENTS.flatMap((code) =>
    [false, true].map((inside) =>
      Buffer.from(`,"continentCode":"${code}","isInEuropeanUnion":${inside},"network":"`),
    ),
  ),
];

/** The number of the ending that is none. */
export const NO_ENDING = 0;

export function placeEnding({ continentCode, isInEuropeanUnion }: Place): number {
  return 1 + 2 * CONTINENTS.indexOf(continentCode) + (isInEuropeanUnion ? 1 : 0);
}

/** What stands between `PLACE_START` and the ending. Put together by hand: JSON.stringify takes three times as long. */
export function placeText(place: Place): string {
  return `${place.countryCode}","countryName":"${escaped(place.countryName)}","regionCode":"${escaped(place.regionCode)}","regionName":"${escaped(place.regionName)}","city":"${escaped(place.city)}","postCode":"${escaped(place.postCode)}","timeZone":"${escaped(place.timeZone)}","latitude":${place.latitude},"longitude":${place.longitude},"accuracyRadius":${place.accuracyRadius}${place.estimated ? ',"estimated":true' : ""}`;
}

/** The member `asn` behind others; `""` for none. */
export function asnText(asn: Asn | undefined): string {
  return asn ? `,"asn":{"number":${asn.number},"organization":"${escaped(asn.organization)}"}` : "";
}

// What JSON.stringify escapes (ECMA-262, QuoteJSONString).
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

function escaped(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}
