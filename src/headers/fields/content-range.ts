import { field, item } from "../field.ts";
import { swapping } from "../fixing.ts";
import { rfc9110 } from "../specs.ts";
import { type ContentRangeFlaw, parseContentRange } from "../syntax/content-range.ts";
import { bytes, quote } from "../wording.ts";

type RangeKind = "content-range-backwards" | "content-range-beyond" | "content-range-empty";

const FLAWS: Readonly<Record<ContentRangeFlaw, readonly [id: RangeKind, why: string]>> = {
  "range-backwards": ["content-range-backwards", "ends before it starts"],
  "range-beyond-size": ["content-range-beyond", "ends beyond the complete length"],
  "range-says-nothing": ["content-range-empty", "gives neither a range nor a complete length"],
};

/** Content-Range (RFC 9110 section 14.4): which part of the representation this is. */
export const contentRange = field({
  name: "Content-Range",
  type: "string",
  repeat: "single",
  kinds: {
    "content-range-syntax": {
      severity: "error",
      link: rfc9110("section-14.4"),
      summary: "Content-Range is not in the form bytes 0-99/200.",
      fix: swapping(/^(?:bytes\s*[=:]\s*)?(?=\d+-\d+\/(?:\d+|\*)$)/i, "bytes "),
      bad: ["Content-Range: bytes 0-99"],
      good: ["Content-Range: bytes 0-99/200"],
    },
    "content-range-backwards": {
      severity: "error",
      link: rfc9110("section-14.4"),
      summary: "The range ends before it starts.",
      bad: ["Content-Range: bytes 100-50/200"],
      good: ["Content-Range: bytes 50-100/200"],
    },
    "content-range-beyond": {
      severity: "error",
      link: rfc9110("section-14.4"),
      summary: "The range ends at or beyond the complete length: its last position has to lie below.",
      bad: ["Content-Range: bytes 100-200/200"],
      good: ["Content-Range: bytes 100-199/200"],
    },
    "content-range-empty": {
      severity: "error",
      link: rfc9110("section-14.4"),
      summary: "Content-Range gives neither a range nor a complete length.",
      bad: ["Content-Range: bytes */*"],
      good: ["Content-Range: bytes */1234"],
    },
    "content-range-status": {
      severity: "warning",
      link: rfc9110("section-14.4"),
      summary: "Content-Range has a meaning in responses with status 206 and 416 only.",
      bad: { lines: ["Content-Range: bytes 0-99/200"], status: 200 },
      good: { lines: ["Content-Range: bytes 0-99/200"], status: 206 },
    },
    "content-range-length-unknown": {
      severity: "info",
      link: rfc9110("section-14.4"),
      summary: "The complete length is left open.",
      bad: ["Content-Range: bytes 0-99/*"],
      good: ["Content-Range: bytes 0-99/200"],
    },
    "content-range-unsatisfied-status": {
      severity: "warning",
      link: rfc9110("section-14.4"),
      summary: "The form for a range that cannot be satisfied goes with status 416 only.",
      bad: { lines: ["Content-Range: bytes */100"], status: 206 },
      good: { lines: ["Content-Range: bytes */100"], status: 416 },
    },
    "content-range-unit": {
      severity: "warning",
      link: rfc9110("section-14.1"),
      summary: "The range is in a unit that is not registered: clients understand bytes.",
      bad: ["Content-Range: items 0-9/100"],
      good: ["Content-Range: bytes 0-9/100"],
    },
  },
  parse(value, note) {
    const parsed = parseContentRange(value);
    if (value === "") note("value-empty", "Content-Range has no value.");
    else if (!parsed)
      note(
        "content-range-syntax",
        `Content-Range ${quote(value)} is not in the form bytes 0-99/200: ${why(value)}.`,
      );
    return parsed;
  },
  items({ unit, first, last, size, unsatisfied }) {
    const range = unsatisfied ? "*" : `${first}-${last}`;
    const what = unsatisfied
      ? "No part: the range asked for cannot be satisfied."
      : "First and last position, both included, counted from 0.";
    return [
      item("unit", unit, "What positions count."),
      item("range", range, what),
      item(
        "complete-length",
        String(size ?? "*"),
        "Length of the whole representation; * where it is not known.",
      ),
    ];
  },
  alternate({ unit, first = 0, last = 0, size, unsatisfied, flaws }) {
    if (unit !== "bytes" || flaws.length > 0) return undefined;
    if (unsatisfied) return size === undefined ? undefined : `no such part: the whole is ${bytes(size)}`;
    const part = bytes(Math.max(0, last - first + 1));
    return size === undefined
      ? `${part} from byte ${first}`
      : `${part} of ${bytes(size)}, from byte ${first}`;
  },
  check(parsed, context, note) {
    const { status } = context;
    for (const { id, text } of parsed.flaws) {
      const [kind, what] = FLAWS[id];
      note(kind, `The range ${text} ${what}.`);
    }
    const asked = context.request("range")?.trimStart().toLowerCase() ?? "";
    if (parsed.unit !== "bytes" && !asked.startsWith(`${parsed.unit.toLowerCase()}=`))
      note("content-range-unit", `The range unit ${quote(parsed.unit)} is not one that clients understand.`);
    if (!parsed.unsatisfied && parsed.size === undefined)
      note("content-range-length-unknown", "Content-Range leaves the complete length open (*).");
    if (status === undefined || status === 416) return;
    if (status !== 206)
      note("content-range-status", `Content-Range has no meaning in a response with status ${status}.`);
    else if (parsed.unsatisfied)
      note(
        "content-range-unsatisfied-status",
        "Content-Range says that no range can be satisfied, but the status is 206.",
      );
  },
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
