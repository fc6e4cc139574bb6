import { leakyPolicies } from "../../../data/headers/directives/leaky-referrer-policies.ts";
import { referrerPolicies } from "../../../data/headers/directives/referrer-policy.ts";
import { wordList, wordTexts } from "../../../data/headers/words.ts";
import { splitList } from "../../syntax/lists.ts";
import { trimEndOf } from "../../syntax/trim.ts";
import { type ExplainedLine, field, firstOf, type Item, item, problem, worded } from "../field.ts";
import { corrected, hyphenated, type Slip, swapping } from "../reading/fixing.ts";
import { MOST_MEMBERS } from "../reading/list.ts";
import { suggest } from "../suggest.ts";
import { effectivePolicy, strayMember } from "../verdicts/referrer.ts";
import { perhaps, quote } from "../wording.ts";

const SPEC = "https://www.w3.org/TR/referrer-policy/";
const ALTERNATES = wordTexts("referrer policies in short");

/** Policies that old browsers lack: if one is last in a list, the others are fallbacks. */
const LATER = wordList("newer referrer policies");

const empty = worded("referrer-policy-empty", "info", `${SPEC}#referrer-policy-empty-string`, {
  bad: ["Referrer-Policy:"],
  good: ["Referrer-Policy: strict-origin-when-cross-origin"],
});

const named = swapping(/^(?:none|never)$/i, "no-referrer");

interface Member {
  readonly word: string;
  /** In lower case. */
  readonly name: string;
  readonly item: Item | undefined;
}

/** Members of all lines. */
interface Policies {
  /** First member that is not a token, in lower case. */
  readonly stray: string | undefined;
  readonly members: readonly Member[];
  readonly known: readonly Member[];
  /** Effective policy. */
  readonly last: string | undefined;
}

/** Referrer-Policy (section 8.1): the last known member counts. */
export const referrerPolicy = field("Referrer-Policy", "list", {
  parse(value, report) {
    const members = splitList(value)
      .members.slice(0, MOST_MEMBERS)
      .map(({ text }) => text);
    if (members.length > 0) return members;
    return void report(empty, "Referrer-Policy is empty: browsers use strict-origin-when-cross-origin.");
  },
  partItem: (member) =>
    item(
      member,
      "",
      referrerPolicies.get(member.toLowerCase()) ?? "An unknown policy, which browsers ignore.",
      ALTERNATES.get(member.toLowerCase()),
    ),
  alternate(members, value) {
    const stray = strayMember(value);
    return stray === undefined
      ? ALTERNATES.get(effectivePolicy(members.join(","), "chromium") ?? "")
      : `ignored: ${quote(stray)} is not a token`;
  },
  together: policiesOf,
}).problems({
  named: [empty],
  allLines: [
    problem("referrer-policy-void", "error", `${SPEC}#parse-referrer-policy-from-header`, {
      detect: ({ stray }) =>
        stray !== undefined && { word: stray, likely: hyphenated(stray, (name) => ALTERNATES.has(name)) },
      title: ({ word, likely }) =>
        `${quote(word)} is not a token${perhaps(likely)}: Chromium ignores it all.`,
      at: ({ word }, { members }) => members.find(({ name }) => name === word)?.item,
      fix: (value, slip) => corrected(value, slip) ?? trimEndOf(value, /[\s;]/),
      bad: ["Referrer-Policy: no-referrer;"],
      good: ["Referrer-Policy: no-referrer"],
    }),
    firstOf(
      problem("referrer-policy-none-known", "error", `${SPEC}#parse-referrer-policy-from-header`, {
        detectAll: (policies) => (policies.last === undefined ? slips(policies) : []),
        title: ({ word, likely }) =>
          `${quote(word)} is not a referrer policy${perhaps(likely)}: browsers ignore it.`,
        at: ({ item }) => item,
        fix: (value, slip) => corrected(value, slip) ?? named(value),
        bad: ["Referrer-Policy: none"],
        good: ["Referrer-Policy: no-referrer"],
      }),
      problem("referrer-policy-unknown", "warning", `${SPEC}#referrer-policies`, {
        detectAll: slips,
        title: ({ word, likely }) => `${quote(word)} is not a referrer policy${perhaps(likely)}.`,
        at: ({ item }) => item,
        fix: corrected,
        bad: ["Referrer-Policy: same-orgin, strict-origin"],
        good: ["Referrer-Policy: strict-origin"],
      }),
    ),
    problem("referrer-policy-overridden", "warning", `${SPEC}#parse-referrer-policy-from-header`, {
      detect: (policies) => policies.known.length > 1 && !isFallback(policies),
      title: (_, { last }) => `Browsers use only the last policy, ${last}; the others have no effect.`,
      bad: ["Referrer-Policy: strict-origin, no-referrer"],
      good: ["Referrer-Policy: no-referrer"],
    }),
    worded("referrer-policy-unsafe", "error", `${SPEC}#referrer-policy-unsafe-url`, {
      detect: ({ last }) =>
        last === "unsafe-url" && "unsafe-url lets browsers send the full URL to every site, even over HTTP.",
      at: (_, { known }) => known.at(-1)?.item,
      bad: ["Referrer-Policy: unsafe-url"],
      good: ["Referrer-Policy: strict-origin-when-cross-origin"],
    }),
    worded("referrer-policy-leaky", "warning", "mdn/Referrer-Policy", {
      detect: ({ last = "" }) => leakyPolicies.get(last),
      at: (_, { known }) => known.at(-1)?.item,
      bad: ["Referrer-Policy: no-referrer-when-downgrade"],
      good: ["Referrer-Policy: strict-origin-when-cross-origin"],
    }),
  ],
});

function policiesOf(lines: readonly ExplainedLine<readonly string[]>[]): Policies {
  const members = lines.flatMap(({ parsed = [], items }) =>
    parsed.map((word, at): Member => ({ word, name: word.toLowerCase(), item: items[at] })),
  );
  const known = members.filter(({ name }) => ALTERNATES.has(name));
  const stray = strayMember(lines.map(({ line }) => line.value).join(","));
  return { stray: members.length > 0 ? stray : undefined, members, known, last: known.at(-1)?.name };
}

/** Unknown members, each with a suggestion if possible. */
function slips({ members, stray }: Policies): readonly (Member & Slip)[] {
  return members
    .filter(({ name }) => !ALTERNATES.has(name) && name !== stray)
    .map((member) => ({ ...member, likely: suggest(member.name, [...ALTERNATES.keys()]) }));
}

/** True if the members before the last are fallbacks for older browsers. */
function isFallback({ known, last = "" }: Policies): boolean {
  const others = known.filter(({ name }) => name !== last);
  return LATER.has(last) && others.length > 0 && others.every(({ name }) => !LATER.has(name));
}
