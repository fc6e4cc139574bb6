/** Each row of the page on browser differences agrees with the verdicts, so that the page stays correct. */

import { describe, expect, test } from "bun:test";
import {
  type BrowserDifference,
  browserDifferences,
  DIFFERENCE_KINDS,
} from "../../data/browsers/differences.ts";
import { parseMessage } from "../../src/headers/message.ts";
import { rawResponse } from "../../src/headers/raw-response.ts";
import { openVerdicts, type Verdicts } from "../../src/headers/verdicts/index.ts";
import { differencesView, tryLink } from "../../src/web/pages/differences-page.ts";
import { formOfLink } from "../../src/web/views/lines-link.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

function verdictsOf({
  lines,
  status = 200,
  url = "https://shop.example/",
  loads,
  framedBy,
  transfer,
}: BrowserDifference) {
  const known = { status, url, method: "GET", requestHeaders: [], receivedAt: NOW };
  const questions = {
    ...(loads && { loads }),
    ...(framedBy && { framedBy }),
  };
  const response = rawResponse(parseMessage([...lines], known), questions);
  return openVerdicts(transfer ? { ...response, transfer: transfer as never } : response);
}

function valueAt(verdicts: Verdicts, path: string): unknown {
  const value = path
    .split(".")
    .reduce<unknown>((part, key) => (part as Readonly<Record<string, unknown>> | undefined)?.[key], verdicts);
  return value ?? null;
}

describe("page of browser differences", () => {
  for (const row of browserDifferences)
    test(`${row.kind}: ${row.title}`, () => {
      const { chrome, firefox, safari, verdict } = row;
      const verdicts = verdictsOf(row);
      const said = [
        valueAt(verdicts, verdict),
        firefox && valueAt(verdicts.firefox, verdict),
        safari && valueAt(verdicts.webkit, verdict),
      ];
      expect(said).toEqual([chrome.is, firefox?.is, safari?.is]);
      const seen = [chrome, firefox, safari].filter((one) => one !== undefined);
      expect(new Set(seen.map(({ is }) => JSON.stringify(is))).size).toBeGreaterThan(1);
      expect(new Set(seen.map(({ works }) => works)).size).toBe(2);
    });

  test("a row's link has the question of the row", () => {
    for (const row of browserDifferences.filter(({ transfer }) => !transfer)) {
      const link = tryLink(row) ?? "";
      const form = formOfLink(new URL(link, "https://netlens.example").searchParams);
      expect(form?.get("headers")).toBe(row.lines.join("\n"));
      expect(form?.has("loads")).toBe(row.loads !== undefined);
      expect(form?.has("framedBy")).toBe(row.framedBy !== undefined);
    }
  });

  test("each kind has rows, and its page has only these", () => {
    for (const kind of Object.keys(DIFFERENCE_KINDS) as (keyof typeof DIFFERENCE_KINDS)[]) {
      const rows = browserDifferences.filter((row) => row.kind === kind).length;
      expect(rows).toBeGreaterThan(0);
      expect(differencesView(kind).markup.split('scope="row"')).toHaveLength(rows + 1);
    }
    expect(differencesView().markup.split('scope="row"')).toHaveLength(browserDifferences.length + 1);
  });
});
