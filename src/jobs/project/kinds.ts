/** Every kind of finding by its id, whichever room finds it. Pure. */

import { problemReasons } from "../../../data/problem-reasons.ts";
import whys from "../../../data/problem-whys.txt" with { type: "text" };
import { rowsIn } from "../../../data/tables.ts";
import type { Example } from "../../headers/field.ts";
import { problemKinds } from "../../headers/problem-kinds.ts";
import { retiredProblems } from "../../headers/retired-problems.ts";
import type { Severity } from "../../headers/schema.ts";
import { redirectRows } from "../../http/chain.ts";
import { failureKinds } from "../../http/failures.ts";
import type { AnyLookupRow } from "../../http/problem.ts";
import { checkRows } from "../../http/report/active-checks.ts";
import { certificateRows } from "../../http/report/certificate-problems.ts";
import { chainRows } from "../../http/report/chain-problems.ts";
import { exposedRows } from "../../http/report/exposed.ts";
import { lookupRows } from "../../http/report/lookup-problems.ts";
import { stepRows } from "../../http/report/step-problems.ts";
import { variantRows } from "../../http/variants.ts";
import { pageRows } from "../page/problems.ts";
import { siteRows } from "../site/problems.ts";

export interface Kind {
  readonly severity: Severity;
  /** One sentence that names no particular case. */
  readonly summary: string;
  /** The rule's source; absent for what no specification says. */
  readonly link?: string;
  readonly bad?: Example;
  readonly good?: Example;
  /** The remedy, where no example shows it. */
  readonly advice?: string | undefined;
  /** Where the fact stands that was a problem once. */
  readonly retired?: string;
}

const lookupKinds: readonly AnyLookupRow[] = [
  ...stepRows,
  ...certificateRows,
  ...redirectRows,
  ...chainRows,
  ...variantRows,
  ...checkRows,
  ...exposedRows,
  ...lookupRows,
  ...pageRows,
  ...siteRows,
];

/**
 * Every kind of problem that a lookup itself can find, by its id, alphabetically.
 * @internal for tests: they ask for their rows
 */
export const httpProblems: Readonly<Record<string, AnyLookupRow>> = Object.fromEntries(
  lookupKinds.map((row) => [row.id, row] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
);

/** The assertions of the project file and the command line. */
const assertions: Readonly<Record<string, Kind>> = {
  "certificate-days-low": {
    severity: "error",
    summary: "A certificate is valid for fewer days than --certificate-days or the project file requires.",
    advice: "Renew the certificate, and automate that.",
  },
  "field-required": {
    severity: "error",
    summary: "The final response lacks a field, or a value, that --require or the project file requires.",
    advice: "Send the field, or change the requirement.",
  },
  "redirects-exceeded": {
    severity: "error",
    summary: "The lookup followed more redirects than the project file allows.",
    advice: "Link to the final URL, or raise the limit.",
  },
  "max-time-exceeded": {
    severity: "error",
    summary: "The lookup took longer than --fail-over or the project file allows.",
    advice: "Check which stage is slow, or raise the limit.",
  },
};

const failures = Object.entries(failureKinds).map(([code, { title, hint }]): [string, Kind] => [
  code,
  {
    severity: "error",
    summary: `The lookup failed: ${inSentence(title)}.`,
    advice: hint,
  },
]);

/** A title within a sentence; names such as TLS keep their capitals. */
function inSentence(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? `${title.charAt(0).toLowerCase()}${title.slice(1)}` : title;
}

let known: ReadonlyMap<string, Kind> | undefined;

/** Made when it is asked for: few answers look anything up. */
function kinds(): ReadonlyMap<string, Kind> {
  known ??= new Map<string, Kind>([
    ...failures,
    ...Object.entries(assertions),
    ...Object.entries<Kind>(httpProblems),
    ...problemKinds(),
  ]);
  return known;
}

let consequences: ReadonlyMap<string, string> | undefined;

/**
 * Why a kind matters: its own consequence, where the table has it, and a paragraph for its family. Undefined for a retired
 * one that no family has.
 */
export function whyOf(id: string): string | undefined {
  consequences ??= new Map(rowsIn(whys).map(([kind = "", sentence = ""]) => [kind, sentence]));
  const parts = [consequences.get(id), problemReasons.find(([ids]) => ids.test(id))?.[1]];
  return parts.filter((part) => part !== undefined).join(" ") || undefined;
}

/** The kind of an id, a retired one included; undefined for an id that never existed. */
export function kindOf(id: string): Kind | undefined {
  return kinds().get(id) ?? retiredKind(id);
}

function retiredKind(id: string): Kind | undefined {
  const [summary, where] = retiredProblems.get(id) ?? [];
  return summary && where ? { severity: "info", summary, retired: where } : undefined;
}

/** Every kind that is found today with its id, alphabetically. */
export function allKinds(): readonly (readonly [id: string, kind: Kind])[] {
  sorted ??= [...kinds()].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sorted;
}

let sorted: readonly (readonly [id: string, kind: Kind])[] | undefined;
