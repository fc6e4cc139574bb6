/** The home page shows an example as the real result, and leads to every job. */

import { expect, test } from "bun:test";
import { decodeHeaders } from "../../src/http/decode.ts";
import { viewReport } from "../../src/view/report.ts";
import { html } from "../../src/web/html.ts";
import { EXAMPLE, formsView, homeView } from "../../src/web/pages/home-page.ts";

test("the example is the result of its header lines", () => {
  const { url, status, headers } = EXAMPLE;
  const { verdict, intent, findings } = viewReport(
    decodeHeaders({ headers: [headers], status: Number(status), url }, Date.parse("2026-11-28T10:00:00Z")),
  );
  expect({ verdict, sentence: intent, finding: findings[0]?.title, fix: findings[0]?.fix }).toEqual({
    verdict: EXAMPLE.verdict,
    sentence: EXAMPLE.sentence,
    finding: EXAMPLE.finding,
    fix: EXAMPLE.fix,
  });
});

test("six cards lead to the jobs, and one of the examples is a URL", () => {
  const { markup } = homeView(html``, html``);
  expect([...markup.matchAll(/<li class="card"><h2><a href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
    "/#q",
    "/page",
    "/redirects",
    "/site",
    "/headers",
    "/compare",
  ]);
  expect(markup).toContain(`href="/?q=${encodeURIComponent("http://github.com")}"`);
});

test("/forms has every job, with unique ids", () => {
  const { markup } = formsView({ url: "shop.example" });
  for (const action of ["/", "/page", "/headers", "/compare", "/redirects"])
    expect(markup).toContain(`action="${action}"`);
  const ids = [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(markup.match(/value="shop.example"/g)).toHaveLength(3);
});
