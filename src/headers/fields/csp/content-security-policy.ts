import { cspRules } from "../../../../data/headers/csp-rules.ts";
import { oncePerObject } from "../../../platform/memoize.ts";
import {
  type AnyField,
  type Context,
  type ExplainedLine,
  field,
  findsAny,
  groupsOf,
  judge,
  problem,
  type Report,
  valueEmpty,
  worded,
} from "../../field.ts";
import { mayBeDocument } from "../../reading/response-kind.ts";
import { suggest } from "../../suggest.ts";
import { isTrustworthy } from "../../verdicts/origins.ts";
import { listing, perhaps, quote } from "../../wording.ts";
import {
  isStrayDirective,
  KEYS_ALONE,
  nameProblems,
  type PlacedDirective,
  ruleOf,
  textOf,
} from "./directive-problems.ts";
import { csp } from "./examples.ts";
import { changingDirectives, NONE } from "./fixes.ts";
import { cspItems } from "./items.ts";
import { combined, missingProblems } from "./missing-problems.ts";
import {
  type Csp,
  type CspDirective,
  type CspPolicy,
  type DirectiveText,
  effective,
  governsScripts,
  hasSources,
  isFetchDirective,
  MOST_WORDS,
  readCsp,
} from "./policy.ts";
import { checkScripts, scriptProblems } from "./script-problems.ts";
import { listProblems, sourceChecks, sourceProblems } from "./source-problems.ts";
import { policyInWords } from "./words.ts";

