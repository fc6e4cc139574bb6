/** Content-Security-Policy as browsers parse it (CSP 3 sections 2.2 and 2.3; Chromium's parser where they differ). */

import { wordList, wordTexts } from "../../../data/headers/words.ts";
import type { WordTable } from "../../../data/word-table.ts";
import { memoize, oncePerObject } from "../../platform/memoize.ts";
import { type PolicyDirective, parsePolicies } from "../../syntax/csp.ts";
import type { SourceList } from "./policy-sources.ts";
import { type CspSource, readHash, readNonce, readSource } from "./policy-sources.ts";
import { byEngine, type Engine, type RawLine } from "./response.ts";

export interface CspPolicy {
  /** Index of its line in the message. */
  readonly line: number;
  readonly text: string;
  readonly lists: ReadonlyMap<string, SourceList>;
  /** Tokens of the sandbox directive, in lower case. */
  readonly sandbox?: ReadonlySet<string>;
  readonly upgrades: boolean;
  readonly requiresTrustedTypes: boolean;
}

const SOURCE_DIRECTIVES = wordList("directives with a source list");

const KNOWN = new Set([...SOURCE_DIRECTIVES, ...wordList("directives without a source list")]);

/** A byte that makes its directive invalid: neither white space nor visible ASCII. */
export const VOID_BYTE = /[^\t\n\f\r -~]/;

/** Maximum number of policies; legitimate responses have fewer. */
export const MOST_POLICIES = 100;

export function readPolicies({ index, value }: RawLine, engine: Engine): CspPolicy[] {
  return POLICIES_IN[engine](value).map((policy) => ({ line: index, ...policy }));
}

/** Syntax on which engines differ: non-ASCII bytes, queries and fragments, hashes, and some keywords. */
const DIVISIVE = /[^\t\n\f\r -~]|[?#]|'sha|'strict-dynamic'|'trusted-types-eval'/i;

export function readAlike(lines: readonly RawLine[]): boolean {
  return !lines.some(({ value }) => DIVISIVE.test(value));
}

type PolicyText = Omit<CspPolicy, "line">;

const POLICIES_IN = byEngine((engine) => memoize((value) => policiesIn(value, engine)));

function policiesIn(value: string, engine: Engine): readonly PolicyText[] {
  // WebKit treats a vertical tab as white space (measured in 2.50).
  return parsePolicies(engine === "webkit" ? value.replaceAll("\v", " ") : value)
    .slice(0, MOST_POLICIES)
    .map(({ text, directives }) => readPolicy(text, directives, engine));
}

function readPolicy(text: string, directives: readonly PolicyDirective[], engine: Engine): PolicyText {
  const taken = takenDirectives(directives, engine);
  const lists = new Map<string, SourceList>();
  for (const [name, directive] of taken)
    if (SOURCE_DIRECTIVES.has(name)) lists.set(name, LIST_OF[engine](directive));
  const sandbox = taken.get("sandbox")?.tokens.map((token) => token.text.toLowerCase());
  return {
    text,
    lists,
    ...(sandbox && { sandbox: new Set(sandbox) }),
    upgrades: taken.has("upgrade-insecure-requests"),
    requiresTrustedTypes:
      taken.get("require-trusted-types-for")?.tokens.some((token) => token.text === "'script'") ?? false,
  };
}

/** Effective directives by name: supported names, the first of each name, visible ASCII only. */
function takenDirectives(
  directives: readonly PolicyDirective[],
  engine: Engine,
): ReadonlyMap<string, PolicyDirective> {
  const taken = new Map<string, PolicyDirective>();
  const seen = new Set<string>();
  for (const directive of directives) {
    const { name, sent } = directive;
    if (!KNOWN.has(name) || !/^[A-Za-z0-9-]+$/.test(sent) || seen.has(name)) continue;
    const bad = isVoid(directive);
    if (!bad) taken.set(name, directive);
    // Except in Chromium, a later directive of the same name replaces an invalid one.
    if (!bad || engine === "chromium") seen.add(name);
  }
  return taken;
}

function isVoid({ tokens }: PolicyDirective): boolean {
  return tokens.some(({ text }) => VOID_BYTE.test(text));
}

type Draft = { -readonly [Key in keyof SourceList]: SourceList[Key] };

type Keyword = "self" | "star" | "inline" | "eval" | "wasm" | "strictDynamic" | "unsafeHashes";

const KEYWORDS = wordTexts("source keywords by member") as WordTable<Keyword>;

const IDLE_KEYWORDS = wordList("keywords without effect on sources");

/** Memoized: policies that differ only in their nonce share all other directives. */
const LIST_OF = byEngine((engine) =>
  oncePerObject((directive: PolicyDirective) => readList(directive, engine)),
);

function readList({ tokens }: PolicyDirective, engine: Engine): SourceList {
  const nonces: string[] = [];
  const hashes: string[] = [];
  const sources: CspSource[] = [];
  const list: Draft = {
    self: false,
    star: false,
    inline: false,
    eval: false,
    wasm: false,
    strictDynamic: false,
    unsafeHashes: false,
    trustedTypesEval: false,
    nonces,
    hashes,
    sources,
  };
  for (const { text } of tokens) {
    const lower = text.toLowerCase();
    const keyword = KEYWORDS.get(lower);
    if (keyword) list[keyword] = true;
    else if (lower === "'trusted-types-eval'") list.trustedTypesEval = engine === "chromium";
    else if (!IDLE_KEYWORDS.has(lower)) {
      const source = readSource(text, engine);
      const nonce = source ? undefined : readNonce(text);
      const hash = source ? undefined : readHash(text, engine);
      if (source) sources.push(source);
      else if (nonce !== undefined) nonces.push(nonce);
      else if (hash !== undefined) hashes.push(hash);
    }
  }
  return list;
}
