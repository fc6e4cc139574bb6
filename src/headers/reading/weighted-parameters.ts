/** Parameters of weighted list members by header. */

import type { WeightedList } from "../../syntax/weighted-lists.ts";
import { type AnyRow, problem } from "../problem.ts";
import { quote } from "../wording.ts";
import { flawWords } from "./parameters.ts";
import { asRequest } from "./value-problems.ts";

interface Taken {
  readonly section: string;
  /** True if the member takes parameters besides its weight. */
  readonly takes: (member: string) => boolean;
  /** True if it takes a weight. */
  readonly isWeighted: (member: string) => boolean;
  readonly bad: string;
  readonly good: string;
}

const always = () => true;
const never = () => false;
const isCoding = (member: string) => member.toLowerCase() !== "trailers";

/** By header name (RFC 9110 sections 10.1.4 and 12.5). */
const TAKEN = {
  Accept: {
    section: "section-12.5.1",
    takes: always,
    isWeighted: always,
    bad: "text/html;level=",
    good: 'text/html;level="1"',
  },
  "Accept-Encoding": {
    section: "section-12.5.3",
    takes: never,
    isWeighted: always,
    bad: "gzip;level=9",
    good: "gzip;q=0.9",
  },
  "Accept-Language": {
    section: "section-12.5.4",
    takes: never,
    isWeighted: always,
    bad: "en;level=1",
    good: "en;q=0.9",
  },
  TE: {
    section: "section-10.1.4",
    takes: isCoding,
    isWeighted: isCoding,
    bad: "trailers;q=0.5",
    good: "trailers, deflate;q=0.5",
  },
} as const satisfies Record<string, Taken>;

/** Problem of parameters that the header does not take, or that are malformed. */
export function parameterProblem(name: keyof typeof TAKEN): AnyRow<WeightedList, unknown> {
  const taken: Taken = TAKEN[name];
  return problem(`${name.toLowerCase()}-parameter`, "warning", `rfc9110#${taken.section}`, {
    summary: `A member of ${name} has a parameter that it does not take, or that is malformed.`,
    detectAll: (list: WeightedList) => oddParameters(list, taken),
    title: (words: string) => `In ${name}, ${words}.`,
    bad: asRequest([`${name}: ${taken.bad}`]),
    good: asRequest([`${name}: ${taken.good}`]),
  });
}

/** Maximum findings per line. */
const MOST = 20;

function oddParameters({ members, flaws }: WeightedList, { takes, isWeighted }: Taken): readonly string[] {
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
