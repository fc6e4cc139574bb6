/** Problems of missing directives, over all policies of a document. */

import { type Checks, type Context, firstOf, problem } from "../../field.ts";
import { isHtml } from "../../reading/response-kind.ts";
import { explicitLifetime } from "../../verdicts/caching.ts";
import { listing } from "../../wording.ts";
import { csp, html } from "./examples.ts";
import {
  type CspDirective,
  type CspPolicy,
  type CspSource,
  effective,
  hasKeyword,
  isKeyword,
  scriptlessSandbox,
  voidsUnsafeInline,
} from "./policy.ts";
import { isAnyHost } from "./source-reach.ts";

const WHOLE = "default-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'";

/** All enforced policies of a response. */
export interface Together {
  readonly policies: readonly CspPolicy[];
  /** True for HTML; in other content browsers ignore most directives. */
  readonly isPage: boolean;
  /** True if a sandbox forbids all scripts. */
  readonly isSandboxed: boolean;
  /** Directives that govern scripts; empty unless they block injected scripts and allow some. */
  readonly hardened: readonly CspDirective[];
}

export function combined(policies: readonly CspPolicy[], context: Context): Together {
  const isPage = policies.length > 0 && isHtml(context) && !isRedirect(context);
  const isSandboxed = policies.some((policy) => scriptlessSandbox(policy));
  const scripts = policies.flatMap((policy) => effective(policy, "script-src") ?? []);
  const letsAnyRun = scripts.length > 0 && scripts.every(({ sources }) => sources.some(isAllowance));
  const isHard = isPage && !isSandboxed && letsAnyRun && !scripts.every(runsInline);
  return { policies, isPage, isSandboxed, hardened: isHard ? scripts : [] };
}

const governs = ({ policies }: Together, name: string) => policies.some((policy) => effective(policy, name));

export const missingProblems: Checks<Together, undefined> = [
  firstOf(
    problem("csp-scripts-unrestricted", "warning", "csp3#directive-script-src", {
      detect: (all) => all.isPage && !all.isSandboxed && !governs(all, "script-src"),
      bad: html(...csp("img-src 'self'")),
      good: html(...csp(WHOLE)),
    }),
    problem("csp-objects-unrestricted", "warning", "csp3#directive-object-src", {
      detect: (all) => all.isPage && !all.isSandboxed && !governs(all, "object-src"),
      bad: html(...csp("script-src 'self'")),
      good: html(...csp("script-src 'self'; object-src 'none'")),
    }),
  ),
  problem("csp-script-hosts", "info", "csp3#strict-dynamic-usage", {
    detect: ({ hardened: [first, ...rest] }) =>
      first &&
      [first, ...rest].every(trustsHosts) && { name: first.name, host: first.sources.find(isHost)?.text },
    title: ({ name, host }) => `${name} allows any script from ${host}; nonces or hashes are stricter.`,
    bad: html("Content-Security-Policy: script-src https://assets.example"),
    good: html("Content-Security-Policy: script-src 'nonce-rAnd0mRAnd0mRAnd0mRAnd0m' 'strict-dynamic'"),
  }),
  problem("csp-trusted-types-missing", "info", "mdn/Content-Security-Policy/require-trusted-types-for", {
    detect: ({ hardened, policies }) =>
      hardened.length > 0 && !policies.some(({ byName }) => byName.has("require-trusted-types-for")),
    bad: html("Content-Security-Policy: script-src 'self'"),
    good: html("Content-Security-Policy: script-src 'self'; require-trusted-types-for 'script'"),
  }),
  problem("csp-nonce-in-shared-cache", "warning", "csp3#security-nonces", {
    detect: ({ hardened }, { verdicts: { caching } }) =>
      caching?.shared.stores &&
      (explicitLifetime(caching.shared) ?? 0) > 0 &&
      hardened.some(({ sources }) => sources.some(({ source }) => source.kind === "nonce" && source.valid)),
    title: (_, _all, { verdicts: { seen } }) =>
      seen?.hit && seen.by !== ""
        ? `The page is from a shared cache (${seen.by}); if its nonce is too, all visitors get the same.`
        : "Shared caches may send this page with its nonce to all visitors; each needs another.",
    bad: html(...csp("script-src 'nonce-pV3kq9XcT1u0yB7mZr4sLw'"), "Cache-Control: max-age=600"),
    good: html(...csp("script-src 'nonce-pV3kq9XcT1u0yB7mZr4sLw'"), "Cache-Control: private, max-age=600"),
  }),
  problem("csp-directives-missing", "warning", "csp3#directives-elsewhere", {
    detect(all, context) {
      // Error pages have no forms or links worth protecting.
      if (!all.isPage || (context.status ?? 0) >= 400) return false;
      // A policy without script directives has another purpose, such as framing.
      const isAboutScripts = governs(all, "script-src") || all.isSandboxed;
      const wanted = isAboutScripts && !isStrict(all) ? ["base-uri", "form-action"] : [];
      if (hasUselessFrameOptions(context)) wanted.push("frame-ancestors");
      const missing = wanted.filter((name) => !governs(all, name));
      return missing.length > 0 && missing;
    },
    title: (missing) =>
      `The policy lacks ${listing(missing)}; default-src does not apply to ${missing.length > 1 ? "them" : "it"}.`,
    bad: html(...csp("default-src 'self'")),
    good: html(...csp(WHOLE)),
  }),
];

/** True if injected markup cannot run scripts: nonces or hashes only, no plugins, fixed base URL. */
function isStrict(all: Together): boolean {
  const trusts = ({ sources }: CspDirective) => sources.some(({ source }) => TRUST.has(source.kind));
  const isStrictScript = (one: CspDirective) => hasKeyword(one, "strict-dynamic") && trusts(one);
  return all.hardened.some(isStrictScript) && governs(all, "object-src") && governs(all, "base-uri");
}

const TRUST: ReadonlySet<string> = new Set(["nonce", "hash"]);

function isAllowance({ source }: CspSource): boolean {
  return source.kind !== "keyword" || isKeyword(source, "self");
}

function isHost({ source }: CspSource): boolean {
  return source.kind === "host" && !isAnyHost(source);
}

function trustsHosts(directive: CspDirective): boolean {
  return !hasKeyword(directive, "strict-dynamic") && directive.sources.some(isHost);
}

function runsInline(directive: CspDirective): boolean {
  return hasKeyword(directive, "unsafe-inline") && !directive.sources.some(voidsUnsafeInline);
}

function isRedirect({ status = 0 }: Context): boolean {
  return status >= 300 && status < 400;
}

/** True if X-Frame-Options has no effect. If the header is absent, a rule reports that. */
function hasUselessFrameOptions({ has, verdicts }: Context): boolean {
  return has("x-frame-options") && verdicts.framing?.by === "anyone";
}
