/**
 * Compares the linter with the verdicts of a security scanner (`../shared/corpora/security.dev.jsonl`): share
 * of failing cases with an error or warning of ours on the field, and share of passing cases without an
 * error.
 *
 * A case has the lines of the response, its status, and an https URL of its site. Cases that depend on markup
 * (policies in meta elements, scripts without integrity) are counted separately.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { explainMessage } from "../../../src/headers/explain.ts";
import { parseMessage } from "../../../src/headers/message.ts";
import type { Problem } from "../../../src/headers/schema.ts";

const FILE = join(import.meta.dir, "../../../../shared/corpora/security.dev.jsonl");
const NOW = Date.parse("2026-11-20T10:00:00Z");

interface Case {
  readonly id: string;
  readonly analyzer: string;
  readonly site: string;
  readonly status: number;
  readonly headers: readonly string[];
  /** Fields of the same page over HTTPS. */
  readonly https_headers?: readonly string[];
  readonly expected: string;
  readonly pass: boolean;
}

/** Analyser → fields that it judges, and problems of the message about these fields. */
const SUBJECTS: Readonly<Record<string, { readonly fields: RegExp; readonly message: RegExp }>> = {
  csp: { fields: /^content-security-policy$/, message: /^(?:content-security-policy-|csp-)/ },
  cookies: { fields: /^set-cookie$/, message: /cookie/ },
  cors: { fields: /^access-control-/, message: /^(?:cors|access-control)-/ },
  redirection: { fields: /^(?:location|refresh)$/, message: /redirect|over-http|location/ },
  "referrer-policy": { fields: /^referrer-policy$/, message: /^referrer-policy-/ },
  "strict-transport-security": {
    fields: /^strict-transport-security$/,
    message: /^(?:strict-transport-security|hsts)-/,
  },
  "x-content-type-options": { fields: /^x-content-type-options$/, message: /^x-content-type-options-/ },
  "x-frame-options": { fields: /^x-frame-options$/, message: /^x-frame-options-/ },
  "cross-origin-resource-policy": {
    fields: /^cross-origin-resource-policy$/,
    message: /^cross-origin-resource-policy-/,
  },
  "cross-origin-opener-policy": {
    fields: /^cross-origin-opener-policy$/,
    message: /^cross-origin-opener-policy-/,
  },
  "cross-origin-embedder-policy": {
    fields: /^cross-origin-embedder-policy$/,
    message: /^cross-origin-embedder-policy-/,
  },
};

/** Prints the shares and differences; prints nothing without the corpus. */
export async function run(): Promise<void> {
  if (!existsSync(FILE)) return;
  const cases = (await Bun.file(FILE).text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Case);
  const judged = cases.filter(({ analyzer }) => SUBJECTS[analyzer]);
  const failing = judged.filter(({ pass }) => !pass);
  const passing = judged.filter(({ pass }) => pass);
  const missed = failing.filter((one) => found(one).every(({ severity }) => severity === "info"));
  const blamed = passing.filter((one) => found(one).some(({ severity }) => severity === "error"));
  console.log(`security: failing cases flagged ${share(failing.length - missed.length, failing.length)}`);
  console.log(
    `security: passing cases without error ${share(passing.length - blamed.length, passing.length)}`,
  );
  const others = cases.filter((one) => !judged.includes(one));
  if (others.length > 0)
    console.log(`security: ${others.length} cases are about the page's markup, which no header shows`);
  for (const one of missed) console.log(`  missed ${one.id} ${one.expected}: ${one.headers.join(" | ")}`);
  for (const one of blamed) {
    const errors = found(one).filter(({ severity }) => severity === "error");
    console.log(`  blamed ${one.id} ${one.expected}: ${errors.map(({ title }) => title).join(" ")}`);
  }
}

/** All our findings about the analyser's subject. */
function found({ analyzer, site, status, headers, https_headers: https = [] }: Case): Problem[] {
  const subject = SUBJECTS[analyzer];
  if (!subject) return [];
  const names = new Set(headers.map(nameOf));
  const lines = [...headers, ...https.filter((line) => !names.has(nameOf(line)))];
  const message = parseMessage(lines, { status, url: `https://${site}/`, method: "GET" });
  const { headers: explained, problems } = explainMessage(message, NOW);
  const own = explained.filter(({ name }) => subject.fields.test(name));
  return [
    ...own.flatMap((header) => [
      ...header.problems,
      ...(header.details.items ?? []).flatMap((item) => item.problems ?? []),
    ]),
    ...problems.filter(({ name }) => subject.message.test(name)),
  ];
}

function nameOf(line: string): string {
  return line.slice(0, line.indexOf(":")).toLowerCase();
}

function share(part: number, whole: number): string {
  return `${part} of ${whole} (${whole === 0 ? "100.0" : ((part / whole) * 100).toFixed(1)} %)`;
}
