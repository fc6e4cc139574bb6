import { PLACE_LABELS } from "../../../data/recipe-servers.ts";
import type { Example } from "../../headers/field.ts";
import type { Severity } from "../../headers/schema.ts";
import type { Finding, Ignored, Place } from "../../jobs/project/findings.ts";
import { type Kind, kindOf, whyOf } from "../../jobs/project/kinds.ts";
import { trimEndOf } from "../../syntax/trim.ts";
import { homepage, version } from "../../version.ts";
import { uncheckedTexts } from "../../view/all-clear.ts";
import { howOfKind, type Recipe, recipesOf } from "../../view/how.ts";
import type { Judged } from "../input/assertions.ts";
import type { SourceFile } from "../input/source-file.ts";

const LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

/** SARIF artifact for findings without a URL. */
const NO_FILE = "stdin";

/**
 * SARIF 2.1.0 (OASIS): one run, one rule per kind, one result per finding. GitHub's code scanning requires relative
 * references with a region as locations, and help texts in rules.
 */
export function sarifFormat(all: readonly Judged[], file?: SourceFile): string {
  const found = all.flatMap(({ report, findings, ignored }) =>
    [...findings, ...ignored].map((finding: Finding | Ignored) => ({ finding, report })),
  );
  const ids = [...new Set(found.map(({ finding }) => finding.name))];
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "netlens",
            version,
            semanticVersion: version,
            ...(homepage && { informationUri: homepage }),
            rules: ids.map((id) => rule(id, kindOf(id))),
          },
        },
        ...invocationsOf(all),
        results: found.map(({ finding, report }) => {
          const [first, ...others] = finding.places;
          const at = (place: Place) => location(place, lineText(report, place), file);
          return {
            ruleId: finding.name,
            ruleIndex: ids.indexOf(finding.name),
            level: LEVELS[finding.severity],
            message: { text: first.url ? `${finding.title} (${first.url})` : finding.title },
            locations: [at(first)],
            ...(others.length > 0 && {
              relatedLocations: others.map((place, index) => ({ id: index + 1, ...at(place) })),
            }),
            ...fixesOf(finding, report, file),
            ...("reason" in finding && {
              suppressions: [{ kind: "external", status: "accepted", justification: finding.reason }],
            }),
            // Identifies the same finding in different runs.
            partialFingerprints: { primaryLocationLineHash: fingerprint(finding) },
          };
        }),
      },
    ],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** Unchecked parts, as notifications about the run. */
function invocationsOf(all: readonly Judged[]): object {
  const texts = all.flatMap(({ unchecked }) => uncheckedTexts(unchecked));
  if (texts.length === 0) return {};
  const toolExecutionNotifications = texts.map((text) => ({ level: "warning", message: { text } }));
  const executionSuccessful = all.some(({ checked }) => checked > 0);
  return { invocations: [{ executionSuccessful, toolExecutionNotifications }] };
}

function rule(id: string, kind: Kind | undefined): object {
  if (!kind) return { id };
  const { summary, link, severity, bad, good, advice } = kind;
  const how = howOfKind(id, kind);
  const why = whyOf(id);
  const help = [
    summary,
    ...(why ? [why] : []),
    ...(bad && good ? [`With the problem:\n${exampleText(bad)}`, `Without it:\n${exampleText(good)}`] : []),
    ...(advice ? [`What to do: ${advice}`] : []),
    ...(how ? recipesOf(how).map(recipeLines) : []),
    ...(link ? [`Specification: ${link}`] : []),
  ].join("\n\n");
  return {
    id,
    name: pascalCase(id),
    shortDescription: { text: summary },
    fullDescription: { text: summary },
    help: { text: help },
    ...(link && { helpUri: link }),
    defaultConfiguration: { level: LEVELS[severity] },
    properties: { tags: ["http"], precision: "high", "problem.severity": PROBLEM_SEVERITY[severity] },
  };
}

/** Recipes for each server, and the corrected line. */
function fixesOf(
  { how, fix, places: [place] }: Finding,
  report: Judged["report"],
  file?: SourceFile,
): object {
  const recipes = how ? recipesOf(how).map(recipeLines) : [];
  const sent = lineText(report, place);
  const right = fix ?? how?.header;
  if (recipes.length === 0 && (right === undefined || sent === undefined)) return {};
  const { startLine } = regionOf(place, file);
  const change =
    sent === undefined
      ? // Inserts the corrected line before the first line.
        { deletedRegion: { startLine, startColumn: 1, endColumn: 1 }, ...inserted(right, "\n") }
      : { deletedRegion: { startLine, startColumn: 1, endColumn: sent.length + 1 }, ...inserted(right) };
  return {
    fixes: [
      {
        description: {
          text: [...recipes, ...(how?.note ? [how.note] : [])].join("\n\n") || "The corrected line.",
        },
        artifactChanges: [{ artifactLocation: artifactOf(place, file), replacements: [change] }],
      },
    ],
  };
}

function inserted(line: string | undefined, end = ""): object {
  return line === undefined ? {} : { insertedContent: { text: `${line}${end}` } };
}

function recipeLines({ place, text }: Recipe): string {
  return `${PLACE_LABELS[place]}:\n${text}`;
}

/** Names of the severities in GitHub's rules. */
const PROBLEM_SEVERITY: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  info: "recommendation",
};

function exampleText(example: Example): string {
  const lines = "lines" in example ? example.lines : example;
  return lines.length === 0 ? "(no header lines)" : lines.join("\n");
}

function pascalCase(id: string): string {
  return id
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}

function artifactOf({ url }: Place, file: SourceFile | undefined): object {
  return { uri: url ? relativeUri(url) : filePath(file?.path ?? NO_FILE) };
}

function regionOf({ line }: Place, file: SourceFile | undefined): { readonly startLine: number } {
  return { startLine: file ? file.lineOf(line) : (line ?? 1) };
}

function location(place: Place, snippet: string | undefined, file: SourceFile | undefined): object {
  return {
    physicalLocation: {
      artifactLocation: artifactOf(place, file),
      region: { ...regionOf(place, file), ...(snippet !== undefined && { snippet: { text: snippet } }) },
    },
    ...(place.field !== undefined && {
      logicalLocations: [{ name: place.field, fullyQualifiedName: place.field, kind: "member" }],
    }),
  };
}

function lineText({ steps }: Judged["report"], { step, line }: Place): string | undefined {
  const header = line === undefined ? undefined : steps[step - 1]?.headers[line - 1];
  return header && `${header.sent ?? header.name}: ${header.value}`;
}

/** `host/path`, without a colon that would look like a scheme (RFC 3986 section 4.2). */
function relativeUri(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return encodeURIComponent(url);
  return `${encodeURIComponent(parsed.host)}${trimEndOf(parsed.pathname, /\//)}`;
}

/** Path as a relative reference, without `..` and a leading slash. */
function filePath(path: string): string {
  return path
    .split("/")
    .filter((part) => part !== "" && part !== "." && part !== "..")
    .map(encodeURIComponent)
    .join("/");
}

function fingerprint({ name, places: [{ url, field = "" }] }: Finding): string {
  return `${Bun.hash([name, url, field].join("\n")).toString(16)}:1`;
}
