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
  effective,
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
 * Notes what lets unwanted scripts run. Policies combine: what another policy (of `others`) that governs scripts
 * does not let through is no weakness.
 */
export function checkScripts(
  policy: CspPolicy,
  others: readonly CspPolicy[],
  note: Note<CspKind>,
  items: readonly Item[],
): void {
  const found = weaknesses(policy);
  if (found.length === 0) return;
  const strict = others
    .filter((other) => effective(other, "script-src"))
    .map((other) => new Set(weaknesses(other).map(({ id }) => id)));
  for (const { id, title, directive } of found)
    if (id === "csp-strict-dynamic-alone" || strict.every((ids) => ids.has(id)))
      note(id, title, items[directive.index]);
}

function weaknesses(policy: CspPolicy): Weakness[] {
  return scriptDirectives(policy).flatMap(directiveWeaknesses);
}

function directiveWeaknesses(directive: CspDirective): Weakness[] {
  const { name, sources } = directive;
  const found: Weakness[] = [];
  const add = (id: Weakness["id"], title: string) => found.push({ id, title, directive });
  // A nonce with bad characters is ignored by browsers, but that is its own finding: one fault, one problem.
  const voided = sources.some(voidsUnsafeInline) || sources.some(({ text }) => text.includes("''"));
  if (hasKeyword(directive, "unsafe-inline") && !voided)
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
      `${[...new Set(anywhere)].join(" and ")} in ${name} allows scripts that anybody can provide.`,
    );
  const evalAllowed = hasKeyword(directive, "unsafe-eval");
  for (const { text, source } of sources) {
    if (source.kind !== "host" || isAnyHost(source)) continue;
    if ((source.scheme === "http" || source.scheme === "ftp") && !isLocal(source))
      add(
        "csp-script-insecure",
        `${text} in ${name}: scripts that come unencrypted can be exchanged on the way.`,
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
