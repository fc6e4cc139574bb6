/** Judges source expressions one by one: are they what browsers understand, and what do they let in? */

import { keywordPlaces } from "../../../../data/headers/directives/csp-keyword-places.ts";
import type { Note } from "../../field.ts";
import type { Item } from "../../schema.ts";
import { suggest } from "../../suggest.ts";
import type { HostSource, Source } from "../../syntax/csp.ts";
import { isPublicSuffix } from "../../verdicts/origins.ts";
import { readHash, readSource } from "../../verdicts/policy-sources.ts";
import { quote } from "../../wording.ts";
import { findBypass } from "./bypass.ts";
import { isStrayDirective } from "./check-directives.ts";
import type { CspKind } from "./kinds.ts";
import {
  type CspDirective,
  type CspPolicy,
  effective,
  governsScripts,
  hasKeyword,
  isKeyword,
  voidsUnsafeInline,
} from "./policy.ts";

const KEYWORDS = [
  ...["self", "none", "unsafe-inline", "unsafe-eval", "strict-dynamic", "unsafe-hashes", "report-sample"],
  ...["wasm-unsafe-eval", "inline-speculation-rules", "trusted-types-eval", "unsafe-allow-redirects"],
];

const INSECURE_SCHEMES: ReadonlySet<string> = new Set(["http", "ws", "ftp"]);
/** What a wildcard in them lets in is not part of the page. */
const SCRIPT_SCHEMES: ReadonlySet<string> = new Set(["http", "https", "data", "filesystem"]);

export function checkSources(policy: CspPolicy, note: Note<CspKind>, items: readonly Item[]): void {
  for (const directive of policy.directives) {
    if (directive.duplicate || directive.voidBy !== undefined || directive.sources.length === 0) continue;
    const own: Note<CspKind> = (id, title, _at, fix) => note(id, title, items[directive.index], fix);
    checkList(policy, directive, own);
    const scripts = decidesScripts(policy, directive);
    for (const { text, source } of directive.sources)
      if (!isStrayDirective(text)) checkSource(directive.name, text, source, scripts, own);
  }
}

/** `scripts`: what the directive lets in runs, and `check-scripts.ts` judges it. */
function checkSource(
  name: string,
  text: string,
  source: Source,
  scripts: boolean,
  note: Note<CspKind>,
): void {
  if (text.includes("''")) {
    note(
      "csp-sources-joined",
      `A space is missing inside ${quote(text)} in ${name}: both sources are ignored.`,
    );
    return;
  }
  checkForm(name, text, source, note);
  if (!scripts) checkReach(name, text, source, note);
  if (source.kind !== "host") return;
  checkHost(text, source, note);
  const isOwnerAsked = scripts ? !findBypass(source, true) : isGuard(name);
  if (source.wildcard && isOwnerAsked) checkOwner(text, source, note);
}

/** Does the directive decide which scripts run? Then `check-scripts.ts` judges what it lets in. */
function decidesScripts(policy: CspPolicy, directive: CspDirective): boolean {
  if (governsScripts(directive.name)) return true;
  return directive.name === "default-src" && effective(policy, "script-src") === directive;
}

function checkList(policy: CspPolicy, directive: CspDirective, note: Note<CspKind>): void {
  const { name, sources } = directive;
  for (const text of repeatedTexts(directive))
    note("csp-source-repeated", `${name} names ${quote(text)} twice.`);
  if (sources.length > 1 && hasKeyword(directive, "none"))
    note("csp-none-combined", `'none' in ${name} is ignored next to other sources.`);
  const isStyle =
    name.startsWith("style-src") || (name === "default-src" && effective(policy, "style-src") === directive);
  if (!isStyle || !hasKeyword(directive, "unsafe-inline")) return;
  const voiding = sources.filter(voidsUnsafeInline);
  if (voiding.length === 0)
    note("csp-style-unsafe-inline", `'unsafe-inline' in ${name} allows inline styles.`);
  // Firefox knows that keyword for scripts only.
  else if (voiding.every(({ source }) => isKeyword(source, "strict-dynamic")))
    note(
      "csp-style-unsafe-inline",
      `'unsafe-inline' in ${name} allows inline styles in Firefox; Chromium ignores it beside 'strict-dynamic'.`,
    );
}

const NONE: readonly string[] = [];

function repeatedTexts({ sources }: CspDirective): Iterable<string> {
  if (sources.length < 2) return NONE;
  const seen = new Set<string>();
  let repeated: Set<string> | undefined;
  for (const { text } of sources)
    if (seen.size === seen.add(text).size) repeated = (repeated ?? new Set()).add(text);
  return repeated ?? NONE;
}

function checkForm(name: string, text: string, source: Source, note: Note<CspKind>): void {
  switch (source.kind) {
    case "unquoted":
      note(
        "csp-keyword-unquoted",
        `${text} in ${name} is read as a host name; '${source.value}' in single quotes is meant.`,
      );
      break;
    case "unknown-keyword":
      noteUnknownKeyword(name, text, source.value, note);
      break;
    case "invalid":
      note(
        "csp-source-invalid",
        `${quote(text)} in ${name} is not a source, and is ignored${whereIgnored(text)}.`,
      );
      break;
    case "keyword":
      noteMisplaced(name, source.value, text, note);
      if (source.value === "trusted-types-eval")
        note(
          "csp-keyword-chromium",
          `${text} in ${name} is known to Chromium only: Firefox lets no text run as code.`,
        );
      break;
    case "nonce":
      noteMisplaced(name, "nonce", "A nonce", note);
      noteNonce(name, source.value, source.valid, note);
      break;
    case "hash":
      noteMisplaced(name, "hash", "A hash", note);
      if (source.valid) notePadding(name, text, note);
      else
        note(
          "csp-hash-invalid",
          `${quote(text)} in ${name} is not a ${source.algorithm} digest in base64, and matches nothing.`,
        );
      break;
  }
}

