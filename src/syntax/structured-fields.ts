/**
 * Structured fields (RFC 9651 section 4.2): parsing, strict as the standard wants it, with positions.
 * Several field lines are to be joined with ", " first. Serialising is in `serialize-structured-fields.ts`.
 */

import { memoize } from "../cache/memoize.ts";
import { type BareItem, type Duplicate, Failure, Reader, readBareItem, readKey } from "./bare-items.ts";

export type { BareItem };

export type Parameters = ReadonlyMap<string, BareItem>;

interface Placed {
  readonly parameters: Parameters;
  /** Offset where it starts; in a dictionary that of its key. */
  readonly at: number;
  /** Offset after its last character, parameters included. */
  readonly end: number;
}

export interface Item extends Placed {
  readonly kind: "item";
  readonly value: BareItem;
}

export interface InnerList extends Placed {
  readonly kind: "inner-list";
  readonly items: readonly Item[];
}

export type Member = Item | InnerList;
export type List = readonly Member[];
/** A key without a value has the boolean true. */
export type Dictionary = ReadonlyMap<string, Member>;

/** The text of a String; undefined for what is none. */
export function stringIn(value: Member | BareItem | undefined): string | undefined {
  if (value?.kind === "item") return stringIn(value.value);
  return value?.kind === "string" ? value.value : undefined;
}

/** The result: a value, or where and why there is none. A structured field that fails is ignored as a whole. */
export type Parsed<T> =
  | { readonly value: T; readonly error?: undefined; readonly duplicates: readonly Duplicate[] }
  | {
      readonly value?: undefined;
      readonly error: { readonly at: number; readonly message: string };
      readonly duplicates: readonly Duplicate[];
    };

/** sf-item = bare-item parameters */
export const parseItem = memoize((text: string): Parsed<Item> => parse(text, (reader) => item(reader)));

/** sf-list = list-member *( OWS "," OWS list-member ); an empty text is an empty list. */
export const parseList = memoize(
  (text: string): Parsed<List> =>
    parse(text, (reader) => {
      const list: Member[] = [];
      members(reader, () => list.push(member(reader, reader.at)));
      return list;
    }),
);

/** sf-dictionary = dict-member *( OWS "," OWS dict-member ); dict-member = key ( parameters / "=" list-member ) */
export const parseDictionary = memoize(
  (text: string): Parsed<Dictionary> =>
    parse(text, (reader) => {
      const dictionary = new Map<string, Member>();
      members(reader, () => {
        const at = reader.at;
        const name = readKey(reader);
        if (dictionary.has(name)) reader.duplicates.push({ of: "dictionary", name, at });
        dictionary.set(name, reader.eat("=") ? member(reader, at) : flag(reader, at));
      });
      return dictionary;
    }),
);

function parse<T>(text: string, read: (reader: Reader) => T): Parsed<T> {
  const reader = new Reader(text);
  try {
    reader.skip(" ");
    const value = read(reader);
    reader.skip(" ");
    if (!reader.done) reader.fail("expected the end of the value");
    return { value, duplicates: reader.duplicates };
  } catch (failure) {
    if (!(failure instanceof Failure)) throw failure;
    return { error: { at: failure.at, message: failure.message }, duplicates: reader.duplicates };
  }
}

function members(reader: Reader, read: () => void): void {
  while (!reader.done) {
    read();
    reader.skip(" \t");
    if (reader.done) return;
    if (!reader.eat(",")) reader.fail("expected a comma");
    reader.skip(" \t");
    if (reader.done) reader.fail("expected a member after the comma");
  }
}

function member(reader: Reader, at: number): Member {
  return reader.char === "(" ? innerList(reader, at) : item(reader, at);
}

/** inner-list = "(" *SP [ sf-item *( 1*SP sf-item ) *SP ] ")" parameters */
function innerList(reader: Reader, at: number): InnerList {
  const items: Item[] = [];
  reader.at++;
  for (;;) {
    reader.skip(" ");
    if (reader.eat(")")) break;
    items.push(item(reader));
    if (reader.char !== " " && reader.char !== ")") reader.fail("expected a space or a closing parenthesis");
  }
  const inner = parameters(reader);
  return { kind: "inner-list", items, parameters: inner, at, end: reader.at };
}

function item(reader: Reader, at = reader.at): Item {
  const value = readBareItem(reader);
  const own = parameters(reader);
  return { kind: "item", value, parameters: own, at, end: reader.at };
}

/** A dictionary key without a value. */
function flag(reader: Reader, at: number): Item {
  const own = parameters(reader);
  return { kind: "item", value: { kind: "boolean", value: true }, parameters: own, at, end: reader.at };
}

const NO_PARAMETERS: Parameters = new Map();

/** parameters = *( ";" *SP parameter ); parameter = param-key [ "=" param-value ] */
function parameters(reader: Reader): Parameters {
  if (reader.char !== ";") return NO_PARAMETERS;
  const found = new Map<string, BareItem>();
  while (reader.eat(";")) {
    reader.skip(" ");
    const at = reader.at;
    const name = readKey(reader);
    if (found.has(name)) reader.duplicates.push({ of: "parameter", name, at });
    found.set(name, reader.eat("=") ? readBareItem(reader) : { kind: "boolean", value: true });
  }
  return found;
}
