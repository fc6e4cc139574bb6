import type { Severity } from "../../headers/schema.ts";
import type { Finding } from "../findings.ts";

const LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

export interface RuleText {
  readonly summary: string;
  readonly link: string;
}

/**
 * SARIF 2.1.0 (OASIS): one run, one rule a problem id, one result a finding.
 * @param artifact where a finding without a URL stands: the file read, or `stdin`
 * @param rule summary and source of a problem id
 */
export function sarifFormat(
  findings: readonly Finding[],
  artifact: string,
  version: string,
  rule: (id: string) => RuleText | undefined,
): string {
  const ids = [...new Set(findings.map(({ name }) => name))];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "netlens",
            version,
            informationUri: "https://github.com/netlens/netlens",
            rules: ids.map((id) => {
              const text = rule(id);
              return {
                id,
                ...(text && { shortDescription: { text: text.summary }, helpUri: text.link }),
              };
            }),
          },
        },
        results: findings.map((finding) => ({
          ruleId: finding.name,
          ruleIndex: ids.indexOf(finding.name),
          level: LEVELS[finding.severity],
          message: { text: finding.title },
          locations: [location(finding, artifact)],
          // What makes the same finding of two runs the same.
          partialFingerprints: { netlens: [finding.name, finding.url, finding.field ?? ""].join("|") },
        })),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function location({ url, field, line }: Finding, artifact: string): object {
  return {
    physicalLocation: {
      artifactLocation: { uri: url === "" ? encodeURI(artifact) : url },
      ...(line !== undefined && url === "" && { region: { startLine: line } }),
    },
    ...(field !== undefined && { logicalLocations: [{ name: field, kind: "member" }] }),
  };
}
