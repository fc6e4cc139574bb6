import { referrerPolicies } from "../../../data/headers/directives/referrer-policy.ts";
import { wordTable } from "../../../data/word-table.ts";
import { type Edit, field, item } from "../field.ts";
import { swapping } from "../fixing.ts";
import { MOST_MEMBERS } from "../reading/list.ts";
import { mdn } from "../specs.ts";
import { suggest } from "../suggest.ts";
import { splitList } from "../syntax/lists.ts";
import { effectivePolicy, strayMember } from "../verdicts/referrer.ts";
import { quote } from "../wording.ts";

const SPEC = "https://www.w3.org/TR/referrer-policy/";
const ALTERNATES = wordTable({
  "no-referrer": "links tell nothing of this page",
  "no-referrer-when-downgrade": "the full URL, but not from HTTPS to HTTP",
  origin: "only the origin, to everybody",
  "origin-when-cross-origin": "the full URL within the origin, else only the origin",
  "same-origin": "the full URL within the origin, else nothing",
  "strict-origin": "only the origin, and nothing from HTTPS to HTTP",
  "strict-origin-when-cross-origin":
    "the full URL within the origin, else only the origin, and nothing from HTTPS to HTTP",
  "unsafe-url": "the full URL, to everybody",
});

/** Policies that browsers learnt later: as the last of a list they are what its earlier members are a stopgap for. */
const LATER: ReadonlySet<string> = new Set([
  "same-origin",
  "strict-origin",
  "strict-origin-when-cross-origin",
]);

/** Leaks paths and queries to other sites or over plain HTTP. */
const UNSAFE = wordTable({
  "unsafe-url": "unsafe-url sends the full URL of the page to every site, even over HTTP.",
});
const LEAKY = wordTable({
  "no-referrer-when-downgrade": "no-referrer-when-downgrade sends the full URL of the page to other sites.",
  "origin-when-cross-origin": "origin-when-cross-origin sends the origin over plain HTTP too.",
  origin: "origin sends the origin over plain HTTP too.",
});

