import { expect, test } from "bun:test";
import { checkConflict } from "../../../src/headers/verdicts/content.ts";

const location = "Location";
const disposition = "Content-Disposition";
type Row = readonly [lines: readonly string[], chromium?: string, firefox?: string];

/** Observed in Chromium 156, Firefox 140 and WebKitGTK 2.50; WebKit accepts every row. */
const rows: readonly Row[] = [
  [["Location: /a"]],
  [["Location: /a", "Location: /a"]],
  [["Location: /a, /b"]],
  [["Location: /a", "Location: /b"], location, location],
  [["Location:", "Location: /b"], location, location],
  [["Content-Disposition: inline"]],
  [["Content-Disposition: inline", "Content-Disposition: inline"]],
  [['Content-Disposition: inline; filename="a,b"']],
  [["Content-Disposition: inline, foo"], disposition],
  [["Content-Disposition: inline", "Content-Disposition: INLINE"], disposition, disposition],
  [["Content-Type: text/html", "Content-Type: text/plain"]],
];

test.each(rows.map((row) => [row[0].join(" | "), row] as const))("%s", (_, [lines, chromium, firefox]) => {
  const response = {
    lines: lines.map((line, index) => {
      const [, name = "", value = ""] = /^([^:]*): ?(.*)$/.exec(line) ?? [];
      return { name: name.toLowerCase(), value, index };
    }),
  };
  expect(checkConflict(response, "chromium")).toBe(chromium as never);
  expect(checkConflict(response, "firefox")).toBe(firefox as never);
  expect(checkConflict(response, "webkit")).toBeUndefined();
});
