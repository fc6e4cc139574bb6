/** `verdicts.cookies[].thirdParty`: its conditions, and its finding. */

import { expect, test } from "bun:test";
import { siteOf } from "../../../src/headers/verdicts/origins.ts";
import { explain, findingsOf } from "../explained.ts";
import { judged } from "./judged.ts";

const URL_ = "https://chat.example/frame";
const NONE = "Set-Cookie: sid=1; Secure; HttpOnly; SameSite=None";
const LAX = "Set-Cookie: sid=1; Secure; HttpOnly; SameSite=Lax";
const UNSET = "Set-Cookie: sid=1; Secure; HttpOnly";

/** Results in Chromium, Firefox and WebKit. */
function outcomes(line: string, requestHeaders?: string[], thirdParty?: boolean) {
  const verdicts = judged(
    [line],
    { url: URL_, ...(requestHeaders && { requestHeaders }) },
    thirdParty === undefined ? undefined : { thirdParty },
  );
  return [verdicts, verdicts.firefox, verdicts.webkit].map(
    ({ cookies }) => cookies?.[0]?.thirdParty?.outcome,
  );
}
const NOBODY = [undefined, undefined, undefined];
const OTHER = ["Origin: https://shop.example"];

test.each([
  [NONE, undefined, ["stored", "partitioned", "refused"]],
  [`${NONE}; Partitioned`, undefined, ["partitioned", "partitioned", "partitioned"]],
  [LAX, undefined, NOBODY],
  [UNSET, undefined, NOBODY],
  [LAX, OTHER, ["refused", "refused", "refused"]],
  [UNSET, OTHER, ["refused", "partitioned", "refused"]],
  [LAX, ["Origin: https://www.chat.example"], NOBODY],
  [LAX, ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: cors"], ["refused", "refused", "refused"]],
  [LAX, ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"], NOBODY],
  [LAX, ["Sec-Fetch-Site: same-site", "Origin: https://shop.example"], NOBODY],
  ["Set-Cookie: sid=1; SameSite=None", OTHER, [undefined, undefined, "refused"]],
  ["Set-Cookie: sid=; Secure; SameSite=None; Max-Age=0", OTHER, [undefined, undefined, "refused"]],
])("%s, called with %j", (line, request, expected) => {
  expect<unknown>(outcomes(line, request)).toEqual(expected);
});

test("the caller may assume another site's page, or none", () => {
  expect(outcomes(LAX, undefined, true)).toEqual(["refused", "refused", "refused"]);
  expect(outcomes(LAX, OTHER, false)).toEqual(NOBODY);
});

test("a frame in another site's page is third-party, although it is a navigation", () => {
  const frame = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: iframe"];
  expect(outcomes(UNSET, frame)).toEqual(["refused", "partitioned", "refused"]);
});

test("a cookie that the page of another site cannot set is refused in every sentence", () => {
  const both = [LAX, "Set-Cookie: b=1; Secure; SameSite=Strict"];
  const explained = explain(both, { status: 200, url: URL_, requestHeaders: OTHER });
  expect(explained.intent).toBe(
    "Serves content of an undeclared type and tries to set 2 cookies; browsers reject all its cookies.",
  );
  expect(explained.verdicts?.cookies?.map(({ outcome }) => outcome)).toEqual(["refused", "refused"]);
  expect(findingsOf(explained).filter(({ name }) => name === "cookie-third-party")).toHaveLength(2);
});

test("the finding is a warning for another site's page, otherwise an info, and absent with Partitioned", () => {
  const found = (line: string, requestHeaders?: string[]) =>
    findingsOf(explain([line], { url: URL_, ...(requestHeaders && { requestHeaders }) }))
      .filter(({ name }) => name === "cookie-third-party")
      .map(({ severity }) => severity);
  expect(found(NONE)).toEqual(["info"]);
  expect(found(NONE, OTHER)).toEqual(["warning"]);
  expect(found(UNSET, OTHER)).toEqual(["warning"]);
  expect(found(LAX)).toEqual([]);
  expect(found(LAX, OTHER)).toEqual(["error"]);
  // Partitioned needs SameSite=None: without it Chromium refuses the cookie all the same.
  expect(found(`${UNSET}; Partitioned`, OTHER)).toEqual(["warning"]);
  expect(found(`${NONE}; Partitioned`, OTHER)).toEqual([]);
});

test.each([
  ["www.a.example", "a.example"],
  ["a.co.uk", "a.co.uk"],
  ["user.github.io", "user.github.io"],
  ["localhost", "localhost"],
])("the site of %s is %s", (host, site) => {
  expect(siteOf(host)).toBe(site);
});
