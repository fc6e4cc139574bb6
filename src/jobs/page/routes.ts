import type { Elysia } from "elysia";
import { RECIPE_CHOICES } from "../../../data/recipe-servers.ts";
import { contentOf, JSON_FIELDS, respond } from "../../api/answer.ts";
import { endpoint, format, type Parameter, word } from "../../api/endpoint.ts";
import { NetlensError } from "../../api/errors.ts";
import { inputOf, membersOf } from "../../api/input.ts";
import { PAGE } from "../../api/limits.ts";
import { LOOKUP_COST, lookupQuery, urlParameter } from "../../http/routes.ts";
import type { LookupDeps } from "../../http/serve-lookup.ts";
import { POLICY_BY } from "./bounds.ts";
import type { BriefOf } from "./page-report.ts";

/** The most resources that a service looks up for one page. */
const MOST = PAGE.usualResources;

const most: Parameter<number, false> = {
  description: `Resources to look up at most; ${PAGE.usualResources} by default`,
  schema: { type: "integer", minimum: 0, maximum: MOST },
  required: false,
  example: 20,
  read([value]) {
    const count = /^\d{1,3}$/.test(value) ? Number(value) : Number.NaN;
    if (count <= MOST) return count;
    throw new NetlensError("invalid-param", `most is a number from 0 to ${MOST}, not "${value}".`);
  },
};

/** Parameters of a page's audit besides the URL. */
const { method: _, checks: _checks, variants: _variants, follow: _follow, ...ofLookup } = lookupQuery;
export const pageQuery = {
  ...ofLookup,
  most,
  by: word("What the sources of the proposed policy name", ...POLICY_BY),
  how: word(
    "Where the proposed policy is to be sent: a server, the application, or all; absent, every server",
    ...RECIPE_CHOICES,
  ),
} as const;

const schema = async () => (await import("./schema.ts")).PageReport;

const page = endpoint({
  operationId: "page",
  tags: ["http"],
  summary: "Fetch a page and all that it loads, and say what browsers block",
  description:
    "Each resource costs as much as a lookup. A page that cannot be fetched is a result with the status `error`.",
  query: { url: urlParameter, ...pageQuery, format },
  answer: { schema },
  errors: ["invalid-url", "loop-detected", "too-busy"],
  cost: LOOKUP_COST,
});

const HAR = {
  har: {
    log: {
      entries: [
        {
          request: { method: "GET", url: "https://example.com/", headers: [] },
          response: {
            status: 200,
            headers: [
              { name: "Content-Type", value: "text/html" },
              { name: "Content-Security-Policy", value: "img-src 'none'" },
            ],
            content: { mimeType: "text/html", text: "<!doctype html><img src=/logo.png>" },
          },
        },
        {
          _resourceType: "image",
          request: { method: "GET", url: "https://example.com/logo.png", headers: [] },
          response: { status: 200, headers: [{ name: "Content-Type", value: "image/png" }] },
        },
      ],
    },
  },
};

const pageLog = endpoint({
  operationId: "pageHar",
  tags: ["http"],
  summary: "Judge what a page loaded, from a HAR log of its load",
  description:
    "Sees what scripts inserted and fetched. The first HTML document of the log is the page; nothing is fetched.",
  query: { by: pageQuery.by, how: pageQuery.how },
  content: membersOf(
    async () => (await import("./schema.ts")).PageLog,
    () => HAR,
  ),
  answer: { schema },
  errors: ["invalid-param"],
  cost: LOOKUP_COST,
});

const loadHarAudit = () => import("./har-audit.ts");

const input = { page: inputOf(page), log: inputOf(pageLog) };

/** `GET /v1/page?url=…` audits a page, `POST /v1/page` a log of its load. */
export function pageRoutes(deps: LookupDeps & { readonly briefOf: BriefOf }) {
  const get = async ({ request }: { request: Request }) => {
    const { url, format: _, ...options } = input.page.query(request.url);
    const { servePage } = await import("./serve-page.ts");
    const { report, fields } = await servePage(request, url, options, deps, deps.briefOf);
    return respond(request, contentOf(JSON.stringify(report)), { ...JSON_FIELDS, ...fields });
  };
  const post = async ({ request }: { request: Request }) => {
    const { by = "origin", how } = input.log.query(request.url);
    const { har } = await input.log.content(request);
    const { pageOfHar } = await loadHarAudit();
    const { report } = await pageOfHar(har, by, deps.briefOf, how);
    return respond(request, contentOf(JSON.stringify(report)), JSON_FIELDS);
  };
  return (app: Elysia) =>
    app.get("/v1/page", get, { detail: page }).post("/v1/page", post, { detail: pageLog, parse: "none" });
}
