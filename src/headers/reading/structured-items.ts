/** Parts of structured fields: their text, and whether each has the type that the field's standard gives it. */

import { item, type Note } from "../field.ts";
import type { Item } from "../schema.ts";
import { serializeBareItem, serializeMember } from "../syntax/serialize-structured-fields.ts";
import type { BareItem, Member, Parameters } from "../syntax/structured-fields.ts";
import { quote } from "../wording.ts";
import { kindWords } from "./structured.ts";
import { lower, type TypeId } from "./value-kinds.ts";

/** A bare item as a person would write it: strings and tokens bare, the rest as sent. */
export function plain(bare: BareItem): string {
  if (bare.kind === "string" || bare.kind === "token" || bare.kind === "display-string") return bare.value;
  return serializeBareItem(bare) ?? "";
}

/** A member as sent, without its parameters. */
export function memberText(member: Member): string {
  return member.kind === "item" ? plain(member.value) : (serializeMember(member) ?? "");
}

/** The kinds that a named part may have; an empty list stands for any. */
export type KindTable = ReadonlyMap<string, readonly BareItem["kind"][]>;

/** Says how a part has the wrong type; undefined where it is right or not in the table. */
function wrongKind(name: string, bare: BareItem, table: KindTable): string | undefined {
  const wanted = table.get(name);
  if (!wanted || wanted.length === 0 || wanted.includes(bare.kind)) return undefined;
  const words = wanted.map(kindWords).join(" or ");
  return `${name}=${quote(plain(bare))} is ${kindWords(bare.kind)} where ${words} is expected.`;
}

/** Items for parameters, each with its description. */
export function parameterItems(
  parameters: Parameters,
  describe: (name: string, bare: BareItem) => readonly [description: string, alternate?: string | undefined],
): Item[] {
  return [...parameters].map(([name, bare]) => {
    const [description, alternate] = describe(name, bare);
    return item(name, bare.kind === "boolean" && bare.value ? "" : plain(bare), description, alternate);
  });
}

/** Notes each parameter with a wrong type, at its item; `field` is the name of theirs, `offset` is that of the first parameter's item. */
export function noteWrongKinds<N extends string>(
  field: N,
  parameters: Parameters,
  table: KindTable,
  items: readonly Item[],
  offset: number,
  note: Note<TypeId<N>>,
): void {
  let at = offset;
  for (const [name, bare] of parameters) {
    const wrong = wrongKind(name, bare, table);
    if (wrong) note(`${lower(field)}-type`, wrong, items[at]);
    at++;
  }
}
