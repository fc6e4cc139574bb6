/** Where only one engine minds, the finding says which. */

import { expect, test } from "bun:test";
import { explainMessage } from "../../../src/headers/explain.ts";
import { parseMessage } from "../../../src/headers/message.ts";

const HASH = "dVbMnBGIUutUerZks77uKhewo4arUwKc9ZPimf2fuls";

test.each([
  [
    "Permissions-Policy: geolocation=*",
    "permissions-policy-wildcard",
    "in Chromium; Firefox ignores the field.",
  ],
  ["Permissions-Policy-Report-Only: geolocation=*", "permissions-policy-wildcard", "to every origin."],
  [
    "Content-Security-Policy: img-src https://a.example?x=1",
    "csp-source-invalid",
    "is ignored in Chromium; Firefox reads it without its query or fragment.",
  ],
  ["Content-Security-Policy: img-src https://", "csp-source-invalid", "and is ignored."],
  [
    `Content-Security-Policy: script-src 'sha256-${HASH}'`,
    "csp-hash-unpadded",
    "in Firefox it matches nothing.",
  ],
  [`Content-Security-Policy: script-src 'sha256-${HASH}='`, "csp-hash-unpadded", undefined],
  [
    "Content-Disposition: attachment filename=a.txt",
    "content-disposition-invalid",
    "Firefox saves it, Chromium shows it.",
  ],
  ["Content-Disposition: save", "disposition-unknown", "inline or attachment is expected."],
] as const)("%s: %s", (line, id, end) => {
  const message = parseMessage([line, "Content-Type: text/plain"], {
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
