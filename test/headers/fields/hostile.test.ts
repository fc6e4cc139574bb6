/** Every field reads whatever strangers send: it never throws, and what it says is text. */

import { describe, expect, test } from "bun:test";
import { explainMessage } from "../../../src/headers/explain.ts";
import { fields } from "../../../src/headers/fields/index.ts";
import { parseMessage } from "../../../src/headers/message.ts";

const VALUES: readonly string[] = [
  "",
  " ",
  ",",
  ",,,",
  ";",
  "=",
  '"',
  '""',
  '"a',
  "a,",
  "a;b=",
  "a=b=c",
  "a = b",
  "(",
  "()",
  "constructor",
  "__proto__",
  "toString, hasOwnProperty",
  "constructor=1; __proto__=2",
  "constructor/valueOf; toString=constructor",
  "-1",
  "0",
  "1.5",
  "99999999999999999999999999",
  "?1",
  ":AAAA:",
  "@1e9",
  "%zz",
  "W/",
  "bytes",
  "bytes /",
  "bytes 99999999999999999-1/0",
  "{}",
  "[]",
  '{"a":',
  "null",
  "<>",
  "<a>; rel",
  "http://[",
  "//",
  "Fri, 99 Nov 2026 10:00:00 GMT",
  "Thu, 01 Jan 1970 00:00:00 GMT",
  "\u0000",
  "caf\u00e9 \u{1f600}",
  "a".repeat(5000),
  '"'.repeat(5000),
  "a,".repeat(2000),
  "a;".repeat(2000),
  "(".repeat(2000),
];

describe("fields read anything", () => {
  for (const { name } of fields)
    test(name, () => {
      for (const value of VALUES)
        for (const known of [
          {},
          { status: 200, method: "GET", url: "https://a.example/", requestHeaders: ["A: b"] },
        ]) {
          const message = parseMessage([`${name}: ${value}`, `${name}: ${value}`], known);
          const { headers } = explainMessage(message, 0);
          for (const header of headers) {
            expect(typeof (header.alternate ?? "")).toBe("string");
            for (const one of header.details.items ?? [])
              expect([
                typeof one.name,
                typeof one.value,
                typeof one.description,
                typeof (one.alternate ?? ""),
              ]).toEqual(["string", "string", "string", "string"]);
            for (const { title } of header.problems) expect(title.length).toBeLessThanOrEqual(300);
          }
        }
    });
});
