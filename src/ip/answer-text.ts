/** The text of answers in pieces: what many places have in common stands apart, so that more of what differs can be remembered. */

import type { AnswerBytes } from "./answer-bytes.ts";
import type { Asn, Place } from "./record.ts";

/** Pairs of a text that many records share and one of the record's own behind it. */
export type Pieces = readonly (readonly [shared: string, own: string])[];

/** Where a piece has been written: what records share begins at `start`, and the record's own at `own`. */
export interface Written {
  readonly start: number;
  readonly own: number;
  readonly end: number;
}

/** Writes a text, and gives where its pieces stand. */
export function writePieces(pieces: Pieces, out: AnswerBytes): readonly Written[] {
  return pieces.map(([shared, text]) => {
    const start = out.length;
    out.utf8(shared);
    const own = out.length;
    out.utf8(text);
    return { start, own, end: out.length };
  });
}

/** From `code` up to the value of `network`. Put together by hand: JSON.stringify takes three times as long. */
export function placePieces(place: Place): Pieces {
  const country = `"code":"geoip","countryCode":"${place.countryCode}","countryName":"${escaped(place.countryName)}","regionCode":"${escaped(place.regionCode)}","regionName":"${escaped(place.regionName)}","city":"`;
  const zone = `","timeZone":"${escaped(place.timeZone)}","latitude":`;
  const end = `${place.estimated ? ',"estimated":true' : ""},"continentCode":"${place.continentCode}","isInEuropeanUnion":${place.isInEuropeanUnion},"network":"`;
  const { latitude, longitude, accuracyRadius } = place;
  // What is known by its country alone is the same for all of it.
  if (place.city === "" && place.regionName === "" && place.postCode === "") {
    const middle = `","postCode":"${zone}${latitude},"longitude":${longitude},"accuracyRadius":${accuracyRadius}`;
    return [[country + middle + end, ""]];
  }
  const postCode = escaped(place.postCode);
  return [
    [country, escaped(place.city)],
    ...(postCode === ""
      ? ([[`","postCode":"${zone}`, `${latitude}`]] as const)
      : ([
          ['","postCode":"', postCode],
          [zone, `${latitude}`],
        ] as const)),
    [',"longitude":', `${longitude}`],
    [',"accuracyRadius":', `${accuracyRadius}`],
    [end, ""],
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
