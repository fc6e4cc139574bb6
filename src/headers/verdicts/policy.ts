/** The effective Content-Security-Policy (CSP 3): what all enforced policies together allow. */

import { type Static, Type } from "@sinclair/typebox";
import { wordList } from "../../../data/headers/words.ts";
import { ALLOWLIST, allowsConnection } from "./connection-allowlist.ts";
import { checkIntegrity } from "./integrity.ts";
import { checkIsolation } from "./isolation.ts";
import { allowsAllInline, type Governing, ignoresUrls, operative } from "./policy-directives.ts";
import { checkEval, checkLoad, LoadVerdict, targetOf } from "./policy-loads.ts";
import { type CspPolicy, MOST_POLICIES, readAlike, readPolicies } from "./policy-parse.ts";
import type { SourceList } from "./policy-sources.ts";
import { describeSources } from "./policy-sources.ts";
import { type Engine, type Load, linesOf, oncePerEngine, type Response } from "./response.ts";

const Directive = Type.Object(
  {
    from: Type.String({ description: "The directive that governs: itself, or what it falls back to" }),
    inline: Type.Optional(Type.Boolean({ description: "Inline code or styles run without nonce or hash" })),
    eval: Type.Optional(Type.Boolean()),
    strictDynamic: Type.Optional(Type.Boolean()),
    nonces: Type.Optional(Type.Array(Type.String())),
    hashes: Type.Optional(Type.Array(Type.String())),
    sources: Type.Array(Type.Array(Type.String()), {
      description: "The sources of each policy that governs it; a URL must match one of each",
    }),
  },
  { title: "PolicyDirective", description: "What a directive allows, across all policies" },
);

export const Policy = Type.Object(
  {
    policies: Type.Array(Type.String(), { description: "The enforced policies, as sent" }),
    directives: Type.Record(Type.String(), Directive),
    sandboxed: Type.Optional(Type.Boolean({ description: "A sandbox prevents all scripts from running" })),
    loads: Type.Optional(Type.Array(LoadVerdict)),
  },
  { title: "Policy", description: "The effective Content-Security-Policy; report-only ones do nothing" },
);
export type Policy = Static<typeof Policy>;

/** Effective policy; undefined if none is enforced and no load is given. Report-only policies have no effect. */
export function checkPolicy(response: Response, engine: Engine): Policy | undefined {
  const policies = enforcedPolicies(response, engine);
  const asked = response.questions?.loads;
  if (policies.length === 0 && !asked) return undefined;
  const directives: Policy["directives"] = {};
  const describe = describer(response.url);
  for (const name of FETCH_DIRECTIVES) {
    const verdict = checkDirective(name, policies, describe, engine);
    if (verdict) directives[name] = verdict;
  }
  return {
    policies: policies.map(({ text }) => text),
    directives,
    ...(isSandboxed(policies) && { sandboxed: true }),
    ...(asked && { loads: answerLoads(asked, policies, response, engine) }),
  };
}

function answerLoads(
  loads: readonly Load[],
  policies: readonly CspPolicy[],
  response: Response,
  engine: Engine,
): LoadVerdict[] {
  const { embedder } = checkIsolation(response, engine);
  return loads.map((load) => {
    const verdict = checkLoad(load, policies, response.url, engine, embedder);
    const url = targetOf(load.url, response.url, policies);
    if (verdict.allowed === false || load.as === "base" || !url) return verdict;
    const allowed = allowsConnection(response, engine, url, load.redirected);
    if (allowed === true && !lacksIntegrity(load, url, response, engine)) return verdict;
    const { allowed: _, needs: __, ...question } = verdict;
    if (allowed === true) return { ...question, allowed: false, by: "integrity-policy" };
    return { ...question, ...(allowed === false && { allowed }), by: ALLOWLIST };
  });
}

/** Whether Integrity-Policy blocks the load, since it has no hash. */
function lacksIntegrity(load: Load, { protocol }: URL, response: Response, engine: Engine): boolean {
  if (load.hash !== undefined || !/^https?:$/.test(protocol)) return false;
  const policy = checkIntegrity(response, engine);
  return policy !== undefined && !policy.reportOnly && policy.blocked.some((kind) => kind === load.as);
}

export const enforcedPolicies = oncePerEngine((response: Response, engine): readonly CspPolicy[] => {
  const lines = linesOf(response, "content-security-policy");
  return lines.flatMap((line) => readPolicies(line, engine)).slice(0, MOST_POLICIES);
});

/** Whether all engines read the same policy. With loads they may differ. */
export function policyAlike(response: Response): boolean {
  return !response.questions?.loads && readAlike(linesOf(response, "content-security-policy"));
}

/** Policy for script elements; undefined if no policy is enforced. */
export function checkScriptSources(response: Response, engine: Engine) {
  const policies = enforcedPolicies(response, engine);
  if (policies.length === 0) return undefined;
  const elements = checkDirective("script-src-elem", policies, describer(response.url), engine);
  return { elements, sandboxed: isSandboxed(policies) };
}

function isSandboxed(policies: readonly CspPolicy[]): boolean {
  return policies.some(({ sandbox }) => sandbox && !sandbox.has("allow-scripts"));
}

/** Directives with a source list that apply when a page loads or runs something. */
const FETCH_DIRECTIVES = wordList("directives of verdicts");

type Describe = (list: SourceList) => string[];

/** Returns a function that describes source lists, with a cache: several directives fall back to one list. */
function describer(self: URL | undefined): Describe {
  const described = new Map<SourceList, string[]>();
  return (list) => {
    const known = described.get(list) ?? describeSources(list, self);
    described.set(list, known);
    return known;
  };
}

function checkDirective(
  name: string,
  policies: readonly CspPolicy[],
  describe: Describe,
  engine: Engine,
): Static<typeof Directive> | undefined {
  const governing: Governing[] = [];
  const sources: string[][] = [];
  for (const policy of policies) {
    const found = operative(policy, name);
    if (!found) continue;
    governing.push(found);
    sources.push(ignoresUrls(found, name, engine) ? [] : describe(found.list));
  }
  const from = governing[0]?.from;
  if (from === undefined) return undefined;
  const isScript = name.startsWith("script-");
  if (!isScript && !name.startsWith("style-")) return { from, sources };
  return {
    from,
    inline: governing.every(({ from, list }) => allowsAllInline(list, from, name, engine)),
    ...(name === "script-src-elem" && { eval: checkEval(policies).allowed }),
    ...(isScript && { strictDynamic: governing.some(({ list }) => list.strictDynamic) }),
    nonces: allOf(governing, "nonces"),
    hashes: allOf(governing, "hashes"),
    sources,
  };
}

function allOf(governing: readonly Governing[], kind: "nonces" | "hashes"): string[] {
  const all: string[] = [];
  for (const { list } of governing) all.push(...list[kind]);
  return all.length < 2 ? all : [...new Set(all)];
}
