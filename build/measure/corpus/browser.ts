/**
 * Compares verdicts with recorded behaviour of browsers (`../shared/corpora/browser/`): agreement by kind,
 * for Chromium and Firefox, single outcomes and whole cases, and each case that differs.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { receivedMessage } from "../../../src/headers/message.ts";
import { rawResponse } from "../../../src/headers/raw-response.ts";
import { openVerdicts, type Verdicts } from "../../../src/headers/verdicts/index.ts";
import type { Engine } from "../../../src/headers/verdicts/response.ts";
import type { BrowserCase, Outcome, Outcomes } from "./browser/case.ts";
import { outcomesB } from "./browser/loads.ts";
import { outcomesA } from "./browser/state.ts";

const FOLDER = join(import.meta.dir, "../../../../shared/corpora/browser");
const FILES: readonly (readonly [Engine, string])[] = [
  ["chromium", "dev.jsonl"],
  ["chromium", "httpcache.dev.jsonl"],
  ["firefox", "firefox.dev.jsonl"],
  ["webkit", "webkit.dev.jsonl"],
];

/** Kind → observed outcomes and our verdicts, under the same names. */
const kinds: Readonly<Record<string, Outcomes>> = { ...outcomesA, ...outcomesB };

/** Prints agreement by kind; prints nothing without the corpus. */
export async function run(): Promise<void> {
  for (const [engine, file] of FILES) {
    const path = join(FOLDER, file);
    if (!existsSync(path)) continue;
    const lines = (await Bun.file(path).text()).trim().split("\n");
    measure(
      engine,
      lines
        .map((line) => JSON.parse(line) as BrowserCase)
        .filter((one) => engine !== "webkit" || isOfEngine(one)),
    );
  }
}

/** Whether Safari behaves alike: only WebKitGTK's network library ignores lines with a space before the colon. */
function isOfEngine({ port, headers }: BrowserCase): boolean {
  return port === undefined && !headers.some((line) => /^[^:]*[ \t]:/.test(line));
}

function measure(engine: Engine, cases: readonly BrowserCase[]): void {
  const counts = new Map<string, { whole: number; cases: number; right: number; single: number }>();
  for (const one of cases) {
    const verdicts = openVerdicts(rawResponse(messageOf(one)));
    const pairs = outcomesOf(one, engine === "chromium" ? verdicts : verdicts[engine], engine);
    const count = counts.get(one.kind) ?? { whole: 0, cases: 0, right: 0, single: 0 };
    counts.set(one.kind, count);
    const wrong = pairs.filter(([, seen, ours]) => !Bun.deepEquals(seen, ours));
    count.cases++;
    count.single += pairs.length;
    count.right += pairs.length - wrong.length;
    if (wrong.length === 0) count.whole++;
    else
      console.log(
        `  ${engine} ${one.id} ${one.status} ${one.url} ${JSON.stringify(one.headers.filter((line) => !/^content-(?:type|length)/i.test(line))).slice(0, 400)}: ${wrong
          .map(([name, seen, ours]) => `${name} seen ${JSON.stringify(seen)}, said ${JSON.stringify(ours)}`)
          .join("; ")
          .slice(0, 500)}`,
      );
  }
  for (const [kind, { whole, cases: all, right, single }] of counts)
    console.log(
      `${engine} ${kind}: cases ${whole} of ${all} (${percent(whole, all)}), outcomes ${right} of ${single} (${percent(right, single)})`,
    );
}

/** Observations of a case, each with our verdict. */
export function outcomesOf(one: BrowserCase, verdicts: Verdicts, engine: Engine): readonly Outcome[] {
  return kinds[one.kind]?.(one, verdicts, engine) ?? [];
}

function percent(part: number, whole: number): string {
  return `${((part / whole) * 100).toFixed(2)} %`;
}

/** The received message, one character per byte. */
export function messageOf({ headers, status, url, method, requestHeaders, now }: BrowserCase) {
  return receivedMessage(
    headers.map((text) => ({ text, octets: true })),
    {
      status,
      url,
      method,
      ...(requestHeaders && { requestHeaders }),
      ...(now !== undefined && { receivedAt: now * 1000 }),
    },
  );
}
