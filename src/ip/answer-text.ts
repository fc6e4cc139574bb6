/** The text of answers in pieces: what many places have in common stands apart, so that more of what differs can be remembered. */

import type { Asn, Place } from "./record.ts";

/** Pairs of a text that many records share and one of the record's own behind it. */
export type Pieces = readonly (readonly [shared: string, own: string])[];

/** From `code` up to the value of `network`. Put together by hand: JSON.stringify takes three times as long. */
export function placePieces(place: Place): Pieces {
  const postCode = escaped(place.postCode);
  const zone = `","timeZone":"${escaped(place.timeZone)}","latitude":`;
  return [
    [
      `"code":"geoip","countryCode":"${place.countryCode}","countryName":"${escaped(place.countryName)}","regionCode":"${escaped(place.regionCode)}","regionName":"${escaped(place.regionName)}","city":"`,
      escaped(place.city),
    ],
    ...(postCode === ""
      ? ([[`","postCode":"${zone}`, `${place.latitude}`]] as const)
      : ([
          ['","postCode":"', postCode],
          [zone, `${place.latitude}`],
        ] as const)),
    [',"longitude":', `${place.longitude}`],
    [',"accuracyRadius":', `${place.accuracyRadius}`],
    [
      `${place.estimated ? ',"estimated":true' : ""},"continentCode":"${place.continentCode}","isInEuropeanUnion":${place.isInEuropeanUnion},"network":"`,
      "",
    ],
  ];
}

/** The member `asn` behind others; nothing for none. */
export function asnPieces(asn: Asn | undefined): Pieces {
  if (!asn) return [];
  return [
    [',"asn":{"number":', `${asn.number}`],
    [',"organization":"', escaped(asn.organization)],
    ['"}', ""],
  ];
}

// What JSON.stringify escapes (ECMA-262, QuoteJSONString).
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

function escaped(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}
