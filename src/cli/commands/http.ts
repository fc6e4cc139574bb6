import { METHODS, NETWORKS, VERSIONS } from "../../http/lookup-enums.ts";
import { answerAll } from "../batch.ts";
import { API_JSON, type Command, type Flag, REPORT_FORMATS, UsageError } from "../command.ts";
import { lookupFlags, lookupSettings } from "../lookup-settings.ts";
import { fieldFlag } from "../select.ts";
import { streamFlags } from "../stream/stream.ts";

/** Assertions and output forms that both ways of getting header lines share. */
export const reportFlags: Readonly<Record<string, Flag>> = {
  json: API_JSON,
  "fail-on": {
    type: "string",
    words: ["error", "warning", "info"],
    help: "exit with 4 when a problem of this severity or worse is found",
  },
  format: {
    type: "string",
    words: REPORT_FORMATS,
    help: "text for people (default), json as --json, the others for continuous integration",
  },
  verbose: {
    type: "boolean",
    short: "v",
    help: "also descriptions, the parts of values, and the lines of every step",
  },
  html: {
    type: "string",
    value: "FILE",
    file: true,
    help: "also write everything to a self-contained page",
  },
  full: { type: "boolean", help: "do not cut long values" },
  ignore: {
    type: "string",
    value: "ID[:FIELD],…",
    ids: true,
    help: "problems not to count or show, of any field or of one",
  },
};

const COLUMNS = ["url", "status", "statusMessage", "stop", "timeTotal", "httpVersion", "intent"];

export const http: Command = {
  name: "http",
  usage: "URL…|-",
  summary: "Fetch a URL, follow its redirects, and explain every response",
  flags: {
    ...reportFlags,
    ...lookupFlags,
    ...streamFlags,
    method: { type: "string", short: "X", words: METHODS, help: "request method" },
    header: {
      type: "string",
      short: "H",
      value: "'NAME: VALUE'",
      repeats: true,
      help: "a field to send, replacing our own; may be given several times; credentials go to the first origin only",
    },
    network: { type: "string", words: NETWORKS, help: "version of the Internet Protocol to use" },
    agent: { type: "string", value: "STRING", help: "User-Agent to send" },
    "no-follow": { type: "boolean", help: "do not follow redirects" },
    "http-version": { type: "string", words: VERSIONS, help: "HTTP version to speak" },
    variants: { type: "boolean", help: "look at http and https, with and without www" },
    har: { type: "string", value: "FILE", help: "also write a HAR 1.2 log with our findings under _netlens" },
    checks: { type: "boolean", help: "test revalidation, ranges and compression with extra requests" },
    ...fieldFlag,
    "max-time": { type: "string", value: "MS", help: "exit with 4 when the lookup takes longer" },
  },
  examples: ["netlens http example.com", "netlens http --fail-on error --max-time 500 https://example.com/"],
  async run(call) {
    const { flags, lists, io, positionals } = call;
    if (positionals.length === 0) throw new UsageError("http: name a URL, or - to read one a line");
    const { har } = flags;
    if (har !== undefined && (positionals.length > 1 || positionals[0] === "-"))
      throw new UsageError("http: --har takes one URL");
    const { lookupHttp } = await import("../../http/lookup.ts");
    const { readFields } = await import("../../http/extra-request-headers.ts");
    const { harOf } = await import("../../http/har/write.ts");
    const { keepAsPage } = await import("../report-page.ts");
    const { judge, readAssertions } = await import("../assertions.ts");
    const { formatOf } = await import("../formats/table.ts");
    const settings = lookupSettings(call);
    const assertions = readAssertions(flags);
    const { write, whole } = formatOf(call);
    if (flags["html"] !== undefined && (positionals.length > 1 || positionals[0] === "-"))
      throw new UsageError("--html: the file is for one URL");
    const options = {
      method: METHODS.find((method) => method === flags["method"]) ?? "GET",
      header: readFields(lists["header"] ?? [], false),
      network: NETWORKS.find((network) => network === flags["network"]),
      agent: typeof flags["agent"] === "string" ? flags["agent"] : undefined,
      follow: flags["no-follow"] !== true,
      version: VERSIONS.find((version) => version === flags["http-version"]),
      checks: flags["checks"] === true,
      variants: flags["variants"] === true,
    } as const;
    // A signal ends the process and with it the lookups.
    const { signal } = new AbortController();
    return answerAll(call, {
      answer: async (url) => {
        const report = await lookupHttp(url.trim(), options, settings, signal);
        if (typeof har === "string")
          await io.writeFile(har, `${JSON.stringify(harOf(report, options.method, io.clock()))}\n`);
        const judged = judge(report, assertions);
        await keepAsPage(judged, call);
        return judged;
      },
      render: (all) => write(all, call, undefined),
      working: "looking up",
      whole,
      json: ({ report }) => report,
      verdict: ({ code }) => code,
      items: { name: "url" },
      columns: COLUMNS,
      width: 8,
      fields: Object.keys((await import("../../http/schema.ts")).HttpReport.properties),
    });
  },
};
