/** Parses Content-Security-Policy: policies, directives, and the effective directive of a name. */

import { wordList, wordTexts } from "../../../../data/headers/words.ts";
import { memoize, oncePerObject } from "../../../platform/memoize.ts";
import {
  type PolicyDirective,
  type PolicyToken,
  parsePolicies,
  parseSource,
  type Source,
} from "../../../syntax/csp.ts";
import { VOID_BYTE } from "../../verdicts/policy-parse.ts";
import { readHash, readNonce } from "../../verdicts/policy-sources.ts";

export interface CspSource {
  readonly text: string;
  readonly source: Source;
}

/** Parsed directive; directives with the same text share one object. */
export interface DirectiveText extends PolicyDirective {
  /** Source expressions; empty if the value is not a source list. */
  readonly sources: readonly CspSource[];
  /** Non-ASCII character that makes browsers drop the directive. */
  readonly voidBy: string | undefined;
}

export interface CspDirective extends DirectiveText {
  readonly alike: DirectiveText;
  /** Index of the directive's item. */
  readonly index: number;
  /** True if an earlier directive has the same name, so browsers ignore this one. */
  readonly duplicate: boolean;
}

export interface CspPolicy {
  readonly directives: readonly CspDirective[];
  /** Effective directive of each name: the first. */
  readonly byName: ReadonlyMap<string, CspDirective>;
}

export interface Csp {
  /** True if the value is too long: the rest is not parsed. */
  readonly isCut: boolean;
  readonly policies: readonly CspPolicy[];
  readonly directives: readonly CspDirective[];
}

/** Fetch directives and their fallbacks (CSP Level 3 section 6.8.3). */
const FALLBACKS = wordTexts("fallbacks of fetch directives");

const OTHER_SOURCE_LISTS = wordList("source lists without fallback");

export function isFetchDirective(name: string): boolean {
  return name === "default-src" || FALLBACKS.has(name);
}

export function hasSources(name: string): boolean {
  return isFetchDirective(name) || OTHER_SOURCE_LISTS.has(name);
}

export function governsScripts(name: string): boolean {
  return name === "script-src" || name === "script-src-elem" || name === "script-src-attr";
}

/** Maximum number of names and words per value; the longest policies in use have a few hundred. */
export const MOST_WORDS = 2000;

const MOST_POLICIES = 100;

/** Parses a value up to the limits; undefined if it has no directive. */
export const readCsp = memoize(cspOf);

function cspOf(value: string): Csp | undefined {
  const directives: CspDirective[] = [];
  const policies: CspPolicy[] = [];
  let words = 0;
  for (const policy of parsePolicies(value)) {
    const own: CspDirective[] = [];
    const byName = new Map<string, CspDirective>();
    const names = new Set<string>();
    for (const read of policy.directives) {
      words += 1 + read.tokens.length;
      if (words > MOST_WORDS) break;
      const alike = readDirective(read);
      const { name, sent, tokens, sources, voidBy } = alike;
      const duplicate = names.size === names.add(name).size;
      const index = directives.length;
      const directive = { name, sent, tokens, sources, voidBy, alike, index, duplicate };
      own.push(directive);
      directives.push(directive);
      if (!duplicate && voidBy === undefined) byName.set(name, directive);
    }
    if (own.length > 0) policies.push({ directives: own, byName });
    if (policies.length === MOST_POLICIES) words = Number.POSITIVE_INFINITY;
    if (words > MOST_WORDS) break;
  }
  return policies.length === 0 ? undefined : { policies, directives, isCut: words > MOST_WORDS };
}

const readDirective = oncePerObject(
  ({ name, sent, tokens }: PolicyDirective): DirectiveText => ({
    name,
    sent,
    tokens,
    sources: sourcesOf(name, tokens),
    voidBy: voidByte(tokens),
  }),
);

function voidByte(tokens: readonly PolicyToken[]): string | undefined {
  for (const { text } of tokens) {
    const byte = VOID_BYTE.exec(text)?.[0];
    if (byte !== undefined) return byte;
  }
  return undefined;
}

function sourcesOf(name: string, tokens: readonly PolicyToken[]): readonly CspSource[] {
  return hasSources(name) ? tokens.map(({ text }) => ({ text, source: parseSource(text) })) : NO_SOURCES;
}

const NO_SOURCES: readonly CspSource[] = [];

/** Directive that governs `name`: itself or the nearest fallback. */
export function effective(policy: CspPolicy, name: string): CspDirective | undefined {
  for (let at: string | undefined = name; at !== undefined; at = FALLBACKS.get(at)) {
    const directive = policy.byName.get(at);
    if (directive) return directive;
  }
  return undefined;
}

const SCRIPT_DIRECTIVES = ["script-src", "script-src-elem", "script-src-attr"] as const;

/** Directives that govern scripts, each once: `script-src` and the two narrower ones, or their fallbacks. */
export function scriptDirectives(policy: CspPolicy): CspDirective[] {
  const found: CspDirective[] = [];
  for (const name of SCRIPT_DIRECTIVES) {
    const directive = effective(policy, name);
    if (directive && !found.includes(directive)) found.push(directive);
  }
  return found;
}

/** The sandbox directive if it forbids all scripts. */
export function scriptlessSandbox({ byName }: CspPolicy): CspDirective | undefined {
  const sandbox = byName.get("sandbox");
  return sandbox?.tokens.some(({ text }) => text.toLowerCase() === "allow-scripts") ? undefined : sandbox;
}

/** True for a valid nonce, a hash or 'strict-dynamic': next to one, browsers ignore 'unsafe-inline'. */
export function voidsUnsafeInline({ text, source }: CspSource): boolean {
  if (source.kind === "nonce") return readNonce(text) !== undefined;
  if (source.kind === "hash") return readHash(text, "chromium") !== undefined;
  return isKeyword(source, "strict-dynamic");
}

/** True for a nonce or hash that can match code: valid base64 and the right length. */
export function matchesCode(source: Source): boolean {
  return (source.kind === "nonce" || source.kind === "hash") && source.valid;
}

export function isKeyword(source: Source, value: string): boolean {
  return source.kind === "keyword" && source.value === value;
}

export function hasKeyword(directive: Pick<DirectiveText, "sources">, value: string): boolean {
  for (const { source } of directive.sources) if (isKeyword(source, value)) return true;
  return false;
}

/** A source and the name of its directive. */
export interface PlacedSource extends CspSource {
  readonly name: string;
  /** True if the directive governs scripts: `script-problems.ts` checks those sources. */
  readonly scripts: boolean;
}
