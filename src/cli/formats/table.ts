/** One writer per output format. Pure. */

import {
  PLACE_LABELS,
  placesOf,
  RECIPE_CHOICES,
  RECIPE_SERVERS,
  type RecipeChoice,
  type RecipePlace,
} from "../../../data/recipe-servers.ts";
import { version } from "../../version.ts";
import { briefOf } from "../../view/brief.ts";
import { blockText, recipeBlocks } from "../../view/how.ts";
import { viewReport } from "../../view/report.ts";
import { type Call, type Io, UsageError } from "../command.ts";
import type { Judged } from "../input/assertions.ts";
import type { OutputFormat } from "../input/outputs.ts";
import type { SourceFile } from "../input/source-file.ts";
import { renderReport } from "../render/http.ts";
import { jsonText } from "../render/json.ts";
import { cut, printable, table } from "../render/text.ts";
import { csvFormat } from "./csv.ts";
import { githubFormat } from "./github.ts";
import { junitFormat } from "./junit.ts";
import { markdownFormat } from "./markdown.ts";
import { OVERVIEW_HEAD, overviewOf, worstReportsFirst } from "./overview.ts";

type Writer = (
  all: readonly Judged[],
  call: Pick<Call, "flags" | "lists"> & {
    readonly io: Pick<Io, "colour" | "columns" | "outIsTerminal" | "clock">;
  },
  file: SourceFile | undefined,
) => string;

const writers: Readonly<Record<Exclude<OutputFormat, "sarif" | "html" | "har">, Writer>> = {
  text: (all, { io, flags }) => {
    const choice = choiceOf(flags);
    if (choice) {
      const places = placesOf(choice);
      const own = oneWithRecipes(all, flags, places);
      const blocks = own ? recipeBlocks(own.report, own.findings, places) : [];
      const step = own && all.length === 1 ? stepIn(flags, own.report.steps.length) : undefined;
      const text = (place: RecipePlace) => blockText(blocks, place, step);
      if (places.length === 1) return places.map(text).join("");
      return places.map((place) => `## ${PLACE_LABELS[place]}\n${text(place)}`).join("\n");
    }
    const { colour, columns } = io;
    const screen = { colour, columns, verbose: flags["verbose"] === true, full: flags["full"] === true };
    return all
      .map(({ report, findings, ignored }) => renderReport(viewReport(report, findings), screen, ignored))
      .join("\n");
  },
  json: (all, { io }) => all.map(({ report }) => jsonText(report, io)).join(""),
  brief: (all, { io }) => all.map(({ report }) => jsonText(briefOf(report), io)).join(""),
  github: (all, { flags }, file) => all.map((judged) => githubFormat(judged, file, serverIn(flags))).join(""),
  junit: (all, { flags }) => junitFormat(all, serverIn(flags)),
  markdown: (all, { flags }) => markdownFormat(all, serverIn(flags)),
  csv: (all) => csvFormat(all),
};

/** Formats that are one document, written at the end. */
const WHOLE: ReadonlySet<OutputFormat> = new Set(["sarif", "junit", "markdown", "csv", "html", "har"]);

/** Some writers are imported late: SARIF's rule texts load all kinds of problems. */
async function writerOf(format: OutputFormat): Promise<Writer> {
  if (format === "html") {
    const { reportFile } = await import("../../web/report-file.ts");
    return (all, { io }) => {
      const { report, findings } = onlyOne(all);
      return reportFile(viewReport(report, findings), { made: io.clock(), version });
    };
  }
  if (format === "har") {
    const { harOf } = await import("../../jobs/har/write.ts");
    return (all, { flags, lists, io }) => {
      const sends = flags["get"] !== true && Object.keys(lists).some((name) => name.startsWith("data"));
      const method = String(flags["method"] ?? (sends ? "POST" : "GET"));
      return `${JSON.stringify(harOf(onlyOne(all).report, method, io.clock()))}\n`;
    };
  }
  if (format !== "sarif") return writers[format];
  const { sarifFormat } = await import("./sarif.ts");
  return (all, _, file) => sarifFormat(all, file);
}

/** @throws UsageError */
function onlyOne(all: readonly Judged[]): Judged {
  const [first, second] = all;
  if (first && !second) return first;
  throw new UsageError("html is a page of one report; --output html=FOLDER/ writes a page for each");
}

export async function writeFormat(format: OutputFormat, ...rest: Parameters<Writer>): Promise<string> {
  return (await writerOf(format))(...rest);
}

/** Table of all reports, the worst first, at the end of the text for a list. */
export function overviewText(all: readonly Judged[], { columns }: Pick<Io, "columns">): string {
  const rows = worstReportsFirst(all).map((judged) => {
    const { url, status, counts, worst } = overviewOf(judged);
    return [cut(printable(url), 60), status, counts, printable(worst)];
  });
  const lines = table([OVERVIEW_HEAD, ...rows])
    .trimEnd()
    .split("\n");
  return `\n${lines.map((line) => `${cut(line, Math.max(columns, 80))}\n`).join("")}`;
}

export async function formatOf({ flags }: Pick<Call, "flags">): Promise<{
  readonly write: Writer;
  readonly whole: boolean;
}> {
  const format = (flags["format"] ?? "text") as OutputFormat;
  return { write: await writerOf(format), whole: WHOLE.has(format) };
}

/** @throws UsageError if several responses have recipes and `--step` is missing: a file is for one */
function oneWithRecipes(all: readonly Judged[], flags: Call["flags"], places: readonly RecipePlace[]) {
  const step = all.length === 1 ? 1 : stepIn(flags, all.length);
  if (step !== undefined) return all[step - 1];
  const known = all.filter(({ findings }) => findings.some(({ how }) => places.some((one) => how?.[one])));
  if (known.length < 2) return known[0];
  const list = known
    .slice(0, 9)
    .map((one) => `${all.indexOf(one) + 1} (${cut(printable(one.report.url), 60)})`);
  throw new UsageError(
    `--how: ${known.length} responses have recipes, and the file is for one; name it with --step: ${list.join(", ")}`,
  );
}

/** @throws UsageError for a step that does not exist */
function stepIn({ step }: Call["flags"], steps: number): number | undefined {
  if (step === undefined) return undefined;
  const number = /^[1-9]\d{0,5}$/.test(`${step}`) ? Number(step) : 0;
  if (number < 1 || number > steps) throw new UsageError(`--step ${step}: a number from 1 to ${steps}`);
  return number;
}

function choiceOf({ how }: Call["flags"]): RecipeChoice | undefined {
  return RECIPE_CHOICES.find((choice) => choice === how);
}

/** Place that `--how` names; undefined if it names several or none. */
function serverIn(flags: Call["flags"]): RecipePlace | undefined {
  const choice = choiceOf(flags);
  const [place, ...others] = choice ? placesOf(choice) : [];
  return others.length > 0 ? undefined : place;
}

/** Recipes to load for a report: those of `--how`, and all for formats that people read. */
export function recipesNeeded({ flags, lists }: Pick<Call, "flags" | "lists">): RecipeChoice | undefined {
  const isRead = !/^(?:json|brief)$/.test(`${flags["format"]}`) || lists["output"] !== undefined;
  const choice = choiceOf(flags);
  // Recipes for applications and forms are only added on request.
  const isServersOwn = choice === undefined || RECIPE_SERVERS.some((server) => server === choice);
  return isRead && isServersOwn ? "all" : choice;
}
