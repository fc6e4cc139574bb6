import type { Elysia } from "elysia";
import { RECIPE_CHOICES } from "../../data/recipe-servers.ts";
import { contentOf, type Fields, JSON_FIELDS, respond } from "../api/answer.ts";
import { runYielding } from "../api/cooperative.ts";
import { spend, spendAllLookups } from "../api/cost.ts";
import { endpoint, flag, format, type QueryValues, text, word } from "../api/endpoint.ts";
import { NetlensError } from "../api/errors.ts";
import { inputOf, membersOf } from "../api/input.ts";
import { isRecord } from "./body-parts.ts";
import type { HttpBrief } from "./brief-schema.ts";
import { MOST_FIELDS, readFields } from "./extra-request-headers.ts";
import type { LookupOptions } from "./lookup.ts";
import { METHODS, NETWORKS, VARIANT_CHAINS, VERSIONS, VISITORS } from "./lookup-enums.ts";
import { openQueue } from "./queue.ts";
import type { HttpReport } from "./schema.ts";
import type { LookupDeps } from "./serve-lookup.ts";
import type { HttpSettings } from "./settings.ts";

/** The queue bounds the lookups of the process; one of its own by the settings when not given. */
export type HttpDeps = LookupDeps;

/** The costs of a lookup and of explaining given lines, beside looking something up in a table. */
export const LOOKUP_COST = 10;
const VARIANTS_COST = VARIANT_CHAINS * LOOKUP_COST;
export const DECODE_COST = 5;

/** The paths that checks may ask for count as much as the variants do. */
export function costOf(
  { variants, checks }: Pick<LookupOptions, "variants" | "checks">,
  { wellKnownPaths }: Pick<HttpSettings, "wellKnownPaths">,
): number {
  return variants || (checks && wellKnownPaths === "on") ? VARIANTS_COST : LOOKUP_COST;
}

const LONGEST_AGENT = 1024;

/** Parameters of a lookup besides the URL. */
export const lookupQuery = {
  method: word("Request method", ...METHODS),
  agent: {
    ...text("User-Agent to send: printable ASCII characters", "ExampleBot/1.0"),
    // Anything else cannot be sent in a field value with one meaning.
    schema: { type: "string", minLength: 1, maxLength: LONGEST_AGENT, pattern: "^[\\x20-\\x7e]+$" },
    read: ([value]: readonly [string, ...string[]]) => {
      if (value.length <= LONGEST_AGENT && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value))
        return value;
      throw new NetlensError("invalid-param", `agent is 1 to ${LONGEST_AGENT} printable ASCII characters.`);
    },
  },
  header: {
    description:
      "A field to send, `Name: value`; repeatable. Allowed are Accept and the other fields of content negotiation, Access-Control-Request-*, Cache-Control, If-*, Origin, Prefer, Range, Referer, Save-Data, Sec-GPC",
    schema: { type: "array", items: { type: "string" }, maxItems: MOST_FIELDS },
    required: false,
    example: ["Accept-Language: de"],
    read: (given: readonly string[]) => readFields(given, true),
  },
  network: word("IP version to use", ...NETWORKS),
  as: word(
    "Client to imitate: client sends no cookies; browser sends cookies set by earlier steps, upgrades to https by HSTS, and follows Refresh",
    ...VISITORS,
  ),
  follow: flag("Whether redirects are followed"),
  version: word("HTTP version to use", ...VERSIONS),
  cold: flag("Whether each step makes a connection of its own; otherwise steps of one origin share one"),
  thirdParty: flag("Whether each response is judged as one to a request of another site's page"),
  variants: flag("Whether to check http and https, with and without www, as well"),
  checks: flag(
    "Whether to make extra requests that test revalidation, ranges and compression, and well-known paths where the service allows it",
  ),
} as const;

const how = {
  ...word(
    "Where findings are to be mended: a server, the application, or all; absent, none has a `how`",
    ...RECIPE_CHOICES,
  ),
  forPeople: true,
} as const;

export const urlParameter = {
  ...text("URL to look up; without a scheme http:// is assumed", "https://example.com/"),
  required: true,
  missing: () =>
    new NetlensError("invalid-url", "The parameter url is missing; use ?url=https://example.com/."),
} as const;

