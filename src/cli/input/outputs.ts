/** `--output [FORMAT=]FILE`: reports in files. */

import { normalize } from "node:path";
import { type Call, type Flag, type Io, REPORT_FORMATS, type ReportFormat, UsageError } from "../command.ts";
import type { Judged } from "./assertions.ts";
import { fileError } from "./file-error.ts";
import type { SourceFile } from "./source-file.ts";

/** Formats of the reports of a lookup. */
export type OutputFormat = ReportFormat | "har";

export const outputFlag = (formats: readonly string[] = REPORT_FORMATS): Flag => ({
  type: "string",
  short: "o",
  value: "[FORMAT=]FILE",
  words: formats.map((format) => `${format}=`),
  repeats: true,
  help: "write the report to this file; with FORMAT=, also write it to this file in this format; html=FOLDER/ gets a page for each report, and an index; repeatable",
});

export interface Target<F extends string> {
  /** Undefined for the file that replaces standard output. */
  readonly format: F | undefined;
  readonly path: string;
}

/** @throws UsageError, also for a file named twice */
export function targetsOf<F extends string>(
  { lists }: Pick<Call, "lists">,
  formats: readonly F[],
): readonly Target<F>[] {
  const files = new Set<string>();
  return (lists["output"] ?? []).map((text) => {
    const [, name, path = text] = /^([a-z]*)=(.*)$/s.exec(text) ?? [];
    const format = formats.find((known) => known === name);
    if (name !== undefined && (!format || path === ""))
      throw new UsageError(`--output: expected FORMAT=FILE with one of ${formats.join(", ")}, not "${text}"`);
    if ([...formats, "ndjson", "tsv"].includes(text))
      throw new UsageError(
        `--output: ${text} is a format; write --format ${text === "ndjson" ? "json" : text}`,
      );
    if (!format && path.endsWith("/"))
      throw new UsageError(`--output: for a page of each report, write --output html=${path}`);
    const file = format ? normalize(path) : "";
    if (files.has(file)) throw new UsageError(`--output: two reports would be written to ${path}`);
    files.add(file);
    return { format, path };
  });
}

/** Writes to a file what a command prints. */
export function intoFile(io: Io, path: string): Io {
  let write = io.writeFile;
  const out = async (text: string | Uint8Array) => {
    const next = write;
    write = io.appendFile;
    const failed = (error: unknown) => Promise.reject(fileError("--output", path, error));
    await next(path, typeof text === "string" ? text : new TextDecoder().decode(text)).catch(failed);
  };
  return Object.create(io, {
    colour: { value: false },
    columns: { value: 80 },
    outIsTerminal: { value: false },
    out: { value: out },
  }) as Io;
}

export interface Outputs {
  /** Call that prints to the file of `--output FILE`. */
  readonly call: Call;
  /** Formats of further files. */
  readonly formats: readonly OutputFormat[];
  readonly add: (judged: Judged) => Promise<void>;
  /** Writes the further files. @throws UsageError for a file that cannot be written */
  readonly end: (file?: SourceFile) => Promise<void>;
}

/** @throws UsageError */
export async function openOutputs(given: Call, formats: readonly OutputFormat[]): Promise<Outputs> {
  const all = targetsOf(given, formats);
  const own = all.find(({ format }) => format === undefined);
  const folders = all.filter(({ path }) => path.endsWith("/"));
  const wrong = folders.find(({ format }) => format !== "html");
  if (wrong) throw new UsageError(`--output: ${wrong.format}=${wrong.path} names a folder, which needs html`);
  const { openFolder } = await import("../render/report-folder.ts");
  const opened = await Promise.all(folders.map(({ path }) => openFolder(path, given.io)));
  const files = all.flatMap(({ format, path }) => (format && !path.endsWith("/") ? [{ format, path }] : []));
  const kept: Judged[] = [];
  return {
    call: own ? { ...given, io: intoFile(given.io, own.path) } : given,
    formats: files.map(({ format }) => format),
    async add(judged) {
      if (files.length > 0) kept.push(judged);
      for (const folder of opened) await folder.add(judged);
    },
    async end(file) {
      const { writeFormat } = await import("../formats/table.ts");
      for (const { format, path } of files) {
        const io = intoFile(given.io, path);
        await io.out(await writeFormat(format, kept, { ...given, io }, file));
      }
      for (const folder of opened) await folder.end();
    },
  };
}
