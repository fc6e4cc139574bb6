import type { Severity } from "../../headers/schema.ts";
import type { Judged } from "../assertions.ts";
import type { SourceFile } from "../source-file.ts";

const COMMANDS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "notice" };

/** Workflow commands of GitHub Actions: findings show as annotations, at their lines where a file was read. */
export function githubFormat({ findings }: Judged, file?: SourceFile): string {
  return findings
    .map(({ severity, name, title, places: [{ line, url }] }) => {
      const properties = [
        ...(file === undefined ? [] : [`file=${escapeProperty(file.path)}`, `line=${file.lineOf(line)}`]),
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
