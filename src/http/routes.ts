import type { Static, TSchema } from "@sinclair/typebox";
import { Elysia, t } from "elysia";
import { RECIPE_CHOICES, type RecipeChoice } from "../../data/recipe-servers.ts";
import { contentOf, type Fields, JSON_FIELDS, respond } from "../api/answer.ts";
import { runYielding, type Task } from "../api/cooperative.ts";
import { spend } from "../api/cost.ts";
import { api } from "../api/plugin.ts";
import { flag, format, forPeople, query, refused, urlText, valuesOf, word } from "../api/query.ts";
import { isRecord } from "../syntax/json-field.ts";
import type { LookupOptions } from "./lookup.ts";
import type { HttpBrief, HttpReport } from "./schema.ts";
import type { LookupDeps } from "./serve.ts";
import { type HttpSettings, METHODS, NETWORKS, VARIANT_CHAINS, VERSIONS, VISITORS } from "./settings.ts";
import { MOST_FIELDS, readFields } from "./wire/request-headers.ts";

export type HttpDeps = LookupDeps;

/** Cost of a lookup and of explaining header lines, in units of one table lookup. */
export const LOOKUP_COST = 10;
const VARIANTS_COST = VARIANT_CHAINS * LOOKUP_COST;
export const DECODE_COST = 5;

/** Cost of a lookup by its options. Requests of well-known paths cost as much as variants, a registration as a lookup. */
export function costOf(
  { variants, checks, domain }: Pick<LookupOptions, "variants" | "checks" | "domain">,
  { wellKnownPaths }: Pick<HttpSettings, "wellKnownPaths">,
): number {
  const chains = variants || (checks && wellKnownPaths === "on") ? VARIANTS_COST : LOOKUP_COST;
  return chains + (domain ? LOOKUP_COST : 0);
}

const LONGEST_AGENT = 1024;

/** Parameters of a lookup besides the URL. */
const lookupParameters = {
  method: word("method", "Request method", ...METHODS),
  agent: t.Optional(
    t.String({
      description: "User-Agent to send: printable ASCII characters",
      examples: ["ExampleBot/1.0"],
      documented: { type: "string", minLength: 1, maxLength: LONGEST_AGENT, pattern: "^[\\x20-\\x7e]+$" },
      // Other characters than printable ASCII are ambiguous in a field value.
      maxLength: LONGEST_AGENT,
      pattern: "^[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?$",
      ...refused(
        "invalid-param",
        "agent",
        () => `agent is 1 to ${LONGEST_AGENT} printable ASCII characters.`,
      ),
    }),
  ),
  // Repeatable; `optionsOf` reads all values.
  header: t.Optional(
    t.String({
      description:
        "Header to send, `Name: value`; repeatable. Allowed are Accept and the other headers of content negotiation, Access-Control-Request-*, Cache-Control, If-*, Origin, Prefer, Range, Referer, Save-Data, Sec-GPC",
      examples: [["Accept-Language: de"]],
      documented: { type: "array", items: { type: "string" }, maxItems: MOST_FIELDS },
    }),
  ),
  network: word("network", "IP version to use", ...NETWORKS),
  as: word(
    "as",
    "Client to imitate: client sends no cookies; browser sends cookies set by earlier steps, upgrades to https by HSTS, and follows Refresh",
    ...VISITORS,
  ),
  follow: flag("follow", "Whether redirects are followed"),
  version: word("version", "HTTP version to use", ...VERSIONS),
  cold: flag("cold", "Whether each step opens its own connection; otherwise steps of one origin share one"),
  thirdParty: flag("thirdParty", "Whether to judge each response as loaded by a page of another site"),
  variants: flag("variants", "Whether to check http and https, with and without www, as well"),
  checks: flag(
    "checks",
    "Whether to make extra requests that test revalidation, ranges and compression, and well-known paths where the service allows it",
  ),
  domain: flag("domain", "Whether to add domain, the registration of the name at its registry (RDAP)"),
};
export const lookupQuery = query(lookupParameters);

const how = forPeople(
  word(
    "how",
    "Server or application that fixes are written for, or all; absent, no finding has a `how`",
    ...RECIPE_CHOICES,
  ),
);

export const urlParameter = urlText("url", "URL to look up; without a scheme http:// is assumed");

const targetQuery = query({ how, url: urlParameter, ...lookupParameters });

/** `har` is the older name of /v1/http/har. */
const formats = {
  ...forPeople(word("format", format.description ?? "", "json", "html", "har")),
  documented: format["documented"],
};
/** `findings` is the older name of /v1/http/findings. */
const view = forPeople(word("view", "full, or findings for the brief report", "full", "findings"));
const ownQuery = query({ ...targetQuery.properties, view, format: formats });
const decodeQuery = query({ view, how });

// Loaded lazily: schemas load every verdict, which would delay the first answer.
const REPORT = async () => (await import("./schema.ts")).HttpReport;
const BRIEF = async () => (await import("./schema.ts")).HttpBrief;
const DECODE_REQUEST = async () => (await import("./schema.ts")).DecodeRequest;

const EXAMPLE = { headers: ["HTTP/1.1 301 Moved Permanently", "Location: https://example.com/", "Age: 60"] };

const lookupErrors = ["invalid-url", "loop-detected", "too-busy"] as const;

/** Older path. */
const alias = { hide: true } as const;

const lookup = {
  operationId: "http",
  summary: "Fetch a URL, follow its redirects, explain every response",
  description:
    "A target that cannot be fetched is a result with the status `error`, not an error of this service.",
  answer: { schema: REPORT },
  errors: lookupErrors,
};

