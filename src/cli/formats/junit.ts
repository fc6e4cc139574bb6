import type { RecipePlace } from "../../../data/recipe-servers.ts";
import { wordTable } from "../../../data/word-table.ts";
import type { Unchecked } from "../../api/unchecked.ts";
import type { HttpStep } from "../../http/schema.ts";
import type { Finding, Ignored } from "../../jobs/project/findings.ts";
import { uncheckedTexts } from "../../view/all-clear.ts";
import { recipeText } from "../../view/how.ts";
import type { Judged } from "../input/assertions.ts";

/**
 * JUnit XML: one suite per step, or per URL if there are several; one case per finding. Findings that fail are failures,
 * ignored ones and unchecked parts are skipped, failed lookups are errors. A step without findings has one passing case.
 */
export function junitFormat(all: readonly Judged[], server?: RecipePlace): string {
  const suites = all.flatMap(({ report, findings, ignored, checked, unchecked, fails }) => {
    const at = (step: number) =>
      [...findings, ...ignored].filter(({ places: [place] }) => place.step === step);
    const chain = at(0);
    const recipe = (finding: Finding) => recipeText(finding, report, server);
    const rest = { checked, cases: uncheckedCases(unchecked) };
    const own = [...findings, ...ignored];
    const { steps } = report;
    if (all.length > 1)
      return suite(report.url || "header lines", own, fails, recipe, rest, steps.at(-1)?.error);
    const isSite = steps.length === 0;
    return [
      ...(chain.length > 0 || isSite
        ? [suite(`lookup of ${report.url}`, chain, fails, recipe, isSite ? rest : undefined)]
        : []),
      ...steps.map((step, index) =>
        suite(
          step.request.url || "header lines",
          at(index + 1),
          fails,
          recipe,
          index === steps.length - 1 ? rest : undefined,
          step.error,
        ),
      ),
    ];
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="netlens">\n${suites.join("")}</testsuites>\n`;
}

function suite(
  name: string,
  findings: readonly (Finding | Ignored)[],
  fails: (finding: Finding) => boolean,
  recipe: (finding: Finding) => string,
  rest: { readonly checked: number; readonly cases: readonly string[] } = { checked: 1, cases: [] },
  error?: HttpStep["error"],
): string {
  const isError = (finding: Finding) => finding.name === error?.code && !("reason" in finding);
  const cases = findings.map((finding) => {
    const { places, title, severity, link = "" } = finding;
    const opening = `    <testcase classname="${escapeXml(places[0].field ?? "message")}" name="${escapeXml(`${finding.name}: ${title}`)}"`;
    const tag = isError(finding) ? "error" : fails(finding) ? "failure" : undefined;
    if ("reason" in finding)
      return `${opening}>\n      <skipped message="${escapeXml(finding.reason)}"/>\n    </testcase>\n`;
    if (!tag) return `${opening}/>\n`;
    return `${opening}>\n      <${tag} type="${severity}" message="${escapeXml(title)}">${escapeXml([link, recipe(finding)].filter(Boolean).join("\n"))}</${tag}>\n    </testcase>\n`;
  });
  if (cases.length === 0 && rest.checked > 0)
    cases.push('    <testcase classname="message" name="no problems"/>\n');
  cases.push(...rest.cases);
  const errors = findings.filter(isError).length;
  const skipped = findings.filter((finding) => "reason" in finding).length + rest.cases.length;
  const failures = findings.filter(
    (finding) => !("reason" in finding) && !isError(finding) && fails(finding),
  ).length;
  return `  <testsuite name="${escapeXml(name)}" tests="${cases.length}" failures="${failures}" errors="${errors}"${skipped > 0 ? ` skipped="${skipped}"` : ""}>\n${cases.join("")}  </testsuite>\n`;
}

const uncheckedCases = (unchecked: readonly Unchecked[]): string[] =>
  uncheckedTexts(unchecked).map(
    (text) =>
      `    <testcase classname="unchecked" name="${escapeXml(text)}">\n      <skipped message="${escapeXml(text)}"/>\n    </testcase>\n`,
  );

/** Suite of skipped cases; `""` if everything was checked. */
export function uncheckedSuite(unchecked: readonly Unchecked[]): string {
  const cases = uncheckedCases(unchecked);
  const { length } = cases;
  if (length === 0) return "";
  return `  <testsuite name="unchecked" tests="${length}" failures="0" errors="0" skipped="${length}">\n${cases.join("")}  </testsuite>\n`;
}

const ENTITIES = wordTable({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" });

/** Escapes XML 1.0 text; forbidden characters become `?`. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"]/g, (char) => ENTITIES.get(char) ?? char)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "?");
}
