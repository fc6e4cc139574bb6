/** Every field parses any text without throwing, and describes it with text. */

import { describe, expect, test } from "bun:test";
import { explainMessage } from "../../../src/headers/explain.ts";
import { allFields } from "../../../src/headers/fields/index.ts";
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

const KNOWN = { status: 200, method: "GET", url: "https://a.example/", requestHeaders: ["A: b"] };

/** Header lines per message: several share the cost of one. */
const AT_ONCE = 8;
const SHORT = 100;

const names = allFields().map(({ name }) => name);
const groups = Array.from({ length: Math.ceil(names.length / AT_ONCE) }, (_, at) =>
  names.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
);

describe("fields accept any text", () => {
  for (const group of groups)
    test(group.join(", "), () => {
      const odd: unknown[] = [];
      const messages = VALUES.flatMap((value) => {
        const lines = group.map((name) => [`${name}: ${value}`, `${name}: ${value}`]);
        return value.length < SHORT ? [lines.flat()] : lines;
      });
      for (const lines of messages) {
        const message = parseMessage(lines, KNOWN);
        for (const { alternate, details, problems } of explainMessage(message, 0).headers) {
          const texts = [alternate ?? "", ...problems.map(({ title }) => title)];
          for (const item of details.items ?? [])
            texts.push(item.name, item.value, item.description, item.alternate ?? "");
          odd.push(...texts.filter((text) => typeof text !== "string"));
          odd.push(...problems.filter(({ title }) => title.length > 300));
        }
      }
      expect(odd).toEqual([]);
    });
});
