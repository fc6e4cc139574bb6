/**
 * Compares the linter with a peer's expectations on header lines, one field per case
 * (`../shared/corpora/headers-fields.dev.jsonl`): share of bad cases with an error or warning on the field,
 * and share of good cases without one.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { explainMessage } from "../../../src/headers/explain.ts";
import { parseMessage } from "../../../src/headers/message.ts";
import type { Problem } from "../../../src/headers/schema.ts";

const FILE = join(import.meta.dir, "../../../../shared/corpora/headers-fields.dev.jsonl");
const NOW = Date.parse("2026-11-20T10:00:00Z");

interface Case {
  readonly id: string;
  readonly suite: "field" | "message";
  readonly kind: "request" | "response";
  readonly field?: string;
  readonly headers: readonly string[];
  readonly status?: number;
  readonly method?: string;
  readonly base_uri?: string;
  readonly request_headers?: readonly string[];
  readonly body_length?: number;
  readonly expected: readonly string[];
  readonly expected_levels?: Readonly<Record<string, string>>;
}

/** Prints the shares and missed cases; prints nothing without the corpus. */
export async function run(): Promise<void> {
  if (!existsSync(FILE)) return;
  const lines = (await Bun.file(FILE).text()).trim().split("\n");
  const all = lines.map((line) => JSON.parse(line) as Case);
  for (const kind of ["response", "request"] as const)
    measure(
      kind,
      all.filter((one) => one.kind === kind),
    );
}

function measure(kind: Case["kind"], cases: readonly Case[]): void {
  const faulty = cases.filter(isFaulty);
  const clean = cases.filter((one) => !isFaulty(one));
  const missed = faulty.filter((one) => serious(one).length === 0);
  const cried = clean.filter((one) => serious(one).length > 0);
  console.log(`${kind} fields: faults found ${share(faulty.length - missed.length, faulty.length)}`);
  console.log(`${kind} fields: clean left clean ${share(clean.length - cried.length, clean.length)}`);
  for (const one of missed) console.log(`  missed ${one.headers.join(" | ")}: ${notes(one)}`);
  for (const one of cried) {
    const named = serious(one).map(({ name }) => name);
    console.log(`  false alarm ${one.headers.join(" | ")}: ${named.join(", ")} (peer: ${notes(one)})`);
  }
}

function isFaulty({ expected_levels = {} }: Case): boolean {
  return Object.values(expected_levels).some((level) => level === "bad" || level === "warning");
}

function notes({ expected_levels = {} }: Case): string {
  return Object.entries(expected_levels)
    .map(([id, level]) => `${id} ${level}`)
    .join(", ");
}

/** Our errors and warnings on the field of the case; for the message suite, on any field. */
function serious(one: Case): Problem[] {
  const isRequest = one.kind === "request";
  const message = parseMessage(isRequest ? [] : one.headers, {
    ...(one.status !== undefined && { status: one.status }),
    ...(one.method !== undefined && {
      method: one.method,
      isWholeRequest: isRequest,
      requestHeaders: isRequest ? one.headers : (one.request_headers ?? []),
    }),
    ...(one.base_uri?.startsWith("http") && { url: one.base_uri }),
    ...(one.body_length !== undefined && { bodyLength: one.body_length }),
  });
  const explained = explainMessage(message, NOW);
  const { problems } = explained;
  const headers = isRequest ? (explained.requestHeaders ?? []) : explained.headers;
  const judged =
    one.suite === "message" ? headers : headers.filter(({ name }) => name === one.field?.toLowerCase());
  const found = judged.flatMap((header) => [
    ...header.problems,
    ...(header.details.items ?? []).flatMap((item) => item.problems ?? []),
  ]);
  if (one.suite === "message") found.push(...problems);
  return found.filter(({ severity }) => severity !== "info");
}

function share(part: number, whole: number): string {
  return `${part} of ${whole} (${whole === 0 ? "100.0" : ((part / whole) * 100).toFixed(1)} %)`;
}

if (import.meta.main) await run();
