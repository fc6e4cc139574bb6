import { RECIPE_CHOICES, RECIPE_PLACES } from "../../../data/recipe-servers.ts";
import { openHostLimit, PER_HOST } from "../../http/queue.ts";
import { VISITORS } from "../../http/settings.ts";
import { parseArguments } from "../arguments.ts";
import {
  API_JSON,
  type Call,
  type Command,
  EXIT,
  type Flag,
  type Io,
  isText,
  REPORT_FORMATS,
  type Unused,
  UsageError,
} from "../command.ts";
import { assertionFlags } from "../input/assertion-flags.ts";
import type { Judged } from "../input/assertions.ts";
import { fileError } from "../input/file-error.ts";
import { flagsOf } from "../input/flag-table.ts";
import { networkFlags, networkUnused, readNetwork } from "../input/network-options.ts";
import { outputFlags, withEnding } from "../input/output-flags.ts";
import { type OutputFormat, openOutputs, outputFlag } from "../input/outputs.ts";
import { openProject, projectFlags } from "../input/project.ts";
import { withLists } from "../input/url-lists.ts";
import { answerAll } from "../stream/batch.ts";
import { inputFlags } from "../stream/input.ts";
import { fieldFlag } from "../stream/output.ts";
import { streamUnused } from "../stream/stream.ts";

const curlFlags: Readonly<Record<string, Flag>> = flagsOf("curl flags");

interface CurlOptions {
  readonly method: string | undefined;
  readonly data: string | undefined;
  /** Adds the data of -G to the query. */
  readonly urlOf: (url: string) => string;
}

/** Readers of data flags. */
const KINDS: readonly (readonly [flag: string, read: (given: string, io: Call["io"]) => Promise<string>])[] =
  [
    ["data", async (given, io) => (await fileOr(given, "data", io)).replace(/[\r\n\0]/g, "")],
    ["data-raw", async (given) => given],
    ["data-binary", (given, io) => fileOr(given, "data-binary", io)],
    ["data-urlencode", encoded],
  ];

