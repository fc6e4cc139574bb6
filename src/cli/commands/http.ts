import type { HttpReport } from "../../http/schema.ts";
import { answerAll } from "../batch.ts";
import { type Call, type Command, EXIT, type Flag, UsageError } from "../command.ts";
import { failsOn, findingsOf, ignoredIds } from "../findings.ts";
import { lookupFlags, lookupSettings } from "../lookup-settings.ts";

/** Assertions and output forms that both ways of getting header lines share. */
export const reportFlags: Readonly<Record<string, Flag>> = {
  json: { type: "boolean", help: "print exactly the object that the API gives" },
  "fail-on": {
    type: "string",
    words: ["error", "warning", "info"],
    help: "exit with 4 when a problem of this severity or worse is found",
  },
  format: {
    type: "string",
    words: ["text", "json", "github", "sarif", "junit"],
    help: "text for people (default), json as --json, the others for continuous integration",
  },
  ignore: { type: "string", value: "ID,…", help: "problems that do not count and are not shown" },
};

export const http: Command = {
  name: "http",
  usage: "URL…|-",
  summary: "Fetch a URL, follow its redirects, and explain every response",
  flags: {
    ...reportFlags,
    ...lookupFlags,
    method: { type: "string", words: ["GET", "HEAD"], help: "request method" },
    agent: { type: "string", value: "STRING", help: "User-Agent to send" },
    "no-follow": { type: "boolean", help: "do not follow redirects" },
    "http-version": { type: "string", words: ["1.1", "2"], help: "HTTP version to speak" },
    checks: { type: "boolean", help: "test revalidation, ranges and compression with extra requests" },
    "max-time": { type: "string", value: "MS", help: "exit with 4 when the lookup takes longer" },
  },
  examples: ["netlens http example.com", "netlens http --fail-on error --max-time 500 https://example.com/"],
  async run(call) {
    const { flags, positionals } = call;
    if (positionals.length === 0) throw new UsageError("http: name a URL, or - to read one a line");
    const { lookupHttp } = await import("../../http/lookup.ts");
    const { isProblemId } = await import("../problem-ids.ts");
    const { reportText } = await import("../report-text.ts");
    const settings = lookupSettings(call);
    const ignore = ignoredIds(flags["ignore"], isProblemId);
    const maxTime = maxTimeOf(flags["max-time"]);
    const options = {
      method: flags["method"] === "HEAD" ? "HEAD" : "GET",
      agent: typeof flags["agent"] === "string" ? flags["agent"] : undefined,
      follow: flags["no-follow"] !== true,
      version: flags["http-version"] === "2" ? "2" : "1.1",
      checks: flags["checks"] === true,
    } as const;
    // A signal ends the process and with it the lookups.
    const { signal } = new AbortController();
    return answerAll<HttpReport>(call, {
      answer: (url) => lookupHttp(url.trim(), options, settings, signal),
      render: (report) => reportText(report, findingsOf(report, ignore), call, "lookup"),
      verdict: (report) => verdict(report, call, ignore, maxTime),
      width: 8,
    });
  },
};

function verdict(report: HttpReport, { flags }: Call, ignore: ReadonlySet<string>, maxTime: number): number {
  if (report.status === "error") return EXIT.failed;
  const failed = report.timeTotal > maxTime || failsOn(findingsOf(report, ignore), flags["fail-on"]);
  return failed ? EXIT.assertion : EXIT.done;
}

function maxTimeOf(value: string | boolean | undefined): number {
  if (typeof value !== "string") return Number.POSITIVE_INFINITY;
  if (!/^\d{1,7}$/.test(value)) throw new UsageError(`--max-time: expected milliseconds, not "${value}"`);
  return Number(value);
}
