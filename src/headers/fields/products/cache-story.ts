/** A cache's action, its place and the age of its copy: `Hit at Cloudflare in Frankfurt, 2 hours old`. */

import type { Context } from "../../field.ts";
import type { CacheAnswer } from "../../verdicts/caching/cache-words.ts";
import { duration } from "../../wording.ts";
import { airport, country, region } from "./places.ts";

/** How a network's place is read from the other fields of the response. */
const PLACES: ReadonlyMap<string, (context: Context) => string | undefined> = new Map<
  string,
  (context: Context) => string | undefined
>([
  ["Cloudflare", (context) => airport(first(context, "cf-ray").split("-")[1] ?? "")?.city],
  ["CloudFront", (context) => airport(first(context, "x-amz-cf-pop").slice(0, 3))?.city],
  ["Fastly", (context) => airport(fastlyCode(first(context, "x-served-by")))?.city],
  ["Vercel", (context) => region("vercel", first(context, "x-vercel-id").split(":")[0] ?? "")?.city],
  ["bunny.net", (context) => country(first(context, "server").match(/^BunnyCDN-([A-Z]{2})/)?.[1] ?? "")],
  ["KeyCDN", (context) => country(first(context, "x-edge-location").slice(0, 2))],
  [
    "Azure Front Door",
    (context) => airport(first(context, "x-msedge-ref").match(/Ref B: ([A-Z]{3})/)?.[1] ?? "")?.city,
  ],
]);

/** The airport code of the last node in an X-Served-By of Fastly: the one nearest to the client. */
function fastlyCode(value: string): string {
  return value.slice(value.lastIndexOf("-") + 1);
}

function first(context: Context, name: string): string {
  return context.named(name)[0]?.line.value ?? "";
}

/** City or country of the network's node that answered, as far as the response tells. */
function placeOfNetwork(network: string, context: Context): string | undefined {
  return PLACES.get(network)?.(context);
}

/** `at Cloudflare in Frankfurt` */
export function atNetwork(network: string, context: Context): string {
  const place = placeOfNetwork(network, context);
  return place === undefined ? `at ${network}` : `at ${network} in ${place}`;
}

/** How old a network's stored copy is by Age, which says nothing of caches inside the site. */
export function ageWords(verdict: CacheAnswer, context: Context): string {
  const age = verdict.stored ? ageInSeconds(context) : undefined;
  return age === undefined ? "" : `, ${duration(age)} old`;
}

function ageInSeconds(context: Context): number | undefined {
  const value = first(context, "age");
  return /^\d{1,10}$/.test(value) ? Number(value) : undefined;
}