const targetQuery = { how, url: urlParameter, ...lookupQuery } as const;

/** `har` is the older name of an operation of its own. */
const formats = word(format.description, "json", "html", "har");
/** `findings` is another name of an operation of its own. */
const view = {
  ...word("full, or findings for the brief report", "full", "findings"),
  forPeople: true,
} as const;
const query = { ...targetQuery, view, format: { ...format, read: formats.read } } as const;

// Every verdict comes with its schema: too much to load before the first answer.
const HTTP_REPORT = async () => (await import("./schema.ts")).HttpReport;

const lookup = endpoint({
  operationId: "http",
  tags: ["http"],
  summary: "Fetch a URL, follow its redirects, explain every response",
  description:
    "A target that cannot be fetched is a result with the status `error`, not an error of this service.",
  query,
  answer: { schema: HTTP_REPORT },
  errors: ["invalid-url", "loop-detected", "too-busy"],
  cost: LOOKUP_COST,
});

const lookupLog = endpoint({
  operationId: "httpHar",
  tags: ["http"],
  summary: "The same lookup as a HAR 1.2 log",
  description: "One entry for each response, with its findings below `_netlens`.",
  query: targetQuery,
  answer: { schema: async () => (await import("../jobs/har/schema.ts")).Har },
  errors: ["invalid-url", "loop-detected", "too-busy"],
  cost: LOOKUP_COST,
});

const BRIEF = async () => (await import("./brief-schema.ts")).HttpBrief;

const lookupBrief = endpoint({
  operationId: "httpFindings",
  tags: ["http"],
  summary: "The same lookup in brief",
  description:
    "For each step its URL, status, time and findings, and how recipients treat it, in a line each; `view=findings` of the lookup gives the same.",
  query: targetQuery,
  answer: { schema: BRIEF },
  errors: ["invalid-url", "loop-detected", "too-busy"],
  cost: LOOKUP_COST,
});

const EXAMPLE = { headers: ["HTTP/1.1 301 Moved Permanently", "Location: https://example.com/", "Age: 60"] };

const decode = endpoint({
  operationId: "decode",
  tags: ["http"],
  summary: "Explain given header lines without fetching anything",
  description: "Omit what is not known of the message; rules that need it are then skipped.",
  query: { view, how },
  content: membersOf(
    async () => (await import("./decode-schema.ts")).DecodeRequest,
    () => EXAMPLE,
  ),
  answer: {
    schema: HTTP_REPORT,
    example: async () => (await loadDecode()).decodeHeaders(EXAMPLE, Date.parse("2026-01-01T00:00:00Z")),
  },
  errors: ["invalid-headers", "invalid-param"],
  cost: DECODE_COST,
});

const decodeBrief = endpoint({
  ...decode,
  operationId: "decodeFindings",
  summary: "Explain given header lines in brief",
  // One that browsers take differently.
  content: membersOf(
    async () => (await import("./decode-schema.ts")).DecodeRequest,
    async () => {
      const [row] = (await import("../../data/browsers/differences.ts")).browserDifferences;
      return { headers: row?.lines, loads: row?.loads, status: 200, url: "https://shop.example/" };
    },
  ),
  answer: { schema: BRIEF },
});

const compare = endpoint({
  operationId: "compare",
  tags: ["http"],
  summary: "Compare two responses: fields, findings, verdicts, timing",
  description:
    "Each side is a URL, which is looked up, the known parts of a response, or an earlier report. Values that differ in every response are marked as volatile.",
  content: membersOf(
    async () => (await import("../jobs/compare/schema.ts")).CompareRequest,
    () => ({ a: { headers: ["Age: 60"] }, b: { headers: ["Age: 60", "Vary: Accept"] } }),
  ),
  answer: { schema: async () => (await import("../jobs/compare/schema.ts")).Comparison },
  errors: ["invalid-url", "invalid-headers", "invalid-param", "loop-detected", "too-busy"],
  cost: 2 * LOOKUP_COST,
});

/** Makes a report brief: how that is worded is not this room's. */
export type BriefOf = (report: HttpReport) => Promise<HttpBrief>;

