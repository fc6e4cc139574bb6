import { RECIPE_CHOICES, type RecipeChoice } from "../../../data/recipe-servers.ts";
import { PAGE } from "../../api/limits.ts";
import type { Audited, PageOptions } from "../../jobs/page/audit-url.ts";
import { POLICY_BY } from "../../jobs/page/bounds.ts";
import type { SuggestedPolicy } from "../../jobs/page/schema.ts";
import {
  API_JSON,
  type Call,
  type Command,
  EXIT,
  isText,
  notWith,
  REPORT_FORMATS,
  UsageError,
} from "../command.ts";
import { assertionFlags } from "../input/assertion-flags.ts";
import { fileError } from "../input/file-error.ts";
import { flagsOf } from "../input/flag-table.ts";
import { type Network, networkFlags, networkUnused, readNetwork } from "../input/network-options.ts";
import { openProject, projectFlags } from "../input/project.ts";
import { progress } from "../render/progress.ts";

/** Problem id that `--fail-on blocked` selects. */
const BLOCKED = "page-load-blocked";

export const page: Command = {
  name: "page",
  usage: "URL…",
  summary: "Fetch a page and everything it loads; show what browsers block, and suggest a policy",
  notes: [
    "Several URLs get one policy. Files that scripts load are not covered; to include them, load the page with --browser, or give a HAR log with --har.",
  ],
  flags: {
    json: API_JSON,
    ...flagsOf("page", {
      format: REPORT_FORMATS.filter((format) => format !== "html"),
      by: POLICY_BY,
      how: RECIPE_CHOICES,
    }),
    ...assertionFlags,
    "fail-on": {
      type: "string",
      value: "blocked|error|warning|info|unchecked|ID,…",
      words: ["blocked", "error", "warning", "info", "unchecked"],
      open: true,
      help: "exit with 4 if a resource is blocked, or for these problems",
    },
    most: {
      type: "string",
      value: "N",
      help: `resources to look up, at most ${PAGE.mostResources} [${PAGE.usualResources}]`,
    },
    ...projectFlags,
    ...networkFlags,
  },
  unused: [
    networkUnused,
    notWith("har", ["most", ...Object.keys(networkFlags)]),
    notWith("how", ["policy"]),
    {
      flags: ["policy", "how", "by"],
      when: (call) => !isText(call) && call.flags["format"] !== "json",
      where: "in this format: use text or json",
    },
  ],
  examples: [
    "netlens page example.com",
    "netlens page --fail-on blocked https://example.com/",
    "netlens page --policy --by path https://example.com/ https://example.com/shop",
    "netlens page --how nginx https://example.com/",
    "netlens page --browser https://example.com/",
    "netlens page --har load.har",
  ],
  async run(call) {
    const { flags, io, positionals } = call;
    const har = flags["har"];
    if ((positionals.length === 0) === (har === undefined))
      throw new UsageError("page: name a URL, or a HAR log with --har");
    const by = POLICY_BY.find((word) => word === flags["by"]) ?? "origin";
    const how = RECIPE_CHOICES.find((choice) => choice === flags["how"]);
    const isPolicyAlone = flags["policy"] === true || (how !== undefined && flags["format"] !== "json");
    const { briefOf } = await import("../../view/brief.ts");
    if (typeof har === "string") {
      if (call.config.settings.http.browser !== "off")
        throw new UsageError("page: choose one of --har and --browser");
      const { pageOfHar } = await import("../../jobs/page/har-audit.ts");
      const judged = await pageOfHar(await logOf(har, call), by, briefOf, how);
      return await write([judged], call, isPolicyAlone ? sendable(judged.report.policy, how) : undefined);
    }
    const { settings, options } = await readNetwork(call);
    const browser = browserOf(call, settings);
    const { endOf } = await import("../../jobs/page/audit.ts");
    const { auditUrl } = await import("../../jobs/page/audit-url.ts");
    const { suggestedPolicy, pageReport } = await import("../../jobs/page/page-report.ts");
    const all: Written[] = [];
    const audited: Audited[] = [];
    for (const url of positionals) {
      const deps = { settings, insecure: flags["insecure"] === true };
      const events = auditUrl(url, { ...options, browser, most: mostOf(flags) }, deps, io.signal);
      const bar = progress(io, 100);
      let [done, shown] = [0, 0];
      const end = await endOf(events, (event) => {
        if (event.kind !== "resource") return;
        const { total } = event;
        const share = (100 * ++done) / Math.max(done, total);
        bar.step(Math.max(0, share - shown), `${done} of ${total} resources`);
        shown = Math.max(share, shown);
      });
      bar.end();
      const { document, audit, timeTotal } = end;
      audited.push(end);
      all.push({
        report: await pageReport(document, audit, { by, how, briefOf, timeTotal }),
        document: document.report,
      });
    }
    const seen = audited.flatMap(({ audit }) => audit ?? []);
    const policy =
      isPolicyAlone && seen.length > 0 ? sendable(await suggestedPolicy(seen, by, how), how) : undefined;
    return await write(all, call, policy);
  },
};

