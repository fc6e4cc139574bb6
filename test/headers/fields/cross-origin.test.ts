import { expect, test } from "bun:test";
import { explainMessage } from "../../../src/headers/explain.ts";
import type { Known } from "../../../src/headers/message.ts";
import { parseMessage } from "../../../src/headers/message.ts";
import { lastHeader, problemsOfLast } from "../explained.ts";

const GET: Known = { method: "GET", requestHeaders: [], url: "http://example.com/foo/bar" };
const FROM = (origin: string): Known => ({ ...GET, requestHeaders: [`Origin: ${origin}`] });
const PREFLIGHT: Known = {
  method: "OPTIONS",
  requestHeaders: ["Origin: http://example.com", "Access-Control-Request-Method: POST"],
};
const ORIGIN = "Access-Control-Allow-Origin";
const ONE = `${ORIGIN}: https://a.example`;
const WITHOUT = "info cors-without-origin";

/** Lines, context and the problems of the last line. */
const CASES: readonly (readonly [lines: readonly string[], known: Known, problems: readonly string[]])[] = [
  [[`${ORIGIN}: *`], FROM("https://example.com"), []],
  [[ONE], GET, []],
  [["Vary: Accept, origin", ONE], FROM("https://a.example"), []],
  [[ONE], FROM("https://b.example"), ["error cors-origin-mismatch"]],
  [["Access-Control-Expose-Headers: X-Total"], GET, [WITHOUT]],
  // WordPress always sends Access-Control-Expose-Headers, but Access-Control-Allow-Origin only to requests
  // with an Origin.
  [["Vary: Origin", "Access-Control-Expose-Headers: X-Total"], GET, []],
  [["Vary: Origin", "Access-Control-Expose-Headers: X-Total"], FROM("https://a.example"), [WITHOUT]],
  [[`${ORIGIN}: null`], GET, ["info access-control-origin-null"]],
  [[`${ORIGIN}: https://a.example https://b.example`], GET, ["error access-control-origins-several"]],
  [
    [`${ORIGIN}: https://a.example, https://b.example/`],
    GET,
    ["error access-control-origin-invalid", "error access-control-origins-several"],
  ],
  [
    ["Cache-Control: max-age=60", `${ORIGIN}: https://a.example, https://b.example`],
    FROM("https://a.example"),
    ["error access-control-origins-several"],
  ],
  [
    ["Cache-Control: max-age=60", "Vary: Origin", `${ORIGIN}: https://a.example, https://b.example`],
    FROM("https://a.example"),
    ["error access-control-origins-several"],
  ],
  [[`${ORIGIN}: https://a.example/`], GET, ["error access-control-origin-invalid"]],
  [[`${ORIGIN}: https://A.example`], GET, ["error access-control-origin-invalid"]],
  [[`${ORIGIN}: https://a.example:443`], GET, ["error access-control-origin-invalid"]],
  [[`${ORIGIN}: https://*.a.example`], GET, ["error access-control-origin-invalid"]],
  [[`${ORIGIN}: a.example`], GET, ["error access-control-origin-invalid"]],
  [[`${ORIGIN}: chrome-extension://abcdef`], GET, []],
  [[`${ORIGIN}: http://[2001:db8::1]:8080`], GET, []],
  [[`${ORIGIN}:`], GET, ["warning value-empty"]],
  [[ONE, `${ORIGIN}: https://b.example`], GET, ["error access-control-origins-several"]],
  [[`${ORIGIN}: *`, `${ORIGIN}: *`], GET, ["error access-control-origins-several"]],
  [
    [ONE, "Access-Control-Allow-Credentials: true", "Access-Control-Allow-Credentials: true"],
    {},
    ["error access-control-credentials-value"],
  ],
  [["Access-Control-Allow-Credentials: true"], GET, [WITHOUT]],
  [["Access-Control-Allow-Credentials: false"], GET, ["error access-control-credentials-value", WITHOUT]],
  [[ONE, "Access-Control-Allow-Credentials: TRUE"], GET, ["error access-control-credentials-value"]],
  [[ONE, "Access-Control-Allow-Credentials: true"], {}, []],
  [
    [ONE, "Access-Control-Allow-Credentials: true"],
    { url: "https://api.example.com/" },
    ["info cors-credentials-foreign-origin"],
  ],
  [
    [ONE, "Access-Control-Allow-Credentials: true"],
    { ...GET, requestHeaders: ["Origin: https://a.example"] },
    ["info cors-credentials-foreign-origin"],
  ],
  [[ONE, "Access-Control-Allow-Credentials: true"], GET, []],
  [[`${ORIGIN}: http://www.example.com`, "Access-Control-Allow-Credentials: true"], GET, []],
  [[`${ORIGIN}: *`, "Access-Control-Allow-Credentials: true"], {}, ["error cors-credentials-any-origin"]],
  [[`${ORIGIN}: null`, "Access-Control-Allow-Credentials: true"], {}, ["error cors-credentials-null-origin"]],
  [["Access-Control-Allow-Methods: GET, PUT"], GET, ["info cors-preflight-only", WITHOUT].toSorted()],
  [[ONE, "Access-Control-Allow-Methods: GET, PUT"], {}, []],
  [[ONE, "Access-Control-Allow-Methods: GET, PUT"], PREFLIGHT, []],
  [[ONE, "Access-Control-Allow-Methods: get, PUT"], PREFLIGHT, ["warning access-control-method-case"]],
  [
    [ONE, "Access-Control-Allow-Methods: GET; PUT"],
    PREFLIGHT,
    ["error access-control-allow-methods-invalid"],
  ],
  [[ONE, "Access-Control-Allow-Headers: a, b"], { ...GET, method: "OPTIONS" }, []],
  [[ONE, "Access-Control-Allow-Headers: a, b"], PREFLIGHT, []],
  [[ONE, "Access-Control-Allow-Headers:"], PREFLIGHT, []],
  [[ONE, "Access-Control-Allow-Headers: a b"], PREFLIGHT, ["error access-control-allow-headers-invalid"]],
  [[ONE, "Access-Control-Expose-Headers: X-Total, Link"], GET, []],
  [[ONE, "Access-Control-Expose-Headers: Set-Cookie"], GET, ["warning access-control-expose-forbidden"]],
  [[ONE, "Access-Control-Max-Age: 600"], PREFLIGHT, []],
  [[ONE, "Access-Control-Max-Age: 86401"], PREFLIGHT, []],
  [[ONE, "Access-Control-Max-Age: -1"], PREFLIGHT, ["warning access-control-max-age-negative"]],
  [[ONE, "Access-Control-Max-Age: 1.5"], PREFLIGHT, ["error access-control-max-age-invalid"]],
  [[ONE, "Access-Control-Max-Age: an hour"], PREFLIGHT, ["error access-control-max-age-invalid"]],
  [["Timing-Allow-Origin: *"], GET, []],
  [["Timing-Allow-Origin: https://a.example, null"], GET, []],
  [["Timing-Allow-Origin: a.example"], GET, ["warning timing-allow-origin-invalid"]],
  [["Access-Control-Request-Method: PUT"], {}, ["warning request-field-in-response"]],
];

for (const [lines, known, problems] of CASES)
  test(`${lines.join(" | ")} ${JSON.stringify(known.requestHeaders ?? "")}`, () => {
    expect(problemsOfLast(lines, known)).toEqual([...problems]);
  });

test.each([
  [[ONE], "Vary: Origin"],
  [["Vary: Accept", ONE], "Vary: Accept, Origin"],
  [["Cache-Control: max-age=60", `${ORIGIN}: https://a.example, https://b.example`], "Vary: Origin"],
])("%p lacks Origin in Vary", (lines, fix) => {
  const { headers, problems } = explainMessage(parseMessage(lines, FROM("https://a.example")), 0);
  const all = [...problems, ...headers.flatMap((header) => header.problems)];
  expect(all.find(({ name }) => name === "cors-vary-origin-missing")).toMatchObject({ field: "vary", fix });
});

test("members are items", () => {
  const items = lastHeader(["Access-Control-Allow-Headers: Content-Type, X-Mine, *"]).details.items ?? [];
  expect(items.map(({ name }) => name)).toEqual(["Content-Type", "X-Mine", "*"]);
  for (const { description } of items) expect(description).toMatch(/\.$/);
});
