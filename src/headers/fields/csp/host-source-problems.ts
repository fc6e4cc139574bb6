/** Problems of host sources (CSP section 2.3.1): ports, wildcards, paths. */

import { groupsOf, problem } from "../../problem.ts";
import { csp3 } from "../../specs.ts";
import { isPublicSuffix } from "../../verdicts/origins.ts";
import { quote } from "../../wording.ts";
import { findBypass } from "./bypass.ts";
import { csp } from "./examples.ts";
import { changingDirectives, changingWords } from "./fixes.ts";
import type { PlacedSource } from "./policy.ts";
import { ADDRESS, isAnyHost, isGuard, isLocal, MAYBE_ADDRESS, REACH } from "./source-reach.ts";

/** A host source up to its path. */
function withoutPath(word: string): string {
  return /^'/.test(word) ? word : word.replace(/^((?:[^/]*:\/\/)?[^/]*)\/.*$/, "$1");
}

export const HOST = groupsOf<PlacedSource, unknown>([
  ...REACH.map((first) => ({ first })),
  problem({
    id: "csp-source-query",
    severity: "warning",
    link: csp3("match-paths"),
    summary: "A source has a query or a fragment, which sources cannot have.",
    detect: ({ source }) => source.kind === "host" && source.path !== undefined && /[?#]/.test(source.path),
    title: (_, { text }) => `The source ${quote(text)} has a query or a fragment, which sources cannot have.`,
    fix: changingWords((word) => [/^'/.test(word) ? word : word.replace(/[?#].*/, "")]),
    bad: csp("img-src https://example.com/logo.png?v=1"),
    good: csp("img-src https://example.com/logo.png"),
  }),
  problem({
    id: "csp-source-star-port",
    severity: "warning",
    link: csp3("match-ports"),
    summary: "A star with a port matches every host in Chromium and Firefox, and nothing in Safari.",
    detect: ({ source }) =>
      isAnyHost(source) && source.kind === "host" && source.scheme === undefined && source.port !== undefined,
    title: (_, { text, name }) => `${text} in ${name} matches nothing in Safari: a star takes no port there.`,
    bad: csp("connect-src *:8443"),
    good: csp("connect-src https://api.example:8443"),
  }),
  problem({
    id: "csp-ancestor-path",
    severity: "error",
    link: csp3("directive-frame-ancestors"),
    summary:
      "A source in frame-ancestors has a path: Chromium and Safari then let no site frame the page, Firefox ignores the path.",
    detect: ({ name, source }) =>
      name === "frame-ancestors" && source.kind === "host" && !/^\/?$/.test(source.path ?? ""),
    title: (_, { text }) =>
      `${text} in frame-ancestors has a path, which only Firefox ignores; elsewhere it admits no page.`,
    fix: changingDirectives(([name = "", ...rest]) =>
      name.toLowerCase() === "frame-ancestors" ? [name, ...rest.map(withoutPath)] : [name, ...rest],
    ),
    bad: csp("frame-ancestors https://partner.example/embed"),
    good: csp("frame-ancestors https://partner.example/"),
  }),
  problem({
    id: "csp-source-address",
    severity: "info",
    link: csp3("match-hosts"),
    summary: "A source is an IP address, of which the standard matches only 127.0.0.1, or the local machine.",
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
  problem({
    id: "csp-source-public-suffix",
    severity: "warning",
    link: "https://publicsuffix.org/list/",
    summary: "A wildcard covers a suffix whose subdomains belong to many owners.",
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
