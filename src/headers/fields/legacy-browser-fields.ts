/** Headers for old browsers; a rule reports their names as obsolete. */

import { wordTexts } from "../../../data/headers/words.ts";
import { splitList } from "../../syntax/lists.ts";
import { type AnyField, invalidValue, item, plainField } from "../field.ts";
import { inSeconds } from "../reading/fixing.ts";
import { duration } from "../wording.ts";

type Pair = readonly [name: string, value: string];

const NAMES = wordTexts("parts of X-UA-Compatible and P3P");

/** Splits `name=value` pairs and removes quotes. */
function pairs(text: string, separator: string): Pair[] {
  return splitList(text, separator).members.map(({ text: part }) => {
    const equals = part.indexOf("=");
    if (equals < 0) return [part, ""];
    return [
      part.slice(0, equals).trim(),
      part
        .slice(equals + 1)
        .trim()
        .replace(/^"|"$/g, ""),
    ];
  });
}

function pairField(name: string, separator: string): AnyField<readonly Pair[]> {
  return plainField(name, "parameters", {
    repeat: "list",
    empty: "",
    parse: (value) => pairs(value, separator),
    partItem: ([key, value]) => item(key, value, NAMES.get(key.toLowerCase()) ?? "Unknown."),
  });
}

/** X-UA-Compatible: rendering mode of Internet Explorer. */
export const xUaCompatible = pairField("X-UA-Compatible", ",");
/** P3P: privacy policy in codes. */
export const p3p = pairField("P3P", ",");

const densityInvalid = invalidValue("Content-DPR", "high", "2.0", "mdn/Content-DPR");

/** Content-DPR: physical pixels per CSS pixel of an image. */
export const contentDpr = plainField(densityInvalid, "string", {
  parse(value, report) {
    const density = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : 0;
    if (density > 0) return density;
    return void report(densityInvalid, "Content-DPR is not a number above 0.");
  },
  alternate: (density) => `${density} physical pixels for each CSS pixel`,
});

const lifetimeInvalid = invalidValue(
  "Accept-CH-Lifetime",
  "soon",
  "600",
  // Last draft that had the header; RFC 8942 does not have it.
  "https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-client-hints-05#section-2.2.2",
  { fix: inSeconds },
);

/** Accept-CH-Lifetime: seconds for which Accept-CH applied. */
export const acceptChLifetime = plainField(lifetimeInvalid, "delta-seconds", {
  parse(value, report) {
    if (/^\d{1,15}$/.test(value)) return Number(value);
    return void report(lifetimeInvalid, "Accept-CH-Lifetime is not a whole number of seconds.");
  },
  alternate: (seconds) => duration(seconds),
});
