/** What the policies of a document, taken together, leave open because no directive is there. */

import type { Context, Note } from "../../field.ts";
import { isHtml } from "../../response-kind.ts";
import { listing } from "../../wording.ts";
import { isAnyHost } from "./check-sources.ts";
import type { CspKind } from "./kinds.ts";
import {
  type CspDirective,
  type CspPolicy,
  type CspSource,
  effective,
  hasKeyword,
  isKeyword,
  voidsUnsafeInline,
} from "./policy.ts";

/** Only for HTML: for a picture or an API answer most directives mean nothing. */
export function checkMissing(policies: readonly CspPolicy[], context: Context, note: Note<CspKind>): void {
  if (policies.length === 0 || !isHtml(context) || isRedirect(context)) return;
  const governed = (name: string) => policies.some((policy) => effective(policy, name));
  const isSandboxed = policies.some((policy) => forbidsScripts(policy));
  if (!governed("script-src") && !isSandboxed)
    note(
      "csp-scripts-unrestricted",
      "The policy has neither script-src nor default-src: scripts may come from anywhere.",
    );
  else if (!governed("object-src") && !isSandboxed)
    note(
      "csp-objects-unrestricted",
      "The policy has neither object-src nor default-src: plugins may come from anywhere.",
    );
  if (!isSandboxed) checkHardening(policies, note);
  // A policy that leaves scripts alone is about something else, such as framing.
  const isAboutScripts = governed("script-src") || isSandboxed;
  const missing = isAboutScripts ? ["base-uri", "form-action"].filter((name) => !governed(name)) : [];
  if (!governed("frame-ancestors") && hasUselessFrameOptions(context)) missing.push("frame-ancestors");
  if (missing.length > 0)
    note(
      "csp-directives-missing",
      `The policy lacks ${listing(missing)}; default-src does not stand in for ${missing.length > 1 ? "them" : "it"}.`,
    );
}

/** The next steps for a policy that stops injected scripts: nonces in the place of hosts, and trusted types. */
function checkHardening(policies: readonly CspPolicy[], note: Note<CspKind>): void {
  const scripts = policies.flatMap((policy) => effective(policy, "script-src") ?? []);
  const letsAnyRun = scripts.length > 0 && scripts.every(({ sources }) => sources.some(isAllowance));
  if (!letsAnyRun || scripts.every(runsInline)) return;
  const host = scripts.every(trustsHosts) && scripts[0]?.sources.find(isHost)?.text;
  if (host)
    note(
      "csp-script-hosts",
      `${scripts[0]?.name} allows scripts by host (${host}): all that these hosts serve may run; a nonce or hash with 'strict-dynamic' is stricter.`,
    );
  if (!policies.some(({ byName }) => byName.has("require-trusted-types-for")))
    note(
      "csp-trusted-types-missing",
      "The policy has no require-trusted-types-for: the page's own scripts may insert text as markup or code.",
    );
}

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

/** Nobody sees the content of a redirect. */
function isRedirect({ status = 0 }: Context): boolean {
  return status >= 300 && status < 400;
}

/** A sandbox without scripts needs no list of them. */
function forbidsScripts({ byName }: CspPolicy): boolean {
  const sandbox = byName.get("sandbox");
  return sandbox !== undefined && !sandbox.tokens.some(({ text }) => text.toLowerCase() === "allow-scripts");
}

/** Without any X-Frame-Options the absence is a finding of its own, about the message. */
function hasUselessFrameOptions({ has, verdicts }: Context): boolean {
  return has("x-frame-options") && verdicts.framing?.by === "anyone";
}
