import type { ProblemKind } from "./field.ts";
import { dateKinds } from "./reading/date-kinds.ts";
import { rfc, rfc9110, rfc9112, rfc9651 } from "./specs.ts";

/** Kinds of problem that any field can have. What only one field can have stands in that field's file. */
export const commonKinds = {
  "field-line-invalid": {
    severity: "error",
    link: rfc9112("section-5"),
    summary: "A line of the header section is not a field line: it has no colon.",
    bad: ["Content-Type text/html"],
    good: ["Content-Type: text/html; charset=utf-8"],
  },
  "field-name-invalid": {
    severity: "error",
    link: rfc9110("section-5.1"),
    summary: "A field name has characters that are not allowed in one, or white space before its colon.",
    bad: ["X Rate: 5"],
    good: ["X-Rate: 5"],
  },
  "field-line-folded": {
    severity: "warning",
    link: rfc9112("section-5.2"),
    summary: "A field value goes on in the next line: line folding is obsolete and parsers disagree on it.",
    bad: ["X-Note: one", "  two"],
    good: ["X-Note: one two"],
  },
  "field-value-invalid": {
    severity: "error",
    link: rfc9110("section-5.5"),
    summary: "A field value has control characters.",
    bad: ["X-Note: a\u0000b"],
    good: ["X-Note: ab"],
  },
  "field-value-non-ascii": {
    severity: "warning",
    link: rfc9110("section-5.5"),
    summary: "A field value has characters outside ASCII, which recipients decode in different ways.",
    bad: ["X-Note: caf\u00e9"],
    good: ["X-Note: cafe"],
  },
  "field-repeated": {
    severity: "error",
    link: rfc9110("section-5.3"),
    summary: "A field that has one value is sent in several lines.",
    bad: ["Age: 1", "Age: 2"],
    good: ["Age: 1"],
  },
  "field-repeated-identically": {
    severity: "info",
    link: rfc9110("section-5.3"),
    summary: "A field that has one value is sent in several lines, all with the same value.",
    bad: ["Age: 1", "Age: 1"],
    good: ["Age: 1"],
  },
  "value-empty": {
    severity: "warning",
    link: rfc9110("section-5.5"),
    summary: "A field that needs a value is sent without one.",
    bad: ["Age:"],
    good: ["Age: 0"],
  },
  "value-syntax": {
    severity: "error",
    link: rfc9110("section-5.6"),
    summary: "A field value does not follow the field's grammar.",
    bad: ["ETag: abc"],
    good: ['ETag: "abc"'],
  },
  "structured-field-invalid": {
    severity: "error",
    link: rfc9651("section-4.2"),
    summary: "A structured field does not parse, so that all of it is ignored.",
    bad: ["Cache-Status: hit;;"],
    good: ["Cache-Status: ExampleCache; hit"],
  },
  "structured-field-type": {
    severity: "error",
    link: rfc9651("section-3"),
    summary: "A part of a structured field has the wrong type.",
    bad: ['Origin-Agent-Cluster: "yes"'],
    good: ["Origin-Agent-Cluster: ?1"],
  },
  ...dateKinds,
  "date-obsolete-form": {
    severity: "warning",
    link: rfc9110("section-5.6.7"),
    summary: "A date is written in a form that recipients only still accept.",
    bad: ["Date: Friday, 20-Nov-26 10:00:00 GMT"],
    good: ["Date: Fri, 20 Nov 2026 10:00:00 GMT"],
  },
  "date-weekday-wrong": {
    severity: "info",
    link: rfc9110("section-5.6.7"),
    summary: "The weekday of a date is not the weekday of its day.",
    bad: ["Date: Mon, 20 Nov 2026 10:00:00 GMT"],
    good: ["Date: Fri, 20 Nov 2026 10:00:00 GMT"],
  },
  "number-invalid": {
    severity: "error",
    link: rfc9110("section-5.6"),
    summary: "A number is not a whole number, or is negative.",
    bad: ["Age: soon"],
    good: ["Age: 60"],
  },
  "parameter-repeated": {
    severity: "warning",
    link: rfc9110("section-5.6.6"),
    summary: "A parameter appears twice in one value; recipients differ in which one counts.",
    bad: ["Content-Type: text/html; charset=utf-8; charset=latin1"],
    good: ["Content-Type: text/html; charset=utf-8"],
  },
  "parameter-single-quoted": {
    severity: "warning",
    link: rfc9110("section-5.6.4"),
    summary:
      "A parameter's value is in single quotes, which are part of the value: only double quotes quote.",
    bad: ["Content-Type: text/html; charset='utf-8'"],
    good: ['Content-Type: text/html; charset="utf-8"'],
  },
  "parameter-charset": {
    severity: "warning",
    link: rfc(8187, "section-3.2.1"),
    summary: "The star form of a parameter is in a character set that recipients need not know.",
    bad: ["Content-Disposition: attachment; filename=a; filename*=ISO-8859-1''caf%E9"],
    good: ["Content-Disposition: attachment; filename=a; filename*=UTF-8''caf%C3%A9"],
  },
  "list-empty-member": {
    severity: "info",
    link: rfc9110("section-5.6.1.2"),
    summary: "A list has an empty member: two commas in a row, or one at an end.",
    bad: ["Vary: Accept-Encoding,, Origin"],
    good: ["Vary: Accept-Encoding, Origin"],
  },
  "json-invalid": {
    severity: "error",
    link: "https://www.rfc-editor.org/rfc/rfc8259",
    summary: "A field whose value is JSON has text that is not, so it is ignored.",
    bad: ["NEL: {report_to: main}"],
    good: ['NEL: {"max_age":0}'],
  },
  "json-type": {
    severity: "error",
    link: "https://www.rfc-editor.org/rfc/rfc8259",
    summary: "A field whose value is JSON objects has a member that is none.",
    bad: ['NEL: "main"'],
    good: ['NEL: {"max_age":0}'],
  },
} as const satisfies Record<string, ProblemKind>;

export type CommonKind = keyof typeof commonKinds;
