/** Vendors' values that need code. */

import { item, plainField } from "../../field.ts";
import { verdictOf } from "../../verdicts/caching/cache-words.ts";
import { plural } from "../../wording.ts";
import { airport, region } from "./places.ts";

const NC = /^(\w{2,10})(?:[ \t]+([a-z]{3})[ \t]+(\d{1,4}))?$/i;

/** X-nc of WordPress.com: HIT fra 3 */
export const xNc = plainField({
  name: "X-nc",
  type: "token",
  repeat: "list",
  parse(value) {
    const [, word, code = "", server = ""] = NC.exec(value) ?? [];
    return word === undefined || !verdictOf(word) ? undefined : { word, code, server };
  },
  items: ({ word, code, server }) => [
    item(word, "", verdictOf(word)?.description ?? ""),
    ...(code === ""
      ? []
      : [
          item("data centre", code, "Airport code of the city of the cache.", airport(code)?.whole),
          item("server", server, "Number of the server there."),
        ]),
  ],
  alternate({ word, code }) {
    const city = airport(code)?.city;
    return `${verdictOf(word)?.words} in WordPress.com's cache${city === undefined ? "" : ` in ${city}`}`;
  },
});

/** X-ac of WordPress.com: 3.fra _dca MISS, the answering server and data centre first. */
export const xAc = plainField({
  name: "X-ac",
  type: "identifier",
  repeat: "list",
  parse(value) {
    const codes = value.slice(0, 100).match(/(?<=[._])[a-z]{3}(?![a-z])/g);
    return codes?.some((code) => airport(code)) ? codes : undefined;
  },
  items: (codes) =>
    codes.map((code, at) =>
      item(
        "data centre",
        code,
        at === 0 ? "Airport code of the city that answered." : "Airport code of a city closer to the origin.",
        airport(code)?.whole,
      ),
    ),
  alternate: ([first = ""]) => `WordPress.com in ${airport(first)?.whole ?? first}`,
});

/** X-Cacheable of WP Engine and others: SHORT, YES, NO:Not Cacheable, bot, non200 */
const CACHEABLE: readonly (readonly [prefix: string, meaning: string])[] = [
  ["yes", "may be stored"],
  ["short", "stored for a short time"],
  ["cacheable", "may be stored"],
  ["no", "may not be stored"],
  ["bot", "stored for longer, for a bot"],
  ["non200", "an error or redirect, stored briefly or not at all"],
];

export const xCacheable = plainField({
  name: "X-Cacheable",
  type: "token",
  repeat: "list",
  parse(value) {
    const [word = "", reason = ""] = value.slice(0, 200).split(/:[ \t]*/, 2);
    const meaning = CACHEABLE.find(([prefix]) => word.toLowerCase() === prefix)?.[1];
    return meaning === undefined ? undefined : { word, reason, meaning };
  },
  items: ({ word, reason, meaning }) => [
    item(word, "", `The page ${meaning.startsWith("may") ? meaning : `is ${meaning}`}.`),
    ...(reason === "" ? [] : [item("reason", reason, "The reason, in the host's words.")]),
  ],
  alternate: ({ meaning, reason }) => `${meaning}${reason === "" ? "" : `: ${reason}`}`,
});

/** X-DC of Shopify: gcp-europe-west1,gcp-us-east1 */
export const xDc = plainField({
  name: "X-Dc",
  type: "list",
  parse(value) {
    const codes = value.split(",", 8).map((code) => code.trim());
    return codes.every((code) => /^(?:gcp|aws)-[a-z0-9-]{4,40}$/.test(code)) ? codes : undefined;
  },
  items: (codes) =>
    codes.map((code) =>
      item("region", code, "Region of the cloud where Shopify handled the request.", regionWords(code)),
    ),
  alternate([first = ""]) {
    const place = regionWords(first);
    return place && `Shopify in ${place}`;
  },
});

function regionWords(code: string): string | undefined {
  return region(code.startsWith("aws") ? "aws" : "google", code.slice(4))?.whole;
}

const NUMBER = /^\d{1,15}(?:\.\d{1,15})?$/;

export const sharePointHealthScore = plainField({
  name: "X-SharePointHealthScore",
  type: "integer",
  repeat: "list",
  parse: (value) => (NUMBER.test(value) && Number(value) <= 10 ? Number(value) : undefined),
  alternate: (score) =>
    `load ${score} of 10${score === 0 ? ": idle" : score > 8 ? ": requests may be refused" : ""}`,
});

export const xGoogMetageneration = plainField({
  name: "x-goog-metageneration",
  type: "integer",
  repeat: "list",
  parse: (value) => (NUMBER.test(value) ? Number(value) : undefined),
  alternate: (count) =>
    count === 1 ? "metadata never changed" : `metadata changed ${plural(count - 1, "time")}`,
});
