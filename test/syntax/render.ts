/**
 * Results of each grammar as readable text. A case is `> ` and the value, with JSON escapes, then the parsed
 * value, indented; a blank line ends it. Files are named after their grammar. For dates only results that
 * differ from the first are shown.
 */

import { parseAltSvc } from "../../src/syntax/alt-svc.ts";
import { parseChallenges } from "../../src/syntax/challenges.ts";
import { parseContentDisposition } from "../../src/syntax/content-disposition.ts";
import { parseContentRange } from "../../src/syntax/content-range.ts";
import { parseSetCookie } from "../../src/syntax/cookies.ts";
import { parsePolicies, parseSource } from "../../src/syntax/csp.ts";
import { parseHttpDate } from "../../src/syntax/dates.ts";
import { parseDirectives } from "../../src/syntax/directives.ts";
import { parseEntityTag } from "../../src/syntax/entity-tags.ts";
import { parseExtValue } from "../../src/syntax/ext-value.ts";
import { asPermissionsPolicy } from "../../src/syntax/feature-policy.ts";
import { parseDeltaSeconds, parseInteger } from "../../src/syntax/integers.ts";
import { parseJsonField } from "../../src/syntax/json-field.ts";
import { parseLenientDate } from "../../src/syntax/lenient-dates.ts";
import { parseLinks } from "../../src/syntax/link.ts";
import { parseTokenList, splitList } from "../../src/syntax/lists.ts";
import { parseMediaType } from "../../src/syntax/media-type.ts";
import { parseParameterizedList } from "../../src/syntax/parameterized-lists.ts";
import { parseProducts } from "../../src/syntax/products.ts";
import { parseRanges } from "../../src/syntax/ranges.ts";
import {
  serializeDictionary,
  serializeItem,
  serializeList,
} from "../../src/syntax/serialize-structured-fields.ts";
import { type Parsed, parseDictionary, parseItem, parseList } from "../../src/syntax/structured-fields.ts";
import { checkUriReference } from "../../src/syntax/uri.ts";
import { parseVia } from "../../src/syntax/via.ts";
import { parseWeightedList } from "../../src/syntax/weighted-lists.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

const day = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

/** Structured field: parsed value, and its serialization. */
function sf<T>({ value, ...rest }: Parsed<T>, write: (value: T) => unknown) {
  return value === undefined ? rest : { value, ...rest, written: write(value) };
}

const GRAMMARS: Readonly<Record<string, (text: string) => unknown>> = {
  "alt-svc": parseAltSvc,
  challenges: parseChallenges,
  "content-disposition": parseContentDisposition,
  "content-range": parseContentRange,
  cookie: parseSetCookie,
  "csp-policies": parsePolicies,
  "csp-source": parseSource,
  dates: (text) => {
    const { ms, ...read } = parseHttpDate(text, NOW) ?? {};
    const date = day(ms);
    const others = {
      "without a clock": day(parseHttpDate(text)?.ms),
      lenient: day(parseLenientDate(text)),
      "lenient, year last": day(parseLenientDate(text, false)),
    };
    const unlike = Object.entries(others).filter(([, other]) => other !== date);
    return { date, ...read, ...Object.fromEntries(unlike.map(([how, other]) => [how, other ?? "none"])) };
  },
  directives: parseDirectives,
  "entity-tag": parseEntityTag,
  "ext-value": parseExtValue,
  "feature-policy": asPermissionsPolicy,
  integers: (text) => ({ integer: parseInteger(text), seconds: parseDeltaSeconds(text) }),
  "json-field": parseJsonField,
  link: parseLinks,
  lists: (text) => ({ list: splitList(text), tokens: parseTokenList(text) }),
  "media-type": parseMediaType,
  "parameterized-list": parseParameterizedList,
  products: parseProducts,
  ranges: parseRanges,
  "sf-dictionary": (text) => sf(parseDictionary(text), serializeDictionary),
  "sf-item": (text) => sf(parseItem(text), serializeItem),
  "sf-list": (text) => sf(parseList(text), serializeList),
  uri: checkUriReference,
  via: parseVia,
  "weighted-list": parseWeightedList,
};

/** Case of a grammar's file with the result. */
export function renderGrammar(name: string): (given: readonly string[]) => string {
  const read = GRAMMARS[name];
  if (!read) throw new Error(`${name} is not a grammar`);
  return ([line = ""]) => [line, ...linesOf(read(valueIn(line)))].join("\n");
}

function valueIn(line: string): string {
  return line.slice(2).replace(/\\(?:u[0-9a-f]{4}|[tnr\\])/g, (sign) => JSON.parse(`"${sign}"`));
}

function linesOf(read: unknown): string[] {
  if (typeof read !== "object" || read === null || Array.isArray(read)) return [`  ${json(read)}`];
  return Object.entries(read)
    .filter(([part, value]) => value !== undefined && !(part === "flaws" && Bun.deepEquals(value, [])))
    .map(([part, value]) => `  ${part}: ${json(value)}`);
}

function json(value: unknown): string {
  return (
    JSON.stringify(value, (_, part) =>
      part instanceof Map
        ? Object.fromEntries(part)
        : part instanceof Uint8Array
          ? part.toHex()
          : Object.is(part, -0)
            ? "-0"
            : part,
    ) ?? "nothing"
  );
}
