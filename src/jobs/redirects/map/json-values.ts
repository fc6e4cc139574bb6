/** JSON (RFC 8259) with the place of each object, since the built-in parser tells none. Pure. */

import { DEEPEST } from "../../../api/json-content.ts";
import { MapError, type Place } from "./item.ts";
import { placeAfter } from "./text.ts";

export interface JsonObject {
  readonly kind: "object";
  readonly place: Place;
  readonly members: ReadonlyMap<string, JsonValue>;
}
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && "kind" in value;
}

const SPACE = /[ \t\n]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4}))*"/y;
const SIMPLE = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** All values of a text, one after the other: a document, or one a line. @throws MapError with the place of the fault */
export function readJson(text: string): JsonValue[] {
  let at = 0;
  let place: Place = { line: 1, column: 1 };
  let placed = 0;
  /** Places are asked for in order. */
  const here = (): Place => {
    place = placeAfter(place, text.slice(placed, at));
    placed = at;
    return place;
  };
  const skip = () => {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    at = SPACE.lastIndex;
  };
  const fail = (expected: string): never => {
    const found = at >= text.length ? "the file ends" : `there is ${JSON.stringify(text[at])}`;
    throw new MapError(here(), `${found} where JSON needs ${expected}`);
  };
  const token = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const take = (char: string) => {
    skip();
    if (text[at] !== char) return false;
    at++;
    return true;
  };
  const list = (close: string, item: () => void) => {
    if (take(close)) return;
    do item();
    while (take(","));
    if (!take(close)) fail(`"," or "${close}"`);
  };
  const value = (depth: number): JsonValue => {
    skip();
    if (depth > DEEPEST) throw new MapError(here(), "JSON is nested too deep here");
    const start = text[at];
    if (start === '"') return JSON.parse(token(STRING) ?? fail("a string that is closed")) as string;
    if (start === "[") {
      at++;
      const items: JsonValue[] = [];
      list("]", () => items.push(value(depth + 1)));
      return items;
    }
    if (start !== "{") return JSON.parse(token(SIMPLE) ?? fail("a value")) as number | boolean | null;
    const found = here();
    at++;
    const members = new Map<string, JsonValue>();
    list("}", () => {
      skip();
      const name = JSON.parse(token(STRING) ?? fail("the name of a member")) as string;
      if (!take(":")) fail('":"');
      members.set(name, value(depth + 1));
    });
    return { kind: "object", place: found, members };
  };
  const values: JsonValue[] = [];
  for (skip(); at < text.length; skip()) values.push(value(0));
  return values;
}
