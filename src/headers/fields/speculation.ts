import { wordTexts } from "../../../data/headers/words.ts";
import { type Member, parseList } from "../../syntax/structured-fields.ts";
import { detecting, firstOf, item, problem } from "../field.ts";
import { corrected, inQuotes, unquoted } from "../reading/fixing.ts";
import { memberKind, memberValue, structuredField, structuredProblems } from "../reading/structured.ts";
import { suggest } from "../suggest.ts";
import { isTrustworthy } from "../verdicts/origins.ts";
import { quote, someOf } from "../wording.ts";

const HEADER = "html/speculative-loading.html#the-speculation-rules-header";
const [rulesUnparsed, rulesWrongType] = structuredProblems("Speculation-Rules", parseList, HEADER, {
  good: '"/rules.json"',
  wrong: "rules",
  fix: inQuotes,
});

/** Speculation-Rules (HTML section 7.6.1): URLs of rule sets for prefetching and prerendering. */
export const speculationRules = structuredField(rulesUnparsed, {
  items: (rules) =>
    rules.map((member) => item(text(member), "", "A set of rules about what to load in advance.")),
}).problems({
  eachPart: firstOf(
    detecting(
      rulesWrongType,
      (member: Member) =>
        memberValue(member, "string") === undefined &&
        `${quote(text(member))} is ${memberKind(member)}; a URL in double quotes is expected.`,
    ),
    problem("speculation-rules-url", "error", HEADER, {
      detect: (member: Member, { url }) =>
        text(member) === "" || !URL.canParse(text(member), url?.href ?? "https://host.invalid/"),
      title: (_, member) => `${quote(text(member))} is not a URL.`,
      bad: ['Speculation-Rules: "https://"'],
      good: ['Speculation-Rules: "/rules.json"'],
    }),
    problem("speculation-rules-insecure", "warning", "mdn/Speculation-Rules", {
      detect(member: Member, { url }) {
        const target = URL.parse(text(member), url?.href);
        return target !== null && !isTrustworthy(target);
      },
      title: (_, member) => `${quote(text(member))} is not encrypted: HTTPS pages do not load it.`,
      bad: ['Speculation-Rules: "http://example.com/rules.json"'],
      good: ['Speculation-Rules: "/rules.json"'],
    }),
  ),
});

function text(member: Member): string {
  return member.kind === "inner-list" ? "" : String(member.value.value);
}

const MODES = wordTexts("loading modes");

const [modesUnparsed, modesWrongType] = structuredProblems(
  "Supports-Loading-Mode",
  parseList,
  "https://wicg.github.io/nav-speculation/prerendering.html#supports-loading-mode",
  { good: "credentialed-prerender", wrong: '"credentialed-prerender"', fix: unquoted },
);

/** Supports-Loading-Mode: special ways of loading that the page allows. */
export const supportsLoadingMode = structuredField(modesUnparsed, {
  partItem: (mode) => item(text(mode), "", MODES.get(text(mode)) ?? "Not a known loading mode."),
}).problems({
  eachPart: firstOf(
    detecting(
      modesWrongType,
      (mode: Member) => memberValue(mode, "token") === undefined && `${quote(text(mode))} is not a token.`,
    ),
    problem("loading-mode-unknown", "warning", "mdn/Supports-Loading-Mode", {
      detect(mode: Member) {
        const word = text(mode);
        return !MODES.get(word) && { word, likely: suggest(word, [...MODES.keys()]) };
      },
      title: ({ word, likely }) =>
        `${quote(word)} is not a loading mode${likely ? ` (did you mean ${likely}?)` : `; use ${someOf([...MODES.keys()])}`}.`,
      fix: corrected,
      bad: ["Supports-Loading-Mode: prerender"],
      good: ["Supports-Loading-Mode: credentialed-prerender"],
    }),
  ),
});
