/** Strict parser of structured fields (RFC 9651 section 4.2), with positions. Join several lines with ", " first. */

import { memoize } from "../platform/memoize.ts";
import { codeTable } from "./tokens.ts";

// Bare items and keys (RFC 9651 section 4.2.3.1 and after).

export type BareItem =
  | { readonly kind: "integer"; readonly value: number }
  | { readonly kind: "decimal"; readonly value: number }
  | { readonly kind: "string"; readonly value: string }
  | { readonly kind: "token"; readonly value: string }
  | { readonly kind: "binary"; readonly value: Uint8Array }
  | { readonly kind: "boolean"; readonly value: boolean }
  /** Seconds since the epoch. */
  | { readonly kind: "date"; readonly value: number }
  | { readonly kind: "display-string"; readonly value: string };

interface Duplicate {
  readonly of: "dictionary" | "parameter";
  readonly name: string;
  readonly at: number;
}

/** Ends a parse; always caught in this module. */
class Failure extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** Reads each character at most a fixed number of times. */
class Reader {
  readonly text: string;
  readonly duplicates: Duplicate[] = [];
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  get done(): boolean {
    return this.at >= this.text.length;
  }

  get char(): string {
    return this.text.charAt(this.at);
  }

  eat(char: string): boolean {
    if (this.text[this.at] !== char) return false;
    this.at++;
    return true;
  }

  skip(chars: string): void {
    while (!this.done && chars.includes(this.text.charAt(this.at))) this.at++;
  }

  run(table: Uint8Array): string {
    const start = this.at;
    while (table[this.text.charCodeAt(this.at)] === 1) this.at++;
    return this.text.slice(start, this.at);
  }

  fail(expected: string, at = this.at): never {
    const found = at < this.text.length ? JSON.stringify(this.text.charAt(at)) : "the end of the value";
    throw new Failure(at, `${expected}, but found ${found}`);
  }
}

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
const ALPHA = LOWER + LOWER.toUpperCase();
const KEY_START = codeTable(`${LOWER}*`);
const KEY = codeTable(`${LOWER}${DIGITS}_-.*`);
const TOKEN_START = codeTable(`${ALPHA}*`);
const TOKEN = codeTable(`${ALPHA}${DIGITS}!#$%&'*+-.^_\`|~:/`);
const DIGIT = codeTable(DIGITS);
const NUMBER_START = codeTable(`${DIGITS}-`);
const BASE64 = codeTable(`${ALPHA}${DIGITS}+/=`);

/** key = ( lcalpha / "*" ) *( lcalpha / DIGIT / "_" / "-" / "." / "*" ) */
function readKey(reader: Reader): string {
  if (KEY_START[reader.text.charCodeAt(reader.at)] !== 1) reader.fail("expected a key in lower case");
  const name = reader.run(KEY);
  if (reader.char >= "A" && reader.char <= "Z") reader.fail("expected a key in lower case throughout");
  return name;
}

/** bare-item = sf-integer / sf-decimal / sf-string / sf-token / sf-binary / sf-boolean / sf-date / sf-displaystring */
function readBareItem(reader: Reader): BareItem {
  const code = reader.text.charCodeAt(reader.at);
  if (TOKEN_START[code] === 1) return { kind: "token", value: reader.run(TOKEN) };
  if (NUMBER_START[code] === 1) return number(reader);
  switch (reader.char) {
    case '"':
      return string(reader);
    case "?":
      return boolean(reader);
    case ":":
      return binary(reader);
    case "@":
      return date(reader);
    case "%":
      return displayString(reader);
    default:
      return reader.fail("expected an item");
  }
}

/** sf-integer = ["-"] 1*15DIGIT; sf-decimal = ["-"] 1*12DIGIT "." 1*3DIGIT */
function number(reader: Reader): BareItem {
  const start = reader.at;
  const negative = reader.eat("-");
  const whole = reader.run(DIGIT);
  if (whole === "") reader.fail("expected a digit");
  const decimal = reader.eat(".");
  if (whole.length > (decimal ? 12 : 15)) throw new Failure(start, "the number has too many digits");
  const fraction = decimal ? reader.run(DIGIT) : "";
  if (decimal && fraction === "") reader.fail("expected a digit after the decimal point");
  if (fraction.length > 3) throw new Failure(start, "the number has more than three digits after the point");
  const size = Number(decimal ? `${whole}.${fraction}` : whole);
  return { kind: decimal ? "decimal" : "integer", value: negative && size !== 0 ? -size : size };
}

