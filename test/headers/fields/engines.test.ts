/** A title names the browser engine if only one is affected. */

import { expect, test } from "bun:test";
import { explainMessage } from "../../../src/headers/explain.ts";
import { parseMessage } from "../../../src/headers/message.ts";

const HASH = "dVbMnBGIUutUerZks77uKhewo4arUwKc9ZPimf2fuls";

test.each([
  [
    "Permissions-Policy: geolocation=*",
    "permissions-policy-wildcard",
    "in Chromium; others ignore the header.",
  ],
  ["Permissions-Policy-Report-Only: geolocation=*", "permissions-policy-wildcard", "for every origin."],
  [
    "Content-Security-Policy: img-src https://a.example?x=1",
    "csp-source-invalid",
    "Chromium ignores it; Firefox only drops its query or fragment.",
  ],
  ["Content-Security-Policy: img-src https://", "csp-source-invalid", "so browsers ignore it."],
  [`Content-Security-Policy: script-src 'sha256-${HASH}'`, "csp-hash-unpadded", "Firefox does not match it."],
  [`Content-Security-Policy: script-src 'sha256-${HASH}='`, "csp-hash-unpadded", undefined],
  [
    "Content-Disposition: attachment filename=a.txt",
    "content-disposition-invalid",
    "Firefox saves it, Chromium shows it.",
  ],
  ["Content-Disposition: save", "disposition-unknown", "use inline or attachment."],
] as const)("%s: %s", (line, id, end) => {
  const message = parseMessage([line, "Content-Type: text/html"], {
    status: 200,
    url: "https://example.com/a",
  });
  const { headers } = explainMessage(message, 0);
  const found = headers
    .flatMap(({ problems, details }) => [
      ...problems,
      ...(details.items ?? []).flatMap((one) => one.problems ?? []),
    ])
    .filter(({ name }) => name === id);
  expect(found.map(({ title }) => end !== undefined && title.endsWith(end))).toEqual(
    end === undefined ? [] : [true],
  );
});

test("a hash with its padding is the same in both engines", () => {
  const { verdicts } = explainMessage(
    parseMessage([`Content-Security-Policy: script-src 'sha256-${HASH}='`], { status: 200 }),
    0,
  );
  expect(verdicts.firefox.policy).toEqual(verdicts.policy);
});

test.each([
  [["Permissions-Policy: camera=()"], "turned off: camera; Firefox and Safari ignore the header"],
  [["Permissions-Policy: camera=(self)"], "applied by Chromium; Firefox and Safari ignore the header"],
  [["Permissions-Policy-Report-Only: camera=()"], "turned off: camera"],
  [["Content-Type: application/atom+xml"], "Atom feed; Firefox saves it as a file"],
  [["Content-Type: application/atom+xml", "Content-Disposition: inline; filename=a"], "Atom feed"],
  [
    ['Content-Disposition: attachment; filename="%20a.txt"', "Content-Type: text/plain"],
    "saved as a file named _a.txt; Firefox calls it a.txt",
  ],
  [["Content-Disposition: attachment; filename=a.txt"], "saved as a file named a.txt"],
  [
    ["Content-Disposition: attachment", "Content-Type: text/plain"],
    "saved as a file named a.txt; Firefox calls it a",
  ],
  [["Content-Disposition: inline", "Content-Type: text/html"], "shown inline"],
  [
    ["Content-Disposition: inline; filename=a.bin", "Content-Type: application/octet-stream"],
    "saved as a file named a.bin",
  ],
])("%j: %s", (lines, words) => {
  const message = parseMessage(lines, { status: 200, url: "https://example.com/a" });
  expect(explainMessage(message, 0).headers[0]?.alternate).toBe(words);
});

test.each([
  ["default-src 'strict-dynamic' 'unsafe-inline' 'nonce-8IBTHwOdqNKAWeKl7plt8g=='", undefined],
  ["default-src 'strict-dynamic' 'unsafe-inline'", "Chromium ignores it next to 'strict-dynamic'."],
  ["style-src 'unsafe-inline'", "allows inline styles."],
])("inline styles under %s", (policy, end) => {
  const { headers } = explainMessage(
    parseMessage([`Content-Security-Policy: ${policy}`], { status: 200 }),
    0,
  );
  const found = (headers[0]?.details.items ?? [])
    .flatMap(({ problems = [] }) => problems)
    .find(({ name }) => name === "csp-style-unsafe-inline");
  expect(found?.title.slice(-(end?.length ?? 0))).toBe(end);
});

test("findings and verdicts accept the same sources", () => {
  const ids = (source: string) =>
    (
      explainMessage(parseMessage([`Content-Security-Policy: img-src ${source}`], { status: 200 }), 0)
        .headers[0]?.details.items ?? []
    ).flatMap(({ problems = [] }) => problems.map(({ name }) => name));
  expect(ids("a_b.example")).toEqual(["csp-source-invalid"]);
  expect(ids("ab.example")).toEqual([]);
  expect(ids(`'sha-256-${HASH}='`)).toEqual(["csp-keyword-misplaced"]);
});

test("an invalid directive hides a later one in Chromium only", () => {
  const policy = "Content-Security-Policy: img-src \u201cself\u201d; img-src a.example";
  const { headers } = explainMessage(parseMessage([policy], { status: 200 }), 0);
  const titles = (headers[0]?.details.items ?? []).flatMap(({ problems = [] }) =>
    problems.filter(({ name }) => name === "csp-directive-repeated").map(({ title }) => title),
  );
  expect(titles).toHaveLength(1);
  expect(titles[0]).toEndWith("Firefox uses it.");
});
