import { wordTable } from "../../../data/word-table.ts";
import { type Dictionary, type Member, parseDictionary } from "../../syntax/structured-fields.ts";
import { type AnyField, detecting, item, problem } from "../field.ts";
import { swapping } from "../reading/fixing.ts";
import { structuredField, structuredProblems } from "../reading/structured.ts";
import { listing, quote } from "../wording.ts";

const LINK = "https://www.w3.org/TR/sri-2/#integrity-policy-section";
const MEMBERS = wordTable<readonly [description: string, known: readonly string[] | undefined]>({
  "blocked-destinations": ["Types of resource that need an integrity hash.", ["script", "style"]],
  sources: ["Where the hash is given; the only source is inline, in the markup.", ["inline"]],
  endpoints: ["Endpoints of Reporting-Endpoints that receive reports.", undefined],
});

type Part = readonly [key: string, member: Member];

const unknownPart = problem("integrity-policy-value", "warning", LINK, {
  detect([key, member]: Part) {
    const [, known] = MEMBERS.get(key) ?? [];
    const unknown = known ? words(member).filter((word) => !known.includes(word)) : [];
    return (!MEMBERS.get(key) || unknown.length > 0) && { known, unknown };
  },
  title: ({ known = [], unknown }, [key]) =>
    known.length > 0
      ? `${key} takes ${listing(known, "or")}, not ${listing(unknown.map((word) => quote(word)))}.`
      : `${quote(key)} is not a member of an integrity policy.`,
  fix: swapping(/\b(script|style)s\b/g, "$1"),
  bad: ["Integrity-Policy: blocked-destinations=(scripts)"],
  good: ["Integrity-Policy: blocked-destinations=(script style)"],
});

const incomplete = problem<undefined, string, undefined>("integrity-policy-incomplete", "error", LINK, {
  title: (name) => `${name} has no blocked-destinations, so it has no effect.`,
  bad: ["Integrity-Policy: endpoints=(main)"],
  good: ["Integrity-Policy: blocked-destinations=(script)"],
});

function integrityField(name: string): AnyField<Dictionary> {
  const isTrial = name.endsWith("Only");
  const [unparsed, wrongType] = structuredProblems(name, parseDictionary, LINK, {
    good: "blocked-destinations=(script)",
    wrong: "blocked-destinations=script",
    fix: swapping(/=([^\s,;()]+)/g, "=($1)"),
  });
  return structuredField(unparsed, {
    partItem: ([key, member]) =>
      item(
        key,
        words(member).join(" "),
        MEMBERS.get(key)?.[0] ?? "An unknown member, which browsers ignore.",
      ),
    alternateInMessage(_, { verdicts: { integrity } }) {
      if (!integrity) return undefined;
      const { blocked, reportOnly, reported = reportOnly ? blocked : [] } = integrity;
      const named = isTrial ? reported : reportOnly ? [] : blocked;
      if (named.length === 0) return `nothing is ${isTrial ? "reported" : "blocked"}`;
      return `${listing(named)} without an integrity hash ${isTrial ? "reported" : "blocked"}`;
    },
  }).problems({
    named: [incomplete],
    eachPart: [
      detecting(
        wrongType,
        ([key, member]: Part) =>
          MEMBERS.get(key) &&
          (member.kind !== "inner-list"
            ? `${key} in ${name} must be a list in parentheses.`
            : member.items.some(({ value }) => value.kind !== "token") &&
              `${key} in ${name} must be a list of unquoted words.`),
      ),
      unknownPart,
    ],
    check(members, _context, report) {
      if (!members.has("blocked-destinations")) report(incomplete, name);
    },
  });
}

function words(member: Member): string[] {
  return member.kind === "inner-list" ? member.items.map(({ value }) => String(value.value)) : [];
}

/** Integrity-Policy (Subresource Integrity level 2): blocks scripts or styles without an integrity hash. */
export const integrityPolicy = integrityField("Integrity-Policy");
export const integrityPolicyReportOnly = integrityField("Integrity-Policy-Report-Only");