/** sf-string = DQUOTE *( unescaped / "\" ( DQUOTE / "\" ) ) DQUOTE; unescaped = %x20-21 / %x23-5B / %x5D-7E */
function string(reader: Reader): BareItem {
  const start = reader.at++;
  let value = "";
  let plain = reader.at;
  while (!reader.done) {
    const char = reader.char;
    if (char === '"') {
      value += reader.text.slice(plain, reader.at++);
      return { kind: "string", value };
    }
    if (char === "\\") {
      value += reader.text.slice(plain, reader.at++);
      plain = reader.at;
      if (reader.char !== '"' && reader.char !== "\\")
        reader.fail("only a quote or a backslash may be escaped");
    } else if (char < " " || char > "~") reader.fail("a string has printable ASCII characters only");
    reader.at++;
  }
  throw new Failure(start, "the string has no closing quote");
}

/** sf-boolean = "?" ( "0" / "1" ) */
function boolean(reader: Reader): BareItem {
  reader.at++;
  if (reader.eat("1")) return { kind: "boolean", value: true };
  if (reader.eat("0")) return { kind: "boolean", value: false };
  return reader.fail("expected 0 or 1 after the question mark");
}

/** sf-binary = ":" base64 ":"; missing padding and non-zero pad bits are accepted (section 4.2.7). */
function binary(reader: Reader): BareItem {
  const start = reader.at++;
  const text = reader.run(BASE64);
  if (!reader.eat(":")) reader.fail("expected base64 and a closing colon");
  try {
    return { kind: "binary", value: Uint8Array.fromBase64(text) };
  } catch {
    throw new Failure(start, "the byte sequence is not valid base64");
  }
}

/** sf-date = "@" sf-integer */
function date(reader: Reader): BareItem {
  const start = reader.at++;
  if (NUMBER_START[reader.text.charCodeAt(reader.at)] !== 1) reader.fail("expected a number of seconds");
  const seconds = number(reader);
  if (seconds.kind !== "integer") throw new Failure(start, "a date is a whole number of seconds");
  return { kind: "date", value: seconds.value };
}

/** sf-displaystring = "%" DQUOTE *( unescaped / "\" / pct-encoded ) DQUOTE; pct-encoded in lower case, valid UTF-8. */
function displayString(reader: Reader): BareItem {
  const start = reader.at++;
  if (!reader.eat('"')) reader.fail("expected a quote after the percent sign");
  const from = reader.at;
  let encoded = false;
  while (!reader.done && reader.char !== '"') {
    if (reader.char === "%") {
      if (!/^[0-9a-f]{2}$/.test(reader.text.slice(reader.at + 1, reader.at + 3)))
        reader.fail("expected two hexadecimal digits in lower case", reader.at + 1);
      encoded = true;
    } else if (reader.char < " " || reader.char > "~")
      reader.fail("a display string has printable ASCII only");
    reader.at++;
  }
  const text = reader.text.slice(from, reader.at);
  if (!reader.eat('"')) throw new Failure(start, "the display string has no closing quote");
  try {
    return { kind: "display-string", value: encoded ? decodeURIComponent(text) : text };
  } catch {
    throw new Failure(start, "the display string is not valid UTF-8");
  }
}

export type Parameters = ReadonlyMap<string, BareItem>;

interface Placed {
  readonly parameters: Parameters;
  /** Offset; in a dictionary that of its key. */
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

/** The text of a String; undefined for any other type. */
export function stringIn(value: Member | BareItem | undefined): string | undefined {
  if (value?.kind === "item") return stringIn(value.value);
  return value?.kind === "string" ? value.value : undefined;
}

/** A value, or the offset and reason of the failure. Recipients ignore an invalid structured field as a whole. */
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
