import type { ProblemKind } from "./field.ts";
import { rfc, rfc9110, rfc9112 } from "./specs.ts";

/**
 * Kinds of problem that any field can have: faults of how lines are written, which have one cause whatever the field. A
 * fault of a field's value has an id of that field's own.
 */
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
} as const satisfies Record<string, ProblemKind>;

export type CommonKind = keyof typeof commonKinds;
