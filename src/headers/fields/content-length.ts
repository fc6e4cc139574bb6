import { parseInteger } from "../../syntax/integers.ts";
import { type Context, field, invalidValue, problem, worded } from "../field.ts";
import { bytes, plural, quote } from "../wording.ts";

const LARGE = 2 ** 53;

const invalid = invalidValue("Content-Length", "12a", "12", "rfc9112#section-6.3", {
  summary: "Content-Length is not a plain number, so recipients must reject the message.",
});

const repeated = worded("content-length-repeated", "warning", "rfc9110#section-8.6", {
  fix: (value) => value.split(",")[0]?.trim(),
  bad: ["Content-Length: 5, 5"],
  good: ["Content-Length: 5"],
});

const wrong = worded("content-length-wrong", "error", "rfc9110#section-8.6", {
  bad: ["Content-Length: 5, 7"],
  good: ["Content-Length: 5"],
});

/** Content-Length (RFC 9110 section 8.6): bytes of content. */
export const contentLength = field(invalid, "integer", {
  repeat: "separate",
  parse(value, report) {
    const several = value.split(",").map((part) => part.trim());
    if (several.length > 1 && several.every((part) => /^\d+$/.test(part))) {
      const same = new Set(several).size === 1;
      if (!same) return void report(wrong, `Content-Length gives different lengths: ${quote(value)}.`);
      const times = `Content-Length has the same number ${several.length} times (${quote(value)})`;
      report(repeated, `${times}; some recipients reject that.`);
      return Number(several[0]);
    }
    const { value: count, flaws } = parseInteger(value);
    const flaw = flaws[0];
    if (flaw?.id === "empty") report(invalid, "Content-Length has no value: a number of bytes is expected.");
    else if (flaw && flaw.id !== "overflow")
      report(invalid, `Content-Length ${quote(value)} is not a number of bytes.`);
    else return count;
    return undefined;
  },
  alternateInMessage(count, { status }) {
    if (count >= LARGE - 1) return undefined;
    return status === 304 && count > 0 ? `${bytes(count)}, not sent again` : bytes(count);
  },
}).problems({
  named: [repeated, wrong],
  eachLine: problem("content-length-large", "warning", "rfc9110#section-8.6", {
    detect: (count) => count >= LARGE - 1,
    title: (_, __, ___, { line }) => `Content-Length ${quote(line.value)} overflows in many recipients.`,
    bad: ["Content-Length: 92233720368547758080"],
    good: ["Content-Length: 9034"],
  }),
  check(count, context, report) {
    const came = countsContent(context) ? context.message.bodyLength : undefined;
    if (came !== undefined && came !== count)
      report(wrong, `Content-Length is ${plural(count, "byte")}, but ${came} arrived.`);
  },
  checkAll(lines, _context, report) {
    if (lines.length < 2) return;
    const times = `Content-Length is sent ${lines.length} times`;
    const isSame = new Set(lines.map(({ line }) => line.value)).size === 1;
    if (isSame) report(repeated, `${times} with the same value; some recipients reject that.`, lines[1]);
    else report(wrong, `${times} with different lengths, so recipients must reject the message.`, lines[1]);
  },
});

/** True if the length is that of the received content; HEAD and 304 give the length for GET. */
function countsContent({ method, status, message, has }: Context): boolean {
  if (message.bodyLength === undefined || has("transfer-encoding")) return false;
  return method !== "HEAD" && status !== 304;
}
