/** Findings of a resource's response, as the header engine makes them. Pure. */

import type { Budget } from "../../api/budget.ts";
import { explaining } from "../../headers/explain.ts";
import { messageOf } from "../../headers/message.ts";
import { lookedInto, openResponseBudget } from "../../headers/response-budget.ts";
import type { Problem } from "../../headers/schema.ts";
import type { Hop } from "../../http/hop.ts";
import type { Resource } from "./schema.ts";

/** Findings of one resource that are told. */
const MOST_PROBLEMS = 20;

/** Warnings and errors, each once. */
export async function resourceProblems(
  { url, method, status, lines, receivedAt }: Hop,
  budget: Budget,
): Promise<Resource["problems"]> {
  const known = { url: url.href, method, status, ...(receivedAt !== undefined && { receivedAt }) };
  const message = messageOf(lookedInto(lines), known);
  const explained = await budget.run(
    explaining(message, receivedAt ?? 0, openResponseBudget(), { fixes: false }),
  );
  if (!explained) return [];
  const { headers, problems } = explained;
  const all: Problem[] = [
    ...problems,
    ...headers.flatMap(({ problems: own, details }) => [
      ...own,
      ...(details.items ?? []).flatMap((item) => item.problems ?? []),
    ]),
  ];
  const seen = new Set<string>();
  return all
    .filter(({ name, severity }) => severity !== "info" && !seen.has(name) && seen.add(name))
    .slice(0, MOST_PROBLEMS)
    .map(({ name, severity, title, field }) => ({
      name,
      severity,
      title,
      ...(field !== undefined && { field }),
    }));
}
