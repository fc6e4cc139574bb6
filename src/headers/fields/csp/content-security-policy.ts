import {
  type AnyField,
  type Context,
  type ExplainedLine,
  field,
  type Note,
  type ProblemKind,
} from "../../field.ts";
import { csp3 } from "../../specs.ts";
import { checkDirectives } from "./check-directives.ts";
import { checkMissing } from "./check-missing.ts";
import { checkScripts } from "./check-scripts.ts";
import { checkSources } from "./check-sources.ts";
import { cspItems } from "./items.ts";
import { type CspKind, directiveKinds, missingKinds, scriptKinds, sourceKinds } from "./kinds.ts";
import { type Csp, MOST_WORDS, readCsp } from "./policy.ts";
import { policyInWords } from "./words.ts";

const KINDS: Readonly<Record<CspKind, ProblemKind>> = {
  ...directiveKinds,
  ...sourceKinds,
  ...scriptKinds,
  ...missingKinds,
};
const EVALUATOR = csp3("strict-dynamic-usage");

/** Content-Security-Policy (CSP Level 3 section 3.1): what the page may load and do. Every policy of every line applies. */
export const contentSecurityPolicy: AnyField<Csp> = field({
  name: "Content-Security-Policy",
  type: "policy",
  repeat: "separate",
  links: [EVALUATOR],
  kinds: KINDS,
  parse: (value, note) => read("Content-Security-Policy", value, note),
  items: cspItems,
  alternate: inWords,
  check: (csp, context, note, line) => checkLine(csp, false, context, note, line),
  checkAll(lines, context, note) {
    const placed = lines.flatMap(({ parsed, items }) =>
      (parsed?.policies ?? []).map((policy) => ({ policy, items })),
    );
    const policies = placed.map(({ policy }) => policy);
    checkScripts(placed, note);
    checkMissing(policies, context, note);
    if (policies.length > 1)
      note(
        "csp-policies-combined",
        `${policies.length} policies apply together: each must allow what is loaded.`,
      );
  },
});

/** Content-Security-Policy-Report-Only (CSP Level 3 section 3.2): a policy on trial. Nothing is blocked, breaches are reported. */
export const contentSecurityPolicyReportOnly: AnyField<Csp> = field({
  name: "Content-Security-Policy-Report-Only",
  type: "policy",
  repeat: "separate",
  links: [csp3("cspro-header")],
  parse: (value, note: Note<CspKind>) => read("Content-Security-Policy-Report-Only", value, note),
  items: cspItems,
  alternate: inWords,
  check(csp, context, note: Note<CspKind>, line) {
    checkLine(csp, true, context, note, line);
    const trial: Note<CspKind> = (id, title, at) =>
      id === "csp-strict-dynamic-alone"
        ? note(id, title, at)
        : note("csp-trial-weak", `Once enforced: ${title}`, at);
    for (const policy of csp.policies) {
      checkScripts([{ policy, items: line.items }], trial);
      if (!policy.byName.has("report-uri") && !policy.byName.has("report-to"))
        note(
          "csp-report-only-silent",
          "The policy has neither report-to nor report-uri: violations are reported to nobody.",
        );
    }
  },
});

function read(name: string, value: string, note: Note<CspKind>): Csp | undefined {
  const csp = readCsp(value);
  if (csp) return csp;
  if (value === "") note("value-empty", `${name} has no value, so it does nothing.`);
  else note("csp-empty", `${name} has no directives, so it does nothing.`);
  return undefined;
}

function inWords({ policies }: Csp): string | undefined {
  const words = policies.map(policyInWords).filter((text) => text !== undefined);
  return words.length > 0 ? words.join(" | ") : undefined;
}

function checkLine(
  csp: Csp,
  reportOnly: boolean,
  context: Context,
  note: Note<CspKind>,
  { items }: ExplainedLine,
): void {
  if (csp.isCut)
    note("csp-too-long", `The policy has more than ${MOST_WORDS} words; the rest is not judged.`);
  checkDirectives(csp, reportOnly, context, note, items);
  for (const policy of csp.policies) checkSources(policy, note, items);
}
