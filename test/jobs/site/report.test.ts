import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LIMIT, siteReport } from "../../../src/jobs/site/report.ts";
import { KIND, openStore, SOURCE, STATE } from "../../../src/jobs/site/store.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-report-"));
afterAll(() => rmSync(folder, { recursive: true }));

const START = "https://a.example/";

test.each([
  ["", "the page limit was reached (--max-pages)"],
  ["the limit of 10000 requests was reached", "the limit of 10000 requests was reached"],
])(
  "pages that were not looked up have the limit that ended the crawl as their reason: %j",
  (limit, reason) => {
    const store = openStore(join(folder, "site.sqlite"), true);
    const given = { kind: KIND.page, depth: 0, state: STATE.waiting, source: SOURCE.link };
    for (const path of ["1", "2"]) store.add(`${START}${path}`, given, () => null);
    store.set(LIMIT, limit);
    expect(siteReport(store, START).unchecked).toEqual([{ what: "page", count: 2, reason }]);
    store.close();
  },
);
