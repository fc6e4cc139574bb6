/** Shared caches that deviate from the standard, as a public test suite observed them with default settings. */

import { type Static, Type } from "@sinclair/typebox";
import { wordTexts } from "../../../../data/headers/words.ts";
import { wordTable } from "../../../../data/word-table.ts";
import { parseLenientDate } from "../../../syntax/lenient-dates.ts";
import { firstLine, joinedValue, linesOf, type Response, requestValue } from "../response.ts";
import { varies } from "./storing.ts";
import { sentAt, strictDate } from "./times.ts";

export const Exception = Type.Object(
  {
    product: Type.String(),
    does: Type.String({ description: "What it does differently" }),
    seen: Type.String({ description: "When that was observed: year and month" }),
  },
  { title: "CacheException" },
);
export type Exception = Static<typeof Exception>;

export interface Judged {
  readonly stores: boolean;
  readonly lifetime: number | null;
  readonly lifetimeFrom: string;
  readonly age: number;
  readonly reuse: string;
  readonly checked: boolean;
  readonly staleWhileRevalidate?: number;
}

type Condition = (judged: Judged, response: Response) => boolean;

/** Response headers that identify a cache: name, pattern of the value, product. */
const NAMES: readonly (readonly [field: string, value: RegExp, product: string])[] = [
  ["cf-ray", /./, "Cloudflare"],
  ["cf-cache-status", /./, "Cloudflare"],
  ["server", /^cloudflare/i, "Cloudflare"],
  ["server", /^akamai/i, "Akamai"],
  ["x-cache", /akamai/i, "Akamai"],
  ["akamai-grn", /./, "Akamai"],
  ["server", /^BunnyCDN/i, "bunny.net"],
];

/**
 * Defaults in the documentation, to which settings can add headers (developers.cloudflare.com/cache/concepts/vary,
 * docs.bunny.net/cdn/vary-cache); other products were observed.
 */
const DOCUMENTED = new Set(NAMES.map(([, , product]) => product));

function variedBy(product: string): Condition {
  return (judged, response) =>
    judged.stores &&
    NAMES.some(
      ([field, value, name]) =>
        name === product && linesOf(response, field).some((line) => value.test(line.value)),
    ) &&
    varies(response).some((name) => name !== "accept-encoding" && name !== "*");
}

/** Conditions by id in `words.txt`; other ids are lists of status codes. */
const CONDITIONS: ReadonlyMap<string, Condition> = wordTable<Condition>({
  cookie: ({ stores }, response) => stores && firstLine(response, "set-cookie") !== undefined,
  forbidden: ({ stores, lifetime }, response) =>
    !stores && (lifetime ?? 0) > 0 && isForbiddenByLogin(response),
  login: ({ stores }, response) => stores && requestValue(response, "authorization") !== undefined,
  vary: ({ stores }, response) => stores && firstLine(response, "vary") !== undefined,
  cloudflare: variedBy("Cloudflare"),
  bunny: variedBy("bunny.net"),
  akamai: variedBy("Akamai"),
  star: (_judged, response) => joinedValue(response, "vary")?.trim() === "*",
  aged: ({ stores, lifetime, age }, response) =>
    stores && (lifetime ?? 0) > 0 && age >= (lifetime ?? 0) && firstLine(response, "age") !== undefined,
  checked: ({ reuse, checked }) => checked && reuse === "after-check",
  stale: ({ staleWhileRevalidate = 0 }) => staleWhileRevalidate > 0,
  estimated: ({ stores, lifetimeFrom }, response) =>
    stores && lifetimeFrom === "heuristic" && response.status === 200,
  targeted: ({ lifetimeFrom }) => lifetimeFrom === "cdn-cache-control",
  misspelt: ({ lifetimeFrom, lifetime }, response) =>
    lifetimeFrom === "expires" && lifetime === 0 && isOnlyMisspelt(response),
  capitals: (_judged, response) => /[A-Z][a-z\d_-]*=\d/.test(joinedValue(response, "cache-control") ?? ""),
});

function hasStatus(codes: string): Condition {
  const known = new Set(codes.split(" ").map(Number));
  return ({ stores }, { status = 0 }) => stores && known.has(status);
}

const ROWS = [...wordTexts("deviations of shared caches")].map(([id, text]) => {
  const [products = "", ...does] = text.split(": ");
  return { when: CONDITIONS.get(id) ?? hasStatus(id), products: products.split(", "), does: does.join(": ") };
});

function isForbiddenByLogin(response: Response): boolean {
  const value = joinedValue(response, "cache-control") ?? "";
  return requestValue(response, "authorization") !== undefined && !/no-store|private/i.test(value);
}

function isOnlyMisspelt(response: Response): boolean {
  const lines = linesOf(response, "expires");
  const first = lines[0]?.value ?? "";
  if (lines.length !== 1 || strictDate(first, response.receivedAt) !== undefined) return false;
  const meant = parseLenientDate(first);
  const sent = sentAt(response);
  return meant !== undefined && sent !== undefined && meant > sent;
}

/** Products known to deviate, in the order of the table, or undefined. */
export function exceptionsOf(judged: Judged, response: Response): Exception[] | undefined {
  let found: Exception[] | undefined;
  for (const { products, does, when } of ROWS) {
    if (!when(judged, response)) continue;
    found ??= [];
    for (const product of products)
      found.push({ product, does, seen: DOCUMENTED.has(product) ? "2026-11" : "2025-12" });
  }
  return found;
}
