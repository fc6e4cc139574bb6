import type { Severity } from "../../headers/schema.ts";
import type { Finding } from "../findings.ts";

const COMMANDS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

/** Workflow commands of GitHub Actions: findings show as annotations. `file` is set for a file of header lines. */
export function githubFormat(findings: readonly Finding[], file?: string): string {
  return findings
    .map(({ severity, name, title, line, url }) => {
      const properties = [
        ...(file === undefined ? [] : [`file=${escapeProperty(file)}`]),
        ...(file === undefined || line === undefined ? [] : [`line=${line}`]),
        `title=${escapeProperty(`netlens: ${name}`)}`,
      ];
      return `::${COMMANDS[severity]} ${properties.join(",")}::${escapeData(url ? `${title} (${url})` : title)}\n`;
    })
    .join("");
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
