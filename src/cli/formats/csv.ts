/** CSV with one row per finding (RFC 4180). Pure. */

import type { Finding, Ignored } from "../../jobs/project/findings.ts";
import { uncheckedTexts } from "../../view/all-clear.ts";
import { csvRow } from "../../view/format.ts";
import type { Judged } from "../input/assertions.ts";

const COLUMNS = ["url", "step", "status", "severity", "id", "field", "line", "title", "better", "counts"];

/** Column `counts`: `fails`, `found`, `unchecked`, or the reason for ignoring. */
export function csvFormat(all: readonly Judged[]): string {
  const rows = all.flatMap(({ report, findings, ignored, unchecked, fails }) => {
    const cells = (finding: Finding | Ignored) => {
      const { places, severity, name, title, fix = "" } = finding;
      const [{ step, url, field = "", line = "" }] = places;
      const status = report.steps[step - 1]?.status ?? report.status;
      const counts = "reason" in finding ? `ignored: ${finding.reason}` : fails(finding) ? "fails" : "found";
      return [url || report.url, step, status, severity, name, field, line, title, fix, counts].map(String);
    };
    const rest = uncheckedTexts(unchecked).map((text) =>
      [report.url, "", "", "", "unchecked", "", "", text, "", "unchecked"].map(String),
    );
    return [...[...findings, ...ignored].map(cells), ...rest];
  });
  return [COLUMNS, ...rows].map((cells) => `${csvRow(cells)}\r\n`).join("");
}
