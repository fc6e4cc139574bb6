/** Checked redirects: text for people, CSV and JUnit for machines. Pure. */

import type { Judged, Outcome } from "../../http/redirects/judge.ts";
import { isAsWanted, OUTCOME_WORDS } from "../../view/redirects.ts";
import { escapeXml } from "../formats/junit.ts";
import { paint, printable } from "./text.ts";

/** What is not as wanted, then how many of each. */
export function redirectsText(all: readonly Judged[], { colour }: { readonly colour: boolean }): string {
  const wrong = all.filter((judged) => !isAsWanted(judged));
  const rows = wrong.map(
    ({ line, from, outcome, reason }) =>
      `${paint(OUTCOME_WORDS[outcome], "red", colour)}  line ${line}: ${printable(from)}: ${printable(reason)}`,
  );
  const counts = Object.entries(OUTCOME_WORDS).flatMap(([outcome, words]) => {
    const count = all.filter((judged) => judged.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  return `${[...rows, paint(counts.join(", ") || "nothing to check", "bold", colour)].join("\n")}\n`;
}

export function redirectsJunit(all: readonly Judged[]): string {
  const cases = all.map(({ from, to, outcome, reason }) => {
    const opening = `    <testcase classname="redirects" name="${escapeXml(`${from} → ${to || "anywhere"}`)}"`;
    if (outcome === "as-wanted") return `${opening}/>\n`;
    const tag = outcome === "error" ? "error" : "failure";
    return `${opening}>\n      <${tag} type="${outcome}" message="${escapeXml(reason)}"/>\n    </testcase>\n`;
  });
  const count = (is: (outcome: Outcome) => boolean) => all.filter(({ outcome }) => is(outcome)).length;
  const errors = count((outcome) => outcome === "error");
  const failures = count((outcome) => outcome !== "error" && outcome !== "as-wanted");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="netlens">\n  <testsuite name="redirects" tests="${all.length}" failures="${failures}" errors="${errors}">\n${cases.join("")}  </testsuite>\n</testsuites>\n`;
}
