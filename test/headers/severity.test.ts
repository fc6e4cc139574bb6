/** What an expert calls graver: each kind on the left before that on the right. */

import { expect, test } from "bun:test";
import { problemKinds } from "../../src/headers/problem-kinds.ts";

const RANK = ["info", "warning", "error"];
const rankOf = (id: string) => RANK.indexOf(problemKinds().get(id)?.severity ?? "");

test.each([
  ["session-from-shared-cache", "cookies-in-shared-cache"],
  ["credentials-in-response", "request-field-in-response"],
  ["location-downgrade", "hsts-preload-unsuitable"],
  ["location-token", "hsts-preload-unsuitable"],
  ["cookie-session-script-readable", "cookie-insecure"],
  ["cors-preflight-refused", "cors-preflight-only"],
  ["cookie-insecure", "x-xss-protection-on"],
  ["location-downgrade", "cookie-third-party"],
])("%s is graver than %s", (graver, lesser) => {
  expect(rankOf(lesser)).toBeGreaterThanOrEqual(0);
  expect(rankOf(graver)).toBeGreaterThan(rankOf(lesser));
});
