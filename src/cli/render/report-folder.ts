/** `--output html=FOLDER/`: one page per report, and an index. */

import { join } from "node:path";
import { version } from "../../version.ts";
import { viewReport } from "../../view/report.ts";
import { reportFile } from "../../web/report-file.ts";
import { type IndexRow, reportIndex } from "../../web/report-index.ts";
import { type Io, UsageError } from "../command.ts";
import { OVERVIEW_HEAD, overviewOf, worstReportsFirst } from "../formats/overview.ts";
import type { Judged } from "../input/assertions.ts";
import { fileError } from "../input/file-error.ts";
import { safeName } from "./safe-name.ts";

const INDEX = "index.html";

export interface ReportFolder {
  readonly add: (judged: Judged) => Promise<void>;
  readonly end: () => Promise<void>;
}

/** @throws UsageError for a folder with an index, or a file that cannot be written */
export async function openFolder(folder: string, io: Io): Promise<ReportFolder> {
  if (await isThere(join(folder, INDEX), io))
    throw new UsageError(`--output: ${folder} has an ${INDEX} already; name another folder`);
  const names = new Set<string>([INDEX]);
  const rows: { readonly judged: Judged; readonly file: string }[] = [];
  const write = async (name: string, text: string) =>
    io.writeNew(join(folder, name), text).catch((error: unknown) => {
      throw fileError("--output", join(folder, name), error);
    });
  return {
    async add(judged) {
      const { report, findings } = judged;
      const file = fileName(report.url, names);
      await write(file, reportFile(viewReport(report, findings), { made: io.clock(), version }));
      // Frees the steps, which the index does not need: there may be thousands of reports.
      rows.push({ judged: { ...judged, report: { ...report, steps: [], headers: [] } }, file });
    },
    async end() {
      const files = new Map(rows.map(({ judged, file }) => [judged, file]));
      const sorted = worstReportsFirst(rows.map(({ judged }) => judged)).map(
        (judged): IndexRow => ({ ...overviewOf(judged), file: files.get(judged) ?? "" }),
      );
      await write(INDEX, reportIndex(OVERVIEW_HEAD, sorted, { made: io.clock(), version }));
    },
  };
}

async function isThere(path: string, io: Io): Promise<boolean> {
  return io.readFile(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== "ENOENT" && error.code !== "ENOTDIR",
  );
}

/** `https-example.com-a-b.html`, with a number if taken, ignoring case. @internal for tests: they pass unusual URLs */
export function fileName(url: string, taken: Set<string>): string {
  for (let count = 1; ; count++) {
    const name = `${safeName(url)}${count === 1 ? "" : `-${count}`}.html`;
    const key = name.toLowerCase();
    if (taken.has(key)) continue;
    taken.add(key);
    return name;
  }
}
