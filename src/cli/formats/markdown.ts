/** Reports and comparisons as Markdown, for CI summaries and comments. Pure. */

import type { RecipePlace } from "../../../data/recipe-servers.ts";
import { milliseconds, plural } from "../../headers/wording.ts";
import type { Comparison } from "../../jobs/compare/schema.ts";
import type { Finding } from "../../jobs/project/findings.ts";
import { noProblems } from "../../view/all-clear.ts";
import { viewComparison } from "../../view/comparison.ts";
import { countText, type Group, ignoredText } from "../../view/findings.ts";
import { recipeText } from "../../view/how.ts";
import type { Judged } from "../input/assertions.ts";
import { code, codeBlock, link, prose, SUMMARY_ROWS, table } from "./markdown-text.ts";
import { groupsOfAll, OVERVIEW_HEAD, overviewOf, worstReportsFirst } from "./overview.ts";

/** Maximum size of a summary in bytes: GitHub refuses more than 1 MiB. */
const SUMMARY_BYTES = 900_000;
/** Formats reports up to this size, the worst first; a table of all precedes several. */
export function markdownFormat(given: readonly Judged[], server?: RecipePlace): string {
  const all = worstReportsFirst(given);
  const parts = all.length > 1 ? [overview(all)] : [];
  let bytes = 0;
  for (const [index, judged] of all.entries()) {
    const part = reportText(judged, server);
    bytes += Buffer.byteLength(part);
    if (bytes > SUMMARY_BYTES) {
      parts.push(`${plural(all.length - index, "more report")} left out: a summary holds 1 MiB.\n`);
      break;
    }
    parts.push(part);
  }
  return parts.join("\n");
}

function overview(all: readonly Judged[]): string {
  const groups = groupsOfAll(all);
  const rows = all
    .slice(0, SUMMARY_ROWS)
    .map(overviewOf)
    .map(({ url, status, counts, worst }) => [code(url), status, counts, prose(worst)]);
  return document([
    `## ${plural(all.length, "response")}, the worst first`,
    groups.length === 0
      ? ""
      : table(["severity", "finding", "responses"], groups.slice(0, SUMMARY_ROWS).map(groupRow)),
    left(groups.length, "kind of finding"),
    table(OVERVIEW_HEAD, rows),
    left(all.length, "response"),
  ]);
}

function groupRow({ finding: { severity, title, name, link: page }, urls }: Group<Finding>): string[] {
  return [`**${severity}**`, `${prose(title)} ${link(code(name), page)}`, String(urls.length)];
}

function reportText({ report, findings, ignored, ...rest }: Judged, server: RecipePlace | undefined): string {
  const { url, steps, intent } = report;
  const shown = findings.slice(0, SUMMARY_ROWS);
  const hint = steps.at(-1)?.error?.hint;
  const chain = steps.map(({ status, statusMessage, request, timeTotal }) => [
    status === 0 ? "failed" : prose(`${status} ${statusMessage}`.trim()),
    code(request.url),
    milliseconds(timeTotal),
  ]);
  return document([
    `### ${url === "" ? "Header lines" : code(url)}: ${[countText(findings, { ...rest, none: noProblems(report.status) }), ignoredText(ignored)].filter(Boolean).join(", ")}`,
    [prose(intent), hint && prose(hint)].filter(Boolean).join(" "),
    url === "" ? "" : table(["response", "URL", "time"], chain),
    shown.length === 0 ? "" : table(["severity", "finding", "header"], shown.map(findingRow)),
    left(findings.length, "finding"),
    fixes(shown, (finding) => recipeText(finding, report, server)),
  ]);
}

function findingRow({ severity, title, name, link: page, places }: Finding): string[] {
  const [{ field, step }] = places;
  const where = [field && code(field), step > 1 && `step ${step}`].filter(Boolean).join(", ");
  return [`**${severity}**`, `${prose(title)} ${link(code(name), page)}`, where];
}

/** Corrected lines and recipes, in a folded section. */
function fixes(findings: readonly Finding[], recipe: (finding: Finding) => string): string {
  const lines = findings
    .map((finding) => [finding.fix ?? "", recipe(finding)].filter((text) => text !== ""))
    .filter((texts) => texts.length > 0);
  if (lines.length === 0) return "";
  const unique = [...new Map(lines.map((each) => [each.join("\n"), each])).values()];
  return `<details><summary>Fixes</summary>\n\n${unique
    .map((each) => codeBlock(each.flatMap((text) => text.split("\n"))))
    .join("\n\n")}\n\n</details>`;
}

/** @param all also shows values that differ in every response */
export function markdownComparison(compared: Comparison, all: boolean): string {
  const { a, b, groups, fields, volatile, outcome, unchecked } = viewComparison(compared);
  const rows = all ? [...fields, ...volatile] : fields;
  const shown = rows.slice(0, SUMMARY_ROWS);
  return document([
    `### ${code(b)} compared with ${code(a)}`,
    ...groups.map(({ title, changes }) =>
      [
        `**${title}**\n`,
        ...changes
          .slice(0, SUMMARY_ROWS)
          .map(
            ({ title: change, problem, parts = [] }) =>
              `- ${prose(change)}${problem === undefined ? "" : ` ${code(problem)}`}${parts.map((part) => `\n  - ${prose(part)}`).join("")}`,
          ),
        left(changes.length, "change"),
      ].join("\n"),
    ),
    shown.length === 0
      ? ""
      : table(
          ["header", "before", "after"],
          shown.map(({ name, a, b }) => [code(name), code(a), code(b)]),
        ),
    left(rows.length, "header"),
    groups.length + rows.length === 0
      ? prose(outcome)
      : unchecked.map((text) => `${prose(text)}.`).join("\n\n"),
  ]);
}

function left(count: number, noun: string): string {
  return count > SUMMARY_ROWS ? `${plural(count - SUMMARY_ROWS, `more ${noun}`)} left out.` : "";
}

const document = (parts: readonly string[]): string =>
  `${parts.filter((part) => part !== "").join("\n\n")}\n`;
