import { normalize } from "node:path";
import { type Call, REPORT_FORMATS, type ReportFormat, UsageError } from "../command.ts";
import type { Judged } from "./assertions.ts";
import { fileError } from "./file-error.ts";
import type { SourceFile } from "./source-file.ts";

interface Wanted {
  readonly format: ReportFormat;
  readonly path: string;
}

/** Parses `--also FORMAT=FILE`. @throws UsageError, also for a file named twice */
export function readAlso({ lists }: Pick<Call, "lists">): readonly Wanted[] {
  const files = new Set<string>();
  return (lists["also"] ?? []).map((text) => {
    const [, name = "", path = ""] = /^([a-z]+)=(.+)$/s.exec(text) ?? [];
    const format = REPORT_FORMATS.find((known) => known === name);
    if (!format)
      throw new UsageError(
        `--also: expected FORMAT=FILE with one of ${REPORT_FORMATS.join(", ")}, not "${text}"`,
      );
    const file = normalize(path);
    if (files.has(file)) throw new UsageError(`--also: two reports would be written to ${path}`);
    files.add(file);
    return { format, path };
  });
}

/** Writes further reports of the same lookup. @throws UsageError for a file that cannot be written */
export async function writeAlso(
  wanted: readonly Wanted[],
  all: readonly Judged[],
  call: Call,
  file?: SourceFile,
): Promise<void> {
  if (wanted.length === 0) return;
  const { writeFormat } = await import("../formats/table.ts");
  const io = { colour: false, columns: 80, outIsTerminal: false };
  for (const { format, path } of wanted)
    try {
      await call.io.writeFile(path, await writeFormat(format, all, { flags: call.flags, io }, file));
    } catch (error) {
      throw fileError("--also", path, error);
    }
}
