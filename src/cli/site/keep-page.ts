import { differenceText } from "../../jobs/site/report.ts";
import { version } from "../../version.ts";
import { sitePage } from "../../web/site-report.ts";
import type { Call } from "../command.ts";
import { fileError } from "../input/file-error.ts";
import type { CheckedSite } from "./check-site.ts";
import { countsText, placeText } from "./writers.ts";

/** `--html FILE`: report of a site as one self-contained page. @throws UsageError for a file that cannot be written */
export async function keepPage({ report }: CheckedSite, { flags, io }: Call): Promise<void> {
  const path = flags["html"];
  if (typeof path !== "string") return;
  const { url, groups, differs, hosts, duplicates } = report;
  const page = {
    title: url,
    summary: countsText(report),
    groups: groups.map((group) => ({
      ...group,
      details: group.details.map(({ title, count, examples }) => ({
        title,
        count,
        places: examples.map((example) => placeText(example.url, example.line)),
      })),
    })),
    lists: [
      { heading: "Different between pages", lines: differs.map(differenceText) },
      {
        heading: "Third-party hosts",
        lines: hosts.map(
          ({ host, kinds, pages, example }) =>
            `${host}: ${kinds.join(", ")}, on ${pages} pages such as ${example}`,
        ),
      },
      {
        heading: "Duplicates, by canonical URL",
        lines: duplicates.map(
          ({ canonical, count, examples }) => `${canonical}: ${count} pages such as ${examples.join(", ")}`,
        ),
      },
    ],
  };
  await io
    .writeFile(path, sitePage(page, io.clock(), version))
    .catch((error: unknown) => Promise.reject(fileError("--html", path, error)));
}
