/** Batches of addresses: answers in one buffer, named ones a few at a time. */

import type { Static } from "@sinclair/typebox";
import { errorItem, NetlensError } from "../api/errors.ts";
import { AnswerBytes } from "./answer-bytes.ts";
import { type IpDeps, nobody } from "./deps.ts";
import { withHostname } from "./hostname.ts";
import { type LookupOptions, writeAnswer } from "./lookup.ts";
import { allIntact, type GeoDatabases } from "./lookup-source.ts";
import type { IpBatch } from "./schema.ts";

/** Writes the answer to an item of a batch; a bad one gets an error object in its place. */
function writeItem(item: unknown, geo: GeoDatabases, wish: LookupOptions, out: AnswerBytes): void {
  try {
    writeAnswer(typeof item === "string" ? item : (JSON.stringify(item) ?? ""), geo, out, wish);
  } catch (error) {
    if (!(error instanceof NetlensError) || error.code === "invalid-param") throw error;
    out.utf8(JSON.stringify(errorItem(error)));
  }
}

const many = new AnswerBytes();

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
  const { results } = JSON.parse(Buffer.from(batchBytes(items, geo, locale)).toString()) as Static<
    typeof IpBatch
  >;
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
 * The answer to a batch as bytes, which the next call overwrites: to be copied or sent at once. It is made in one go: a
 * thousand items take two milliseconds, and between slices a database might be closed.
 */
export function batchBytes(
  items: readonly unknown[],
  current: () => GeoDatabases,
  locale: string | undefined,
): Uint8Array<ArrayBuffer> {
  const geo = current();
  writeBatch(items, geo, { locale, unchecked: true });
  // A file was written to meanwhile, and its database is dropped.
  if (!allIntact(geo)) writeBatch(items, current(), { locale });
  return many.written();
}

function writeBatch(items: readonly unknown[], geo: GeoDatabases, wish: LookupOptions): void {
  many.length = 0;
  many.ascii('{"results":[');
  for (const [index, item] of items.entries()) {
    if (index > 0) many.ascii(",");
    writeItem(item, geo, wish, many);
  }
  many.ascii("]}");
}
