import { isolationPolicies } from "../../../data/headers/directives/isolation-policies.ts";
import { wordTable } from "../../../data/word-table.ts";
import { type AnyField, field, item, type Note, type ProblemKind } from "../field.ts";
import { kindWords, structuredItem } from "../reading/structured.ts";
import { type InvalidId, lower, structuredKinds, type TypeId, withOwn } from "../reading/value-kinds.ts";
import { fetchStandard, htmlStandard } from "../specs.ts";
import { suggest } from "../suggest.ts";
import { listing, quote } from "../wording.ts";

export interface IsolationPolicy {
  /** The token, as sent. */
  readonly policy: string;
  /** Group or endpoint for reports. */
  readonly reportTo?: string;
}

type UnknownId<N extends string> = `${Lowercase<N>}-unknown`;
type OffId<N extends string> = `${Lowercase<N>}-unsafe-none`;
type Ids<N extends string> = InvalidId<N> | TypeId<N> | UnknownId<N> | OffId<N>;
type Kind = "isolation-policy-report-only-same";

const COEP = htmlStandard("browsers.html#the-coep-headers");
/** Where the values of each are defined, by its name without -Report-Only. */
const LINKS = wordTable({
  "Cross-Origin-Opener-Policy": htmlStandard("browsers.html#the-coop-headers"),
  "Cross-Origin-Embedder-Policy": COEP,
  "Document-Isolation-Policy": "https://wicg.github.io/document-isolation-policy/#dip-header",
});

/** What can be wrong with one of the fields. `values` begins with the one that switches it off. */
function kindsOf<N extends string>(
  name: N,
  [off = "", good = ""]: readonly string[],
): Readonly<Record<Ids<N>, ProblemKind>> {
  const link = LINKS.get(name.replace(REPORT_ONLY, "")) ?? "";
  const unknown: ProblemKind = {
    severity: "error",
    link,
    summary: `${name} has a value that browsers do not know, so it does nothing.`,
    bad: [`${name}: ${good.toUpperCase()}`],
    good: [`${name}: ${good}`],
  };
  const unsafe: ProblemKind = {
    severity: "warning",
    link,
    summary: `${name} is switched off by its own value.`,
    bad: [`${name}: ${off}`],
    good: [`${name}: ${good}`],
  };
  return {
    ...structuredKinds(name, good, `"${good}"`, link),
    [`${lower(name)}-unknown`]: unknown,
    // On trial nothing is switched off.
    ...(!name.endsWith(REPORT_ONLY) && { [`${lower(name)}-unsafe-none`]: unsafe }),
  } as Record<Ids<N>, ProblemKind>;
}

const REPORT_ONLY = "-Report-Only";

const KINDS: Readonly<Record<Kind, ProblemKind>> = {
  "isolation-policy-report-only-same": {
    severity: "warning",
    link: COEP,
    summary: "A report-only policy says the same as the policy that is enforced, so it reports nothing new.",
    bad: [
      "Cross-Origin-Embedder-Policy: require-corp",
      "Cross-Origin-Embedder-Policy-Report-Only: require-corp",
    ],
    good: [
      "Cross-Origin-Embedder-Policy: credentialless",
      "Cross-Origin-Embedder-Policy-Report-Only: require-corp",
    ],
  },
};

const OPENER: readonly string[] = [
  "unsafe-none",
  "same-origin",
  "same-origin-allow-popups",
  "noopener-allow-popups",
];
const EMBEDDER: readonly string[] = ["unsafe-none", "require-corp", "credentialless"];
const DOCUMENT: readonly string[] = ["none", "isolate-and-require-corp", "isolate-and-credentialless"];

const WORDS = wordTable({
  "unsafe-none": "not isolated",
  none: "not isolated",
  "same-origin": "apart from windows of other origins",
  "same-origin-allow-popups": "apart from other origins, but for popups that it opens",
  "noopener-allow-popups": "apart from whoever opened it",
  "require-corp": "embeds only what agrees to it",
  credentialless: "embeds strangers without their cookies",
  "isolate-and-require-corp": "isolated; embeds only what agrees to it",
  "isolate-and-credentialless": "isolated; embeds strangers without their cookies",
});

/** sf-item: a token with an optional parameter report-to, a string. */
function isolationField<N extends string>(
  name: N,
  base: string,
  values: readonly string[],
  own?: typeof KINDS,
): AnyField<IsolationPolicy> {
  const isReportOnly = (name as string) !== base;
  return field<IsolationPolicy, Kind | Ids<N>>({
    name,
    type: "sf-item",
    repeat: "single",
    kinds: withOwn(own, kindsOf(name, values)),
    parse: (value, note) => read(name, value, note),
    items({ policy, reportTo }) {
      const description =
        isolationPolicies.get(`${base.toLowerCase()}=${policy}`) ?? "No policy that browsers know.";
      const main = item(policy, "", description, WORDS.get(policy));
      return reportTo === undefined
        ? [main]
        : [main, item("report-to", reportTo, "The endpoint of Reporting-Endpoints that takes reports.")];
    },
    alternate({ policy }, { verdicts }) {
      if (verdicts.isolation.secureContext === false) return "does nothing over plain HTTP";
      return values.includes(policy) ? WORDS.get(policy) : undefined;
    },
    check({ policy }, context, note, { items }) {
      if (!values.includes(policy)) {
        const meant = values.find((value) => value === policy.toLowerCase()) ?? suggest(policy, values);
        const hint = meant ? `; ${meant} may be meant` : `; it may be ${listing(values, "or")}`;
        note(
          `${lower(name)}-unknown`,
          `${quote(policy)} is not a value of ${name}, so it does nothing${hint}.`,
          items[0],
          meant ? [policy, meant] : undefined,
        );
      } else if (WORDS.get(policy) === WORDS.get("none") && !isReportOnly)
        note(`${lower(name)}-unsafe-none`, `${policy} switches ${name} off.`, items[0]);
      const enforced = isReportOnly && context.named(base.toLowerCase())[0]?.parsed;
      if (isPolicy(enforced) && enforced.policy === policy)
        note(
          "isolation-policy-report-only-same",
          `${base} enforces ${policy} already: ${name} has nothing to add.`,
        );
    },
  });
}