const decode = {
  operationId: "decode",
  summary: "Explain given header lines without fetching anything",
  description: "Omit unknown parts of the message; rules that need them are skipped.",
  content: { schema: DECODE_REQUEST, example: () => EXAMPLE },
  answer: {
    schema: REPORT,
    example: async () => (await loadDecode()).decodeHeaders(EXAMPLE, Date.parse("2026-01-01T00:00:00Z")),
  },
  errors: ["invalid-headers", "invalid-param"],
};

/** Report formats of modules that depend on this one: brief and HAR. */
export interface ReportForms {
  readonly briefOf: (report: HttpReport) => Promise<HttpBrief>;
  readonly harOf: (report: HttpReport, method: string) => Promise<object>;
  readonly harSchema: () => Promise<TSchema>;
  /** Explains each entry of a HAR log. */
  readonly explainHar: (har: unknown, how: RecipeChoice | undefined) => Promise<Task<HttpReport>>;
}

/** Lookup options of a query. @throws NetlensError for an invalid header */
export function optionsOf<Q extends object>(
  given: Q,
  params: URLSearchParams,
): Omit<Q, "header"> & { header?: ReturnType<typeof readFields> } {
  const header = params.getAll("header");
  return { ...given, ...(header.length > 0 && { header: readFields(header, true) }) };
}

/** `GET /v1/http?url=…` looks up a URL; `POST /v1/http` explains header lines. `/v2/http` is the same. */
export function httpRoutes(deps: HttpDeps, { briefOf, harOf, harSchema, explainHar }: ReportForms) {
  const look = async (
    request: Request,
    query: Static<typeof targetQuery>,
    form: "report" | "log" | "brief",
  ) => {
    const { url, ...options } = optionsOf(valuesOf(targetQuery, query), new URL(request.url).searchParams);
    spend(request, costOf(options, deps.settings));
    const { serveLookup, servedFields } = await loadLookup();
    let fields: Fields = {};
    const report = await serveLookup(request, url, options, deps, (served) => {
      fields = servedFields(served);
    });
    if (form === "report") return answer(request, report, fields);
    if (form === "brief") return answer(request, await briefOf(report), fields);
    return answer(request, await harOf(report, options.method ?? "GET"), fields);
  };
  const get = async ({ query, request }: { query: Static<typeof ownQuery>; request: Request }) => {
    const { format, view } = valuesOf(ownQuery, query);
    return look(request, query, format === "har" ? "log" : view === "findings" ? "brief" : "report");
  };
  const decoded = async (content: unknown, how: RecipeChoice | undefined) => {
    const work =
      isRecord(content) && content["har"] !== undefined
        ? await explainHar(content["har"], how)
        : (await loadDecode()).decoding(content, Date.now(), { how });
    return runYielding(work);
  };
  const post = async ({
    body,
    query,
    request,
  }: {
    body: unknown;
    query: Static<typeof decodeQuery>;
    request: Request;
  }) => {
    const { view, how } = valuesOf(decodeQuery, query);
    const report = await decoded(body, how);
    return answer(request, view === "findings" ? await briefOf(report) : report);
  };
  return new Elysia({ name: "http", normalize: false, tags: ["http"] })
    .use(api)
    .get("/v1/http", get, { cost: LOOKUP_COST, query: ownQuery, detail: lookup })
    .get("/v1/http/har", ({ query, request }) => look(request, query, "log"), {
      cost: LOOKUP_COST,
      query: targetQuery,
      detail: {
        operationId: "httpHar",
        summary: "The same lookup as a HAR 1.2 log",
        description: "One entry for each response, with its findings below `_netlens`.",
        answer: { schema: harSchema },
        errors: lookupErrors,
      },
    })
    .get("/v1/http/findings", ({ query, request }) => look(request, query, "brief"), {
      cost: LOOKUP_COST,
      query: targetQuery,
      detail: {
        operationId: "httpFindings",
        summary: "The same lookup in brief",
        description:
          "For each step its URL, status, time and findings, and how recipients treat it, in a line each; `view=findings` of the lookup gives the same.",
        answer: { schema: BRIEF },
        errors: lookupErrors,
      },
    })
    .post(
      "/v1/http/findings",
      async ({ body, query, request }) => {
        const { how } = valuesOf(decodeQuery, query);
        return answer(request, await briefOf(await decoded(body, how)));
      },
      {
        cost: DECODE_COST,
        parse: "content",
        query: decodeQuery,
        detail: {
          ...decode,
          operationId: "decodeFindings",
          summary: "Explain given header lines in brief",
          // Browsers differ in this example.
          content: {
            schema: DECODE_REQUEST,
            example: async () => {
              const [row] = (await import("../../data/browsers/differences.ts")).browserDifferences;
              return { headers: row?.lines, loads: row?.loads, status: 200, url: "https://shop.example/" };
            },
          },
          answer: { schema: BRIEF },
        },
      },
    )
    .get("/v2/http", get, { cost: LOOKUP_COST, query: ownQuery, detail: { ...lookup, ...alias } })
    .post("/v1/http", post, { cost: DECODE_COST, parse: "content", query: decodeQuery, detail: decode })
    .post("/v2/http", post, {
      cost: DECODE_COST,
      parse: "content",
      query: decodeQuery,
      detail: { ...decode, ...alias },
    });
}

/** Loaded lazily, so that a new process answers sooner. */
export const loadLookup = () => import("./serve.ts");
export const loadDecode = () => import("./decode.ts");

/** JSON response. The compiler and tests check it against the schema; it is not validated per response. */
function answer(request: Request, report: object, fields: Fields = {}): Response {
  return respond(request, contentOf(JSON.stringify(report)), { ...JSON_FIELDS, ...fields });
}
