/** Problems that many headers can have, with ids per header. The parsers word them. */

import { problem, type Row } from "../problem.ts";
import type { Severity } from "../schema.ts";
import type { Context, Example } from "./context.ts";
import { asHttpDate, mapping, percentEncoded, rejoinedMembers, swapping } from "./fixing.ts";

/** A row whose title is the text that `detect` or the parser returns. */
export type Worded<S = unknown, L = unknown> = Omit<Row<S, string, L>, "title"> & {
  readonly title: (found: string) => string;
};

export function worded<S = unknown, L = unknown>(
  id: string,
  severity: Severity,
  link: string,
  row: Omit<Worded<S, L>, "id" | "severity" | "link" | "summary" | "title" | "bad" | "good"> &
    Partial<Pick<Worded, "summary" | "bad" | "good">>,
): Worded<S, L> {
  return problem<S, string, L>(id, severity, link, { ...row, title: (title) => title }) as Worded<S, L>;
}

/** Adds `detect`, whose result is the title. */
export function detecting<S, L = unknown>(
  row: Worded,
  detect: (subject: S, context: Context, line: L) => string | undefined | false,
): Worded<S, L> {
  return { ...row, detect };
}

/** Problem of an invalid value, with the header name. */
export type Invalid<S = never, L = never> = Worded<S, L> & { readonly field: string };

export function asRequest(requestHeaders: readonly string[]): Example {
  return { lines: [], method: "GET", requestHeaders };
}

export interface More<S = unknown, L = unknown> {
  /** Default: error. */
  readonly severity?: Severity;
  readonly summary?: string;
  readonly detect?: Worded<S, L>["detect"];
  /** Makes a message of the lines. Default: a response. */
  readonly as?: (lines: readonly string[]) => Example;
  readonly fix?: Worded["fix"];
}

const ownLines = (lines: readonly string[]): Example => lines;

/** Problem of an invalid value, with an invalid and a valid one; `link` is the grammar. */
export function invalidValue<S = unknown, L = unknown>(
  name: string,
  bad: string,
  good: string,
  link: string,
  { severity = "error", summary, as = ownLines, fix, detect }: More<S, L> = {},
): Invalid<S, L> {
  const row = worded<S, L>(`${name.toLowerCase()}-invalid`, severity, link, {
    summary: summary ?? `The value of ${name}, or a part of it, does not follow the header's grammar.`,
    ...(detect && { detect }),
    bad: as([`${name}: ${bad}`]),
    good: as([`${name}: ${good}`]),
    fix,
  });
  return { ...row, field: name };
}

/** Problem of a part with the wrong type; `link` is the definition of the right type. */
export function wrongType(
  name: string,
  bad: string,
  good: string,
  link: string,
  { summary, as = ownLines, fix }: More = {},
): Worded {
  return worded(`${name.toLowerCase()}-type`, "error", link, {
    summary: summary ?? `${name} has a part of the wrong type, such as a string where a token is expected.`,
    bad: as([`${name}: ${bad}`]),
    good: as([`${name}: ${good}`]),
    fix,
  });
}

/** Problems of JSON objects: syntax and type. `wrong` is JSON of another type. */
export function jsonProblems(
  name: string,
  bad: string,
  good: string,
  wrong: string,
  link: string,
): readonly [invalid: Invalid, type: Worded] {
  const invalid = { summary: `${name} is not valid JSON, so it is ignored.` };
  const type = { summary: `${name} has a member that is not a JSON object.` };
  return [
    invalidValue(name, bad, good, "rfc8259#section-2", invalid),
    wrongType(name, wrong, good, link, type),
  ];
}

const DATE = "Fri, 20 Nov 2026 10:00:00 GMT";
const DATES = "rfc9110#section-5.6.7";

export type DateProblems = readonly [
  invalid: Invalid<unknown, unknown>,
  obsoleteForm: Worded,
  weekdayWrong: Worded,
];

export function dateProblems(
  name: string,
  {
    bad = "Mon 20 November 2026",
    summary = `${name} is not a valid HTTP date.`,
    as = ownLines,
    fix = asHttpDate,
  }: Pick<More, "as" | "fix" | "summary"> & { readonly bad?: string } = {},
): DateProblems {
  const good = as([`${name}: ${DATE}`]);
  const id = name.toLowerCase();
  return [
    invalidValue(name, bad, DATE, DATES, { summary, as, fix }),
    worded(`${id}-obsolete-form`, "warning", DATES, {
      summary: `${name} uses an obsolete date format, which recipients still accept.`,
      fix: asHttpDate,
      bad: as([`${name}: Friday, 20-Nov-26 10:00:00 GMT`]),
      good,
    }),
    worded(`${id}-weekday-wrong`, "info", DATES, {
      summary: `${name} has the wrong weekday for its date.`,
      fix: asHttpDate,
      bad: as([`${name}: Mon, 20 Nov 2026 10:00:00 GMT`]),
      good,
    }),
  ];
}

export const fieldRepeated = worded("field-repeated", "error", "rfc9110#section-5.3", {
  bad: ["Age: 1", "Age: 2"],
  good: ["Age: 1"],
});

export const fieldRepeatedIdentically = worded("field-repeated-identically", "info", "rfc9110#section-5.3", {
  bad: ["Age: 1", "Age: 1"],
  good: ["Age: 1"],
});

export const valueEmpty = worded("value-empty", "warning", "rfc9110#section-5.5", {
  bad: ["Age:"],
  good: ["Age: 0"],
});

export const parameterRepeated = worded("parameter-repeated", "warning", "rfc9110#section-5.6.6", {
  bad: ["Content-Type: text/html; charset=utf-8; charset=latin1"],
  good: ["Content-Type: text/html; charset=utf-8"],
});

export const parameterKind = worded("parameter-value-kind", "warning", "rfc9110#section-5.6.6", {
  fix: swapping(/(hreflang="?[A-Za-z]{2,3})_([A-Za-z0-9]+)/gi, "$1-$2"),
  bad: ["Link: </de>; rel=alternate; hreflang=de_AT"],
  good: ["Link: </de>; rel=alternate; hreflang=de-AT"],
});

export const parameterSingleQuoted = worded("parameter-single-quoted", "warning", "rfc9110#section-5.6.4", {
  fix: swapping(/='([^'"]*)'/g, '="$1"'),
  bad: ["Content-Type: text/html; charset='utf-8'"],
  good: ['Content-Type: text/html; charset="utf-8"'],
});

export const parameterCharset = worded("parameter-charset", "warning", "rfc8187#section-3.2.1", {
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

export const memberSeparator = worded("member-separator", "error", "rfc9651#section-3", {
  fix: (value) => rejoinedMembers(value).text,
  bad: ['Reporting-Endpoints: a="https://a.example/r"; b="https://b.example/r"'],
  good: ['Reporting-Endpoints: a="https://a.example/r", b="https://b.example/r"'],
});

/** The finding is the header name. */
export const listEmptyMember = problem<unknown, string, unknown>(
  "list-empty-member",
  "info",
  "rfc9110#section-5.6.1.2",
  {
    title: (name) => `${name} has an empty list member.`,
    fix: mapping((member) => member),
    bad: ["Vary: Accept-Encoding,, Origin"],
    good: ["Vary: Accept-Encoding, Origin"],
  },
);

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
