/** Problems of policies that let unwanted scripts run. */

import { oncePerObject } from "../../../platform/memoize.ts";
import type { Source } from "../../../syntax/csp.ts";
import { type Item, problem, type Report, type Worded, worded } from "../../field.ts";
import { findBypass } from "./bypass.ts";
import { csp } from "./examples.ts";
import {
  type CspDirective,
  type CspPolicy,
  type CspSource,
  type DirectiveText,
  hasKeyword,
  matchesCode,
  scriptDirectives,
  scriptlessSandbox,
  voidsUnsafeInline,
} from "./policy.ts";
import { isAnyHost, isLocal } from "./source-reach.ts";

/** Finds weaknesses of a directive that governs scripts; returns their titles. */
type Find = (directive: DirectiveText) => readonly string[];

const when = (isWeak: (directive: DirectiveText) => boolean, title: (name: string) => string): Find => {
  return (directive) => (isWeak(directive) ? [title(directive.name)] : []);
};

/** True for a nonce or hash that can match, even without quotes (another finding). */
function isTrustMark({ source }: CspSource): boolean {
  return matchesCode(source) || (source.kind === "unquoted" && source.value.includes("-"));
}

/** True for a source that lets at least one script run, even without quotes (another finding). */
function letsScriptsRun({ source }: CspSource): boolean {
  if (source.kind === "keyword") return source.value === "self" || source.value === "unsafe-inline";
  return matchesCode(source) || ["wildcard", "host", "scheme", "unquoted"].includes(source.kind);
}

/** True if browsers ignore each source, although the directive is not meant to block all scripts. */
function hasNoEffect(directive: DirectiveText): boolean {
  const { name, sources } = directive;
  const isMeant = sources.every(({ source }) => source.kind === "keyword");
  return (
    name !== "script-src-attr" &&
    !isMeant &&
    !hasKeyword(directive, "strict-dynamic") &&
    !sources.some(letsScriptsRun)
  );
}

function isAnywhere(source: Source): boolean {
  return (
    isAnyHost(source) ||
    (source.kind === "scheme" && ["http", "https", "data", "filesystem"].includes(source.value))
  );
}

/** Sources whose hosts and schemes apply; empty with 'strict-dynamic' and in script-src-attr. */
function reachOf(directive: DirectiveText): readonly CspSource[] {
  const isIdle = hasKeyword(directive, "strict-dynamic") || directive.name === "script-src-attr";
  return isIdle ? [] : directive.sources;
}

/** Checks each script host. */
function eachHost(
  title: (
    source: CspSource & { readonly source: Source & { readonly kind: "host" } },
    directive: DirectiveText,
  ) => string | undefined,
): Find {
  return (directive) =>
    reachOf(directive).flatMap(({ text, source }) =>
      source.kind === "host" && !isAnyHost(source) ? (title({ text, source }, directive) ?? []) : [],
    );
}

const dynamicAlone = worded("csp-strict-dynamic-alone", "error", "csp3#strict-dynamic-usage", {
  bad: csp("script-src 'self' 'strict-dynamic'"),
  good: csp("script-src 'strict-dynamic' 'nonce-pV3kq9XcT1u0yB7mZr4sLw'"),
});

const scriptsBlocked = worded("csp-scripts-blocked", "error", "csp3#directive-script-src", {
  bad: csp("script-src 'nonce-{{nonce}}'"),
  good: csp("script-src 'nonce-pV3kq9XcT1u0yB7mZr4sLw'"),
});

/** Rows of policies that block every script: one policy is enough. */
const BLOCKING: ReadonlySet<Worded> = new Set([dynamicAlone, scriptsBlocked]);

