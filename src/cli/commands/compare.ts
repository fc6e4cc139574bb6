import { NetlensError } from "../../api/errors.ts";
import type { Difference } from "../../http/compare/schema.ts";
import { API_JSON, type Command, EXIT, type Io, UsageError } from "../command.ts";
import { fileError } from "../file-error.ts";
import { networkFlags, readNetwork } from "../network-options.ts";
import { openProject, projectFlags } from "../project.ts";

const FAILS: ReadonlyMap<string, (difference: Difference) => boolean> = new Map([
  ["new-error", isNew("error")],
  ["new-warning", isNew("error", "warning")],
  ["new-info", isNew("error", "warning", "info")],
  ["change", ({ kind, volatile }: Difference) => !volatile && kind !== "time"],
]);

export const compare: Command = {
  name: "compare",
  usage: "A [B]",
  completes: "files",
  summary: "Compare two responses: fields, findings, verdicts, timing",
  notes: [
    "A and B are URLs or files: the output of `netlens http --json`, or header lines. With --baseline the file holds the earlier response, and A names the current one.",
    "Values that differ in every response, such as dates, request IDs and nonces, are omitted unless --all is given.",
  ],
  flags: {
    json: API_JSON,
    format: {
      type: "string",
      words: ["text", "markdown"],
      help: "output format: text for people (default), markdown for the summary of a job",
    },
    baseline: { type: "string", value: "FILE", help: "compare with this earlier report" },
    "fail-on": {
      type: "string",
      words: [...FAILS.keys()],
      help: "exit with 4 if there is such a difference [a new finding that fails a run by the project file]",
    },
    all: { type: "boolean", help: "also show values that differ in every response" },
    ...projectFlags,
    ...networkFlags,
  },
  examples: [
    "netlens compare https://staging.example.com/ https://example.com/",
    "netlens compare --baseline before.json --fail-on new-warning https://example.com/",
  ],
  async run(call) {
    const { flags, io, positionals } = call;
    const { baseline } = flags;
    const sides = typeof baseline === "string" ? [baseline, ...positionals] : positionals;
    const [a, b] = sides;
    if (a === undefined || b === undefined || sides.length > 2)
      throw new UsageError("compare: name two URLs or files, or one and --baseline FILE");
    const { compareSides } = await import("../../http/compare/sides.ts");
    const { lookupHttp } = await import("../../http/lookup.ts");
    const { renderComparison } = await import("../render/compare.ts");
    const { checkReport, breaking } = await import("../../project/check.ts");
    const { readAssertions } = await import("../assertions.ts");
    const { settings, options, silenced } = await readNetwork(call);
    const project = await openProject(call);
    const expected = readAssertions({ flags: {}, lists: {} }, project, { silenced });
    const read = (side: string) => sideOf(side, side === baseline, io);
    const compared = await compareSides(
      { a: await read(a), b: await read(b) },
      (url) => lookupHttp(url, options, settings),
      (report) =>
        checkReport(report, expected).findings.flatMap((problem) =>
          problem.places.map(({ field = "" }) => ({ problem, field: field.toLowerCase() })),
        ),
    );
    const all = flags["all"] === true;
    if (flags["json"] === true) await io.out(`${JSON.stringify(compared)}\n`);
    else if (flags["format"] === "markdown") {
      const { markdownComparison } = await import("../formats/markdown.ts");
      await io.out(markdownComparison(compared, all));
    } else await io.out(renderComparison(compared, io, all));
    const breaks = breaking(expected.failOn);
    const fails =
      FAILS.get(String(flags["fail-on"] ?? "")) ??
      (({ kind, severity, ...named }: Difference) =>
        kind === "finding-new" && severity !== undefined && breaks({ ...named, severity }));
    if (compared.a.status === "error" || compared.b.status === "error") return EXIT.failed;
    return compared.differences.some(fails) ? EXIT.assertion : EXIT.done;
  },
};

function isNew(...severities: readonly string[]): (difference: Difference) => boolean {
  return ({ kind, severity = "" }) => kind === "finding-new" && severities.includes(severity);
}

/** A file where there is one of that name, else a URL. */
async function sideOf(side: string, mustBeFile: boolean, io: Io): Promise<unknown> {
  if (/^https?:\/\//i.test(side) && !mustBeFile) return side;
  let text: string;
  try {
    text = await io.readFile(side);
  } catch (error) {
    if (!mustBeFile) return side;
    throw fileError("compare", side, error);
  }
  if (!text.trimStart().startsWith("{")) return { headers: [text] };
  try {
    return { report: JSON.parse(text) as unknown };
  } catch {
    throw new NetlensError("invalid-json", `${side} is not valid JSON.`);
  }
}
