/** Problems of source expressions: syntax and reach. */

import { keywordPlaces } from "../../../../data/headers/directives/csp-keyword-places.ts";
import { parseSource, type Source } from "../../../syntax/csp.ts";
import { firstOf, type Groups, groupsOf, problem } from "../../field.ts";
import { suggest } from "../../suggest.ts";
import { isPublicSuffix } from "../../verdicts/origins.ts";
import { readHash, readSource } from "../../verdicts/policy-sources.ts";
import { quote } from "../../wording.ts";
import { findBypass } from "./bypass.ts";
import { csp } from "./examples.ts";
import { changingDirectives, changingWords, isNone, NONE } from "./fixes.ts";
import {
  type CspDirective,
  type CspSource,
  hasKeyword,
  isKeyword,
  type PlacedSource,
  voidsUnsafeInline,
} from "./policy.ts";
import { ADDRESS, isAnyHost, isGuard, isLocal, MAYBE_ADDRESS, REACH } from "./source-reach.ts";

/** Beginnings of placeholders in templates. */
const TEMPLATE = /^(?:<[%?]|\{[{%]|[$#@%]|\[\[)/;

/** Removes the path from a host source. */
function withoutPath(word: string): string {
  return /^'/.test(word) ? word : word.replace(/^((?:[^/]*:\/\/)?[^/]*)\/.*$/, "$1");
}

const HOST = groupsOf<PlacedSource, unknown>([
  ...REACH.map((first) => ({ first })),
  problem("csp-source-query", "warning", "csp3#match-paths", {
    detect: ({ source }) => source.kind === "host" && source.path !== undefined && /[?#]/.test(source.path),
    title: (_, { text }) => `The source ${quote(text)} has a query or a fragment, which sources cannot have.`,
    fix: changingWords((word) => [/^'/.test(word) ? word : word.replace(/[?#].*/, "")]),
    bad: csp("img-src https://example.com/logo.png?v=1"),
    good: csp("img-src https://example.com/logo.png"),
  }),
  problem("csp-source-star-port", "warning", "csp3#match-ports", {
    detect: ({ source }) =>
      isAnyHost(source) && source.kind === "host" && source.scheme === undefined && source.port !== undefined,
    title: (_, { text, name }) => `${text} in ${name} matches nothing in Safari: a star takes no port there.`,
    bad: csp("connect-src *:8443"),
    good: csp("connect-src https://api.example:8443"),
  }),
  problem("csp-ancestor-path", "error", "csp3#directive-frame-ancestors", {
    detect: ({ name, source }) =>
      name === "frame-ancestors" && source.kind === "host" && !/^\/?$/.test(source.path ?? ""),
    title: (_, { text }) => `${text} in frame-ancestors has a path: only Firefox lets it frame the page.`,
    fix: changingDirectives(([name = "", ...rest]) =>
      name.toLowerCase() === "frame-ancestors" ? [name, ...rest.map(withoutPath)] : [name, ...rest],
    ),
    bad: csp("frame-ancestors https://partner.example/embed"),
    good: csp("frame-ancestors https://partner.example/"),
  }),
  problem("csp-source-address", "info", "csp3#match-hosts", {
    detect({ source }) {
      if (source.kind !== "host" || !MAYBE_ADDRESS.has(source.host.charAt(0))) return false;
      if (source.host.startsWith("[")) return "an IPv6 address, which browsers do not match.";
      if (isLocal(source)) return "the visitor's own machine, probably a leftover from development.";
      return (
        ADDRESS.test(source.host) &&
        "an IP address: browsers match it, although the standard allows only 127.0.0.1."
      );
    },
    title: (what, { text }) => `${text} is ${what}`,
    bad: csp("img-src http://127.0.0.1"),
    good: csp("img-src https://example.com"),
  }),
  problem("csp-source-public-suffix", "warning", "https://publicsuffix.org/list/", {
    detect({ name, source, scripts }) {
      if (source.kind !== "host" || !source.wildcard || source.host === "") return false;
      const isOwnerAsked = scripts ? !findBypass(source, true) : isGuard(name);
      return isOwnerAsked && isPublicSuffix(source.host) && source.host;
    },
    title: (host, { text }) => `Subdomains of ${host} belong to many owners, so ${text} trusts strangers.`,
    bad: csp("frame-ancestors *.github.io"),
    good: csp("frame-ancestors *.example.com"),
  }),
]);

interface SourceList extends CspDirective {
  /** True if the directive governs styles. */
  readonly isStyle: boolean;
}

export const listProblems = groupsOf<SourceList, unknown>([
  problem("csp-source-repeated", "info", "csp3#framework-directive-source-list", {
    detectAll({ sources }) {
      if (sources.length < 2) return [];
      const seen = new Set<string>();
      return [
        ...new Set(sources.map(({ text }) => text).filter((text) => seen.size === seen.add(text).size)),
      ];
    },
    title: (text, { name }) => `${name} names ${quote(text)} twice.`,
    fix: changingDirectives(([name = "", ...rest]) => [name, ...new Set(rest)]),
    bad: csp("img-src 'self' 'self'"),
    good: csp("img-src 'self'"),
  }),
  problem("csp-none-combined", "warning", "csp3#framework-directive-source-list", {
    detect: (list) => list.sources.length > 1 && hasKeyword(list, "none"),
    title: (_, { name }) => `Browsers ignore 'none' in ${name}, as it is next to other sources.`,
    fix: changingDirectives(([name = "", ...rest]) => [
      name,
      ...(rest.some((word) => !isNone(word)) ? rest.filter((word) => !isNone(word)) : rest),
    ]),
    bad: csp("frame-src 'none' https://example.com"),
    good: csp("frame-src https://example.com"),
  }),
  problem("csp-style-unsafe-inline", "warning", "csp3#directive-style-src", {
    detect(list) {
      if (!list.isStyle || !hasKeyword(list, "unsafe-inline")) return false;
      const voiding = list.sources.filter(voidsUnsafeInline);
      if (voiding.length === 0) return "inline styles";
      // Firefox supports 'strict-dynamic' for scripts only.
      const isFirefoxOnly = voiding.every(({ source }) => isKeyword(source, "strict-dynamic"));
      return isFirefoxOnly && "inline styles in Firefox; Chromium ignores it next to 'strict-dynamic'";
    },
    title: (what, { name }) => `'unsafe-inline' in ${name} allows ${what}.`,
    bad: csp("style-src 'self' 'unsafe-inline'"),
    good: csp("style-src 'self'"),
  }),
  problem("csp-style-inline-ignored", "info", "csp3#directive-style-src", {
    // Next to default-src or script-src, the keyword is usually for old browsers.
    detect: (list) =>
      list.name.startsWith("style-src") &&
      hasKeyword(list, "unsafe-inline") &&
      list.sources.some((one) => voidsUnsafeInline(one) && !isKeyword(one.source, "strict-dynamic")),
    title: (_, { name }) => `'unsafe-inline' in ${name} has no effect next to a nonce or hash.`,
  }),
]);

const joined = problem("csp-sources-joined", "warning", "csp3#framework-directive-source-list", {
  detect: ({ text }: PlacedSource) => text.includes("''"),
  title: (_, { text, name }) => `${quote(text)} in ${name} lacks a space: browsers ignore both sources.`,
  fix: changingWords((word) => {
    const parts = word.replace(/''/g, "' '").split(" ");
    return parts.every((part) => /^(?:'[^']+'|[^']+)$/.test(part)) ? parts : [word];
  }),
  bad: csp("default-src 'self''unsafe-hashes'"),
  good: csp("default-src 'self' 'unsafe-hashes'"),
});

const KEYWORDS = [
  ...["self", "none", "unsafe-inline", "unsafe-eval", "strict-dynamic", "unsafe-hashes", "report-sample"],
  ...["wasm-unsafe-eval", "inline-speculation-rules", "trusted-types-eval", "unsafe-allow-redirects"],
];

/** True if the source has no effect in the directive. */
function isMisplaced(name: string, word: string): boolean {
  const [, text = "", kind = text] = /^'((nonce|sha\d+)-.*|.*)'$/i.exec(word) ?? [];
  const place = keywordPlaces.get(/^sha/i.test(kind) ? "hash" : kind.toLowerCase());
  return place?.test(name.toLowerCase()) === false;
}

const misplaced = problem("csp-keyword-misplaced", "info", "csp3#framework-directive-source-list", {
  detect({ name, text, source }: PlacedSource) {
    if (!isMisplaced(name, text)) return false;
    return source.kind === "keyword" ? text : `A ${source.kind}`;
  },
  title: (what, { name }) => `${what} has no effect in ${name}.`,
  fix: changingDirectives(([name = "", ...rest]) => {
    const right = rest.filter((word) => !isMisplaced(name, word));
    return [name, ...(right.length === 0 && rest.length > 0 ? [NONE] : right)];
  }),
  bad: csp("img-src 'self' 'unsafe-inline'"),
  good: csp("img-src 'self'"),
});

/** At least 128 bits (CSP Level 3 section 7.1): 22 characters of base64 or 32 of hexadecimal. */
const NONCE_LENGTH = 22;
const LEAST_VARIED = 8;
/** Names that templates replace, and words of documentation. */
const PLACEHOLDER =
  /^(?:_\w{1,60}_|(?:csp|your|my|script|style|the)?[-_]?(?:nonce|random|secret)(?:[-_]?(?:here|value))?|(?:re)?place[-_]?(?:me|holder)|change[-_]?me|example)$/i;
const WORDS = /^(?:test|static|nonce|r[a4]nd[o0]m|secret|changeme|example|placeholder|1234)/i;

function isVaried(value: string): boolean {
  const seen = new Set<string>();
  for (const char of value) if (seen.add(char).size === LEAST_VARIED) return true;
  return false;
}

/** Syntax checks by kind of source. */
const FORMS: Readonly<Partial<Record<Source["kind"], Groups<PlacedSource, unknown>>>> = {
  unquoted: groupsOf<PlacedSource, unknown>(
    problem("csp-keyword-unquoted", "error", "csp3#framework-directive-source-list", {
      detect: ({ source }) => source.kind === "unquoted" && source.value,
      title: (likely, { text, name }) => `Browsers read ${text} in ${name} as a host; write '${likely}'.`,
      fix: changingWords((word) => {
        const source = parseSource(word);
        return [source.kind === "unquoted" ? `'${source.value}'` : word];
      }),
      bad: csp("object-src self"),
      good: csp("object-src 'self'"),
    }),
  ),
  "unknown-keyword": groupsOf<PlacedSource, unknown>(
    problem("csp-keyword-unknown", "error", "csp3#framework-directive-source-list", {
      detect({ text, source }) {
        if (source.kind !== "unknown-keyword") return false;
        return { text, likely: suggest(source.value.toLowerCase().replace(/'$/, ""), KEYWORDS) };
      },
      title: ({ text, likely }, { name }) =>
        `${quote(text)} in ${name} is not a keyword, so browsers ignore it${likely ? ` (did you mean '${likely}'?)` : ""}.`,
      fix: (_, { text, likely }) => (likely ? [text, `'${likely}'`] : undefined),
      bad: csp("default-src 'selfish'"),
      good: csp("default-src 'self'"),
    }),
  ),
  invalid: groupsOf<PlacedSource, unknown>(
    problem("csp-source-invalid", "error", "csp3#framework-directive-source-list", {
      // The end of a nonce's placeholder, whose beginning is another finding.
      detect: ({ text }) => !/^(?:[%?]>|\}+)'$/.test(text),
      title(_, { text, name }) {
        // Firefox drops query and fragment, Chromium the whole source.
        const isRead = !readSource(text, "chromium") && readSource(text, "firefox");
        const who = isRead
          ? "Chromium ignores it; Firefox only drops its query or fragment"
          : "browsers ignore it";
        return `${quote(text)} in ${name} is not a source, so ${who}.`;
      },
      bad: csp("img-src https://"),
      good: csp("img-src https:"),
    }),
  ),
  keyword: groupsOf<PlacedSource, unknown>([
    misplaced,
    problem("csp-trusted-types-eval", "info", "csp3#framework-directive-source-list", {
      detect: ({ source }) => isKeyword(source, "trusted-types-eval"),
      title: (_, { text, name }) =>
        `${text} in ${name} lets Chromium run any text, others only trusted types.`,
      bad: csp("script-src 'trusted-types-eval'; require-trusted-types-for 'script'"),
      good: csp("script-src 'wasm-unsafe-eval'"),
    }),
  ]),
  nonce: groupsOf<PlacedSource, unknown>([
    misplaced,
    firstOf(
      problem("csp-nonce-invalid", "error", "csp3#grammardef-nonce-source", {
        detect: ({ source }) => source.kind === "nonce" && !source.valid && source,
        title: ({ value }, { name }) =>
          `Nonce ${quote(value)} in ${name} is ${TEMPLATE.test(value) ? "a placeholder without its value" : "not base64"}: browsers ignore it.`,
        bad: csp("script-src 'nonce-$nonce'"),
        good: csp("script-src 'nonce-pV3kq9XcT1u0yB7mZr4sLw'"),
      }),
      problem("csp-nonce-weak", "warning", "csp3#security-nonces", {
        detect({ source }) {
          if (source.kind !== "nonce") return false;
          const { value } = source;
          if (PLACEHOLDER.test(value)) return { value, why: "is a placeholder", isSame: true };
          if (value.length < NONCE_LENGTH) return { value, why: "is too short for 128 random bits" };
          const isWord = WORDS.test(value) || !isVaried(value);
          return isWord && { value, why: "does not look random; it must differ in each response" };
        },
        severityOf: ({ isSame }) => (isSame ? "error" : "warning"),
        title: ({ value, why, isSame }, { name }) =>
          `The nonce ${quote(value)} in ${name} ${why}${isSame ? ", the same for everyone: an injected script can use it" : ""}.`,
        bad: csp("script-src 'nonce-abc'"),
        good: csp("script-src 'nonce-pV3kq9XcT1u0yB7mZr4sLw'"),
      }),
    ),
  ]),
  hash: groupsOf<PlacedSource, unknown>([
    misplaced,
    problem("csp-hash-unpadded", "warning", "csp3#framework-directive-source-list", {
      detect({ text, source }) {
        const right = source.kind === "hash" && source.valid ? readHash(text, "chromium") : undefined;
        return right !== undefined && right !== readHash(text, "firefox") && { text, right };
      },
      title: ({ text }, { name }) => `${quote(text)} in ${name} lacks padding: Firefox does not match it.`,
      fix: (_, { text, right }) => [text, `'${right}'`],
      bad: csp("script-src 'sha256-dVbMnBGIUutUerZks77uKhewo4arUwKc9ZPimf2fuls'"),
      good: csp("script-src 'sha256-dVbMnBGIUutUerZks77uKhewo4arUwKc9ZPimf2fuls='"),
    }),
    problem("csp-hash-invalid", "error", "csp3#grammardef-hash-source", {
      detect: ({ source }) => source.kind === "hash" && !source.valid && source,
      title: ({ algorithm }, { text, name }) =>
        `${quote(text)} in ${name} is not a ${algorithm} digest in base64, so it matches nothing.`,
      bad: csp("script-src 'sha256-abc'"),
      good: csp("script-src 'sha256-hqBEA/HXB3aJU2FgOnYN8rkAgEVgyfi3Vs1j2/XMPBA='"),
    }),
  ]),
};

const JOINED = groupsOf<PlacedSource, unknown>([joined]);

/** Checks for a kind of source; two joined sources get only the check JOINED. */
export function sourceChecks({ text, source }: CspSource): Groups<PlacedSource, unknown> {
  if (text.includes("''")) return JOINED;
  return FORMS[source.kind] ?? (source.kind === "host" ? HOST : REACH);
}

export const sourceProblems = [joined, ...Object.values(FORMS), ...HOST].flat(2);
