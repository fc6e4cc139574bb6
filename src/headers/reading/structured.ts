/** Structured fields (RFC 9651): parsing and the problems of each. */

import { wordTexts } from "../../../data/headers/words.ts";
import { serializeBareItem, serializeMember } from "../../syntax/serialize-structured-fields.ts";
import {
  type BareItem,
  type List,
  type Member,
  type Parameters,
  type Parsed,
  parseItem,
  parseList,
  type Item as StructuredItem,
} from "../../syntax/structured-fields.ts";
import { trimEndOf } from "../../syntax/trim.ts";
import { type ExplainedLine, type Field, field, item, type OpenField, type PartOf } from "../field.ts";
import type { Report } from "../problem.ts";
import type { Item } from "../schema.ts";
import { quote } from "../wording.ts";
import { rejoinedMembers } from "./fixing.ts";
import { MOST_MEMBERS } from "./list.ts";
import {
  type Invalid,
  invalidValue,
  type More,
  memberSeparator,
  parameterRepeated,
  valueEmpty,
  type Worded,
  wrongType,
} from "./value-problems.ts";

type Grammar<T> = (value: string) => Parsed<T>;

/** Problem of a value that does not parse, with the grammar. */
export interface Unparsed<T> extends Invalid {
  readonly grammar: Grammar<T>;
}

/** Adds the grammar to a row, and repairs of common errors as its fix. */
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
  /** Fix if no repair applies; false: no repairs and no fix. */
  readonly fixInvalid?: More["fix"] | false;
}

interface Syntax extends Fixes {
  readonly good: string;
  /** Parses, but a part has the wrong type, which `fix` corrects. */
  readonly wrong: string;
}

/** Problems of syntax and type; `link` is the definition of the right type. */
export function structuredProblems<T>(
  name: string,
  grammar: Grammar<T>,
  link: string,
  { good, wrong, ...fixes }: Syntax,
): readonly [invalid: Unparsed<T>, type: Worded] {
  return [unparsedValue(name, grammar, good, fixes), wrongType(name, wrong, good, link, fixes)];
}

/** Declares a structured field. Default parser: the grammar of `unparsed`. */
export function structuredField<T, P = PartOf<T>, A = readonly ExplainedLine<T>[]>(
  unparsed: Unparsed<T>,
  declaration: Partial<Field<T, P, A>>,
): OpenField<T, P, A> {
  const grammar: unknown = unparsed.grammar;
  const type = grammar === parseItem ? "sf-item" : grammar === parseList ? "sf-list" : "sf-dictionary";
  return field<T, P, A>(unparsed, type, {
    parse: (value, report) => readStructured(unparsed, value, report),
    ...declaration,
  });
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

/** Description of wrong separators, if correcting them makes the value valid. */
function separatorWords(value: string, parse: Grammar<unknown>): string | undefined {
  const { text, wrong } = rejoinedMembers(value);
  return parse(text).error ? undefined : wrong;
}

/** Fields that define parameters of members, or check them. */
const WITH_PARAMETERS = /^(?:Priority|Signature-Input|Accept-Signature|RateLimit|RateLimit-Policy)$/;

/** First parameter that was probably intended as a member: other fields define only report-to. */
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

const KIND_WORDS = wordTexts("types of structured values");

/** Noun with its article, such as `a token`. */
export function kindWords(kind: BareItem["kind"]): string {
  return KIND_WORDS.get(kind) ?? kind;
}

export function memberKind(member: Member): string {
  return member.kind === "item" ? kindWords(member.value.kind) : "a list";
}

/** Text of a string or token without quotes; other types are serialized. */
export function plain(bare: BareItem): string {
  if (bare.kind === "string" || bare.kind === "token" || bare.kind === "display-string") return bare.value;
  return serializeBareItem(bare) ?? "";
}

/** Text of a member without its parameters. */
export function memberText(member: Member): string {
  return member.kind === "item" ? plain(member.value) : (serializeMember(member) ?? "");
}

/** Value of an item if it has this kind, else undefined. */
export function memberValue<K extends BareItem["kind"]>(
  member: Member | undefined,
  kind: K,
): Extract<BareItem, { kind: K }>["value"] | undefined {
  return member?.kind === "item" && member.value.kind === kind ? (member.value.value as never) : undefined;
}

/** Parses a boolean; undefined after a report. */
export function readBoolean(
  [invalid, wrongType]: readonly [Unparsed<StructuredItem>, Worded],
  value: string,
  report: Report,
): boolean | undefined {
  const bare = readStructured(invalid, value, report)?.value;
  if (!bare || bare.kind === "boolean") return bare?.value;
  return void report(wrongType, `${invalid.field} is ${kindWords(bare.kind)}; it must be ?1 or ?0.`);
}

/** Allowed kinds by name; an empty list allows any. */
export type KindTable = ReadonlyMap<string, readonly BareItem["kind"][]>;

export function kindTable(name: string): KindTable {
  return new Map([...wordTexts(name)].map(([part, kinds]) => [part, kinds.split(" ") as BareItem["kind"][]]));
}

/** A list member, or one of its parameters. */
export interface ListPart {
  readonly member: Member;
  /** Name of the parameter; absent for the member itself. */
  readonly name?: string;
  readonly bare?: BareItem;
}

/** Members, each followed by its parameters, like `items`. */
export function listParts(list: List): readonly ListPart[] {
  return list.flatMap((member) => [
    { member },
    ...[...member.parameters].map(([name, bare]) => ({ member, name, bare })),
  ]);
}

/** True for tokens and strings. */
export function isNamed(member: Member): boolean {
  return member.kind === "item" && ["string", "token"].includes(member.value.kind);
}

/** Title if a list member is not a name; undefined for names and for parameters. */
export function nameProblem({ member, name }: ListPart, what: string): string | undefined {
  return name === undefined && !isNamed(member) ? `${quote(memberText(member))} is not ${what}.` : undefined;
}

/** Title if a parameter has the wrong type; undefined if it is right or unknown. */
export function wrongKind({ name, bare }: ListPart, table: KindTable): string | undefined {
  const wanted = name !== undefined && table.get(name);
  if (!bare || !wanted || wanted.length === 0 || wanted.includes(bare.kind)) return undefined;
  const words = wanted.map(kindWords).join(" or ");
  return `${name}=${quote(plain(bare))} is ${kindWords(bare.kind)} where ${words} is expected.`;
}

export function parameterItems(
  parameters: Parameters,
  describe: (name: string, bare: BareItem) => readonly [description: string, alternate?: string | undefined],
): Item[] {
  return [...parameters].map(([name, bare]) => {
    const [description, alternate] = describe(name, bare);
    return item(name, bare.kind === "boolean" && bare.value ? "" : plain(bare), description, alternate);
  });
}
