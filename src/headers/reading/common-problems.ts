/** Problems that any header can have. Others have ids per header. */

import { problem } from "../problem.ts";
import { mapping, percentEncoded, rejoinedMembers, swapping } from "./fixing.ts";
import { worded } from "./value-problems.ts";

export const fieldRepeated = worded({
  id: "field-repeated",
  severity: "error",
  link: "rfc9110#section-5.3",
  summary: "A header that takes a single value is sent more than once, with different values.",
  bad: ["Age: 1", "Age: 2"],
  good: ["Age: 1"],
});

export const fieldRepeatedIdentically = worded({
  id: "field-repeated-identically",
  severity: "info",
  link: "rfc9110#section-5.3",
  summary: "A header that takes a single value is sent more than once, with the same value.",
  bad: ["Age: 1", "Age: 1"],
  good: ["Age: 1"],
});

export const valueEmpty = worded({
  id: "value-empty",
  severity: "warning",
  link: "rfc9110#section-5.5",
  summary: "A header that needs a value is empty.",
  bad: ["Age:"],
  good: ["Age: 0"],
});

export const parameterRepeated = worded({
  id: "parameter-repeated",
  severity: "warning",
  link: "rfc9110#section-5.6.6",
  summary: "A parameter appears twice in one value; recipients differ in which one they use.",
  bad: ["Content-Type: text/html; charset=utf-8; charset=latin1"],
  good: ["Content-Type: text/html; charset=utf-8"],
});

export const parameterKind = worded({
  id: "parameter-value-kind",
  severity: "warning",
  link: "rfc9110#section-5.6.6",
  summary: "A parameter, or its value, is not one that the header defines.",
  fix: swapping(/(hreflang="?[A-Za-z]{2,3})_([A-Za-z0-9]+)/gi, "$1-$2"),
  bad: ["Link: </de>; rel=alternate; hreflang=de_AT"],
  good: ["Link: </de>; rel=alternate; hreflang=de-AT"],
});

export const parameterSingleQuoted = worded({
  id: "parameter-single-quoted",
  severity: "warning",
  link: "rfc9110#section-5.6.4",
  summary: "A parameter's value is in single quotes, which become part of the value.",
  fix: swapping(/='([^'"]*)'/g, '="$1"'),
  bad: ["Content-Type: text/html; charset='utf-8'"],
  good: ['Content-Type: text/html; charset="utf-8"'],
});

export const parameterCharset = worded({
  id: "parameter-charset",
  severity: "warning",
  link: "rfc8187#section-3.2.1",
  summary: "An extended parameter (name*) uses a character set that recipients need not support.",
  fix: swapping(/\*=iso-8859-1'([^']*)'([^\s;",]+)/gi, (_all, language = "", text = "") => {
    // ISO-8859-1 bytes are code points.
    const plain = text.replace(/%([0-9a-f]{2})/gi, (_: string, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    return `*=UTF-8'${language}'${percentEncoded(plain)}`;
  }),
  bad: ["Content-Disposition: attachment; filename=a; filename*=ISO-8859-1''caf%E9"],
  good: ["Content-Disposition: attachment; filename=a; filename*=UTF-8''caf%C3%A9"],
});

export const memberSeparator = worded({
  id: "member-separator",
  severity: "error",
  link: "rfc9651#section-3",
  summary: "A semicolon where a comma belongs turns a member into a parameter, which recipients ignore.",
  fix: (value) => rejoinedMembers(value).text,
  bad: ['Reporting-Endpoints: a="https://a.example/r"; b="https://b.example/r"'],
  good: ['Reporting-Endpoints: a="https://a.example/r", b="https://b.example/r"'],
});

/** Reported with the header name. */
export const listEmptyMember = problem<unknown, string, unknown>({
  id: "list-empty-member",
  severity: "info",
  link: "rfc9110#section-5.6.1.2",
  summary: "A list has an empty member: two commas in a row, or a comma at either end.",
  title: (name) => `${name} has an empty list member.`,
  fix: mapping((member) => member),
  bad: ["Vary: Accept-Encoding,, Origin"],
  good: ["Vary: Accept-Encoding, Origin"],
});

export const commonProblems = [
  fieldRepeated,
  fieldRepeatedIdentically,
  valueEmpty,
  parameterRepeated,
  parameterKind,
  parameterSingleQuoted,
  parameterCharset,
  memberSeparator,
  listEmptyMember,
] as const;
