import { NetlensError } from "../../api/errors.ts";
import { isCompared } from "../../http/unchecked.ts";
import { FAIL_WORDS } from "../../jobs/compare/fail-words.ts";
import type { Comparison, Difference } from "../../jobs/compare/schema.ts";
import { sinceBaseline } from "../../jobs/compare/volatile.ts";
import { API_JSON, type Call, type Command, EXIT, type Io, notWith, UsageError } from "../command.ts";
import { missingBaseline, openBaselines } from "../input/baselines.ts";
import { flagsOf } from "../input/flag-table.ts";
import { networkFlags, networkUnused, readNetwork } from "../input/network-options.ts";
import { openProject, projectFlags } from "../input/project.ts";
import { withLists } from "../input/url-lists.ts";
import { answerAll } from "../stream/batch.ts";

export const compare: Command = {
  name: "compare",
  usage: "A [B]|URL…|@FILE|-",
  completes: "files",
  summary: "Compare two responses: headers, findings, verdicts, timing",
  notes: [
    "A and B are URLs or files: the output of `netlens http --json`, or header lines. With --baseline the file holds the earlier response, and A names the current one; a folder holds those of many URLs.",
    "Values that differ in every response, such as dates, request IDs and nonces, are omitted unless --all is given.",
  ],
  flags: {
    json: API_JSON,
    ...flagsOf("compare", {
      format: ["text", "json", "markdown"],
      "fail-on": [...FAIL_WORDS.keys(), "unchecked"],
    }),
    baseline: {
      type: "string",
      value: "FILE|DIR",
      file: true,
      help: "compare with this earlier report, or with those of a folder, one for each URL; time does not count",
    },
    ...projectFlags,
    ...networkFlags,
  },
  unused: [
    networkUnused,
    { flags: ["all"], when: ({ flags }) => flags["format"] === "json", where: "with --json" },
    notWith("update-baseline", ["fail-on"]),
  ],
  examples: [
    "netlens compare https://staging.example.com/ https://example.com/",
    "netlens compare --baseline before.json --fail-on new-warning https://example.com/",
    "netlens compare --baseline baselines/ --update-baseline @urls.txt",
  ],
  async run(call) {
    const { flags, io, positionals } = call;
    const { baseline } = flags;
    const update = flags["update-baseline"] === true;
    if (typeof baseline !== "string") {
      const [a, b] = positionals;
      if (update) throw new UsageError("--update-baseline needs --baseline");
      if (a === undefined || b === undefined || positionals.length > 2)
        throw new UsageError("compare: name two URLs or files, or one and --baseline FILE");
      const { compared, codeOf, render } = await comparer(call);
      const whole = await compared(await sideOf(a, io), await sideOf(b, io));
      await io.out(flags["format"] === "json" ? `${JSON.stringify(whole)}\n` : render(whole));
      return codeOf(whole);
    }
    if (positionals.length === 0)
      throw new UsageError("compare: name a URL or a file to compare with the baseline");
    const listed = withLists(call);
    const { compared, look, codeOf, render } = await comparer(listed);
    const several = listed.positionals[0] === "-" || positionals.length > 1;
    const baselines = await openBaselines(baseline, several, io);
    return await answerAll(listed, {
      async answer(given) {
        const side = given.trim();
        const before = await baselines.read(side);
        if (before === undefined && !update) return missingBaseline(baseline, side);
        const current = await sideOf(side, io);
        const after = typeof current === "string" ? { report: await look(current) } : current;
        const whole = await compared(before === undefined ? after : sideOfText(before, baseline), after);
        const differences = sinceBaseline(whole.differences);
        const isChanged = before === undefined || differences.some(({ volatile }) => !volatile);
        // Writes no failed lookups, and no unchanged files, which would cause needless commits.
        if (update && isChanged && whole.b.status !== "error")
          io.err(`netlens: wrote ${await baselines.write(side, whole.b)}\n`);
        return { ...whole, differences };
      },
      render: (all) => all.map(render).join("\n"),
      isReport: flags["format"] !== "json",
      working: "comparing",
      verdict: (whole) => {
        const code = codeOf(whole);
        return update && code === EXIT.assertion ? EXIT.done : code;
      },
      items: { name: "url" },
      columns: [],
      width: WIDTH,
    });
  },
};

/** Simultaneous comparisons of a list. */
const WIDTH = 4;

async function comparisonWriter(
  format: unknown,
  all: boolean,
  io: Io,
): Promise<(whole: Comparison) => string> {
  if (format === "markdown") {
    const { markdownComparison } = await import("../formats/markdown.ts");
    return (whole) => markdownComparison(whole, all);
  }
  const { renderComparison } = await import("../render/compare.ts");
  return (whole) => renderComparison(whole, io, all);
}

async function comparer(call: Call) {
  const { flags, io } = call;
  const { compareSides } = await import("../../jobs/compare/sides.ts");
  const { lookupHttp } = await import("../../http/lookup.ts");
  const { breaking, foundBy } = await import("../../jobs/project/check.ts");
  const { readAssertions } = await import("../input/assertions.ts");
  const { settings, options, silenced } = await readNetwork(call);
  const expected = await readAssertions({ flags: {}, lists: {} }, await openProject(call), { silenced });
  const look = (url: string) => lookupHttp(url, options, settings);
  const breaks = breaking(expected.failOn);
  const fails =
    FAIL_WORDS.get(String(flags["fail-on"] ?? "")) ??
    (({ kind, severity, ...named }: Difference) =>
      kind === "finding-new" && severity !== undefined && breaks({ ...named, severity }));
  const all = flags["all"] === true;
  return {
    look,
    compared: (a: unknown, b: unknown) => compareSides({ a, b }, look, foundBy(expected)),
    render: await comparisonWriter(flags["format"], all, io),
    codeOf: ({ a, b, differences, unchecked = [] }: Comparison): number => {
      if (a.status === "error" || b.status === "error") return EXIT.failed;
      if (!isCompared({ unchecked })) return EXIT.usage;
      const skipped = flags["fail-on"] === "unchecked" && unchecked.length > 0;
      return skipped || differences.some(fails) ? EXIT.assertion : EXIT.done;
    },
  };
}

/** File if one of that name exists, else URL. */
async function sideOf(side: string, io: Io): Promise<unknown> {
  if (/^https?:\/\//i.test(side)) return side;
  const text = await io.readFile(side).catch(() => undefined);
  return text === undefined ? side : sideOfText(text, side);
}

/** Parses a report or header lines. */
function sideOfText(text: string, path: string): object {
  if (!text.trimStart().startsWith("{")) return { headers: [text] };
  try {
    return { report: JSON.parse(text) as unknown };
  } catch {
    throw new NetlensError("invalid-json", `${path} is not valid JSON.`);
  }
}