/** Referrer-Policy (section 8.1): the last member that a browser knows counts. */
export const referrerPolicy = field({
  name: "Referrer-Policy",
  type: "list",
  repeat: "list",
  kinds: {
    "referrer-policy-unsafe": {
      severity: "error",
      link: `${SPEC}#referrer-policy-unsafe-url`,
      summary: "Referrer-Policy sends the full URL of the page to every site.",
      bad: ["Referrer-Policy: unsafe-url"],
      good: ["Referrer-Policy: strict-origin-when-cross-origin"],
    },
    "referrer-policy-leaky": {
      severity: "warning",
      link: mdn("Referrer-Policy"),
      summary: "Referrer-Policy sends other sites more than browsers would without it.",
      bad: ["Referrer-Policy: no-referrer-when-downgrade"],
      good: ["Referrer-Policy: strict-origin-when-cross-origin"],
    },
    "referrer-policy-void": {
      severity: "error",
      link: `${SPEC}#parse-referrer-policy-from-header`,
      summary: "Referrer-Policy has a member that is not a token, so Chromium ignores all of it.",
      fix: swapping(/[\s;]+$/, ""),
      bad: ["Referrer-Policy: no-referrer;"],
      good: ["Referrer-Policy: no-referrer"],
    },
    "referrer-policy-unknown": {
      severity: "warning",
      link: `${SPEC}#referrer-policies`,
      summary: "A member of Referrer-Policy is not a known policy; browsers skip it.",
      bad: ["Referrer-Policy: same-orgin, strict-origin"],
      good: ["Referrer-Policy: strict-origin"],
    },
    "referrer-policy-none-known": {
      severity: "error",
      link: `${SPEC}#parse-referrer-policy-from-header`,
      summary: "Referrer-Policy has no known policy, so it does nothing.",
      fix: swapping(/^(?:none|never)$/i, "no-referrer"),
      bad: ["Referrer-Policy: none"],
      good: ["Referrer-Policy: no-referrer"],
    },
    "referrer-policy-empty": {
      severity: "info",
      link: `${SPEC}#referrer-policy-empty-string`,
      summary: "Referrer-Policy is empty, which leaves browsers to their default.",
      bad: ["Referrer-Policy:"],
      good: ["Referrer-Policy: strict-origin-when-cross-origin"],
    },
    "referrer-policy-fallback": {
      severity: "info",
      link: `${SPEC}#unknown-policy-values`,
      summary: "Referrer-Policy has a fallback for old browsers; current ones use the last member.",
      bad: ["Referrer-Policy: no-referrer, strict-origin-when-cross-origin"],
      good: ["Referrer-Policy: strict-origin-when-cross-origin"],
    },
    "referrer-policy-overridden": {
      severity: "warning",
      link: `${SPEC}#parse-referrer-policy-from-header`,
      summary:
        "Referrer-Policy has several policies, and a last one that does not make sense after the others.",
      bad: ["Referrer-Policy: strict-origin, no-referrer"],
      good: ["Referrer-Policy: no-referrer"],
    },
  },
  parse(value, note) {
    const members = splitList(value)
      .members.slice(0, MOST_MEMBERS)
      .map(({ text }) => text);
    if (members.length > 0) return members;
    note(
      "referrer-policy-empty",
      "Referrer-Policy is empty: browsers use their default, strict-origin-when-cross-origin.",
    );
    return undefined;
  },
  items: (members) =>
    members.map((member) =>
      item(
        member,
        "",
        referrerPolicies.get(member.toLowerCase()) ?? "No policy that browsers know.",
        ALTERNATES.get(member.toLowerCase()),
      ),
    ),
  alternate(members, _context, value) {
    const stray = strayMember(value);
    return stray === undefined
      ? ALTERNATES.get(effectivePolicy(members.join(","), "chromium") ?? "")
      : `ignored: ${quote(stray)} is not a token`;
  },
  checkAll(lines, _context, note) {
    const members = lines.flatMap(({ parsed, items }) =>
      (parsed ?? []).map((text, index) => ({ text, item: items[index] })),
    );
    if (members.length === 0) return;
    const stray = strayMember(lines.map(({ line }) => line.value).join(","));
    if (stray !== undefined)
      note(
        "referrer-policy-void",
        `Referrer-Policy is ignored by Chromium: ${quote(stray)} is not a token.`,
        members.find(({ text }) => text.toLowerCase() === stray)?.item,
      );
    const known = members.filter(({ text }) => isKnown(text));
    const last = known.at(-1);
    const isOther = ({ text }: { readonly text: string }) => !isKnown(text) && text.toLowerCase() !== stray;
    for (const { text, item } of members.filter(isOther)) {
      const meant = suggest(text.toLowerCase(), [...ALTERNATES.keys()]);
      const hint = meant ? `; ${meant} may be meant` : "";
      const fix: Edit | undefined = meant ? [text, meant] : undefined;
      if (last) note("referrer-policy-unknown", `${quote(text)} is not a referrer policy${hint}.`, item, fix);
      else
        note(
          "referrer-policy-none-known",
          `${quote(text)} is not a referrer policy, so the field does nothing${hint}.`,
          item,
          fix,
        );
    }
    if (!last) return;
    const policy = last.text.toLowerCase();
    const others = known.filter(({ text }) => text.toLowerCase() !== policy);
    if (others.length > 0 && LATER.has(policy) && others.every(({ text }) => !LATER.has(text.toLowerCase())))
      note(
        "referrer-policy-fallback",
        `${policy} counts; ${others.map(({ text }) => text).join(", ")} is for old browsers.`,
      );
    else if (known.length > 1)
      note(
        "referrer-policy-overridden",
        `Only the last policy counts, ${policy}; all before it does nothing.`,
      );
    const unsafe = UNSAFE.get(policy);
    const leaky = LEAKY.get(policy);
    if (unsafe) note("referrer-policy-unsafe", unsafe, last.item);
    else if (leaky) note("referrer-policy-leaky", leaky, last.item);
  },
});

function isKnown(member: string): boolean {
  return ALTERNATES.get(member.toLowerCase()) !== undefined;
}
