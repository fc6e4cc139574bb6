import { runSync } from "../../api/cooperative.ts";
import { NetlensError } from "../../api/errors.ts";
import type { Entry } from "../../jobs/har/read.ts";
import { type Call, type Command, EXIT, onlyWith, REPORT_FORMATS, UsageError } from "../command.ts";
import type { Judged } from "../input/assertions.ts";
import { fileError } from "../input/file-error.ts";
import { openOutputs } from "../input/outputs.ts";
import { openProject } from "../input/project.ts";
import { promptInput } from "../render/progress.ts";
import { decoded } from "../stream/decoded.ts";
import { reportFlags, reportUnused } from "./http.ts";

/** Maximum requests in a log. */
const MOST_IN_FILE = 20_000;
/** Maximum length of a log in characters; it includes response bodies. */
const LONGEST = 256 * 1024 * 1024;

export const har: Command = {
  name: "har",
  usage: "FILE|-",
  completes: "files",
  summary: "Explain every response of a HAR log exported by a browser",
  notes: [
    "Findings are grouped, the worst first; -v shows each response. Requests without an HTTP response are left out. Headers that the project file requires are required only of the origin of the first request.",
  ],
  flags: reportFlags,
  unused: [...reportUnused, onlyWith("verbose", ["full"])],
  examples: ["netlens har --fail-on error staging.har", "netlens har --format csv staging.har"],
  async run(given) {
    const outputs = await openOutputs(given, REPORT_FORMATS);
    const { call } = outputs;
    const { io, positionals } = call;
    const [path] = positionals;
    if (path === undefined || positionals.length > 1)
      throw new UsageError("har: name one file, or - for standard input");
    const { reportingEntry } = await import("../../jobs/har/read.ts");
    const { judge, readAssertions } = await import("../input/assertions.ts");
    const { formatOf, recipesNeeded } = await import("../formats/table.ts");
    const expected = await readAssertions(call, await openProject(call));
    const elsewhere = { ...expected, require: new Map<string, never>() };
    const { verbose, how, format = "text" } = call.flags;
    const isGrouped = format === "text" && verbose === undefined && how === undefined;
    if (path === "-") promptInput(io, "a HAR log");
    const { answered: entries, left } = await entriesIn(path, call);
    const own = entries[0]?.url?.origin;
    const isOverview = isGrouped && call.lists["output"] === undefined;
    const options = isOverview ? { fixes: false } : { how: recipesNeeded(call) };
    const all = entries.map((entry) =>
      judge(
        runSync(reportingEntry(entry, io.clock(), options)),
        entry.url?.origin === own ? expected : elsewhere,
      ),
    );
    const { worstReportsFirst } = await import("../formats/overview.ts");
    const sorted = withLeft(worstReportsFirst(all), left);
    if (isGrouped) {
      const { renderGroups } = await import("../render/grouped.ts");
      await io.out(renderGroups(sorted, io));
    } else await io.out((await formatOf(call)).write(sorted, call, undefined));
    for (const judged of sorted) await outputs.add(judged);
    await outputs.end();
    return Math.max(EXIT.done, ...all.map(({ code }) => code));
  },
};

/** @throws UsageError for an unreadable file, NetlensError naming the invalid entry */
async function entriesIn(
  path: string,
  call: Call,
): Promise<{ readonly answered: readonly Entry[]; readonly left: number }> {
  const { brokenEntry, entriesOf, readEntry } = await import("../../jobs/har/read.ts");
  const text = await textOf(path, call);
  let log: unknown;
  try {
    log = JSON.parse(text);
  } catch {
    const index = brokenEntry(text);
    const where = index === undefined ? "" : `: har.log.entries[${index}] is cut off or not JSON`;
    throw new NetlensError("invalid-json", `${path} is not a HAR log${where}.`);
  }
  const entries = entriesOf(log, MOST_IN_FILE).map(readEntry);
  const answered = entries.filter(({ url, status }) => status > 0 && /^https?:$/.test(url?.protocol ?? ""));
  if (answered.length === 0) throw new NetlensError("invalid-param", `${path} has no HTTP response.`);
  const left = entries.length - answered.length;
  const { plural } = await import("../../headers/wording.ts");
  if (left > 0) call.io.err(`netlens: ${plural(left, "request")} without an HTTP response left out\n`);
  return { answered, left };
}

/** Adds the number of requests without a response to the first report. */
function withLeft(all: readonly Judged[], count: number): Judged[] {
  const [first, ...others] = all;
  if (!first || count === 0) return [...all];
  const rest = { what: "request", count, reason: "without an HTTP response" };
  const unchecked = [rest, ...first.unchecked];
  return [{ ...first, unchecked, report: { ...first.report, unchecked } }, ...others];
}

async function textOf(path: string, { io }: Call): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  try {
    for await (const part of path === "-" ? decoded(io.input()) : io.openFile(path)) {
      parts.push(part);
      length += part.length;
      if (length > LONGEST) break;
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw fileError("har", path, error);
  }
  if (length > LONGEST) throw new NetlensError("too-large", `${path} has more than ${LONGEST} characters.`);
  // Some tools write a byte order mark, which is not JSON.
  return parts.join("").replace(/^\ufeff/, "");
}
