import { version } from "../../version.ts";
import type { Call } from "../command.ts";
import type { Judged } from "../input/assertions.ts";
import { fileError } from "../input/file-error.ts";

/** `--html FILE`: report as one self-contained page. @throws UsageError for a file that cannot be written */
export async function keepAsPage({ report, findings }: Judged, { flags, io }: Call): Promise<void> {
  const path = flags["html"];
  if (typeof path !== "string") return;
  const { viewReport } = await import("../../view/report.ts");
  const { reportFile } = await import("../../web/report-file.ts");
  try {
    await io.writeFile(path, reportFile(viewReport(report, findings), { made: io.clock(), version }));
  } catch (error) {
    throw fileError("--html", path, error);
  }
}
