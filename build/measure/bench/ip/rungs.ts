/**
 * Cost of a request for an address, step by step: `rungs STEP PORT CITY` is a server that does the work up to
 * this step.
 *
 *   constant  Bun.serve with a constant answer of usual length
 *   fields    with the response headers of netlens
 *   lookup    with the address read from the URL and looked up in the file
 */

import { Answer } from "../../../../src/api/answer.ts";
import { cacheableAnswer } from "../../../../src/api/http-validators.ts";
import { openGeo } from "../../../../src/ip/geo.ts";
import { lookupQuadJson } from "../../../../src/ip/lookup.ts";
import { embeddedAsn, embeddedCountry } from "../../../../src/ip/mmdb/bundled.ts";
import { parseQuad } from "../../../../src/syntax/ip-address.ts";

const [step = "", port = "", city = ""] = process.argv.slice(2);
const PREFIX = "/v1/ip/";

const geo = await openGeo(
  { city: [city], load: "map", usualPlaces: [], embeddedCountry, embeddedAsn },
  (level, message) => {
    if (level !== "info") console.error(message);
  },
);
await geo.prepared;
const answer = Buffer.from(lookupQuadJson(0x08080808, geo.current()));
const { init } = cacheableAnswer("state");

const STEPS: Readonly<Record<string, (request: Request) => Response>> = {
  constant: () => new Response(answer),
  fields: () => new Answer(answer, init),
  lookup: ({ url }) => {
    const value = parseQuad(url, url.indexOf(PREFIX) + PREFIX.length);
    return new Answer(lookupQuadJson(value, geo.current()), init);
  },
};
const handle = STEPS[step];
if (handle === undefined) throw new Error(`${step} is not one of ${Object.keys(STEPS).join(", ")}`);
Bun.serve({ hostname: "127.0.0.1", port: Number(port), fetch: handle });
