/** Runs the working group's structured field cases, if available, and prints how many pass. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  serializeDictionary,
  serializeItem,
  serializeList,
} from "../../../src/syntax/serialize-structured-fields.ts";
import {
  type BareItem,
  type Item,
  type Member,
  type Parameters,
  type Parsed,
  parseDictionary,
  parseItem,
  parseList,
} from "../../../src/syntax/structured-fields.ts";

const FOLDER = join(import.meta.dir, "../../../../shared/corpora/structured-fields");

interface Case {
  readonly name: string;
  readonly raw?: readonly string[];
  readonly header_type: "item" | "list" | "dictionary";
  readonly expected?: unknown;
  readonly must_fail?: boolean;
  readonly can_fail?: boolean;
  readonly canonical?: readonly string[];
}

/** Reads cases. A number with a point becomes a decimal, which JSON.parse alone would lose. */
function readCases(path: string): Case[] {
  const reviver = (_: string, value: unknown, context: { source?: string }) =>
    typeof value === "number" && context.source?.includes(".") ? { __type: "decimal", value } : value;
  return JSON.parse(
    readFileSync(path, "utf8"),
    reviver as (key: string, value: unknown) => unknown,
  ) as Case[];
}

function bareOf(value: unknown): BareItem {
  if (typeof value === "number") return { kind: "integer", value };
  if (typeof value === "string") return { kind: "string", value };
  if (typeof value === "boolean") return { kind: "boolean", value };
  const typed = value as { __type: string; value: string | number };
  if (typed.__type === "binary") return { kind: "binary", value: base32(String(typed.value)) };
  if (typed.__type === "displaystring") return { kind: "display-string", value: String(typed.value) };
  return { kind: typed.__type, value: typed.value } as BareItem;
}

function base32(text: string): Uint8Array {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const char of text.replaceAll("=", "")) {
    held = ((held << 5) | "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(char)) & 0xfff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
    }
  }
  return Uint8Array.from(bytes);
}

type Pair = readonly [unknown, unknown];

function parametersOf(pairs: unknown): Parameters {
  return new Map((pairs as Pair[]).map(([name, value]) => [String(name), bareOf(value)]));
}

function itemOf([value, parameters]: Pair): Item {
  return { kind: "item", value: bareOf(value), parameters: parametersOf(parameters), at: 0, end: 0 };
}

function memberOf(pair: Pair): Member {
  if (!Array.isArray(pair[0])) return itemOf(pair);
  const items = (pair[0] as Pair[]).map(itemOf);
  return { kind: "inner-list", items, parameters: parametersOf(pair[1]), at: 0, end: 0 };
}

type Value = Item | readonly Member[] | ReadonlyMap<string, Member>;

const TYPES = {
  item: { parse: parseItem, serialize: serializeItem, expected: (value: unknown) => itemOf(value as Pair) },
  list: {
    parse: parseList,
    serialize: serializeList,
    expected: (value: unknown) => (value as Pair[]).map(memberOf),
  },
  dictionary: {
    parse: parseDictionary,
    serialize: serializeDictionary,
    expected: (value: unknown) =>
      new Map((value as Pair[]).map(([name, member]) => [String(name), memberOf(member as Pair)])),
  },
} as const;

function withoutPlaces(value: Value): unknown {
  return JSON.stringify(value, (key, part: unknown) => {
    if (key === "at" || key === "end") return undefined;
    if (part instanceof Map) return [...part];
    return part;
  });
}

/** Reason why a case fails; undefined if it passes. */
export function judge(test: Case): string | undefined {
  const type = TYPES[test.header_type];
  const serialize = type.serialize as (value: Value) => string | undefined;
  if (!test.raw) {
    const written = serialize(type.expected(test.expected));
    const wanted = test.must_fail ? undefined : test.canonical?.join(", ");
    return written === wanted ? undefined : `serialised to ${written}, wanted ${wanted}`;
  }
  const parsed: Parsed<Value> = type.parse(test.raw.join(", "));
  if (test.must_fail) return parsed.error ? undefined : "parsed, but must fail";
  if (parsed.error) return test.can_fail ? undefined : parsed.error.message;
  const expected = type.expected(test.expected);
  if (withoutPlaces(parsed.value) !== withoutPlaces(expected))
    return `parsed to ${withoutPlaces(parsed.value)}`;
  const wanted = (test.canonical ?? test.raw).join(", ");
  const written = [serialize(parsed.value), serialize(expected)];
  return written.every((text) => text === wanted)
    ? undefined
    : `serialised to ${written[0]}, wanted ${wanted}`;
}

export async function run(): Promise<void> {
  if (!existsSync(FOLDER)) return;
  for (const folder of [FOLDER, join(FOLDER, "serialisation-tests")]) {
    const cases = readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .flatMap((name) => readCases(join(folder, name)));
    const failed = cases.flatMap((test) => {
      const reason = judge(test);
      return reason === undefined ? [] : [`  ${test.name}: ${reason}`];
    });
    const what = folder === FOLDER ? "parse and serialise" : "serialise only";
    console.log(`structured fields, ${what}: ${cases.length - failed.length} of ${cases.length} cases`);
    for (const line of failed) console.log(line);
  }
}

if (import.meta.main) await run();
