/**
 * Compares the caching verdict with a test suite for HTTP caches (`../shared/corpora/cache/`): what a cache
 * may do with the second request, by kind of test. Tests that cannot be decided from one response (updates by
 * 304 or HEAD, invalidation, forwarded fields) are counted separately.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { receivedMessage } from "../../../src/headers/message.ts";
import { rawResponse } from "../../../src/headers/raw-response.ts";
import { openVerdicts } from "../../../src/headers/verdicts/index.ts";

const FILE = join(import.meta.dir, "../../../../shared/corpora/cache/cache.dev.jsonl");
const NOW = Date.parse("2026-11-20T10:00:00Z");
const URL_OF_TESTS = "http://localhost:8000/test/abc";
const PAUSE = 3;

type Line = readonly [name: string, value: string | number, ...rest: unknown[]];

interface Exchange {
  readonly request_method?: string;
  readonly request_headers?: readonly Line[];
  readonly response_status?: readonly [number, string];
  readonly response_headers?: readonly Line[];
  readonly expected_type?: string;
  readonly pause_after?: boolean;
}

interface CacheTest {
  readonly id: string;
  readonly kind: "required" | "optimal" | "check";
  readonly requests: readonly Exchange[];
  readonly browser_only?: boolean;
}

/** Prints agreement by kind; prints nothing without the corpus. */
export async function run(): Promise<void> {
  if (!existsSync(FILE)) return;
  const tests = (await Bun.file(FILE).text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as CacheTest);
  let others = 0;
  for (const kind of ["required", "optimal", "check"] as const) {
    const own = tests.filter((one) => one.kind === kind);
    const judged = own.filter(({ requests }) => requests.length === 2 && requests[1]?.expected_type);
    others += own.length - judged.length;
    const wrong = judged.filter((one) => !agrees(one));
    console.log(
      `cache ${kind}: ${judged.length - wrong.length} of ${judged.length} (${((1 - wrong.length / judged.length) * 100).toFixed(1)} %)`,
    );
    for (const one of wrong)
      console.log(`  ${one.id}: expected ${one.requests[1]?.expected_type}, got ${answer(one)}`);
  }
  console.log(`cache: ${others} tests need more than one next request`);
}

function agrees(test: CacheTest): boolean {
  const ours = answer(test);
  const expected = test.requests[1]?.expected_type;
  if (expected === "cached") return ours === "from-cache";
  return expected === "not_cached" ? ours !== "from-cache" : ours === "after-check";
}

function answer({ requests, browser_only: isPrivate }: CacheTest): string | undefined {
  const [first, second] = requests;
  if (!first || !second) return undefined;
  const message = receivedMessage(textLines(first.response_headers), {
    status: first.response_status?.[0] ?? 200,
    method: first.request_method ?? "GET",
    url: URL_OF_TESTS,
    requestHeaders: textLines(first.request_headers),
    receivedAt: NOW,
  });
  const lines = textLines(second.request_headers).map((line, index) => {
    const colon = line.indexOf(":");
    return { name: line.slice(0, colon).toLowerCase(), value: line.slice(colon + 1).trim(), index };
  });
  const after = first.pause_after ? PAUSE : 0;
  const next = { after, lines, ...(second.request_method && { method: second.request_method }) };
  const { caching } = openVerdicts(rawResponse(message, { again: next }));
  return (isPrivate ? caching?.private : caching?.shared)?.again;
}

/** Header lines of a test. A number is a date in seconds from now; an empty Content-Location is the test's URL. */
function textLines(lines: readonly Line[] = []): string[] {
  return lines.map(([name, value]) => {
    if (typeof value === "number") return `${name}: ${new Date(NOW + value * 1000).toUTCString()}`;
    return `${name}: ${name === "Content-Location" && value === "" ? URL_OF_TESTS : value}`;
  });
}
