import { expect, test } from "bun:test";
import { samples } from "../../../build/measure/bench/headers-messages.ts";
import { type Explained, explainMessage } from "../../../src/headers/explain.ts";
import { type Known, parseMessage } from "../../../src/headers/message.ts";
import { reportedVerdicts } from "../../../src/headers/verdicts/index.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

function explain(lines: readonly string[], known: Known = {}, now = NOW): Explained {
  return explainMessage(parseMessage(lines, known), now);
}

function whole({ verdicts, ...rest }: Explained): string {
  return JSON.stringify({ ...rest, verdicts: reportedVerdicts(verdicts) });
}

test("repeated lines are explained the same", () => {
  for (const { lines, known } of Object.values(samples(3))) {
    const first = whole(explain(lines, known));
    for (let round = 0; round < 4; round++) expect(whole(explain(lines, known))).toBe(first);
  }
});

const FAULTY = "Content-Security-Policy: script-src 'unsafe-inline' 'nonce-x' 'self' self; img-src http:";

test("findings are at the line and items of their own message", () => {
  const counts = Array.from({ length: 4 }, () => {
    const [header] = explain([FAULTY], { status: 200 }).headers;
    return [header?.problems.length, header?.details.items?.map(({ problems = [] }) => problems.length)];
  });
  expect(counts[0]).not.toEqual([0, []]);
  expect(new Set(counts.map((count) => JSON.stringify(count))).size).toBe(1);
});

test("changes to a report do not affect the next", () => {
  const tell = () => explain([FAULTY], { status: 200 });
  const first = whole(tell());
  for (let round = 0; round < 4; round++) {
    const { headers } = tell();
    for (const header of headers) {
      for (const item of header.details.items ?? []) {
        item.description = "changed";
        item.problems?.pop();
      }
      header.details.items?.pop();
      header.problems.pop();
    }
    expect(whole(tell())).toBe(first);
  }
});

test("checks of the context are repeated", () => {
  const linked = (url: string) => explain(["Link: <http://a.example/x>; rel=preload; as=style"], { url });
  const dated = (now: number) => explain(["Expires: Fri, 20 Nov 2026 09:00:00 GMT"], {}, now).headers[0];
  const aged = (age: number) =>
    explain(["Cache-Control: max-age=60", `Age: ${age}`], { status: 200 }).headers[0]?.alternate;
  for (let round = 0; round < 4; round++) {
    expect(whole(linked("http://a.example/"))).not.toBe(whole(linked("https://a.example/")));
    expect(dated(NOW)?.alternate).toContain("1 hour ago");
    expect(dated(NOW + 3_600_000)?.alternate).toContain("2 hours ago");
    expect(aged(10)).not.toBe(aged(500));
  }
});

test("findings quote the name as sent", () => {
  for (let round = 0; round < 4; round++)
    for (const name of ["x-xss-protection", "X-XSS-Protection"]) {
      const [header] = explain([`${name}: 1`]).headers;
      expect(header?.problems.map(({ fix }) => fix)).toContain(`${name}: 0`);
    }
});
