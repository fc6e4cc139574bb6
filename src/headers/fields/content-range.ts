import { type ContentRange, type ContentRangeFlaw, parseContentRange } from "../../syntax/content-range.ts";
import { field, firstOf, item, problem, worded } from "../field.ts";
import { swapping } from "../reading/fixing.ts";
import { bytes, quote } from "../wording.ts";

const SPEC = "rfc9110#section-14.4";

const syntax = worded("content-range-syntax", "error", SPEC, {
  // Without a unit, the range may count rows, as in PostgREST.
  fix: swapping(/^bytes\s*[=:]\s*(?=\d+-\d+\/(?:\d+|\*)$)/i, "bytes "),
  bad: ["Content-Range: bytes 0-99"],
  good: ["Content-Range: bytes 0-99/200"],
});

/** Problem of an invalid range; `effect` is the end of its title. */
function flawed(
  id: string,
  flaw: ContentRangeFlaw,
  { summary, effect, bad, good }: Record<"summary" | "effect" | "bad" | "good", string>,
) {
  return worded<ContentRange>(id, "error", SPEC, {
    summary,
    detect(range) {
      const found = range.flaws.find(({ id }) => id === flaw);
      return found && `The range ${found.text} ${effect}.`;
    },
    bad: [`Content-Range: bytes ${bad}`],
    good: [`Content-Range: bytes ${good}`],
  });
}

/** Content-Range (RFC 9110 section 14.4): the part of the representation that is sent. */
export const contentRange = field("Content-Range", "string", {
  empty: "",
  parse(value, report) {
    const parsed = parseContentRange(value);
    if (!parsed) report(syntax, `Content-Range ${quote(value)} is malformed: ${why(value)}.`);
    return parsed;
  },
  items({ unit, first, last, size, unsatisfied }) {
    const range = unsatisfied ? "*" : `${first}-${last}`;
    const what = unsatisfied
      ? "No part: the requested range cannot be satisfied."
      : "First and last position, both included, counted from 0.";
    return [
      item("unit", unit, "The unit of the positions."),
      item("range", range, what),
      item("complete-length", String(size ?? "*"), "Length of the whole representation; * where unknown."),
    ];
  },
  alternate({ unit, first = 0, last = 0, size, unsatisfied, flaws }) {
    if (unit !== "bytes" || flaws.length > 0) return undefined;
    if (unsatisfied)
      return size === undefined ? undefined : `no such part: the representation has ${bytes(size)}`;
    const part = bytes(Math.max(0, last - first + 1));
    return size === undefined
      ? `${part} from byte ${first}, of an unknown length`
      : `${part} of ${bytes(size)}, from byte ${first}`;
  },
}).problems({
  named: [syntax],
  eachLine: [
    flawed("content-range-backwards", "range-backwards", {
      summary: "The range ends before it starts.",
      effect: "ends before it starts",
      bad: "100-50/200",
      good: "50-100/200",
    }),
    flawed("content-range-beyond", "range-beyond-size", {
      summary: "The range ends at or beyond the complete length; its last position must be below it.",
      effect: "ends beyond the complete length",
      bad: "100-200/200",
      good: "100-199/200",
    }),
    flawed("content-range-empty", "range-says-nothing", {
      summary: "Content-Range gives neither a range nor a complete length.",
      effect: "gives neither a range nor a complete length",
      bad: "*/*",
      good: "*/1234",
    }),
    problem("content-range-unit", "warning", "rfc9110#section-14.1", {
      detect({ unit }, context) {
        const requested = context.request("range")?.trimStart().toLowerCase() ?? "";
        return unit !== "bytes" && !requested.startsWith(`${unit}=`);
      },
      title: (_, { unit }) => `The range unit ${quote(unit)} is unknown; clients understand only bytes.`,
      bad: ["Content-Range: items 0-9/100"],
      good: ["Content-Range: bytes 0-9/100"],
    }),
    firstOf(
      problem("content-range-status", "warning", SPEC, {
        detect: (_, { status }) => status !== 206 && status !== 416 && status,
        title: (status) => `Content-Range has no meaning in a response with status ${status}.`,
        bad: { lines: ["Content-Range: bytes 0-99/200"], status: 200 },
        good: { lines: ["Content-Range: bytes 0-99/200"], status: 206 },
      }),
      problem("content-range-unsatisfied-status", "warning", SPEC, {
        detect: ({ unsatisfied }, { status }) => unsatisfied && status === 206,
        bad: { lines: ["Content-Range: bytes */100"], status: 206 },
        good: { lines: ["Content-Range: bytes */100"], status: 416 },
      }),
    ),
  ],
});

function why(value: string): string {
  const space = value.trim().indexOf(" ");
  const rest = value.slice(space + 1);
  if (space < 0) return "the unit or the space after it is missing";
  const slash = rest.indexOf("/");
  if (slash < 0) return "the slash before the complete length is missing";
  const range = rest.slice(0, slash);
  if (!range.includes("-") && range !== "*") return "the hyphen between first and last position is missing";
  return "a position or length is not a number";
}
