import { version } from "../version.ts";
import { viewReport } from "../view/report.ts";
import { reportFile } from "../web/report-file.ts";
import type { Judged } from "./assertions.ts";
import type { Call } from "./command.ts";
import { fileError } from "./file-error.ts";

/**
 * `--html FILE`: the report as a page that needs nothing else.
 * @throws UsageError for a file that cannot be written
 */
export async function keepAsPage({ report, findings }: Judged, { flags, io }: Call): Promise<void> {
  const path = flags["html"];
  if (typeof path !== "string") return;
  try {
    await io.writeFile(path, reportFile(viewReport(report, findings), io.clock(), version));
  } catch (error) {
    throw fileError("--html", path, error);
  }
}
