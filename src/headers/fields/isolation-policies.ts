import { isolationPolicies } from "../../../data/headers/directives/isolation-policies.ts";
import { wordList, wordTexts } from "../../../data/headers/words.ts";
import { wordTable } from "../../../data/word-table.ts";
import { type Item, parseItem } from "../../syntax/structured-fields.ts";
import {
  type AnyField,
  type AnyRow,
  field,
  firstOf,
  item,
  problem,
  type Report,
  type Worded,
} from "../field.ts";
import { corrected, unquoted } from "../reading/fixing.ts";
import { kindWords, readStructured, structuredProblems, type Unparsed } from "../reading/structured.ts";
import { suggest } from "../suggest.ts";
import { listing, quote } from "../wording.ts";

const CORP = "fetch#cross-origin-resource-policy-header";

export interface IsolationPolicy {
  readonly policy: string;
  /** Name of a reporting group or endpoint. */
  readonly reportTo?: string;
}

const COEP = "html/browsers.html#the-coep-headers";
/** Links by header name without -Report-Only. */
const LINKS = wordTable({
  "Cross-Origin-Opener-Policy": "html/browsers.html#the-coop-headers",
  "Cross-Origin-Embedder-Policy": COEP,
  "Document-Isolation-Policy": "https://wicg.github.io/document-isolation-policy/#dip-header",
});

const REPORT_ONLY = "-Report-Only";

/** Suggestion for an unknown value. */
function slipOf(word: string, values: readonly string[]) {
  const likely = values.find((value) => value === word.toLowerCase()) ?? suggest(word, values);
  return !values.includes(word) && { word, likely };
}

const OPENER = [...wordList("values of Cross-Origin-Opener-Policy")];
const EMBEDDER: readonly string[] = ["unsafe-none", "require-corp", "credentialless"];
const DOCUMENT: readonly string[] = ["none", "isolate-and-require-corp", "isolate-and-credentialless"];

const WORDS = wordTexts("isolation policies in short");

/** Problems of a value. The first of `values` turns the policy off. */
function valueRows(
  name: string,
  link: string,
  values: readonly string[],
): readonly AnyRow<IsolationPolicy, unknown>[] {
  const [off = "", good = ""] = values;
  const unknown = problem(`${name.toLowerCase()}-unknown`, "error", link, {
    summary: `${name} has an unknown value, so browsers ignore it.`,
    detect: ({ policy }: IsolationPolicy) => slipOf(policy, values),
    title: ({ word, likely }) =>
      `${quote(word)} is not a value of ${name}: browsers ignore it${likely ? ` (did you mean ${likely}?)` : `; it must be ${listing(values, "or")}`}.`,
    fix: corrected,
    bad: [`${name}: ${good.toUpperCase()}`],
    good: [`${name}: ${good}`],
  });
  // A report-only header does not turn the policy off.
  if (name.endsWith(REPORT_ONLY)) return [unknown];
  const unsafe = problem(`${name.toLowerCase()}-unsafe-none`, "warning", link, {
    summary: `${name} is turned off by its own value.`,
    detect: ({ policy }: IsolationPolicy) => policy === off,
    title: () => `${off} turns ${name} off.`,
    bad: [`${name}: ${off}`],
    good: [`${name}: ${good}`],
  });
  return [unknown, unsafe];
}

const REPORTED = "Cross-Origin-Embedder-Policy-Report-Only: require-corp";
const sameAsEnforced = problem<
  undefined,
  readonly [policy: string, enforcing: string, name: string],
  undefined
>("isolation-policy-report-only-same", "warning", COEP, {
  title: ([policy, enforcing, name]) => `${enforcing} already enforces ${policy}, so ${name} adds nothing.`,
  bad: ["Cross-Origin-Embedder-Policy: require-corp", REPORTED],
  good: ["Cross-Origin-Embedder-Policy: credentialless", REPORTED],
});

