import { wordTexts } from "../../../data/headers/words.ts";
import { type Member, parseDictionary } from "../../syntax/structured-fields.ts";
import { detecting, firstOf, item, problem } from "../field.ts";
import { swapping } from "../reading/fixing.ts";
import { memberText, structuredField, structuredProblems } from "../reading/structured.ts";

const KEYS = wordTexts("keys of No-Vary-Search");

const [unparsed, wrongType] = structuredProblems("No-Vary-Search", parseDictionary, "mdn/No-Vary-Search", {
  good: "params",
  wrong: "params=5",
});

interface Part {
  readonly key: string;
  readonly member: Member;
  /** The member `params`; `except` has an effect only with it. */
  readonly params: Member | undefined;
}

/** No-Vary-Search: query differences that a cache may ignore. */
export const noVarySearch = structuredField(unparsed, {
  items: (dictionary) =>
    [...dictionary].map(([key, member]) =>
      item(key, memberText(member), KEYS.get(key) ?? "An unknown key, which browsers ignore."),
    ),
  parts: (dictionary) =>
    [...dictionary].map(([key, member]): Part => ({ key, member, params: dictionary.get("params") })),
}).problems({
  eachPart: firstOf(
    problem("no-vary-search-unknown", "warning", "mdn/No-Vary-Search", {
      detect: ({ key }) => KEYS.get(key) === undefined,
      title: (_, { key }) => `Browsers ignore the unknown key ${key}.`,
      fix: swapping(/\bkey[_-]?order\b/gi, "key-order"),
      bad: ["No-Vary-Search: keyorder"],
      good: ["No-Vary-Search: key-order"],
    }),
    detecting(
      wrongType,
      ({ key, member }: Part) =>
        !hasRightType(key, member) &&
        `${key}=${memberText(member)} has the wrong type: ${WANTED.get(key)} is expected.`,
    ),
    problem("no-vary-search-except", "error", "mdn/No-Vary-Search", {
      detect: ({ key, params }) => key === "except" && !isTrue(params),
      bad: ['No-Vary-Search: except=("id")'],
      good: ['No-Vary-Search: params, except=("id")'],
    }),
  ),
});

const WANTED = wordTexts("types of No-Vary-Search");

function isTrue(member: Member | undefined): boolean {
  return member?.kind === "item" && member.value.kind === "boolean" && member.value.value;
}

function hasRightType(key: string, member: Member): boolean {
  if (member.kind === "inner-list")
    return key !== "key-order" && member.items.every(({ value }) => value.kind === "string");
  return key !== "except" && member.value.kind === "boolean";
}
