/** Parameters of weighted list members by header. */

import type { WeightedList } from "../../syntax/weighted-lists.ts";
import { type AnyRow, problem } from "../problem.ts";
import { quote } from "../wording.ts";
import { flawWords } from "./parameters.ts";
import { asRequest } from "./value-problems.ts";

/** `takes`: whether a member takes parameters besides its weight; `isWeighted`: whether it takes a weight. */
type Taken = readonly [
  section: string,
  takes: (member: string) => boolean,
  isWeighted: (member: string) => boolean,
  bad: string,
  good: string,
];

const always = () => true;
const never = () => false;
const isCoding = (member: string) => member.toLowerCase() !== "trailers";

/** By header name (RFC 9110 sections 10.1.4 and 12.5). */
const TAKEN = {
  Accept: ["section-12.5.1", always, always, "text/html;level=", 'text/html;level="1"'],
  "Accept-Encoding": ["section-12.5.3", never, always, "gzip;level=9", "gzip;q=0.9"],
  "Accept-Language": ["section-12.5.4", never, always, "en;level=1", "en;q=0.9"],
  TE: ["section-10.1.4", isCoding, isCoding, "trailers;q=0.5", "trailers, deflate;q=0.5"],
} as const satisfies Record<string, Taken>;

/** Problem of parameters that the header does not take, or that are malformed. */
export function parameterProblem(name: keyof typeof TAKEN): AnyRow<WeightedList, unknown> {
  const [section, takes, isWeighted, bad, good] = TAKEN[name];
  return problem(`${name.toLowerCase()}-parameter`, "warning", `rfc9110#${section}`, {
    summary: `A member of ${name} has a parameter that it does not take, or that is malformed.`,
    detectAll: (list: WeightedList) => oddParameters(list, takes, isWeighted),
    title: (words: string) => `In ${name}, ${words}.`,
    bad: asRequest([`${name}: ${bad}`]),
    good: asRequest([`${name}: ${good}`]),
  });
}

/** Maximum findings per line. */
const MOST = 20;

function oddParameters(
  { members, flaws }: WeightedList,
  takes: Taken[1],
  isWeighted: Taken[2],
): readonly string[] {
  const unwanted = members.flatMap(({ value, weight, parameters }) => [
    ...(weight !== 1 && !isWeighted(value) ? [`${quote(value)} takes no weight`] : []),
    ...(takes(value)
      ? []
      : parameters.map(({ sent }) => `${quote(value)} takes no parameter ${quote(sent)}`)),
  ]);
  // Unreadable weights have their own finding.
  const isReported = unwanted.length > 0;
  const unread = isReported
    ? []
    : flaws.flatMap(({ id, text }) => (text.toLowerCase() === "q" ? [] : (flawWords(id, text) ?? [])));
  return [...new Set([...unwanted, ...unread])].slice(0, MOST);
}
