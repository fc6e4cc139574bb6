import { priorityParams } from "../../../data/headers/directives/priority-params.ts";
import { type Member, parseDictionary } from "../../syntax/structured-fields.ts";
import { detecting, firstOf, item, problem } from "../field.ts";
import { swapping } from "../reading/fixing.ts";
import { memberText, memberValue, structuredField, structuredProblems } from "../reading/structured.ts";

const LEAST_URGENT = 7;
const DEFAULT_URGENCY = 3;

const [unparsed, wrongType] = structuredProblems("Priority", parseDictionary, "rfc9218#section-4", {
  good: "u=1",
  wrong: "i=1",
  fix: swapping(/\bi=(?:1|"?true"?)|\bu="([0-7])"/gi, (_all, urgency) => (urgency ? `u=${urgency}` : "i")),
});

type Part = readonly [key: string, member: Member];

/** Priority (RFC 9218): order of responses on one connection. */
export const priority = structuredField(unparsed, {
  partItem: ([key, member]) =>
    item(key, memberText(member), priorityParams.get(key) ?? "An unregistered parameter."),
  alternate(dictionary) {
    const urgency = urgencyOf(dictionary.get("u")) ?? DEFAULT_URGENCY;
    const inParts = memberValue(dictionary.get("i"), "boolean") === true;
    return `urgency ${urgency} of 0 (first) to 7 (last)${inParts ? ", incremental" : ""}`;
  },
}).problems({
  eachPart: firstOf(
    problem("priority-range", "warning", "rfc9218#section-4.1", {
      detect: ([key, member]: Part) => key === "u" && urgencyOf(member) === undefined,
      title: (_, [, member]) => `u=${memberText(member)} is not an urgency from 0 to 7.`,
      bad: ["Priority: u=9"],
      good: ["Priority: u=1, i"],
    }),
    detecting(
      wrongType,
      ([key, member]: Part) =>
        key === "i" &&
        memberValue(member, "boolean") === undefined &&
        `i=${memberText(member)} is not a boolean.`,
    ),
    problem("priority-parameter", "warning", "rfc9218#section-4", {
      detect: ([, { parameters }]: Part) => [...parameters.keys()].find((key) => key === "u" || key === "i"),
      title: (inner, [key]) => `${inner} is a parameter of ${key} in Priority; separate them with a comma.`,
      bad: ["Priority: u=1;i"],
      good: ["Priority: u=1, i"],
    }),
    problem("priority-unknown", "info", "rfc9218#section-4.3", {
      detect: ([key]: Part) => key !== "u" && key !== "i",
      title: (_, [key]) => `The parameter ${key} is not registered.`,
      bad: ["Priority: u=1, x=2"],
      good: ["Priority: u=1"],
    }),
  ),
});

/** Urgency from 0 to 7; undefined for other values (RFC 9218 section 4.1). */
function urgencyOf(member: Member | undefined): number | undefined {
  const urgency = memberValue(member, "integer") ?? -1;
  return urgency >= 0 && urgency <= LEAST_URGENT ? urgency : undefined;
}