/** @throws UsageError naming the invalid flag */
async function readCurlFlags({ flags, lists, io }: Call): Promise<CurlOptions> {
  const pieces = KINDS.flatMap(([flag, read]) => (lists[flag] ?? []).map((given) => read(given, io)));
  const text = pieces.length > 0 ? (await Promise.all(pieces)).join("&") : undefined;
  const { method, get } = flags;
  const data = get === true ? undefined : text;
  if (data !== undefined && method === "HEAD")
    throw new UsageError("--method HEAD sends no data; use --get to put it into the URL");
  if (typeof method === "string" && !/^[!#$%&'*+.^_`|~\w-]{1,64}$/.test(method))
    throw new UsageError(`--method: "${method}" is not a valid method`);
  if (method === "CONNECT") throw new UsageError("--method: CONNECT is for proxies");
  return {
    method: typeof method === "string" ? method : undefined,
    data,
    urlOf: (url) => (get === true && text !== undefined ? withQuery(url, text) : url),
  };
}

async function fileOr(given: string, flag: string, io: Call["io"]): Promise<string> {
  return given.startsWith("@") ? await textOfFile(io, flag, given.slice(1)) : given;
}

/** Encodes `DATA`, `=DATA`, `NAME=DATA`, `@FILE` or `NAME@FILE`, but not the name. */
async function encoded(given: string, io: Call["io"]): Promise<string> {
  const [, name = "", mark = "", rest = given] = /^([^=@]*)([=@])(.*)$/s.exec(given) ?? [];
  const text = mark === "@" ? await textOfFile(io, "data-urlencode", rest) : rest;
  return `${name === "" ? "" : `${name}=`}${percentEncoded(text)}`;
}

/** Encodes all but unreserved characters (RFC 3986 section 2.3). */
function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function withQuery(url: string, query: string): string {
  const [, before = url, hash = ""] = /^([^#]*)(#.*)?$/s.exec(url) ?? [];
  return `${before}${before.includes("?") ? "&" : "?"}${query}${hash}`;
}

/** @throws UsageError */
async function textOfFile(io: Call["io"], flag: string, path: string): Promise<string> {
  try {
    return await io.readFile(path);
  } catch (error) {
    throw fileError(`--${flag}`, path, error);
  }
}

const { "certificate-days": certificateDays, ...lineAssertions } = assertionFlags;

/** Assertions and output formats of http, headers and har. */
export const reportFlags: Readonly<Record<string, Flag>> = {
  json: API_JSON,
  ...lineAssertions,
  ...flagsOf("report flags", { format: REPORT_FORMATS }),
  output: outputFlag(),
  how: {
    type: "string",
    value: "PLACE",
    words: RECIPE_CHOICES,
    help: `print only the configuration that fixes the findings: ${RECIPE_PLACES.join(", ")}; app for all applications, all for everything; with json, github and junit, add the configuration to each finding`,
  },
  ...projectFlags,
};

const FORMATS = [...REPORT_FORMATS, "har"] as const;
/** Formats of one report. */
const ONE: ReadonlySet<unknown> = new Set(["html", "har"]);

const OWN_RECIPES: readonly unknown[] = ["sarif", "csv", "html", "har"];

export const reportUnused: readonly Unused[] = [
  {
    flags: ["verbose", "full"],
    when: (call) => !isText(call) || call.flags["how"] !== undefined,
    where: "with --how, or in another format than text",
  },
  {
    flags: ["step"],
    when: (call) => !isText(call) || call.flags["how"] === undefined,
    where: "without --how, or in another format than text",
  },
  {
    flags: ["how"],
    when: ({ flags }) => OWN_RECIPES.includes(flags["format"]),
    where: "in this format",
  },
];

const isList = ({ positionals }: Pick<Call, "positionals">) =>
  positionals.some((given) => given === "-" || given.startsWith("@"));

const COLUMNS = ["url", "status", "statusMessage", "stop", "timeTotal", "httpVersion", "intent"];

/** Simultaneous lookups of standard input. */
const WIDTH = 8;

/** Flags that `http --help` shows without `all`. */
const USUAL = `json format output field write-out how verbose fail-on require method data header agent as no-follow
  variants resolve proxy dns http-version insecure timeout`;

export const http: Command = {
  name: "http",
  usage: "URL…|@FILE|-",
  summary: "Fetch a URL, follow its redirects, and explain every response",
  usual: USUAL.split(/\s+/),
  flags: {
    ...reportFlags,
    ...(certificateDays && { "certificate-days": certificateDays }),
    ...curlFlags,
    ...networkFlags,
    ...inputFlags,
    ...flagsOf("http", { format: [...FORMATS, "tsv"], as: VISITORS }),
    output: outputFlag(FORMATS),
    field: fieldFlag,
    parallel: {
      type: "string",
      value: "N",
      help: `simultaneous lookups of standard input and of @FILE, ${PER_HOST} of them per host at most [${WIDTH}]`,
    },
    ...outputFlags,
  },
  notes: [
    "@FILE is a list of URLs, one per line. A list, or standard input with --format, gives one report, the worst response first.",
  ],
  examples: [
    "netlens http example.com",
    "netlens http --output html=reports/ @urls.txt",
    "netlens http --fail-on error --fail-over 500 https://example.com/",
  ],
  unused: [
    ...reportUnused,
    networkUnused,
    ...streamUnused,
    {
      flags: ["verbose", "full"],
      when: ({ flags, lists, positionals }) =>
        lists["field"] !== undefined || (flags["format"] === undefined && positionals[0] === "-"),
      where: "for lines of JSON or fields",
    },
    { flags: ["how"], when: ({ lists }) => lists["field"] !== undefined, where: "with --field" },
    { flags: ["parallel"], when: (call) => !isList(call), where: "without standard input (-) or @FILE" },
    {
      flags: ["get"],
      when: ({ lists }) => !Object.keys(lists).some((name) => name.startsWith("data")),
      where: "without --data",
    },
  ],
  rewrite: withCurlLine,
  async run(original) {
    const listed = withLists(original);
    const { call: given, end } = withEnding(listed);
    const outputs = await openOutputs(given, FORMATS);
    const { call } = outputs;
    const { flags, lists, positionals } = call;
    if (positionals.length === 0) throw new UsageError("http: name a URL, or - to read one per line");
    const { how } = flags;
    const isStream = positionals[0] === "-" && listed === original;
    const format = flags["format"] ?? (isStream && !how && !lists["field"] ? "json" : "text");
    const isRecipe = how !== undefined && format === "text";
    const single = isRecipe
      ? "--how"
      : outputs.formats.concat(format as OutputFormat).find((each) => ONE.has(each));
    if (single !== undefined && (positionals.length > 1 || positionals[0] === "-"))
      throw new UsageError(`${isRecipe ? "--how" : `the format ${single}`} takes one URL: it is one file`);
    const { lookupHttp } = await import("../../http/lookup.ts");
    const { briefOf } = await import("../../view/brief.ts");
    const { judge, readAssertions } = await import("../input/assertions.ts");
    const { formatOf, overviewText, recipesNeeded } = await import("../formats/table.ts");
    const curl = await readCurlFlags(call);
    const { settings, options: network, silenced } = await readNetwork(call);
    if (curl.data !== undefined && network.version === "3")
      throw new UsageError("--data is not supported over HTTP/3");
    const assertions = await readAssertions(call, await openProject(call), { silenced });
    const width = widthOf(flags["parallel"]);
    const limited = openHostLimit(PER_HOST);
    const { write, whole } = await formatOf(call);
    let looked = 0;
    const options = {
      ...network,
      method: curl.method,
      as: VISITORS.find((visitor) => visitor === flags["as"]),
      follow: flags["no-follow"] !== true,
      data: curl.data,
      cold: flags["cold"] === true,
      checks: flags["checks"] === true,
      ...(flags["third-party"] === true && { thirdParty: true }),
      variants: flags["variants"] === true,
      domain: flags["domain"] === true || assertions.limits.domainDays !== undefined,
      how: recipesNeeded(call),
    } as const;
    // Never aborts: a signal ends the process.
    const { signal } = new AbortController();
    const code = await answerAll(call, {
      answer: async (url) => {
        const look = () => lookupHttp(curl.urlOf(url.trim()), options, settings, signal);
        const report = await limited(hostOfText(url), look);
        const judged = judge(report, assertions);
        looked++;
        await outputs.add(judged);
        end.add(report);
        return judged;
      },
      render: (all) => write(all, call, undefined),
      isReport: !lists["field"] && (how !== undefined || !["json", "brief", "tsv"].includes(`${format}`)),
      ...(how === undefined &&
        format === "text" && { closing: (all: readonly Judged[]) => overviewText(all, call.io) }),
      working: "looking up",
      whole,
      json: ({ report }) => (format === "brief" ? briefOf(report) : report),
      verdict: ({ code }) => code,
      items: { name: "url" },
      columns: COLUMNS,
      width,
      fields: async () => Object.keys((await import("../../http/schema.ts")).HttpReport.properties),
    });
    if (looked === 0 && listed !== original && code === EXIT.done)
      throw new UsageError(`http: ${original.positionals.join(", ")}: no URL`);
    await outputs.end();
    return Math.max(code, await end.write());
  },
};

/** Converts a curl command after our own flags: `netlens http --json curl 'https://example.com/' -H 'A: b'`. */
async function withCurlLine(args: readonly string[], io: Io): Promise<readonly string[]> {
  const at = args.findIndex((word) => /^\s*curl(?:\.exe)?(?:\s|$)/i.test(word));
  if (at < 0 || !isComplete(args.slice(0, at))) return args;
  const { httpWords } = await import("../input/curl-line.ts");
  return [...args.slice(0, at), ...(await httpWords(args.slice(at), io))];
}

/** True if each flag has its value, so that the next word does not belong to a flag. */
function isComplete(args: readonly string[]): boolean {
  try {
    return parseArguments(http, args).positionals.length === 0;
  } catch {
    return false;
  }
}

/** @throws UsageError */
function widthOf(given: string | boolean | undefined): number {
  if (typeof given !== "string") return WIDTH;
  if (!/^[1-9]\d{0,2}$/.test(given)) throw new UsageError(`--parallel: expected 1 to 999, not "${given}"`);
  return Number(given);
}

function hostOfText(text: string): string {
  const trimmed = text.trim();
  return URL.parse(/^https?:/i.test(trimmed) ? trimmed : `http://${trimmed}`)?.host ?? "";
}
