import type { RecipePlace } from "../../../data/recipe-servers.ts";
import type { Unchecked } from "../../api/unchecked.ts";
import type { Severity } from "../../headers/schema.ts";
import { uncheckedTexts } from "../../view/all-clear.ts";
import { recipeText } from "../../view/how.ts";
import { visible } from "../clean-output.ts";
import type { Judged } from "../input/assertions.ts";
import type { SourceFile } from "../input/source-file.ts";

const COMMANDS = { error: "error", warning: "warning", info: "notice" } as const satisfies Readonly<
  Record<Severity, string>
>;

/** Workflow commands of GitHub Actions: annotations, at the lines of a file if one was read. */
export function githubFormat(
  { report, findings, unchecked }: Judged,
  file?: SourceFile,
  server?: RecipePlace,
): string {
  const found = findings
    .map((finding) => {
      const { severity, name, title, places } = finding;
      const [{ line, url }] = places;
      const recipe = recipeText(finding, report, server);
      return annotation(
        COMMANDS[severity],
        {
          ...(file !== undefined && { file: file.path, line: file.lineOf(line) }),
          title: `netlens: ${name}`,
        },
        `${url ? `${title} (${url})` : title}${recipe && `\n\n${recipe}`}`,
      );
    })
    .join("");
  return `${found}${uncheckedAnnotations(unchecked)}`;
}

/** Warnings about unchecked parts. */
export const uncheckedAnnotations = (unchecked: readonly Unchecked[]): string =>
  uncheckedTexts(unchecked)
    .map((text) => annotation("warning", { title: "netlens: unchecked" }, text))
    .join("");

interface Properties {
  readonly file?: string;
  readonly line?: number;
  readonly col?: number;
  readonly title: string;
}

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
  return visible(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
