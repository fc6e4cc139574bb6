/** All kinds of findings, by id. Pure. */

import { failureKinds } from "../../../data/failures.ts";
import { problemReasons } from "../../../data/problem-reasons.ts";
import { problemWords } from "../../../data/problem-words.ts";
import type { Example } from "../../headers/field.ts";
import { problemKinds } from "../../headers/problem-kinds.ts";
import { retiredProblems } from "../../headers/retired-problems.ts";
import type { Severity } from "../../headers/schema.ts";
import { redirectRows } from "../../http/chain.ts";
import {
  type AnyLookupRow,
  certificateRows,
  chainRows,
  checkRows,
  domainRows,
  errorPageRows,
  exposedRows,
  lookupRows,
  stepRows,
  variantRows,
} from "../../http/problem-kinds.ts";
import { pageRows } from "../page/problems.ts";
import { siteRows } from "../site/problems.ts";
import { assertions } from "./findings.ts";

export interface Kind {
  readonly severity: Severity;
  /** Description of the general case, in one sentence. */
  readonly summary: string;
  /** Source of the rule; absent if no specification has it. */
  readonly link?: string;
  readonly bad?: Example;
  readonly good?: Example;
  /** Advice for the fix, if no example shows it. */
  readonly advice?: string | undefined;
  /** Member of the response that replaces this retired finding. */
  readonly retired?: string;
}

const lookupKinds: readonly AnyLookupRow[] = [
  ...stepRows,
  ...certificateRows,
  ...redirectRows,
  ...chainRows,
  ...variantRows,
  ...checkRows,
  ...errorPageRows,
  ...exposedRows,
  ...domainRows,
  ...lookupRows,
  ...pageRows,
  ...siteRows,
];

/** Kinds that lookups can find, sorted by id. @internal for tests, which read the rows */
export const httpProblems: Readonly<Record<string, AnyLookupRow>> = Object.fromEntries(
  lookupKinds.map((row) => [row.id, row] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
);

const failures = Object.entries(failureKinds).map(([code, { title, hint }]): [string, Kind] => [
  code,
  { severity: "error", summary: `The lookup failed: ${inSentence(title)}.`, advice: hint },
]);

/** Lowers the first letter, but not of acronyms such as TLS. */
function inSentence(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? `${title.charAt(0).toLowerCase()}${title.slice(1)}` : title;
}

let known: ReadonlyMap<string, Kind> | undefined;

function kinds(): ReadonlyMap<string, Kind> {
  known ??= new Map<string, Kind>([
    ...failures,
    ...assertions,
    ...Object.entries<Kind>(httpProblems),
    ...problemKinds(),
  ]);
  return known;
}

/** Consequence of a kind or of its family; undefined if both are unknown. */
export function whyOf(id: string): string | undefined {
  const parts = [problemWords.get(id)?.why, problemReasons.find(([ids]) => ids.test(id))?.[1]];
  return parts.filter((part) => part !== undefined).join(" ") || undefined;
}

/** Returns a kind, including retired ones; undefined for an unknown id. */
export function kindOf(id: string): Kind | undefined {
  return kinds().get(id) ?? retiredKind(id);
}

function retiredKind(id: string): Kind | undefined {
  const [summary, where] = retiredProblems.get(id) ?? [];
  return summary && where ? { severity: "info", summary, retired: where } : undefined;
}

/** All current kinds, sorted by id. */
export function allKinds(): readonly (readonly [id: string, kind: Kind])[] {
  sorted ??= [...kinds()].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sorted;
}

let sorted: readonly (readonly [id: string, kind: Kind])[] | undefined;
