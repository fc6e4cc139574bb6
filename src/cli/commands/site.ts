import { type Call, type Command, EXIT, notWith } from "../command.ts";
import { assertionFlags } from "../input/assertion-flags.ts";
import { flagsOf } from "../input/flag-table.ts";
import { networkFlags, networkUnused, readNetwork } from "../input/network-options.ts";
import { intoFile, outputFlag, type Target, targetsOf } from "../input/outputs.ts";
import { politeFlags } from "../input/polite-flags.ts";
import { openProject, projectFlags } from "../input/project.ts";
import type { CheckedSite } from "../site/check-site.ts";
import { LISTS, MOST_PAGES, readSiteOptions, SITE_FORMATS, type SiteOptions } from "../site/options.ts";

export const site: Command = {
  name: "site",
  usage: "URL | --merge FILE…",
  summary: "Check all pages of a site; one report by finding and path pattern",
  notes: [
    "Finds pages by robots.txt, sitemaps and links, and requests nothing that robots.txt disallows for netlens. Reports common findings and differences between pages, broken links and the pages that contain them, links to redirects, chains, broken canonical URLs and sitemap entries, mixed content, third-party hosts, and duplicates.",
    "For sites too large for one machine, --list prints the URLs, netlens http --json - looks up a share of them, and --merge combines the results into one report.",
  ],
  flags: {
    ...flagsOf("site", { list: LISTS, format: SITE_FORMATS }),
    "max-pages": { type: "string", value: "N", help: `pages to look up at most [${MOST_PAGES}]` },
    ...politeFlags,
    ...assertionFlags,
    ...projectFlags,
    output: outputFlag(SITE_FORMATS),
    ...networkFlags,
  },
  unused: [
    networkUnused,
    {
      ...notWith("list", [
        ...["json", "format", "output", "resources", "external"],
        ...Object.keys({ ...assertionFlags, ...projectFlags }),
      ]),
      // A list with a name is part of the report.
      when: ({ flags }) => flags["list"] === true,
    },
    notWith("merge", [
      ...["depth", "max-pages", "sample", "resources", "external", "ignore-robots", "list"],
      ...Object.keys({ ...politeFlags, ...networkFlags }),
    ]),
  ],
  examples: [
    "netlens site example.com",
    "netlens site --sample 5 --max-pages 100000 --resume site.sqlite https://example.com/",
    "netlens site --fail-on site-link-broken,error --format sarif https://staging.example/",
    "netlens site --list --depth 0 example.com | parallel --pipe -N 500 netlens http --json - | netlens site --merge -",
  ],
  async run(call) {
    const options = readSiteOptions(call);
    const targets = targetsOf(call, SITE_FORMATS);
    const { checkSite, listedUrls } = await import("../site/check-site.ts");
    const network = await readNetwork(call);
    const { readAssertions } = await import("../input/assertions.ts");
    const { silenced } = network;
    const expected = options.isList
      ? undefined
      : await readAssertions(call, await openProject(call), { silenced });
    const checked = await checkSite(options, expected, network, call);
    try {
      if (!options.isList) {
        const needsAll = expected?.failOn.includes("unchecked") === true;
        return await reported(checked, options, targets, needsAll, call);
      }
      let listed = 0;
      for await (const url of listedUrls(checked, options, network)) {
        await call.io.out(`${url}\n`);
        listed++;
      }
      if (checked.failure !== undefined) return EXIT.failed;
      if (listed > 0) return EXIT.done;
      const { outcomeText } = await import("../../view/all-clear.ts");
      const { unchecked } = checked.report;
      call.io.err(`netlens: site: no URL to list; ${outcomeText({ checked: 0, found: "", unchecked })}\n`);
      return EXIT.assertion;
    } finally {
      if (checked.failure !== undefined)
        call.io.err(`netlens: ${checked.failure}; the report has what was found before\n`);
      checked.store.close();
    }
  },
};

/** @param needsAll whether unchecked parts fail */
async function reported(
  checked: CheckedSite,
  { format, list }: Pick<SiteOptions, "format" | "list">,
  targets: readonly Target<string>[],
  needsAll: boolean,
  call: Call,
): Promise<number> {
  const { writeList, writeSite } = await import("../site/writers.ts");
  const { lookedUp, broken } = checked.report.counts;
  const isSkipped = needsAll && checked.report.unchecked !== undefined;
  const isAsserted = checked.worst === 2 || lookedUp === 0 || isSkipped;
  const isFailed = checked.failure !== undefined || (!isAsserted && broken === lookedUp);
  const code = isFailed ? EXIT.failed : isAsserted ? EXIT.assertion : EXIT.done;
  const own = targets.some((target) => target.format === undefined) ? [] : [{ format, path: undefined }];
  for (const target of [...own, ...targets]) {
    const io = target.path === undefined ? call.io : intoFile(call.io, target.path);
    const form = target.format ?? format;
    if (list === undefined) await writeSite(form, checked, code, { ...call, io });
    else await writeList(form, list, checked, io);
  }
  const { judged = 1, reason } = checked.report.lists.find(({ name }) => name === list) ?? {};
  if (judged > 0) return code;
  call.io.err(`netlens: site: ${list}: nothing was judged: ${reason}\n`);
  return EXIT.assertion;
}
