import { wordTable } from "../../../data/word-table.ts";
import { type AnyField, field, item, type Note, type ProblemKind } from "../field.ts";
import { swapping } from "../fixing.ts";
import { structuredDictionary } from "../reading/structured.ts";
import { type InvalidId, lower, structuredKinds, type TypeId, withOwn } from "../reading/value-kinds.ts";
import type { Dictionary } from "../syntax/structured-fields.ts";
import { listing, quote } from "../wording.ts";

type Kind = "integrity-policy-incomplete" | "integrity-policy-value";

const LINK = "https://www.w3.org/TR/sri-2/#integrity-policy-section";
const MEMBERS = wordTable<readonly [description: string, known: readonly string[] | undefined]>({
  "blocked-destinations": ["Kinds of resource that need an integrity hash.", ["script", "style"]],
  sources: ["Where the hash stands; inline, in the markup, is the only way.", ["inline"]],
  endpoints: ["Endpoints of Reporting-Endpoints that take reports.", undefined],
});

const KINDS: Readonly<Record<Kind, ProblemKind>> = {
  "integrity-policy-incomplete": {
    severity: "error",
    link: LINK,
    summary: "Integrity-Policy has no blocked-destinations, so it demands nothing.",
    bad: ["Integrity-Policy: endpoints=(main)"],
    good: ["Integrity-Policy: blocked-destinations=(script)"],
  },
  "integrity-policy-value": {
    severity: "warning",
    link: LINK,
    summary: "A member of Integrity-Policy or a word in it is unknown, so browsers skip it.",
    fix: swapping(/\b(script|style)s\b/g, "$1"),
    bad: ["Integrity-Policy: blocked-destinations=(scripts)"],
    good: ["Integrity-Policy: blocked-destinations=(script style)"],
  },
};

function integrityField<N extends string>(
  name: N,
  own?: Readonly<Record<Kind, ProblemKind>>,
): AnyField<Dictionary> {
  return field<Dictionary, Kind | InvalidId<N> | TypeId<N>>({
    name,
    type: "sf-dictionary",
    repeat: "list",
    kinds: withOwn(
      own,
      structuredKinds(name, "blocked-destinations=(script)", "blocked-destinations=script", LINK),
    ),
    parse: (value, note) => structuredDictionary(name, value, note),
    items: (members) =>
      [...members.keys()].map((key) =>
        item(key, words(members, key).join(" "), MEMBERS.get(key)?.[0] ?? "No member that browsers know."),
      ),
    alternate(_, { verdicts: { integrity } }) {
      const isTrial = name.endsWith("Only");
      if (!integrity) return undefined;
      const { blocked, reportOnly, reported = reportOnly ? blocked : [] } = integrity;
      const named = isTrial ? reported : reportOnly ? [] : blocked;
      if (named.length === 0) return `nothing is ${isTrial ? "reported" : "blocked"}`;
      return `${listing(named)} without an integrity hash ${isTrial ? "reported" : "blocked"}`;
    },
    check(members, _context, note, { items }) {
      if (!members.has("blocked-destinations"))
        note("integrity-policy-incomplete", `${name} has no blocked-destinations, so it demands nothing.`);
      for (const [index, key] of [...members.keys()].entries())
        checkMember(name, key, members, (id, title, _at, fix) => note(id, title, items[index], fix));
    },
  });
}

function checkMember<N extends string>(
  name: N,
  key: string,
  members: Dictionary,
  note: Note<Kind | TypeId<N>>,
): void {
  const rule = MEMBERS.get(key);
  if (!rule) {
    note("integrity-policy-value", `${quote(key)} is not a member of an integrity policy.`);
    return;
  }
  if (members.get(key)?.kind !== "inner-list")
    note(`${lower(name)}-type`, `${key} in ${name} has to be a list in parentheses.`);
  const unknown = rule[1] ? words(members, key).filter((word) => !rule[1]?.includes(word)) : [];
  if (unknown.length > 0)
    note(
      "integrity-policy-value",
      `${key} does not know ${listing(unknown.map((word) => quote(word)))}; it may be ${listing(rule[1] ?? [], "or")}.`,
    );
}

function words(members: Dictionary, key: string): string[] {
  const member = members.get(key);
  if (member?.kind !== "inner-list") return [];
  return member.items.map(({ value }) => String(value.value));
}

/** Integrity-Policy (Subresource Integrity level 2): refuses scripts or styles that carry no integrity hash. */
export const integrityPolicy = integrityField("Integrity-Policy", KINDS);
/** The same on trial: reports and loads. */
export const integrityPolicyReportOnly = integrityField("Integrity-Policy-Report-Only");