/** sf-item: a token with an optional string parameter report-to. */
function isolationField(name: string, base: string, values: readonly string[]): AnyField<IsolationPolicy> {
  const isReportOnly = name !== base;
  const link = LINKS.get(base) ?? "";
  const [, good = ""] = values;
  const structured = structuredProblems(name, parseItem, link, { good, wrong: `"${good}"`, fix: unquoted });
  return field(name, "sf-item", {
    parse: (value, report) => read(structured, value, report),
    items({ policy, reportTo }) {
      const description =
        isolationPolicies.get(`${base.toLowerCase()}=${policy}`) ??
        "An unknown policy, which browsers ignore.";
      const main = item(policy, "", description);
      return reportTo === undefined
        ? [main]
        : [main, item("report-to", reportTo, "The endpoint of Reporting-Endpoints that receives reports.")];
    },
    alternateInMessage({ policy }, { verdicts }) {
      if (verdicts.isolation.secureContext === false) return "no effect over plain HTTP";
      return values.includes(policy) ? WORDS.get(policy) : undefined;
    },
    parts: (policy) => [policy],
  }).problems({
    named: [...structured, sameAsEnforced],
    eachPart: [firstOf(...valueRows(name, link, values))],
    check({ policy }, context, report) {
      const enforced = isReportOnly && context.named(base.toLowerCase())[0]?.parsed;
      if (isPolicy(enforced) && enforced.policy === policy) report(sameAsEnforced, [policy, base, name]);
    },
  });
}

function read(
  [unparsed, wrongType]: readonly [Unparsed<Item>, Worded],
  value: string,
  report: Report,
): IsolationPolicy | undefined {
  const parsed = readStructured(unparsed, value, report);
  if (!parsed) return undefined;
  const { field: name } = unparsed;
  if (parsed.value.kind !== "token") {
    return void report(
      wrongType,
      `${name} is ${kindWords(parsed.value.kind)}, not a token: browsers ignore it.`,
    );
  }
  const reportTo = parsed.parameters.get("report-to");
  if (reportTo && reportTo.kind !== "string")
    report(wrongType, `report-to in ${name} is ${kindWords(reportTo.kind)}; it must be a quoted string.`);
  return { policy: parsed.value.value, ...(reportTo?.kind === "string" && { reportTo: reportTo.value }) };
}

function isPolicy(value: unknown): value is IsolationPolicy {
  return typeof value === "object" && value !== null && "policy" in value;
}

const COOP_NAME = "Cross-Origin-Opener-Policy";
const COEP_NAME = "Cross-Origin-Embedder-Policy";
const DIP_NAME = "Document-Isolation-Policy";

/** Cross-Origin-Opener-Policy (HTML section 7.1.3): windows that may access this one. */
export const crossOriginOpenerPolicy = isolationField(COOP_NAME, COOP_NAME, OPENER);
export const crossOriginOpenerPolicyReportOnly = isolationField(
  `${COOP_NAME}${REPORT_ONLY}`,
  COOP_NAME,
  OPENER,
);
/** Cross-Origin-Embedder-Policy (HTML section 7.1.4): what the page may embed. */
export const crossOriginEmbedderPolicy = isolationField(COEP_NAME, COEP_NAME, EMBEDDER);
export const crossOriginEmbedderPolicyReportOnly = isolationField(
  `${COEP_NAME}${REPORT_ONLY}`,
  COEP_NAME,
  EMBEDDER,
);
/** Document-Isolation-Policy (WICG): isolates one document, as COOP and COEP together do. */
export const documentIsolationPolicy = isolationField(DIP_NAME, DIP_NAME, DOCUMENT);
export const documentIsolationPolicyReportOnly = isolationField(
  `${DIP_NAME}${REPORT_ONLY}`,
  DIP_NAME,
  DOCUMENT,
);

const RESOURCE: readonly string[] = ["same-origin", "same-site", "cross-origin"];
const RESOURCE_WORDS = wordTexts("resource policies in short");

/** Cross-Origin-Resource-Policy (Fetch section 3.7): sites that may embed the response. A plain string. */
export const crossOriginResourcePolicy = field("Cross-Origin-Resource-Policy", "token", {
  empty: ", so browsers ignore it",
  parse: (value) => value,
  items: (value) => [
    item(
      value,
      "",
      isolationPolicies.get(`cross-origin-resource-policy=${value}`) ??
        "An unknown policy, which browsers ignore.",
    ),
  ],
  alternate: (value) => RESOURCE_WORDS.get(value),
  parts: (value) => [value],
}).problems({
  eachPart: problem("cross-origin-resource-policy-unknown", "error", CORP, {
    detect(word: string) {
      const likely =
        suggest(word.toLowerCase(), RESOURCE) ?? RESOURCE.find((known) => known === word.toLowerCase());
      return !RESOURCE.includes(word) && { word, likely };
    },
    title: ({ word, likely }) =>
      `${quote(word)} is not a value of Cross-Origin-Resource-Policy${likely ? `; use ${likely}` : `; it must be ${listing(RESOURCE, "or")}`}.`,
    fix: corrected,
    bad: ["Cross-Origin-Resource-Policy: sameorigin"],
    good: ["Cross-Origin-Resource-Policy: same-origin"],
  }),
});
