/**
 * Number of infos per response, for realistic responses (`../shared/corpora/headers-real.dev*.json`) and the
 * default pages of frameworks in our tests.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { Glob } from "bun";
import { explainMessage } from "../../../src/headers/explain.ts";
import { type Known, parseMessage } from "../../../src/headers/message.ts";
import type { Problem } from "../../../src/headers/schema.ts";
import { pages } from "../../../test/headers/framework-pages.ts";

const CORPORA = join(import.meta.dir, "../../../../shared/corpora");
const NOW = Date.parse("2026-11-20T10:00:00Z");

interface Sample {
  readonly lines: readonly string[];
  readonly known: Known;
}

interface RealCase {
  readonly request: { readonly method: string; readonly url: string; readonly headers: readonly string[] };
  readonly status: number;
  readonly headers: readonly string[];
  /** Seconds since the epoch. */
  readonly now: number;
}

/** Prints the infos per response of each sample, with their ids. */
export async function run(): Promise<void> {
  if (existsSync(CORPORA)) report("life-like responses", await realCases());
  const requestHeaders = ["Accept: text/html", "Accept-Encoding: gzip, br"];
  const known = { status: 200, method: "GET", requestHeaders, receivedAt: NOW };
  report(
    "frameworks' first pages",
    Object.values(pages).map(({ url, lines }) => ({ lines, known: { ...known, url } })),
  );
}

async function realCases(): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const file of [...new Glob("headers-real.dev*.json").scanSync(CORPORA)].sort()) {
    const { sets } = (await Bun.file(join(CORPORA, file)).json()) as { sets: RealCase[] };
    for (const { request, status, headers, now } of sets) {
      const { method, url, headers: requestHeaders } = request;
      samples.push({
        lines: headers,
        known: { status, method, url, requestHeaders, receivedAt: now * 1000 },
      });
    }
  }
  return samples;
}

function report(name: string, samples: readonly Sample[]): void {
  const found = samples.map(findings);
  const infos = found.map((all) => all.filter(({ severity }) => severity === "info"));
  const counts = infos.map(({ length }) => length).sort((a, b) => a - b);
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const median = counts[Math.floor(counts.length / 2)];
  console.log(`${name}: ${mean.toFixed(2)} infos a response, median ${median} (${counts.length})`);
  const byId = Map.groupBy(infos.flat(), (problem) => problem.name);
  for (const [id, { length }] of [...byId].sort(([, a], [, b]) => b.length - a.length).slice(0, 12))
    console.log(`  ${length} ${id}`);
}

function findings({ lines, known }: Sample): readonly Problem[] {
  const now = known.receivedAt ?? NOW;
  const { headers, requestHeaders = [], problems } = explainMessage(parseMessage(lines, known), now);
  const inLines = [...headers, ...requestHeaders].flatMap((header) => [
    ...header.problems,
    ...(header.details.items ?? []).flatMap((item) => item.problems ?? []),
  ]);
  return [...problems, ...inLines];
}

if (import.meta.main) await run();