const input = {
  lookup: inputOf(lookup),
  brief: inputOf(lookupBrief),
  log: inputOf(lookupLog),
  decode: inputOf(decode),
  compare: inputOf(compare),
};

/** The same under its older name. */
const alias = { hide: true } as const;

/** `GET /v1/http?url=…` fetches and follows; `POST /v1/http` explains given header lines. `/v2/http` is the same. */
export function httpRoutes({
  settings,
  queue = openQueue(settings.maxLookups, settings.maxQueue),
  client = () => "",
  cache,
  looked,
  briefOf,
}: HttpDeps & { readonly briefOf: BriefOf }) {
  const deps = { settings, queue, client, cache, looked };
  const look = async (
    request: Request,
    { url, ...options }: QueryValues<typeof targetQuery>,
    form: "report" | "log" | "brief",
  ) => {
    spend(request, costOf(options, settings));
    const { serveLookup, servedFields } = await loadLookup();
    let fields: Fields = {};
    const report = await serveLookup(request, url, options, deps, (served) => {
      fields = servedFields(served);
    });
    if (form === "report") return answer(request, report, fields);
    if (form === "brief") return answer(request, await briefOf(report), fields);
    const { harOf } = await import("../jobs/har/write.ts");
    return answer(request, harOf(report, options.method ?? "GET", Date.now()), fields);
  };
  const get = async ({ request }: { request: Request }) => {
    const { format, view, ...target } = input.lookup.query(request.url);
    return look(request, target, format === "har" ? "log" : view === "findings" ? "brief" : "report");
  };
  const getLog = async ({ request }: { request: Request }) =>
    look(request, input.log.query(request.url), "log");
  const getBrief = async ({ request }: { request: Request }) =>
    look(request, input.brief.query(request.url), "brief");
  const decoded = async (request: Request) => {
    const { view, how } = input.decode.query(request.url);
    const content = await input.decode.content(request);
    const work =
      isRecord(content) && content["har"] !== undefined
        ? (await import("../jobs/har/read.ts")).explainingHar(content["har"], Date.now(), how)
        : (await loadDecode()).decoding(content, Date.now(), { how });
    return { view, report: await runYielding(work) };
  };
  const post = async ({ request }: { request: Request }) => {
    const { view, report } = await decoded(request);
    return answer(request, view === "findings" ? await briefOf(report) : report);
  };
  const postBrief = async ({ request }: { request: Request }) =>
    answer(request, await briefOf((await decoded(request)).report));
  const postCompare = async ({ request }: { request: Request }) => {
    const content = await input.compare.content(request);
    const [{ serveLookup }, { compareSides }] = await Promise.all([loadLookup(), loadCompare()]);
    const { a, b }: { readonly a?: unknown; readonly b?: unknown } = { ...content };
    const urls = [a, b].filter((side) => typeof side === "string");
    if (urls.length > 0) await spendAllLookups(request, urls.length);
    const look = (url: string) => serveLookup(request, url, {}, deps);
    return answer(request, await compareSides(content, look));
  };
  return (app: Elysia) =>
    app
      .post("/v1/http/compare", postCompare, { detail: compare, parse: "none" })
      .get("/v1/http", get, { detail: lookup })
      .get("/v1/http/har", getLog, { detail: lookupLog })
      .get("/v1/http/findings", getBrief, { detail: lookupBrief })
      .post("/v1/http/findings", postBrief, { detail: decodeBrief, parse: "none" })
      .get("/v2/http", get, { detail: { ...lookup, ...alias } })
      .post("/v1/http", post, { detail: decode, parse: "none" })
      .post("/v2/http", post, { detail: { ...decode, ...alias }, parse: "none" });
}

/** The header engine and its catalogue take a while to load, so a process that has just started answers first. */
export const loadLookup = () => import("./serve-lookup.ts");
const loadCompare = () => import("../jobs/compare/sides.ts");
export const loadDecode = () => import("./decode.ts");

/** That reports fit their schema is checked in tests and by the compiler, not for each request. */
function answer(request: Request, report: object, fields: Fields = {}): Response {
  return respond(request, contentOf(JSON.stringify(report)), { ...JSON_FIELDS, ...fields });
}
