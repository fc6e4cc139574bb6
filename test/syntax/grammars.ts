/** All grammars with the same signature, for tests that apply to each. */

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
import { parseDeltaSeconds, parseInteger } from "../../src/syntax/integers.ts";
import { parseJsonField } from "../../src/syntax/json-field.ts";
import { parseLenientDate } from "../../src/syntax/lenient-dates.ts";
import { parseLinks } from "../../src/syntax/link.ts";
import { parseTokenList, splitList } from "../../src/syntax/lists.ts";
import { parseMediaType } from "../../src/syntax/media-type.ts";
import { parseParameterizedList } from "../../src/syntax/parameterized-lists.ts";
import { parseParameters } from "../../src/syntax/parameters.ts";
import { parseProducts } from "../../src/syntax/products.ts";
import { parseRanges } from "../../src/syntax/ranges.ts";
import { parseDictionary, parseItem, parseList } from "../../src/syntax/structured-fields.ts";
import type { Flaw } from "../../src/syntax/tokens.ts";
import { checkUriReference } from "../../src/syntax/uri.ts";
import { parseVia } from "../../src/syntax/via.ts";
import { parseWeightedList } from "../../src/syntax/weighted-lists.ts";

const NONE: readonly Flaw[] = [];

/** Adapter for a grammar without flaws. */
function without(_: unknown): readonly Flaw[] {
  return NONE;
}

/** Grammar → function that parses a value and returns its flaws. */
export const grammars: Readonly<Record<string, (text: string) => readonly Flaw[]>> = {
  "alt-svc": (text) => parseAltSvc(text).flaws,
  challenges: (text) => parseChallenges(text).flaws,
  "content-disposition": (text) =>
    parseContentDisposition(text).flaws.filter(({ id }) => !id.startsWith("ext-value")),
  "content-range": (text) => parseContentRange(text)?.flaws ?? NONE,
  "lenient-date": (text) => without(parseLenientDate(text)),
  cookie: (text) => without(parseSetCookie(text)),
  csp: (text) => {
    for (const policy of parsePolicies(text)) {
      for (const directive of policy.directives)
        for (const token of directive.tokens) parseSource(token.text);
    }
    return NONE;
  },
  "csp source": (text) => without(parseSource(text)),
  date: (text) => parseHttpDate(text)?.flaws ?? NONE,
  directives: (text) => parseDirectives(text).flaws,
  "entity-tag": (text) => parseEntityTag(text).flaws,
  "ext-value": (text) => parseExtValue(text).flaws,
  "delta-seconds": (text) => parseDeltaSeconds(text).flaws,
  integer: (text) => parseInteger(text).flaws,
  "json-field": (text) => parseJsonField(text).flaws,
  link: (text) => parseLinks(text).flaws,
  list: (text) => splitList(text).flaws,
  "token-list": (text) => parseTokenList(text).flaws,
  "media-type": (text) => parseMediaType(text).flaws,
  parameters: (text) => parseParameters(text).flaws,
  "parameterized-list": (text) => parseParameterizedList(text).flaws,
  ranges: (text) => parseRanges(text).flaws,
  products: (text) => parseProducts(text).flaws,
  "sf-item": (text) => without(parseItem(text)),
  "sf-list": (text) => without(parseList(text)),
  "sf-dictionary": (text) => without(parseDictionary(text)),
  uri: (text) => checkUriReference(text).flaws,
  via: (text) => parseVia(text).flaws,
  "weighted-list": (text) => parseWeightedList(text).flaws,
};
