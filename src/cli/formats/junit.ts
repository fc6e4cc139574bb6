import type { HttpReport } from "../../http/schema.ts";
import type { Finding } from "../findings.ts";

/**
 * JUnit XML: a suite a step, a case a finding, a failure where the finding is at least as grave as the assertion asks.
 * A step without findings has one case that passes.
 */
export function junitFormat(
  report: HttpReport,
  findings: readonly Finding[],
  fails: (finding: Finding) => boolean,
): string {
  const chain = findings.filter(({ step }) => step === 0);
  const suites = [
    ...(chain.length > 0 ? [suite("redirect chain", chain, fails)] : []),
    ...report.steps.map((step, index) =>
      suite(
        step.request.url || "header lines",
        findings.filter((finding) => finding.step === index + 1),
        fails,
        step.error?.message,
      ),
    ),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="netlens">\n${suites.join("")}</testsuites>\n`;
}

function suite(
  name: string,
  findings: readonly Finding[],
  fails: (finding: Finding) => boolean,
  error?: string,
): string {
  const cases = findings.map((finding) => {
    const opening = `    <testcase classname="${escapeXml(finding.field ?? "message")}" name="${escapeXml(`${finding.name}: ${finding.title}`)}"`;
    if (!fails(finding)) return `${opening}/>\n`;
    return `${opening}>\n      <failure type="${finding.severity}" message="${escapeXml(finding.title)}">${escapeXml(finding.link ?? "")}</failure>\n    </testcase>\n`;
  });
  if (error !== undefined)
    cases.push(
      `    <testcase classname="lookup" name="answers">\n      <error message="${escapeXml(error)}"/>\n    </testcase>\n`,
    );
  if (cases.length === 0) cases.push('    <testcase classname="message" name="no problems"/>\n');
  const failures = findings.filter(fails).length;
  return `  <testsuite name="${escapeXml(name)}" tests="${cases.length}" failures="${failures}" errors="${error === undefined ? 0 : 1}">\n${cases.join("")}  </testsuite>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML 1.0 text; characters that XML cannot hold become a question mark. */
function escapeXml(text: string): string {
  return text
    .replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "?");
}
