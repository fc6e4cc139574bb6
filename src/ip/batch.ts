/** Batches of addresses; host names are looked up a few at a time. */

import type { Static } from "@sinclair/typebox";
import { errorItem, NetlensError } from "../api/errors.ts";
import { type IpDeps, nobody } from "./deps.ts";
import { withHostname } from "./hostname.ts";
import { type LookupOptions, lookupIpJson } from "./lookup.ts";
import { allIntact, type GeoDatabases } from "./lookup-source.ts";
import type { IpBatch } from "./schema.ts";

/** The JSON answer to an item of a batch; an error object for an invalid one. */
function itemJson(item: unknown, geo: GeoDatabases, options: LookupOptions): string {
  try {
    return lookupIpJson(typeof item === "string" ? item : (JSON.stringify(item) ?? ""), geo, options);
  } catch (error) {
    if (!(error instanceof NetlensError) || error.code === "invalid-param") throw error;
    return JSON.stringify(errorItem(error));
  }
}

/** Names that are asked for at once for one batch: each takes a few questions. */
const AT_ONCE = 20;

/** Milliseconds in which names of one batch are asked for. */
const NAMING = 10_000;

/** The answer to a batch with the names of its addresses. */
export async function namedBatch(
  items: readonly unknown[],
  { geo, hostnameOf = nobody }: IpDeps,
  locale: string | undefined,
): Promise<string> {
  const { results } = JSON.parse(batchJson(items, geo, locale)) as Static<typeof IpBatch>;
  const named: unknown[] = [];
  const end = performance.now() + NAMING;
  for (let start = 0; start < results.length; start += AT_ONCE) {
    const ask = performance.now() < end ? hostnameOf : nobody;
    const slice = results.slice(start, start + AT_ONCE);
    named.push(
      ...(await Promise.all(slice.map((item) => ("error" in item ? item : withHostname(item, ask))))),
    );
  }
  return JSON.stringify({ results: named });
}

/**
 * The answer to a batch as JSON text. It is made in one go: a thousand items take two milliseconds, and between slices a
 * database might be closed.
 */
export function batchJson(
  items: readonly unknown[],
  current: () => GeoDatabases,
  locale: string | undefined,
): string {
  const geo = current();
  const text = batchText(items, geo, { locale, unchecked: true });
  // If a file was modified meanwhile, its database has been dropped.
  return allIntact(geo) ? text : batchText(items, current(), { locale });
}

function batchText(items: readonly unknown[], geo: GeoDatabases, options: LookupOptions): string {
  return `{"results":[${items.map((item) => itemJson(item, geo, options)).join(",")}]}`;
}
