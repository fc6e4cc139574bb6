import { Elysia, t } from "elysia";
import examples from "../../../data/api-examples.json" with { type: "json" };
import { RECIPE_CHOICES } from "../../../data/recipe-servers.ts";
import { contentOf, JSON_FIELDS, respond } from "../../api/answer.ts";
import { NetlensError } from "../../api/errors.ts";
import { PAGE } from "../../api/limits.ts";
import { api } from "../../api/plugin.ts";
import { flag, format, membersOf, query, refused, type Values, valuesOf, word } from "../../api/query.ts";
import { LOOKUP_COST, lookupQuery, optionsOf, urlParameter } from "../../http/routes.ts";
import type { LookupDeps } from "../../http/serve.ts";
import type { HttpSettings } from "../../http/settings.ts";
import { POLICY_BY } from "./bounds.ts";
import type { BriefOf } from "./page-report.ts";
import type { PageLog } from "./schema.ts";

const MOST = PAGE.usualResources;

const {
  method: _,
  checks: _checks,
  variants: _variants,
  domain: _domain,
  follow: _follow,
  ...ofLookup
} = lookupQuery.properties;
const parameters = {
  ...ofLookup,
  browser: {
    ...flag("browser", "Whether to load the page in Chromium too; needs a service with --browser"),
    examples: ["false"],
  },
  most: t.Optional(
    t.String({
      description: `Resources to look up at most; ${PAGE.usualResources} by default`,
      examples: [20],
      documented: { type: "integer", minimum: 0, maximum: MOST },
      pattern: "^(?:\\d{1,2}|100)$",
      ...refused("invalid-param", "most", (value) => `most is a number from 0 to ${MOST}, not "${value}".`),
    }),
  ),
  by: word("by", "Sources of the suggested policy", ...POLICY_BY),
  how: word(
    "how",
    "Recipe for the suggested policy: a server, the application, or all. Default: every server",
    ...RECIPE_CHOICES,
  ),
};
export const pageQuery = query(parameters);
const getQuery = query({ url: urlParameter, ...parameters, format });
const postQuery = query({ by: parameters.by, how: parameters.how });

/** @throws NetlensError for an invalid parameter, or if the service has no browser */
export function pageOptions(
  { most, browser: wants, ...given }: Values<typeof parameters>,
  params: URLSearchParams,
  { browser }: Pick<HttpSettings, "browser">,
) {
  if (wants && browser === "off")
    throw new NetlensError(
      "invalid-param",
      "browser: this service has no browser (netlens serve --browser).",
    );
  return {
    ...optionsOf(given, params),
    ...(wants && { browser: { browser } }),
    ...(most !== undefined && { most: Number(most) }),
  };
}

const schema = async () => (await import("./schema.ts")).PageReport;

const loadHarAudit = () => import("./har-audit.ts");

/** `GET /v1/page?url=…` audits a page, `POST /v1/page` a HAR log of its load. */
export const pageRoutes = (deps: LookupDeps, briefOf: BriefOf) =>
  new Elysia({ name: "page", normalize: false, prefix: "/v1/page", tags: ["http"] })
    .use(api)
    .get(
      "",
      async ({ query, request }) => {
        const { url, format: _, ...given } = valuesOf(getQuery, query);
        const options = pageOptions(given, new URL(request.url).searchParams, deps.settings);
        const { servePage } = await import("./serve-page.ts");
        const { report, fields } = await servePage(request, url, options, deps, briefOf);
        return respond(request, contentOf(JSON.stringify(report)), { ...JSON_FIELDS, ...fields });
      },
      {
        cost: LOOKUP_COST,
        query: getQuery,
        detail: {
          operationId: "page",
          summary: "Fetch a page and all its resources, and report what browsers block",
          description:
            "Each resource costs one lookup. A page that cannot be fetched is a result with the status `error`.",
          answer: { schema },
          errors: ["invalid-url", "loop-detected", "too-busy", "no-browser"],
        },
      },
    )
    .post(
      "",
      async ({ body, query, request }) => {
        const { by = "origin", how } = valuesOf(postQuery, query);
        const { har } = membersOf<typeof PageLog>(body);
        const { pageOfHar } = await loadHarAudit();
        const { report } = await pageOfHar(har, by, briefOf, how);
        return respond(request, contentOf(JSON.stringify(report)), JSON_FIELDS);
      },
      {
        cost: LOOKUP_COST,
        parse: "content",
        query: postQuery,
        detail: {
          operationId: "pageHar",
          summary: "Audit a page from a HAR log of its load",
          description:
            "Includes what scripts inserted and fetched. The first HTML document of the log is the page. Makes no requests.",
          content: { schema: async () => (await import("./schema.ts")).PageLog, example: () => examples.har },
          answer: { schema },
          errors: ["invalid-param"],
        },
      },
    );