function read<N extends string>(
  name: N,
  value: string,
  note: Note<InvalidId<N> | TypeId<N>>,
): IsolationPolicy | undefined {
  const parsed = structuredItem(name, value, note);
  if (!parsed) return undefined;
  if (parsed.value.kind !== "token") {
    note(
      `${lower(name)}-type`,
      `${name} is ${kindWords(parsed.value.kind)}, not a token, so it does nothing.`,
    );
    return undefined;
  }
  const reportTo = parsed.parameters.get("report-to");
  if (reportTo && reportTo.kind !== "string")
    note(
      `${lower(name)}-type`,
      `report-to in ${name} is ${kindWords(reportTo.kind)}; it has to be a string in double quotes.`,
    );
  return { policy: parsed.value.value, ...(reportTo?.kind === "string" && { reportTo: reportTo.value }) };
}

function isPolicy(value: unknown): value is IsolationPolicy {
  return typeof value === "object" && value !== null && "policy" in value;
}

const COOP_NAME = "Cross-Origin-Opener-Policy";
const COEP_NAME = "Cross-Origin-Embedder-Policy";
const DIP_NAME = "Document-Isolation-Policy";

/** Cross-Origin-Opener-Policy (HTML section 7.1.3): which windows may reach this one. */
export const crossOriginOpenerPolicy = isolationField(COOP_NAME, COOP_NAME, OPENER, KINDS);
export const crossOriginOpenerPolicyReportOnly = isolationField(
  `${COOP_NAME}-Report-Only`,
  COOP_NAME,
  OPENER,
);
/** Cross-Origin-Embedder-Policy (HTML section 7.1.4): what the page may embed. */
export const crossOriginEmbedderPolicy = isolationField(COEP_NAME, COEP_NAME, EMBEDDER);
export const crossOriginEmbedderPolicyReportOnly = isolationField(
  `${COEP_NAME}-Report-Only`,
  COEP_NAME,
  EMBEDDER,
);
/** Document-Isolation-Policy (WICG): both at once, for one document. */
export const documentIsolationPolicy = isolationField(DIP_NAME, DIP_NAME, DOCUMENT);
export const documentIsolationPolicyReportOnly = isolationField(
  `${DIP_NAME}-Report-Only`,
  DIP_NAME,
  DOCUMENT,
);

const RESOURCE: readonly string[] = ["same-origin", "same-site", "cross-origin"];
const RESOURCE_WORDS = wordTable({
  "same-origin": "embedded by its own origin only",
  "same-site": "embedded by its own site only",
  "cross-origin": "embedded by everybody",
});

/** Cross-Origin-Resource-Policy (Fetch section 3.7): who may embed this. No structured field: compared character by character. */
export const crossOriginResourcePolicy = field({
  name: "Cross-Origin-Resource-Policy",
  type: "token",
  repeat: "single",
  kinds: {
    "cross-origin-resource-policy-unknown": {
      severity: "error",
      link: fetchStandard("cross-origin-resource-policy-header"),
      summary: "Cross-Origin-Resource-Policy has a value that browsers do not know, so it does nothing.",
      bad: ["Cross-Origin-Resource-Policy: sameorigin"],
      good: ["Cross-Origin-Resource-Policy: same-origin"],
    },
  },
  parse(value, note) {
    if (value !== "") return value;
    note("value-empty", "Cross-Origin-Resource-Policy has no value, so it does nothing.");
    return undefined;
  },
  items: (value) => [
    item(
      value,
      "",
      isolationPolicies.get(`cross-origin-resource-policy=${value}`) ?? "No policy that browsers know.",
    ),
  ],
  alternate: (value) => RESOURCE_WORDS.get(value),
  check(value, _context, note, { items }) {
    if (RESOURCE.includes(value)) return;
    const meant =
      suggest(value.toLowerCase(), RESOURCE) ?? RESOURCE.find((known) => known === value.toLowerCase());
    note(
      "cross-origin-resource-policy-unknown",
      `${quote(value)} is not a value of Cross-Origin-Resource-Policy${meant ? `; ${meant} is meant` : `; it may be ${listing(RESOURCE, "or")}`}.`,
      items[0],
      meant ? [value, meant] : undefined,
    );
  },
});