/** Problems of the value of an effective, valid directive. */
const valueProblems = groupsOf<PlacedDirective, unknown>([
  problem("csp-semicolon-missing", "error", "csp3#framework-policy", {
    detect({ tokens }) {
      const stray = tokens.map(({ text }) => text).filter(isStrayDirective);
      return stray.length > 0 && stray;
    },
    title: (stray, { name }) =>
      stray.length > 1
        ? `${listing(stray)} lack semicolons before them and count as sources of ${name}.`
        : `${listing(stray)} lacks a semicolon before it and counts as a source of ${name}.`,
    fix: (_, [first = ""]) => [first, `; ${first}`],
    bad: csp("default-src 'self' script-src 'none'"),
    good: csp("default-src 'self'; script-src 'none'"),
  }),
  worded("csp-value-missing", "warning", "csp3#framework-directives", {
    detect({ name, tokens }) {
      if (tokens.length > 0) return false;
      if (isFetchDirective(name) || hasSources(name))
        return `${name} has no value, which allows nothing; 'none' states it clearly.`;
      const rule = cspRules.get(name);
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
  worded("csp-value-ignored", "warning", "csp3#framework-directives", {
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
  problem("csp-token-unknown", "error", "csp3#directives-document", {
    detectAll(one) {
      const rule = ruleOf(one);
      if (rule?.value !== "words") return [];
      const known = [...(rule.words ?? [])];
      return one.tokens
        .map(({ text }) => text)
        .filter((text) => !known.includes(text.toLowerCase()) && !isStrayDirective(text))
        .map((word) => ({ word, likely: suggest(word.toLowerCase(), known, 3) }));
    },
    title: ({ word, likely }, { name }) => `${quote(word)} is not a keyword of ${name}${perhaps(likely)}.`,
    fix: (_, { word, likely }) => (likely ? [word, likely] : undefined),
    bad: csp("sandbox allow-script"),
    good: csp("sandbox allow-scripts"),
  }),
  problem("csp-report-only-ignored", "warning", "csp3#cspro-header", {
    detect: ({ name, reportOnly }) => reportOnly && cspRules.get(name)?.enforcedOnly,
    title: (_, { name }) => `${name} has no effect in a report-only policy.`,
    fix: changingDirectives((all) =>
      /^(?:sandbox|upgrade-insecure-requests)$/i.test(all[0] ?? "") ? [] : all,
    ),
    bad: ["Content-Security-Policy-Report-Only: default-src 'self'; sandbox; report-uri /csp"],
    good: ["Content-Security-Policy-Report-Only: default-src 'self'; report-uri /csp"],
  }),
]);

/** Problems of report URLs, which depend on the page's URL. */
const reportProblems = groupsOf<CspDirective, unknown>(
  problem("csp-report-insecure", "warning", "csp3#directive-report-uri", {
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
);

const EVALUATOR = "csp3#strict-dynamic-usage";

const empty = problem("csp-empty", "error", "csp3#parse-serialized-policy", {
  title: (name: string) => `${name} has no directives, so it does nothing.`,
  bad: csp(";"),
  good: csp("default-src 'self'"),
});

const tooLong = problem("csp-too-long", "warning", "csp3#csp-header", {
  title: () => `The policy has more than ${MOST_WORDS} words; only the first ${MOST_WORDS} are checked.`,
  bad: csp(`img-src${" https://a.test".repeat(1000)}; font-src${" https://a.test".repeat(1000)}`),
  good: csp("img-src https://example.com"),
});

const silent = problem("csp-report-only-silent", "info", "csp3#cspro-header", {
  bad: ["Content-Security-Policy-Report-Only: default-src 'self'"],
  good: ["Content-Security-Policy-Report-Only: default-src 'self'; report-uri /csp"],
});

const reportUriAlone = problem("csp-report-uri-deprecated", "info", "csp3#directive-report-uri", {
  bad: csp("default-src 'self'; report-uri /csp"),
  good: ['Reporting-Endpoints: csp="https://example.com/csp"', ...csp("default-src 'self'; report-to csp")],
});

/** Problems of one line, shared by the enforced and the report-only header. */
const lineProblems = [
  empty,
  tooLong,
  silent,
  reportUriAlone,
  ...[nameProblems, valueProblems, reportProblems, listProblems].flat(2),
  ...sourceProblems,
  ...scriptProblems,
];

/**
 * Content-Security-Policy (CSP Level 3 section 3.1): what the page may load and do. All policies of all lines apply.
 */
export const contentSecurityPolicy: AnyField<Csp> = field("Content-Security-Policy", "policy", {
  repeat: "separate",
  links: [EVALUATOR],
  parse: (value, report) => read("Content-Security-Policy", value, report),
  items: cspItems,
  alternate: inWords,
  together: (lines: readonly ExplainedLine<Csp>[], context) =>
    combined(
      lines.flatMap(({ parsed }) => parsed?.policies ?? []),
      context,
    ),
}).problems({
  named: lineProblems,
  allLines: missingProblems,
  check: (parsed, context, report, line) => checkLine(parsed, false, context, report, line),
  checkAll(lines, context, report) {
    if (!mayBeDocument(context)) return;
    const placed = lines.flatMap(({ parsed, items }) =>
      (parsed?.policies ?? []).map((policy) => ({ policy, items })),
    );
    checkScripts(placed, report);
  },
});

/** Content-Security-Policy-Report-Only (CSP Level 3 section 3.2): violations are reported, nothing is blocked. */
export const contentSecurityPolicyReportOnly: AnyField<Csp> = field(
  "Content-Security-Policy-Report-Only",
  "policy",
  {
    repeat: "separate",
    links: ["csp3#cspro-header"],
    parse: (value, report) => read("Content-Security-Policy-Report-Only", value, report),
    items: cspItems,
    alternate: inWords,
  },
).problems({
  check(parsed, context, report, line) {
    if (!mayBeDocument(context)) return;
    checkLine(parsed, true, context, report, line);
    for (const policy of parsed.policies) {
      checkScripts([{ policy, items: line.items }], report, true);
      if (!policy.byName.has("report-uri") && !policy.byName.has("report-to")) report(silent, undefined);
    }
  },
});

function read(name: string, value: string, report: Report): Csp | undefined {
  const parsed = readCsp(value);
  if (parsed) return parsed;
  if (value === "") report(valueEmpty, `${name} has no value, so it does nothing.`);
  else report(empty, name);
  return undefined;
}

function inWords({ policies }: Csp): string | undefined {
  const words = policies.map(policyInWords).filter((text) => text !== undefined);
  return words.length > 0 ? words.join(" | ") : undefined;
}

function checkLine(
  { isCut, policies }: Csp,
  reportOnly: boolean,
  context: Context,
  report: Report,
  line: ExplainedLine,
): void {
  // Policies have no effect in responses that are not documents.
  if (!mayBeDocument(context)) return;
  if (isCut) report(tooLong, undefined);
  const faulty: (readonly [CspDirective, Role])[] = [];
  for (const policy of policies) {
    const old = policy.byName.has("report-to") ? undefined : policy.byName.get("report-uri");
    if (old) report(reportUriAlone, undefined, line.items[old.index]);
    for (const directive of policy.directives) {
      const at = line.items[directive.index];
      const counts = !directive.duplicate && directive.voidBy === undefined;
      const role = roleOf(policy, directive, reportOnly);
      if (!counts || isFaulty(directive.alike, role)) {
        const subject = { ...directive, counts: policy.byName.get(directive.name), reportOnly };
        judge(nameProblems, subject, context, line, report, at);
        if (!counts) continue;
        judge(valueProblems, subject, context, line, report, at);
        faulty.push([directive, role]);
      }
      judge(reportProblems, directive, context, line, report, at);
    }
  }
  for (const [directive, role] of faulty) checkSources(directive, role, context, report, line);
}

/** Facts about a directive, other than its text, that affect its findings. */
interface Role {
  readonly reportOnly: boolean;
  /** True if the directive governs styles; `scripts`: true if it governs scripts. */
  readonly isStyle: boolean;
  readonly scripts: boolean;
}

function roleOf(policy: CspPolicy, directive: CspDirective, reportOnly: boolean): Role {
  const { name } = directive;
  return {
    reportOnly,
    isStyle: name.startsWith("style-src") || standsFor(policy, directive, "style-src"),
    scripts: governsScripts(name) || standsFor(policy, directive, "script-src"),
  };
}

const knownFaulty = oncePerObject((_: DirectiveText) => new Map<string, boolean>());

/** Cached by directive text: between responses only nonces change. */
function isFaulty(directive: DirectiveText, role: Role): boolean {
  const known = knownFaulty(directive);
  const key = `${role.reportOnly} ${role.isStyle} ${role.scripts}`;
  const faulty = known.get(key) ?? hasFaults(directive, role);
  known.set(key, faulty);
  return faulty;
}

function hasFaults(text: DirectiveText, { reportOnly, isStyle, scripts }: Role): boolean {
  const { name, sources } = text;
  const directive = { ...text, alike: text, index: 0, duplicate: false };
  const subject = { ...directive, counts: directive, reportOnly };
  if (findsAny(nameProblems, subject) || findsAny(valueProblems, subject)) return true;
  if (sources.length > 0 && findsAny(listProblems, { ...directive, isStyle })) return true;
  return sources.some(
    (source) =>
      !isStrayDirective(source.text) && findsAny(sourceChecks(source), { ...source, name, scripts }),
  );
}

function checkSources(
  directive: CspDirective,
  { isStyle, scripts }: Role,
  context: Context,
  report: Report,
  line: ExplainedLine,
): void {
  const { name, sources } = directive;
  if (sources.length === 0) return;
  const at = line.items[directive.index];
  judge(listProblems, { ...directive, isStyle }, context, line, report, at);
  for (const source of sources)
    if (!isStrayDirective(source.text))
      judge(sourceChecks(source), { ...source, name, scripts }, context, line, report, at);
}

/** True if the directive is default-src and governs `name`. */
function standsFor(policy: CspPolicy, directive: CspDirective, name: string): boolean {
  return directive.name === "default-src" && effective(policy, name) === directive;
}
