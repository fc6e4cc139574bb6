/** Structured fields (RFC 9651): parsing and the problems of each. */

import {
  type BareItem,
  type Member,
  type Parsed,
  parseItem,
  parseList,
} from "../../syntax/structured-fields.ts";
import { trimEndOf } from "../../syntax/trim.ts";
import type { Field } from "../field.ts";
import type { Report } from "../problem.ts";
import { quote } from "../wording.ts";
import { memberSeparator, parameterRepeated, valueEmpty } from "./common-problems.ts";
import { rejoinedMembers } from "./fixing.ts";
import { MOST_MEMBERS } from "./list.ts";
import { type Invalid, invalidValue, type More, type Worded, wrongType } from "./value-problems.ts";

type Grammar<T> = (value: string) => Parsed<T>;

/** Problem of a value that does not parse, with the grammar. */
export interface Unparsed<T> extends Invalid {
  readonly grammar: Grammar<T>;
}

/** Adds the grammar, and repairs of common errors as the fix. */
export function parsing<T>(row: Worded, field: string, grammar: Grammar<T>): Unparsed<T> {
  return { ...row, fix: (...found) => repaired(found[0], grammar) ?? row.fix?.(...found), field, grammar };
}

/** Problem of a structured field that does not parse: one wrong character invalidates all of it. */
export function unparsedValue<T>(
  name: string,
  grammar: Grammar<T>,
  good: string,
  { as, fixInvalid }: Omit<Fixes, "fix"> = {},
): Unparsed<T> {
  const row = invalidValue(name, `${good};;`, good, "rfc9651#section-4.2", {
    summary: `${name} does not parse as a structured field, so all of it is ignored.`,
    ...(as && { as }),
    fix: fixInvalid || undefined,
  });
  return fixInvalid === false ? { ...row, grammar } : parsing(row, name, grammar);
}

interface Fixes extends Pick<More, "as" | "fix"> {
  /** Fix if no repair applies; false: repairs would not help either. */
  readonly fixInvalid?: More["fix"] | false;
}

/** Both problems. `wrong` parses, but has a part of the wrong type, which `fix` corrects. */
export function structuredProblems<T>(
  name: string,
  grammar: Grammar<T>,
  good: string,
  wrong: string,
  link: string,
  { as, fix, fixInvalid }: Fixes = {},
): readonly [invalid: Unparsed<T>, type: Worded] {
  const more = as && { as };
  return [
    unparsedValue(name, grammar, good, { ...more, fixInvalid }),
    wrongType(name, wrong, good, link, { ...more, fix }),
  ];
}

/** Name, type and parser of a structured field. */
export function structuredField<T>(
  unparsed: Unparsed<T>,
): Pick<Field<T, never, never>, "name" | "type" | "parse"> {
  const { field: name, grammar } = unparsed;
  const parse = (value: string, report: Report) => readStructured(unparsed, value, report);
  if (grammar === (parseItem as unknown)) return { name, type: "sf-item", parse };
  return { name, type: grammar === (parseList as unknown) ? "sf-list" : "sf-dictionary", parse };
}

/** Parses a line; undefined after a report. */
export function readStructured<T>(invalid: Unparsed<T>, value: string, report: Report): T | undefined {
  const parsed = invalid.grammar(value);
  if (parsed.error) {
    if (value === "") report(valueEmpty, `${invalid.field} has no value.`);
    else
      report(
        invalid,
        `${invalid.field} is ignored: ${separatorWords(value, invalid.grammar) ?? `at character ${parsed.error.at + 1}, ${parsed.error.message}`}.`,
      );
    return undefined;
  }
  const hidden = parsed.value instanceof Map && hiddenMember(parsed.value, invalid.field);
  if (hidden)
    report(memberSeparator, `${invalid.field} needs a comma, not a semicolon, before ${hidden.parameter}.`);
  for (const { name } of parsed.duplicates.slice(0, MOST_MEMBERS))
    report(parameterRepeated, `${quote(name)} appears twice in ${invalid.field}; the last one counts.`);
  return limited(parsed.value);
}

/** Cause, if the value parses with corrected separators. */
function separatorWords(value: string, parse: Grammar<unknown>): string | undefined {
  const { text, wrong } = rejoinedMembers(value);
  return parse(text).error ? undefined : wrong;
}

/** Fields whose members have parameters, or checks for them. */
const WITH_PARAMETERS = /^(?:Priority|Signature-Input|Accept-Signature|RateLimit|RateLimit-Policy)$/;

/** Parameter that should be a member: other fields define only report-to. */
function hiddenMember(members: ReadonlyMap<string, Member>, field: string) {
  if (WITH_PARAMETERS.test(field)) return undefined;
  for (const [key, { parameters }] of members)
    for (const parameter of parameters.keys()) if (parameter !== "report-to") return { key, parameter };
  return undefined;
}

function limited<T>(value: T): T {
  if (Array.isArray(value)) return value.slice(0, MOST_MEMBERS) as T;
  if (value instanceof Map && value.size > MOST_MEMBERS)
    return new Map([...value].slice(0, MOST_MEMBERS)) as T;
  return value;
}

/** Repairs common errors: trailing separators, curly and single quotes. */
function repaired(value: string, parse: Grammar<unknown>): string | undefined {
  if (!parse(value).error) return undefined;
  const ended = trimEndOf(value, /[\s,;]/);
  const straight = ended.replace(/[\u201c\u201d\u201e]/g, '"');
  return [ended, straight, straight.replace(/'/g, '"'), rejoinedMembers(ended).text].find(
    // Quoted items are strings, but most single items should be tokens.
    (text) => text !== value && text !== "" && !parse(text).error && !/^".*"$/.test(text),
  );
}

const KIND_WORDS: Readonly<Record<BareItem["kind"], string>> = {
  integer: "an integer",
  decimal: "a decimal",
  string: "a string",
  token: "a token",
  binary: "a byte sequence",
  boolean: "a boolean",
  date: "a date",
  "display-string": "a display string",
};

/** `a token` */
export function kindWords(kind: BareItem["kind"]): string {
  return KIND_WORDS[kind];
}

export function memberKind(member: Member): string {
  return member.kind === "item" ? kindWords(member.value.kind) : "a list";
}