const WEAKNESSES: readonly (readonly [row: Worded, find: Find])[] = [
  [
    worded("csp-script-unsafe-inline", "error", "csp3#directive-script-src", {
      bad: csp("script-src 'self' 'unsafe-inline'"),
      good: csp("script-src 'self' 'unsafe-inline' 'nonce-pV3kq9XcT1u0yB7mZr4sLw'"),
    }),
    when(
      (one) => hasKeyword(one, "unsafe-inline") && !one.sources.some(voidsUnsafeInline),
      (name) => `'unsafe-inline' in ${name} lets injected scripts run.`,
    ),
  ],
  [
    worded("csp-script-unsafe-eval", "error", "csp3#directive-script-src", {
      bad: csp("script-src 'self' 'unsafe-eval'"),
      good: csp("script-src 'self' 'wasm-unsafe-eval'"),
    }),
    when(
      (one) => hasKeyword(one, "unsafe-eval"),
      (name) => `'unsafe-eval' in ${name} lets text run as code.`,
    ),
  ],
  [
    worded("csp-script-unsafe-hashes", "info", "csp3#unsafe-hashes-usage", {
      bad: csp("script-src 'unsafe-hashes' 'sha256-hqBEA/HXB3aJU2FgOnYN8rkAgEVgyfi3Vs1j2/XMPBA='"),
      good: csp("script-src 'sha256-hqBEA/HXB3aJU2FgOnYN8rkAgEVgyfi3Vs1j2/XMPBA='"),
    }),
    when(
      (one) => hasKeyword(one, "unsafe-hashes"),
      (name) => `'unsafe-hashes' in ${name} lets listed event handlers run wherever they are injected.`,
    ),
  ],
  [
    dynamicAlone,
    when(
      (one) => hasKeyword(one, "strict-dynamic") && !one.sources.some(isTrustMark),
      (name) => `No script runs on this page: 'strict-dynamic' in ${name} has no valid nonce or hash.`,
    ),
  ],
  [scriptsBlocked, when(hasNoEffect, (name) => `No script runs on this page: ${name} has no valid source.`)],
  [
    worded("csp-script-anywhere", "error", "csp3#directive-script-src", {
      bad: csp("script-src https:"),
      good: csp("script-src https://cdn.example"),
    }),
    (directive) => {
      const all = reachOf(directive).filter(({ source }) => isAnywhere(source));
      const texts = [...new Set(all.map(({ text }) => text))].join(" and ");
      const allow = all.length > 1 ? "allow" : "allows";
      return all.length > 0 ? [`${texts} in ${directive.name} ${allow} scripts from anyone.`] : [];
    },
  ],
  [
    worded("csp-script-insecure", "error", "csp3#match-schemes", {
      bad: csp("script-src http://cdn.example"),
      good: csp("script-src https://cdn.example"),
    }),
    eachHost(({ text, source }, { name }) =>
      (source.scheme === "http" || source.scheme === "ftp") && !isLocal(source)
        ? `${text} in ${name} allows unencrypted scripts, which attackers can replace in transit.`
        : undefined,
    ),
  ],
  [
    worded("csp-script-bypass", "error", "csp3#strict-dynamic-usage", {
      bad: csp("script-src https://ajax.googleapis.com"),
      good: csp("script-src https://cdn.example"),
    }),
    eachHost(({ text, source }, directive) => {
      const bypass = findBypass(source, hasKeyword(directive, "unsafe-eval"));
      return (
        bypass && `${text} in ${directive.name}: ${bypass.host} serves ${bypass.what}, a known CSP bypass.`
      );
    }),
  ],
];

const trialWeak = problem("csp-trial-weak", "warning", "csp3#cspro-header", {
  title: (title: string) => `Once enforced: ${title}`,
  bad: ["Content-Security-Policy-Report-Only: script-src 'unsafe-inline'; report-uri /csp"],
  good: ["Content-Security-Policy-Report-Only: script-src 'self'; report-uri /csp"],
});

export const scriptProblems = [...WEAKNESSES.map(([row]) => row), trialWeak];

interface Weakness {
  readonly row: Worded;
  readonly title: string;
}

interface PlacedWeakness extends Weakness {
  readonly directive: CspDirective;
}

export interface PlacedPolicy {
  readonly policy: CspPolicy;
  readonly items: readonly Item[];
}

/** Reports weaknesses that all policies about scripts share; otherwise another policy blocks the script. */
export function checkScripts(placed: readonly PlacedPolicy[], report: Report, isTrial = false): void {
  const isSandboxed = !isTrial && placed.some(({ policy }) => scriptlessSandbox(policy));
  const found = placed.map(({ policy }) => (isSandboxed ? sandboxed(policy) : weaknesses(policy)));
  if (found.every(({ length }) => length === 0)) return;
  const open = openRows(placed, found);
  for (const [index, { items }] of placed.entries())
    for (const { row, title, directive } of found[index] ?? [])
      if (BLOCKING.has(row) || open.has(row))
        report(isTrial && !BLOCKING.has(row) ? trialWeak : row, title, items[directive.index]);
}

/** Rows of the weaknesses that all policies about scripts share. */
function openRows(
  placed: readonly PlacedPolicy[],
  found: readonly (readonly PlacedWeakness[])[],
): ReadonlySet<Worded> {
  let open: Set<Worded> | undefined;
  for (const [index, { policy }] of placed.entries()) {
    if (scriptDirectives(policy).length === 0) continue;
    const own = new Set((found[index] ?? []).map(({ row }) => row));
    open = open ? new Set([...open].filter((each) => own.has(each))) : own;
  }
  return open ?? new Set();
}

function weaknesses(policy: CspPolicy): readonly PlacedWeakness[] {
  return scriptDirectives(policy).flatMap((directive) =>
    weaknessesOf(directive.alike).map((weakness) => ({ ...weakness, directive })),
  );
}

/** Reports a sandbox in which no script runs, next to a directive for scripts that allows some. */
function sandboxed(policy: CspPolicy): readonly PlacedWeakness[] {
  const directive = scriptlessSandbox(policy);
  const [open] = scriptDirectives(policy).filter((one) => one.sources.some(letsScriptsRun));
  if (!directive || !open || open.name === "default-src")
    return weaknesses(policy).filter(({ row }) => BLOCKING.has(row));
  const title = `No script runs on this page: sandbox lacks allow-scripts, which overrides ${open.name}.`;
  return [{ row: scriptsBlocked, title, directive }];
}

const weaknessesOf = oncePerObject((directive: DirectiveText): readonly Weakness[] =>
  WEAKNESSES.flatMap(([row, find]) => find(directive).map((title) => ({ row, title }))),
);