/** Firefox reads a source without query and fragment, Chromium not at all. */
function whereIgnored(text: string): string {
  const isRead = !readSource(text, "chromium") && readSource(text, "firefox");
  return isRead ? " in Chromium; Firefox reads it without its query or fragment" : "";
}

function notePadding(name: string, text: string, note: Note<CspKind>): void {
  const right = readHash(text, "chromium");
  if (right === undefined || right === readHash(text, "firefox")) return;
  note(
    "csp-hash-unpadded",
    `${quote(text)} in ${name} lacks the padding of base64: in Firefox it matches nothing.`,
    undefined,
    [text, `'${right}'`],
  );
}

function noteUnknownKeyword(name: string, text: string, value: string, note: Note<CspKind>): void {
  const meant = suggest(value.toLowerCase().replace(/'$/, ""), KEYWORDS);
  note(
    "csp-keyword-unknown",
    `${quote(text)} in ${name} is not a keyword, and is ignored${meant ? `; '${meant}' may be meant` : ""}.`,
    undefined,
    meant ? [text, `'${meant}'`] : undefined,
  );
}

function noteMisplaced(name: string, word: string, shown: string, note: Note<CspKind>): void {
  if (keywordPlaces.get(word)?.test(name) === false)
    note("csp-keyword-misplaced", `${shown} has no effect in ${name}.`);
}

/** CSP Level 3 section 7.1: at least 128 bits, which are 22 characters of base64 or 32 of hexadecimal. */
const NONCE_LENGTH = 22;
const LEAST_VARIED = 8;
const WORDS = /^(?:test|static|nonce|r[a4]nd[o0]m|secret|changeme|example|placeholder|1234)/i;

function noteNonce(name: string, value: string, valid: boolean, note: Note<CspKind>): void {
  if (!valid) {
    note("csp-nonce-invalid", `The nonce ${quote(value)} in ${name} is not base64, and is ignored.`);
    return;
  }
  if (value.length < NONCE_LENGTH)
    note("csp-nonce-weak", `The nonce ${quote(value)} in ${name} is too short for 128 random bits.`);
  else if (WORDS.test(value) || !isVaried(value))
    note(
      "csp-nonce-weak",
      `The nonce ${quote(value)} in ${name} does not look random; it must differ in each response.`,
    );
}

function isVaried(value: string): boolean {
  const seen = new Set<string>();
  for (const char of value) if (seen.add(char).size === LEAST_VARIED) return true;
  return false;
}

/** What a source that is not a script source lets in. */
function checkReach(name: string, text: string, source: Source, note: Note<CspKind>): void {
  const scheme = source.kind === "scheme" ? source.value : source.kind === "host" ? source.scheme : undefined;
  if (isAnyHost(source)) note("csp-source-wildcard", `${text} in ${name} ${reachWords(name)}.`);
  else if (source.kind === "scheme" && isGuard(name) && SCRIPT_SCHEMES.has(scheme ?? ""))
    note("csp-source-wildcard", `${text} in ${name} ${reachWords(name)}.`);
  else if (scheme !== undefined && INSECURE_SCHEMES.has(scheme) && !isLocal(source))
    note("csp-source-insecure", `${text} in ${name} allows connections that are not encrypted.`);
}

/** Directives where strangers do harm that pictures and fonts do not: a whole scheme is as good as no restriction. */
function isGuard(name: string): boolean {
  return name === "object-src" || name === "base-uri" || name === "frame-ancestors" || name === "form-action";
}

function reachWords(name: string): string {
  if (name === "frame-ancestors") return "lets practically every site frame the page";
  if (name === "base-uri") return "lets an injected base element point all relative URLs elsewhere";
  if (name === "form-action") return "lets forms send their data to any host";
  return "allows every host";
}

/** Every host there is: a lone star, also with a scheme or a port. */
export function isAnyHost(source: Source): boolean {
  return source.kind === "wildcard" || (source.kind === "host" && source.wildcard && source.host === "");
}

const LOCAL_HOSTS = /^(?:localhost|127\.0\.0\.1)$/;
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$/;

/** How addresses and `localhost` begin: most names need no second look. */
const MAYBE_ADDRESS: ReadonlySet<string> = new Set("0123456789[l");

export function isLocal(source: Source): boolean {
  return source.kind === "host" && LOCAL_HOSTS.test(source.host);
}

function checkHost(text: string, source: HostSource, note: Note<CspKind>): void {
  const { host, path } = source;
  if (path !== undefined && /[?#]/.test(path))
    note("csp-source-query", `${quote(text)}: a source has no query and no fragment.`);
  if (!MAYBE_ADDRESS.has(host.charAt(0))) return;
  if (host.startsWith("["))
    note("csp-source-address", `${text} is an IPv6 address, which browsers do not match.`);
  else if (isLocal(source))
    note("csp-source-address", `${text} is the visitor's own machine: a leftover of development?`);
  else if (ADDRESS.test(host))
    note(
      "csp-source-address",
      `${text} is an IP address: browsers match it, though the standard has them match 127.0.0.1 only.`,
    );
}

function checkOwner(text: string, { host }: HostSource, note: Note<CspKind>): void {
  if (host !== "" && isPublicSuffix(host))
    note(
      "csp-source-public-suffix",
      `Names under ${host} belong to many owners, so ${text} trusts strangers.`,
    );
}