/** Returns a policy that fits the output, which may be a server's configuration. @throws UsageError */
function sendable(policy: SuggestedPolicy | undefined, how: RecipeChoice | undefined): SuggestedPolicy {
  if (!policy) throw new UsageError("page: the suggested policy is too long to be sent");
  if (how !== undefined && !policy.how)
    throw new UsageError("page: the suggested policy is too long for a server's configuration; see --policy");
  return policy;
}

/** Network options that apply to lookups only: the browser has its own TLS and HTTP. */
const NOT_IN_BROWSERS = ["cacert", "cert", "key", "pass", "http-version"];

/** @throws UsageError naming a flag that the browser would ignore */
function browserOf({ flags }: Call, { browser }: Network["settings"]): PageOptions["browser"] {
  if (browser === "off") return undefined;
  const ignored = NOT_IN_BROWSERS.find((name) => flags[name] !== undefined);
  if (ignored !== undefined) throw new UsageError(`page: --${ignored} does not work with --browser`);
  return { browser };
}

async function writePolicy(policy: SuggestedPolicy, { flags, io }: Call): Promise<void> {
  if (flags["format"] === "json") return await io.out(`${JSON.stringify(policy)}\n`);
  const lines =
    flags["how"] === undefined
      ? (await import("../render/page.ts")).policyLines(policy, io)
      : (await import("../../view/how.ts")).recipesOf(policy.how ?? {}).map(({ text }) => text);
  await io.out(`${lines.join("\n")}\n`);
}

interface Written {
  readonly report: Awaited<ReturnType<typeof import("../../jobs/page/page-report.ts").pageReport>>;
  readonly document: Audited["document"]["report"];
}

async function logOf(path: string, { io }: Call): Promise<unknown> {
  let text: string;
  try {
    text = await io.readFile(path);
  } catch (error) {
    throw fileError("--har", path, error);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--har: ${path} is not valid JSON`);
  }
}

/** @param policy printed alone; assertions still apply */
async function write(all: readonly Written[], call: Call, policy?: SuggestedPolicy): Promise<number> {
  const { flags, io } = call;
  const format = String(flags["format"] ?? "text");
  const { judge, readAssertions } = await import("../input/assertions.ts");
  const { exceededLimits } = await import("../../jobs/project/page-limits.ts");
  const { withPageProblems } = await import("../../jobs/page/problems.ts");
  const failOn = flags["fail-on"];
  const replaced = typeof failOn === "string" ? { "fail-on": failOn.replace(/\bblocked\b/, BLOCKED) } : {};
  const own = { ...call, flags: { ...flags, ...replaced } };
  const assertions = await readAssertions(own, await openProject(call));
  const judged = all.map(({ report, document }) => {
    const { unchecked = [] } = report;
    const checked = unchecked.some(({ what }) => what === "page") ? 0 : 1;
    const exceeded = exceededLimits(document, report, assertions.limits.page ?? []);
    const over = exceeded.map((title) => ({
      name: "page-limit-exceeded",
      title,
      severity: "error" as const,
    }));
    const own = withPageProblems(document, report);
    return judge({ ...own, problems: [...own.problems, ...over] }, assertions, { checked, unchecked });
  });
  // Text and JSON list no assertions.
  for (const { title } of judged.flatMap(({ findings }) => findings.filter(isOverLimit)))
    if (policy || format === "json" || format === "text") await io.err(`netlens: ${title}\n`);
  if (policy) await writePolicy(policy, call);
  else if (format === "json") for (const { report } of all) await io.out(`${JSON.stringify(report)}\n`);
  else if (format === "text") {
    const { renderPage } = await import("../render/page.ts");
    for (const { report } of all) await io.out(renderPage(report, io));
  } else {
    const { formatOf } = await import("../formats/table.ts");
    await io.out((await formatOf(call)).write(judged, call, undefined));
  }
  return Math.max(EXIT.done, ...judged.map(({ code }) => code));
}

const isOverLimit = ({ name }: { readonly name: string }) => name === "page-limit-exceeded";

/** @throws UsageError */
function mostOf({ most }: Call["flags"]): number | undefined {
  if (typeof most !== "string") return undefined;
  const count = /^\d{1,3}$/.test(most) ? Number(most) : Number.NaN;
  if (count <= PAGE.mostResources) return count;
  throw new UsageError(`--most: expected 0 to ${PAGE.mostResources}, not "${most}"`);
}
