/** Shared caches that deviate from the standard, as a public test suite observed them with default settings. */

import { type Static, Type } from "@sinclair/typebox";
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

interface Row {
  readonly products: readonly string[];
  /** Date of the documentation, if the behavior is documented but was not observed. */
  readonly seen?: string;
  readonly does: string;
  readonly when: (judged: Judged, response: Response) => boolean;
}

const SEEN = "2025-12";

/**
 * Cloudflare and bunny.net by default (developers.cloudflare.com/cache/concepts/vary, docs.bunny.net/cdn/vary-cache):
 * their settings can add headers to the cache key.
 */
export const IGNORES_VARY =
  "ignores Vary on anything but Accept-Encoding: all visitors get the stored variant";

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

function names(response: Response, product: string): boolean {
  return NAMES.some(
    ([field, value, name]) =>
      name === product && linesOf(response, field).some((line) => value.test(line.value)),
  );
}

function isVaried(response: Response): boolean {
  return varies(response).some((name) => name !== "accept-encoding" && name !== "*");
}

const status = (...codes: readonly number[]) => {
  const known = new Set(codes);
  return ({ stores }: Judged, response: Response) => stores && known.has(response.status ?? 0);
};

const ROWS: readonly Row[] = [
  {
    products: ["nginx", "Varnish", "Fastly"],
    does: "does not store it, because of Set-Cookie",
    when: ({ stores }, response) => stores && firstLine(response, "set-cookie") !== undefined,
  },
  {
    products: ["nginx", "Traffic Server", "Fastly"],
    does: "stores it although the request has Authorization",
    when: ({ stores, lifetime }, response) => !stores && (lifetime ?? 0) > 0 && isForbiddenByLogin(response),
  },
  {
    products: ["Apache", "Caddy", "Varnish"],
    does: "does not store it, because the request has Authorization",
    when: ({ stores }, response) => stores && requestValue(response, "authorization") !== undefined,
  },
  {
    products: ["HAProxy"],
    does: "does not store it, because of Vary",
    when: ({ stores }, response) => stores && firstLine(response, "vary") !== undefined,
  },
  ...["Cloudflare", "bunny.net"].map((product) => ({
    products: [product],
    seen: "2026-11",
    does: IGNORES_VARY,
    when: ({ stores }: Judged, response: Response) =>
      stores && names(response, product) && isVaried(response),
  })),
  {
    products: ["Akamai"],
    seen: "2026-11",
    does: "does not store it, because of Vary on more than Accept-Encoding",
    when: ({ stores }, response) => stores && names(response, "Akamai") && isVaried(response),
  },
  {
    products: ["Fastly"],
    does: "stores it despite Vary: *",
    when: (_judged, response) => joinedValue(response, "vary")?.trim() === "*",
  },
  {
    products: ["nginx"],
    does: "uses it although its Age exceeds its lifetime",
    when: ({ stores, lifetime, age }, response) =>
      stores && (lifetime ?? 0) > 0 && age >= (lifetime ?? 0) && firstLine(response, "age") !== undefined,
  },
  {
    products: ["nginx", "Caddy", "HAProxy", "Varnish", "Fastly"],
    does: "fetches it again each time instead of revalidating it",
    when: ({ reuse, checked }) => checked && reuse === "after-check",
  },
  {
    products: ["nginx", "Apache", "Caddy", "HAProxy", "Squid", "Traffic Server"],
    does: "ignores stale-while-revalidate",
    when: ({ staleWhileRevalidate = 0 }) => staleWhileRevalidate > 0,
  },
  {
    products: ["nginx", "Caddy", "Traffic Server", "Varnish", "Fastly"],
    does: "estimates no lifetime from Last-Modified",
    when: ({ stores, lifetimeFrom }, response) =>
      stores && lifetimeFrom === "heuristic" && response.status === 200,
  },
  {
    products: ["nginx", "Apache", "HAProxy", "Squid", "Traffic Server", "Varnish", "Fastly"],
    does: "ignores CDN-Cache-Control",
    when: ({ lifetimeFrom }) => lifetimeFrom === "cdn-cache-control",
  },
  { products: ["HAProxy"], does: "stores only 200", when: status(203, 204, 301, 302, 307, 308, 502) },
  { products: ["Caddy"], does: "does not store this status", when: status(302, 307, 308, 502) },
  { products: ["Fastly"], does: "does not store this status", when: status(204, 307, 308, 502) },
  { products: ["Varnish"], does: "does not store this status", when: status(308, 502) },
  { products: ["Squid"], does: "does not store this status", when: status(204, 502) },
  { products: ["Apache"], does: "does not store this status", when: status(204) },
  {
    products: ["Apache", "Squid", "Traffic Server"],
    does: "reads the malformed Expires as a date in the future",
    when: ({ lifetimeFrom, lifetime }, response) =>
      lifetimeFrom === "expires" && lifetime === 0 && isOnlyMisspelt(response),
  },
  {
    products: ["Fastly"],
    does: "recognises Cache-Control directives in lower case only",
    when: (_judged, response) => /[A-Z][a-z\d_-]*=\d/.test(joinedValue(response, "cache-control") ?? ""),
  },
];

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
  for (const { products, does, when, seen = SEEN } of ROWS) {
    if (!when(judged, response)) continue;
    found ??= [];
    for (const product of products) found.push({ product, does, seen });
  }
  return found;
}
