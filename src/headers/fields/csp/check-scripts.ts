/** Judges which scripts a policy lets run: the heart of what it is for. */

import type { Note } from "../../field.ts";
import type { Item } from "../../schema.ts";
import type { Source } from "../../syntax/csp.ts";
import { findBypass } from "./bypass.ts";
import { isAnyHost, isLocal } from "./check-sources.ts";
import type { CspKind, scriptKinds } from "./kinds.ts";
import {
  type CspDirective,
  type CspPolicy,
  hasKeyword,
  scriptDirectives,
  voidsUnsafeInline,
} from "./policy.ts";

interface Weakness {
  readonly id: keyof typeof scriptKinds;
  readonly title: string;
  readonly directive: CspDirective;
}

/**
 * Notes what lets unwanted scripts run. Policies combine: what one of them that governs scripts does not let through
 * is not a weakness of the others.
 */
export function checkScripts(placed: readonly PlacedPolicy[], note: Note<CspKind>): void {
  const found = placed.map(({ policy }) => weaknesses(policy));
  if (found.every(({ length }) => length === 0)) return;
  const open = openIds(placed, found);
  for (const [index, { items }] of placed.entries())
    for (const { id, title, directive } of found[index] ?? [])
      if (id === "csp-strict-dynamic-alone" || open.has(id)) note(id, title, items[directive.index]);
}

/** A policy with the items of its line. */
export interface PlacedPolicy {
  readonly policy: CspPolicy;
  readonly items: readonly Item[];
}

/** Weaknesses that every policy that governs scripts has. */
function openIds(
  placed: readonly PlacedPolicy[],
  found: readonly (readonly Weakness[])[],
): ReadonlySet<string> {
  let open: Set<string> | undefined;
  for (const [index, { policy }] of placed.entries()) {
    if (scriptDirectives(policy).length === 0) continue;
    const own = new Set<string>((found[index] ?? []).map(({ id }) => id));
    open = open ? open.intersection(own) : own;
  }
  return open ?? new Set();
}

function weaknesses(policy: CspPolicy): Weakness[] {
  return scriptDirectives(policy).flatMap(directiveWeaknesses);
}

function directiveWeaknesses(directive: CspDirective): Weakness[] {
  const { name, sources } = directive;
  const found: Weakness[] = [];
  const add = (id: Weakness["id"], title: string) => found.push({ id, title, directive });
  if (hasKeyword(directive, "unsafe-inline") && !sources.some(voidsUnsafeInline))
    add("csp-script-unsafe-inline", `'unsafe-inline' in ${name} lets injected scripts run.`);
  if (hasKeyword(directive, "unsafe-eval"))
    add("csp-script-unsafe-eval", `'unsafe-eval' in ${name} lets text run as code.`);
  if (hasKeyword(directive, "unsafe-hashes"))
    add(
      "csp-script-unsafe-hashes",
      `'unsafe-hashes' in ${name} lets listed event handlers run wherever they are injected.`,
    );
  const isDynamic = hasKeyword(directive, "strict-dynamic");
  if (isDynamic && !sources.some(({ source }) => isTrustMark(source)))
    add("csp-strict-dynamic-alone", `'strict-dynamic' in ${name} without nonce or hash stops every script.`);
  // With 'strict-dynamic' browsers ignore hosts and schemes; script-src-attr has none to load from.
  if (!isDynamic && name !== "script-src-attr") reach(directive, add);
  return found;
}

/** A nonce or hash; one that lost its quotes is meant as such and is its own finding. */
function isTrustMark(source: Source): boolean {
  return (
    source.kind === "nonce" ||
    source.kind === "hash" ||
    (source.kind === "unquoted" && source.value.includes("-"))
  );
}

function reach(directive: CspDirective, add: (id: Weakness["id"], title: string) => void): void {
  const { name, sources } = directive;
  const anywhere = sources.filter(({ source }) => isAnywhere(source)).map(({ text }) => text);
  if (anywhere.length > 0)
    add(
      "csp-script-anywhere",
      `${[...new Set(anywhere)].join(" and ")} in ${name} ${anywhere.length > 1 ? "allow" : "allows"} scripts that anybody can provide.`,
    );
  const evalAllowed = hasKeyword(directive, "unsafe-eval");
  for (const { text, source } of sources) {
    if (source.kind !== "host" || isAnyHost(source)) continue;
    if ((source.scheme === "http" || source.scheme === "ftp") && !isLocal(source))
      add(
        "csp-script-insecure",
        `${text} in ${name}: scripts that are not encrypted can be replaced in transit.`,
      );
    const bypass = findBypass(source, evalAllowed);
    if (bypass)
      add(
        "csp-script-bypass",
        `${text} in ${name}: ${bypass.host} serves ${bypass.what}, a known way around the policy.`,
      );
  }
}

function isAnywhere(source: Source): boolean {
  return (
    isAnyHost(source) ||
    (source.kind === "scheme" && ["http", "https", "data", "filesystem"].includes(source.value))
  );
}
