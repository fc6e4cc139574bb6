/** Verdict on a lookup in a few words, and the next steps for the owner of a site. Pure. */

import { brokenIn, hostTasks } from "../../../data/owner-words.ts";
import { PLACE_LABELS, PLACE_STEPS } from "../../../data/recipe-servers.ts";
import { plural } from "../../headers/wording.ts";
import type { HttpReport, HttpStep } from "../../http/schema.ts";
import { type Finding, rankOf } from "../../jobs/project/findings.ts";
import type { RecipeBlock } from "../how.ts";
import { groupOf } from "../lines.ts";

const STOPS: ReadonlyMap<HttpReport["stop"], string> = new Map([
  ["loop", "Redirect loop"],
  ["too-many-redirects", "Too many redirects"],
  ["invalid-location", "Broken redirect"],
  ["not-followed", "Redirects"],
]);

const REFUSALS: ReadonlyMap<number, string> = new Map([
  [401, "Needs a login"],
  [403, "Access refused"],
  [404, "Not found"],
  [410, "Gone"],
  [429, "Too many requests"],
]);

/** True if browsers show a warning instead of the page. */
export const isUntrusted = ({ tls }: Pick<HttpStep, "tls">): boolean => tls?.authorized === false;

/** `Works, 3 problems`, `Not reachable`; for a page a sentence for its owner. */
export function verdictOf(report: HttpReport, findings: readonly Finding[]): string {
  const last = report.steps.at(-1);
  if (report.status === "error")
    return last?.error?.phase === "policy" || last?.error?.phase === "url"
      ? "Not looked up"
      : "Not reachable";
  if (report.steps.some(isUntrusted)) return "Not reachable for browsers";
  const worst = findings.filter(({ severity }) => severity !== "info");
  const stop = STOPS.get(report.stop) ?? failedStatus(report.status);
  const browser = findings.map(({ name }) => brokenIn.get(name)).find((name) => name !== undefined);
  const found = worst.length === 0 ? "no problems" : plural(worst.length, "problem");
  if (stop) return worst.length === 0 ? stop : `${stop}, ${found}`;
  if (browser) return `Broken in ${browser}, ${found}`;
  if (report.url === "" || last?.verdicts?.content?.type !== "text/html")
    return report.status === 0 ? `Header lines: ${found}` : `Works, ${found}`;
  const security = worst.filter(isSecurity).length;
  if (worst.length === 0) return "Your site works: no problems found";
  return `Your site works, but has ${security > 0 ? plural(security, "security problem") : found}`;
}

function failedStatus(status: number): string | undefined {
  if (status >= 500) return "Server error";
  return status >= 400 ? (REFUSALS.get(status) ?? "Refused") : undefined;
}

function isSecurity({ name }: Finding): boolean {
  return ["security", "cookies"].includes(groupOf(name)) || ["leak", "session"].includes(rankOf(name));
}

/** Sentences on what the owner can do with one file, and what the host must do. */
export function ownerSteps(findings: readonly Finding[], blocks: readonly RecipeBlock[]): string[] {
  const block = blocks.at(-1);
  const recipe = block?.recipes.find(({ place }) => place === block.server);
  const tasks = findings.flatMap(({ name, title, severity }) => {
    if (severity === "info" || (recipe && !recipe.others.includes(name))) return [];
    const software = / names (.+?), (?:which|whose) /.exec(title)?.[1];
    return hostTasks.get(name)?.replace("NAME", software ?? "the software") ?? [];
  });
  const asked = [...new Set(tasks)].join("; ");
  const all = plural(findings.length, "finding");
  const most = Math.max(0, ...(block?.recipes ?? []).map(({ fixes }) => fixes));
  const some = most > 0 ? [`The configuration of your server can fix ${most} of ${all}.`] : [];
  const file = recipe ? [fileText(recipe, all)] : some;
  if (asked === "") return file;
  const isFirst = tasks.some((task) => task.includes("certificate"));
  if (isFirst) return [`Ask your host first: ${asked}.`, ...file];
  return [...file, `Ask your host about the rest: ${asked}.`];
}

function fileText({ place, fixes }: RecipeBlock["recipes"][number], all: string): string {
  const { where, undo } = PLACE_STEPS[place];
  const what = where.startsWith("save") ? "One file" : `A few lines for ${PLACE_LABELS[place]}`;
  return `${what} ${what === "One file" ? "fixes" : "fix"} ${fixes} of ${all}: ${where}. To undo, ${undo}.`;
}
