import { version } from "../../version.ts";
import { siteView } from "../../view/site.ts";
import { sitePage } from "../../web/site-report.ts";
import type { Call } from "../command.ts";
import { fileError } from "../input/file-error.ts";
import type { CheckedSite } from "./check-site.ts";

/** `--html FILE`: report of a site as one self-contained page. @throws UsageError for a file that cannot be written */
export async function keepPage({ report }: CheckedSite, { flags, io }: Call): Promise<void> {
  const path = flags["html"];
  if (typeof path !== "string") return;
  await io
    .writeFile(path, sitePage(siteView(report), { made: io.clock(), version }))
    .catch((error: unknown) => Promise.reject(fileError("--html", path, error)));
}
