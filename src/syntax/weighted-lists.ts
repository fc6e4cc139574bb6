/** Lists with weights, as in Accept and Accept-Encoding (RFC 9110 sections 12.4.2 and 12.5). */

import { memoize } from "../platform/memoize.ts";
import type { ListFlaw } from "./lists.ts";
import { parseParameterizedList } from "./parameterized-lists.ts";
import type { Parameter, ParameterFlaw } from "./parameters.ts";
import type { Flaw } from "./tokens.ts";

export interface WeightedMember {
  /** The text without parameters, as sent: a media range, a coding, a language range. */
  readonly value: string;
  /** 0 to 1; default 1, also if invalid. */
  readonly weight: number;
  readonly parameters: readonly Parameter[];
  readonly at: number;
}

type WeightedFlaw =
  | ListFlaw
  | ParameterFlaw
  /** Invalid weight, at its `q`, which is removed from the parameters; the weight counts as 1. */
  | "bad-weight";

export interface WeightedList {
  readonly members: readonly WeightedMember[];
  readonly flaws: readonly Flaw<WeightedFlaw>[];
}

/** qvalue = ( "0" [ "." 0*3DIGIT ] ) / ( "1" [ "." 0*3("0") ] ) */
const QVALUE = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** #( value [ parameters ] [ weight ] ); weight = OWS ";" OWS "q=" qvalue */
export const parseWeightedList = memoize((text: string): WeightedList => {
  const list = parseParameterizedList(text);
  const flaws: Flaw<WeightedFlaw>[] = [...list.flaws];
  const members = list.members.map(({ value, parameters, at }) => {
    const q = parameters.find(({ name }) => name === "q");
    if (!q) return { value, weight: 1, parameters, at };
    const isWeight = q.value !== undefined && !q.quoted && QVALUE.test(q.value);
    if (!isWeight) flaws.push({ id: "bad-weight", at: q.at, text: q.sent });
    const others = parameters.filter((parameter) => parameter !== q);
    return { value, weight: isWeight ? Number(q.value) : 1, parameters: others, at };
  });
  return { members, flaws };
});
