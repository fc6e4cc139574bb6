/** The text of answers in pieces: what many places have in common stands apart, so that more of what differs can be remembered. */

import type { AnswerBytes } from "./answer-bytes.ts";
import type { Decoder } from "./mmdb-decoder.ts";
import { ASN_KEYS, type Asn, type Place } from "./record.ts";
import type { Connection } from "./schema.ts";

/**
 * A text that many records share.
 * @internal for tests: tests fill the record cache
 */
export interface Phrase {
  readonly text: string;
  /** Where the record cache has it, and until when: it need not look for what it has seen. */
  known?: { readonly number: number; readonly until: object };
}

/** Pairs of a text that many records share and one of the record's own behind it. */
export type Pieces = readonly (readonly [shared: Phrase, own: string])[];

/** Where a piece has been written: what records share begins at `start`, and the record's own at `own`. */
export interface Written {
  readonly shared: Phrase;
  readonly start: number;
  readonly own: number;
  readonly end: number;
}

/** Writes a text, and gives where its pieces stand. */
export function writePieces(pieces: Pieces, out: AnswerBytes): readonly Written[] {
  return pieces.map(([shared, text]) => {
    const start = out.length;
    out.utf8(shared.text);
    const own = out.length;
    out.utf8(text);
    return { shared, start, own, end: out.length };
  });
}

const POST_CODE: Phrase = { text: '","postCode":"' };
const LONGITUDE: Phrase = { text: ',"longitude":' };
const RADIUS: Phrase = { text: ',"accuracyRadius":' };
const ASN: Phrase = { text: ',"asn":{"number":' };
const ORGANIZATION: Phrase = { text: ',"organization":"' };
const ASN_END: Phrase = { text: '"}' };

/** How many phrases of a kind are kept: a database may have any. */
const KEPT = 1024;

/** Phrases with a part that few texts stand in, such as the names of time zones. */
function phrases(write: (part: string) => string): (part: string) => Phrase {
  const kept = new Map<string, Phrase>();
  return (part) => {
    const known = kept.get(part);
    if (known !== undefined) return known;
    const phrase = { text: write(part) };
    if (kept.size === KEPT) kept.clear();
    kept.set(part, phrase);
    return phrase;
  };
}

const behindPostCode = phrases((timeZone) => `","timeZone":"${escaped(timeZone)}","latitude":`);
const withoutPostCode = phrases((timeZone) => `","postCode":"${behindPostCode(timeZone).text}`);
const behindRadius = phrases((text) => text);

/**
 * From `code` up to the value of `network`; nothing for no place. Put together by hand: JSON.stringify takes three times
 * as long.
 */
export function placePieces(place: Place | undefined): Pieces {
  if (!place) return [];
  const country = `"code":"geoip","countryCode":"${place.countryCode}","countryName":"${escaped(place.countryName)}","regionCode":"${escaped(place.regionCode)}","regionName":"${escaped(place.regionName)}","city":"`;
  const end = behindRadius(
    `${place.estimated ? ',"estimated":true' : ""},"continentCode":"${place.continentCode}","isInEuropeanUnion":${place.isInEuropeanUnion},"network":"`,
  );
  const { latitude, longitude, accuracyRadius } = place;
  // A place known by its country alone is the same for all of it.
  if (place.city === "" && place.regionName === "" && place.postCode === "") {
    const middle = `${withoutPostCode(place.timeZone).text}${latitude},"longitude":${longitude},"accuracyRadius":${accuracyRadius}`;
    return [[{ text: country + middle + end.text }, ""]];
  }
  const postCode = escaped(place.postCode);
  return [
    [{ text: country }, escaped(place.city)],
    ...(postCode === ""
      ? ([[withoutPostCode(place.timeZone), `${latitude}`]] as const)
      : ([
          [POST_CODE, postCode],
          [behindPostCode(place.timeZone), `${latitude}`],
        ] as const)),
    [LONGITUDE, `${longitude}`],
    [RADIUS, `${accuracyRadius}`],
    [end, ""],
  ];
}

/** The member `asn` behind others; nothing for none. */
export function asnPieces(asn: Asn | undefined): Pieces {
  if (!asn) return [];
  return [
    [ASN, `${asn.number}`],
    [ORGANIZATION, escaped(asn.organization)],
    [ASN_END, ""],
  ];
}

/** The member `connection` behind others; nothing for none. */
export function connectionPieces(connections: readonly Connection[]): Pieces {
  if (connections.length === 0) return [];
  return [[{ text: `,"connection":${JSON.stringify(connections)}` }, ""]];
}

/**
 * Writes the member `asn` from a record with nothing but an autonomous system whose name is plain, without decoding it: a fourth of
 * the time. Gives where the pieces stand; undefined, with nothing written, for any other record. Throws MmdbError.
 */
export function writeAsn(decoder: Decoder, record: number, out: AnswerBytes): readonly Written[] | undefined {
  const start = out.length;
  const number =
    decoder.enter(record) === ASN_KEYS.length && decoder.key() === ASN_KEYS[0] ? decoder.whole() : -1;
  if (number < 1 || decoder.key() !== ASN_KEYS[1]) return undefined;
  out.ascii(ASN.text);
  const own = out.length;
  out.decimal(number);
  const organization = out.length;
  out.ascii(ORGANIZATION.text);
  const name = out.length;
  if (!decoder.written(out)) {
    out.length = start;
    return undefined;
  }
  const end = out.length;
  out.ascii(ASN_END.text);
  return [
    { shared: ASN, start, own, end: organization },
    { shared: ORGANIZATION, start: organization, own: name, end },
    { shared: ASN_END, start: end, own: out.length, end: out.length },
  ];
}

// Characters that JSON.stringify escapes (ECMA-262, QuoteJSONString).
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

function escaped(text: string): string {
  return ESCAPED.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}
