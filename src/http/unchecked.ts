/** Lists parts of responses that were not checked. Pure. */

import { countUnchecked, type Unchecked } from "../api/unchecked.ts";
import type { HttpReport, HttpStep } from "./schema.ts";

type Headers = HttpStep["headers"];

const LARGE = "the header section is too large";
const UNKNOWN = "netlens does not know the name";
const INVALID = "field-line-invalid";

/** @param isLogged whether the steps are from a log; then steps without a status had no response */
export function uncheckedIn(
  steps: readonly Pick<HttpStep, "headers" | "status" | "truncated">[],
  isLogged = false,
): Unchecked[] {
  const parts = countUnchecked();
  for (const { headers, status, truncated } of steps) {
    if (isLogged && status === 0) parts.add("request", "without an HTTP response");
    parts.add("header", UNKNOWN, headers.filter(isUnknown).length);
    if (!truncated) continue;
    parts.add("header", LARGE, truncated.lines + truncated.details);
    parts.add("finding", LARGE, truncated.problems);
  }
  return parts.list();
}

function isUnknown({ description, problems }: Headers[number]): boolean {
  return description === "" && problems.length === 0;
}

/** Whether a report has a status or at least one header with a known name. */
export function isJudged({ steps, status }: Pick<HttpReport, "steps" | "status">): boolean {
  return status !== 0 || steps.some((step) => step.status > 0 || !step.headers.every(isUnknown));
}

/** Whether at least one line is a valid header; true without lines. */
export function isReadable({ steps, status }: Pick<HttpReport, "steps" | "status">): boolean {
  const isLine = ({ problems }: Headers[number]) => problems.every(({ name }) => name !== INVALID);
  return status !== 0 || steps.some(({ headers }) => headers.length === 0 || headers.some(isLine));
}

/** Parts of reports that a comparison does not cover. Unknown headers are omitted: they are compared. */
export function uncheckedSides(sides: readonly HttpReport[]): Unchecked[] {
  const parts = countUnchecked();
  for (const { status, steps, unchecked = [] } of sides) {
    const failure = steps.findLast(({ error }) => error)?.error?.message ?? "the lookup failed";
    if (status === "error") parts.add("response", failure.replace(/\.$/, ""));
    else if (!isReadable({ steps, status })) parts.add("response", "it has no header line");
    parts.addAll(unchecked.filter(({ reason }) => reason !== UNKNOWN));
  }
  return parts.list();
}

export const isCompared = ({ unchecked = [] }: { readonly unchecked?: readonly Unchecked[] }): boolean =>
  !unchecked.some(({ what }) => what === "response");
