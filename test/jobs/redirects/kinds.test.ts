/** Kinds of checked redirects, as shown to users. */

import { describe, expect, test } from "bun:test";
import { OUTCOMES, type Outcome } from "../../../src/jobs/redirects/check-redirect.ts";
import { ALL_KINDS, KINDS, kindOf, kindWord } from "../../../src/jobs/redirects/kinds.ts";

/** Outcome, first status, last status and expected status, then the kind. */
const rows: readonly (readonly [Outcome, number, number, number | undefined, string])[] = [
  ["as-wanted", 301, 200, undefined, "correct"],
  ["as-wanted", 410, 410, 410, "correct"],
  ["other-status", 404, 404, undefined, "missing"],
  ["other-status", 404, 404, 301, "missing"],
  ["other-status", 410, 410, 308, "missing"],
  ["other-status", 404, 404, 410, "wrong status"],
  ["other-status", 403, 403, 301, "wrong status"],
  ["other-status", 405, 405, 301, "wrong status"],
  ["other-status", 302, 200, 301, "temporary"],
  ["other-status", 303, 200, 301, "temporary"],
  ["other-status", 307, 200, 308, "temporary"],
  ["other-status", 304, 304, 301, "wrong status"],
  ["other-status", 308, 200, 301, "wrong status"],
  ["other-status", 301, 200, 302, "wrong status"],
  ["other-status", 307, 200, 302, "wrong status"],
  ["other-status", 200, 200, undefined, "no redirect"],
  ["other-status", 299, 299, 302, "no redirect"],
  ["other-status", 300, 300, 301, "wrong status"],
  ["other-status", 200, 200, 410, "wrong status"],
  ["other-status", 499, 499, undefined, "wrong status"],
  ["other-status", 500, 500, undefined, "server error"],
  ["other-status", 503, 503, 410, "server error"],
  ["error", 0, 0, undefined, "no answer"],
  ["error", 301, 301, undefined, "invalid location"],
  ["error", 301, 399, undefined, "invalid location"],
  ["error", 301, 0, undefined, "dead target"],
  ["error", 301, 299, undefined, "dead target"],
  ["error", 301, 400, undefined, "dead target"],
  ["error", 301, 500, undefined, "dead target"],
  ["other-target", 301, 200, undefined, "wrong target"],
  ["target-redirects", 301, 200, undefined, "target redirects"],
  ["chain-too-long", 301, 200, undefined, "chain"],
  ["loop", 301, 301, undefined, "loop"],
  ["other-canonical", 301, 200, undefined, "wrong canonical"],
  ["noindex", 301, 200, undefined, "noindex"],
  ["unreadable", 0, 0, undefined, "unreadable"],
];

test.each(rows)("%s, %i, %i, wanted %s: %s", (outcome, status, finalStatus, wantedStatus, word) => {
  const kind = kindOf({ outcome, status, finalStatus, ...(wantedStatus !== undefined && { wantedStatus }) });
  expect(kindWord(kind)).toBe(word);
  expect(KINDS[kind].outcome).toBe(outcome);
});

describe("all of them", () => {
  test("occur above, and each outcome has one", () => {
    expect(new Set(rows.map(([, , , , word]) => word))).toEqual(new Set(ALL_KINDS.map(kindWord)));
    expect(new Set(Object.values(KINDS).map(({ outcome }) => outcome))).toEqual(new Set(OUTCOMES));
  });
  test("have a CSS rule that shows only them", async () => {
    const style = await Bun.file(`${import.meta.dir}/../../../src/web/assets/style.css`).text();
    for (const kind of ALL_KINDS)
      expect(style).toContain(`.result:has([value="${kind}"]:checked) .judged tbody tr:not(.${kind})`);
  });
});
