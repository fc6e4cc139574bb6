/** Parts of structured fields: text and type checks. */

import { serializeBareItem, serializeMember } from "../../syntax/serialize-structured-fields.ts";
import type {
  BareItem,
  List,
  Member,
  Parameters,
  Item as StructuredItem,
} from "../../syntax/structured-fields.ts";
import { item } from "../field.ts";
import type { Report } from "../problem.ts";
import type { Item } from "../schema.ts";
import { quote } from "../wording.ts";
import { kindWords, readStructured, type Unparsed } from "./structured.ts";
import type { Worded } from "./value-problems.ts";

/** Strings and tokens bare, the rest as sent. */
export function plain(bare: BareItem): string {
  if (bare.kind === "string" || bare.kind === "token" || bare.kind === "display-string") return bare.value;
  return serializeBareItem(bare) ?? "";
}

/** A member without its parameters. */
export function memberText(member: Member): string {
  return member.kind === "item" ? plain(member.value) : (serializeMember(member) ?? "");
}

/** Value of an item of that kind. */
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

/** Title if a member is not a name; undefined if it is, and for parameters. */
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
