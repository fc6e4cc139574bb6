/** Lists with weights, as in Accept and Accept-Encoding (RFC 9110 sections 12.4.2 and 12.5). */

import { type ListFlaw, splitList } from "./lists.ts";
import { type Parameter, type ParameterFlaw, parseParameters } from "./parameters.ts";
import { type Flaw, trimOws } from "./tokens.ts";

export interface WeightedMember {
  /** What is weighted, as sent, without parameters: a media range, a coding, a language range. */
  readonly value: string;
  /** 0 to 1; 1 when there is no weight or it cannot be read. */
  readonly weight: number;
  /** Without `q`. */
  readonly parameters: readonly Parameter[];
  readonly at: number;
}

export type WeightedFlaw = ListFlaw | ParameterFlaw | "bad-weight";

export interface WeightedList {
  readonly members: readonly WeightedMember[];
  readonly flaws: readonly Flaw<WeightedFlaw>[];
}

/** qvalue = ( "0" [ "." 0*3DIGIT ] ) / ( "1" [ "." 0*3("0") ] ) */
const QVALUE = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** #( value [ parameters ] [ weight ] ); weight = OWS ";" OWS "q=" qvalue */
export function parseWeightedList(text: string): WeightedList {
  const list = splitList(text);
  const flaws: Flaw<WeightedFlaw>[] = [...list.flaws];
  const members = list.members.map(({ text: member, at }) => {
    const semicolon = member.indexOf(";");
    if (semicolon < 0) return { value: member, weight: 1, parameters: [], at };
    const read = parseParameters(member, semicolon);
    for (const flaw of read.flaws) flaws.push({ ...flaw, at: flaw.at + at });
    const q = read.parameters.find(({ name }) => name === "q");
    const isWeight = q?.value !== undefined && !q.quoted && QVALUE.test(q.value);
    if (q && !isWeight)
      flaws.push({ id: "bad-weight", at: at + q.valueAt + (q.quoted ? 1 : 0), text: q.value ?? "" });
    return {
      value: trimOws(member.slice(0, semicolon)),
      weight: isWeight ? Number(q.value) : 1,
      parameters: read.parameters.filter((parameter) => parameter !== q),
      at,
    };
  });
  return { members, flaws };
}
