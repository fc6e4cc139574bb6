/** Header lines: characters, folding and size. */

import { type Context, type ExplainedLine, problem, rule, ruleOn } from "../field.ts";
import type { FieldLine } from "../message.ts";
import { bytes, quote } from "../wording.ts";

/** Control characters other than tab, which are invalid in values (RFC 9110 section 5.5). */
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;
const NON_ASCII = /[^\u0000-\u007f]/;
const PLAIN = /^[\t\u0020-\u007e]*$/;

type Lines = readonly ExplainedLine[];

/** Lines with invalid characters or folding; most messages have none. */
function oddLines({ all }: Context): Lines | undefined {
  const odd = all.filter(({ line }) => line.flaws.length > 0 || !PLAIN.test(line.value));
  return odd.length > 0 ? odd : undefined;
}

function flawed(lines: Lines, ...flaws: readonly FieldLine["flaws"][number][]): Lines {
  return lines.filter(({ line }) => flaws.some((flaw) => line.flaws.includes(flaw)));
}

/** Whether the header's own checks already report a non-ASCII character. */
function isReportedAlready({ header: { problems }, items }: ExplainedLine): boolean {
  return [...problems, ...items.flatMap((item) => item.problems ?? [])].some(({ name }) =>
    name.endsWith("-non-ascii"),
  );
}

export const lines = ruleOn(oddLines, [
  problem("field-line-invalid", "error", "rfc9112#section-5", {
    detectAll: (odd) => flawed(odd, "no-colon"),
    title: ({ line: { sent } }) =>
      `${quote(sent)} is not a header: it has no ${sent.startsWith(":") ? "name before its colon" : "colon"}.`,
    bad: ["Content-Type text/html"],
    good: ["Content-Type: text/html; charset=utf-8"],
  }),
  problem("field-name-invalid", "error", "rfc9110#section-5.1", {
    detectAll: (context) =>
      flawed(context, "bad-name", "space-before-colon").filter(
        ({ line }) => !line.flaws.includes("no-colon"),
      ),
    title: ({ line: { flaws, sent } }) =>
      flaws.includes("bad-name")
        ? `The header name ${quote(sent)} has invalid characters.`
        : `${sent} has white space before its colon: Firefox ignores the line, Chromium accepts it.`,
    bad: ["X Rate: 5"],
    good: ["X-Rate: 5"],
  }),
  problem("field-line-folded", "warning", "rfc9112#section-5.2", {
    detectAll: (odd) => flawed(odd, "folded"),
    title: ({ line }) => `${line.sent} is folded over several lines, which is obsolete.`,
    bad: ["X-Note: one", "  two"],
    good: ["X-Note: one two"],
  }),
  problem("field-value-invalid", "error", "rfc9110#section-5.5", {
    detectAll: (odd) => odd.filter(({ line }) => CONTROL.test(line.value)),
    title: ({ line }) => `The value of ${line.sent} has a control character.`,
    bad: ["X-Note: a\u0000b"],
    good: ["X-Note: ab"],
  }),
  problem("field-value-non-ascii", "warning", "rfc9110#section-5.5", {
    detectAll: (odd) =>
      odd.filter(
        (line) =>
          NON_ASCII.test(line.line.value) && !CONTROL.test(line.line.value) && !isReportedAlready(line),
      ),
    title: ({ line }) => `The value of ${line.sent} has non-ASCII characters.`,
    bad: ["X-Note: caf\u00e9"],
    good: ["X-Note: cafe"],
  }),
]);

/** Maximum bytes of a header line, below the defaults of proxies and servers. */
const LARGE_FIELD = 4096;
/** Maximum bytes of status line and headers: two memory pages, the default of reverse proxies. */
const LARGE_SECTION = 8000;

const sizeOf = ({ line }: ExplainedLine) => line.sent.length + line.value.length + 4;

/** Size of headers: proxies reject headers that exceed their buffers. */
export const size = rule([
  problem("field-too-large", "warning", "rfc9110#section-5.4", {
    detectAll: ({ all }) => all.filter((line) => sizeOf(line) > LARGE_FIELD),
    title: (line) =>
      `${line.line.sent.slice(0, 60)} is ${bytes(sizeOf(line))} long, so proxies may reject the response.`,
    bad: [`X-Note: ${"a".repeat(4096)}`],
    good: ["X-Note: a"],
  }),
  problem("fields-too-large", "warning", "rfc9110#section-5.4", {
    detect({ all }) {
      const total = all.reduce((sum, line) => sum + sizeOf(line), 0);
      return total > LARGE_SECTION && total;
    },
    title: (total) =>
      `The header section is ${bytes(total)} long; proxies often accept at most ${bytes(LARGE_SECTION)}.`,
    bad: Array.from({ length: 90 }, (_, at) => `X-Note-${at}: ${"a".repeat(100)}`),
    good: ["X-Note: a"],
  }),
]);
