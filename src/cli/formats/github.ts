import type { Severity } from "../../headers/schema.ts";
import type { Judged } from "../assertions.ts";
import type { SourceFile } from "../source-file.ts";

const COMMANDS = { error: "error", warning: "warning", info: "notice" } as const satisfies Readonly<
  Record<Severity, string>
>;

/** Workflow commands of GitHub Actions: findings show as annotations, at their lines where a file was read. */
export function githubFormat({ findings }: Judged, file?: SourceFile): string {
  return findings
    .map(({ severity, name, title, places: [{ line, url }] }) =>
      annotation(
        COMMANDS[severity],
        {
          ...(file !== undefined && { file: file.path, line: file.lineOf(line) }),
          title: `netlens: ${name}`,
        },
        url ? `${title} (${url})` : title,
      ),
    )
    .join("");
}

interface Properties {
  readonly file?: string;
  readonly line?: number;
  readonly col?: number;
  readonly title: string;
}

/** One workflow command. */
export function annotation(
  command: "error" | "warning" | "notice",
  properties: Properties,
  text: string,
): string {
  const written = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeProperty(String(value))}`,
  );
  return `::${command} ${written.join(",")}::${escapeData(text)}\n`;
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
