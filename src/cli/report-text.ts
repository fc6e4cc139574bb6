/** A report in the form that was asked for. Pure. */

import type { HttpReport } from "../http/schema.ts";
import { version } from "../version.ts";
import type { Call } from "./command.ts";
import { type Finding, failsOn } from "./findings.ts";
import { githubFormat } from "./formats/github.ts";
import { junitFormat } from "./formats/junit.ts";
import { sarifFormat } from "./formats/sarif.ts";
import { problemText } from "./problem-ids.ts";
import { renderReport } from "./render/http.ts";

/** `source` names the file that was read; `-` is standard input, and a lookup has none. */
export function reportText(
  report: HttpReport,
  findings: readonly Finding[],
  { flags, io }: Call,
  source: string,
): string {
  const file = source === "-" || source === "lookup" ? undefined : source;
  switch (flags["json"] === true ? "json" : flags["format"]) {
    case "json":
      return `${JSON.stringify(report)}\n`;
    case "github":
      return githubFormat(findings, file);
    case "sarif":
      return sarifFormat(findings, file ?? "stdin", version, problemText);
    case "junit":
      return junitFormat(report, findings, (finding) => failsOn([finding], flags["fail-on"] ?? "error"));
    default:
      return renderReport(report, findings, io);
  }
}
