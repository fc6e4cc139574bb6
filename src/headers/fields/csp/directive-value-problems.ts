/** Problems of the values of directives. */

import { groupsOf, problem } from "../../problem.ts";
import { worded } from "../../reading/value-problems.ts";
import { csp3 } from "../../specs.ts";
import { suggest } from "../../suggest.ts";
import { isTrustworthy } from "../../verdicts/origins.ts";
import { listing, quote } from "../../wording.ts";
import {
  isStrayDirective,
  KEYS_ALONE,
  type PlacedDirective,
  RULES,
  ruleOf,
  textOf,
} from "./directive-problems.ts";
import { csp } from "./examples.ts";
import { changingDirectives, NONE } from "./fixes.ts";
import { type CspDirective, hasSources, isFetchDirective } from "./policy.ts";

/** Problems of its value; it counts and is not void. */
export const valueProblems = groupsOf<PlacedDirective, unknown>([
  problem({
    id: "csp-semicolon-missing",
    severity: "error",
    link: csp3("framework-policy"),
    summary: "A directive name is among the sources of another directive: a semicolon is missing before it.",
    detect({ tokens }) {
      const stray = tokens.map(({ text }) => text).filter(isStrayDirective);
      return stray.length > 0 && stray;
    },
    title: (stray, { name }) =>
      `A semicolon is missing before ${listing(stray)}, so browsers read it as a source of ${name}.`,
    fix: (_, [first = ""]) => [first, `; ${first}`],
    bad: csp("default-src 'self' script-src 'none'"),
    good: csp("default-src 'self'; script-src 'none'"),
  }),
  worded({
    id: "csp-value-missing",
    severity: "warning",
    link: csp3("framework-directives"),
    summary: "A directive has no value; an empty list of sources allows nothing.",
    detect({ name, tokens }) {
      if (tokens.length > 0) return false;
      if (isFetchDirective(name) || hasSources(name))
        return `${name} has no value, which allows nothing; 'none' states it clearly.`;
      const rule = RULES.get(name);
      return rule && rule.value !== "nothing" && !rule.optional && `${name} has no value and does nothing.`;
    },
    fix: changingDirectives((all) =>
      all.length === 1 &&
      /-src(?:-elem|-attr)?$|^(?:frame-ancestors|form-action|base-uri)$/i.test(all[0] ?? "")
        ? [...all, NONE]
        : all,
    ),
    bad: csp("default-src 'self'; script-src"),
    good: csp("default-src 'self'; script-src 'none'"),
  }),
  worded({
    id: "csp-value-ignored",
    severity: "warning",
    link: csp3("framework-directives"),
    summary: "A directive has a value that it does not take; browsers ignore the value.",
    detect(one) {
      const { name, tokens } = one;
      if (ruleOf(one)?.value === "nothing")
        return `${name} takes no value; browsers ignore ${quote(textOf(one))}.`;
      return (
        name === "report-to" &&
        tokens.length > 1 &&
        `report-to takes one group; browsers ignore everything after ${tokens[0]?.text}.`
      );
    },
    fix: changingDirectives((all) => {
      const name = (all[0] ?? "").toLowerCase();
      return name === "report-to" ? all.slice(0, 2) : KEYS_ALONE.has(name) ? all.slice(0, 1) : all;
    }),
    bad: csp("default-src 'self'; upgrade-insecure-requests 1"),
    good: csp("default-src 'self'; upgrade-insecure-requests"),
  }),
  problem({
    id: "csp-token-unknown",
    severity: "error",
    link: csp3("directives-document"),
    summary: "A directive has an unknown keyword.",
    detectAll(one) {
      const rule = ruleOf(one);
      if (rule?.value !== "words") return [];
      const known = [...(rule.words ?? [])];
      return one.tokens
        .map(({ text }) => text)
        .filter((text) => !known.includes(text.toLowerCase()) && !isStrayDirective(text))
        .map((word) => ({ word, meant: suggest(word.toLowerCase(), known, 3) }));
    },
    title: ({ word, meant }, { name }) =>
      `${quote(word)} is not a keyword of ${name}${meant ? ` (did you mean ${meant}?)` : ""}.`,
    fix: (_, { word, meant }) => (meant ? [word, meant] : undefined),
    bad: csp("sandbox allow-script"),
    good: csp("sandbox allow-scripts"),
  }),
  problem({
    id: "csp-report-only-ignored",
    severity: "warning",
    link: csp3("cspro-header"),
    summary: "A report-only policy has a directive that works only in an enforced policy.",
    detect: ({ name, reportOnly }) => reportOnly && RULES.get(name)?.enforcedOnly,
    title: (_, { name }) => `${name} has no effect in a report-only policy.`,
    fix: changingDirectives((all) =>
      /^(?:sandbox|upgrade-insecure-requests)$/i.test(all[0] ?? "") ? [] : all,
    ),
    bad: ["Content-Security-Policy-Report-Only: default-src 'self'; sandbox; report-uri /csp"],
    good: ["Content-Security-Policy-Report-Only: default-src 'self'; report-uri /csp"],
  }),
]);

/** The same for what takes the URL of the page. */
export const reportProblems = groupsOf<CspDirective, unknown>([
  problem({
    id: "csp-report-insecure",
    severity: "warning",
    link: csp3("directive-report-uri"),
    summary: "Violation reports go to an http URL: unencrypted, and from https pages not at all.",
    detectAll(one, { url }) {
      if (ruleOf(one)?.value !== "urls") return [];
      const targets = one.tokens.map(({ text }) => (url ? URL.parse(text, url.href) : URL.parse(text)));
      return targets.flatMap((target) =>
        target?.protocol === "http:" && !isTrustworthy(target) ? [target.href] : [],
      );
    },
    title: (href, _, { url }) =>
      url?.protocol === "https:"
        ? `Browsers block reports to ${quote(href)} as mixed content, so they never arrive.`
        : `Browsers send reports unencrypted to ${quote(href)}${url ? "" : ", and none from https pages"}.`,
    bad: csp("default-src 'self'; report-uri http://example.com/csp"),
    good: csp("default-src 'self'; report-uri https://example.com/csp"),
  }),
]);
