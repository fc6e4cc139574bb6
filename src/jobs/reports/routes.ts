/**
 * Violation reports: `POST /reports/NAME` takes them from browsers, `GET /v1/reports/NAME` groups them. A row of the
 * store goes in by `read-post`, and comes out with advice by `groups`.
 */

import { Elysia, t } from "elysia";
import { Answer, contentOf, DEFAULT_FIELDS, JSON_FIELDS, respond } from "../../api/answer.ts";
import { api } from "../../api/plugin.ts";
import { format, query, refused } from "../../api/query.ts";
import { loadLookup } from "../../useragent/routes.ts";
import type { ReportStore } from "./store.ts";

export interface ReportsDeps {
  /** Undefined without `--reports`. */
  readonly reports?: ReportStore | undefined;
}

/** The name, in the path. */
export const nameQuery = t.Object({
  name: t.String({
    description: "Name in the address that the policy reports to",
    examples: ["shop"],
    pattern: "^[a-z0-9-]{1,64}$",
    ...refused("invalid-param", "name", () => "A name has 1 to 64 characters: a-z, 0-9 and hyphens."),
  }),
});

export function reportsRoutes(deps: ReportsDeps) {
  const served = () => deps.reports !== undefined;
  return new Elysia({ name: "reports", normalize: false, tags: ["reports"] })
    .use(api)
    .post(
      "/reports/:name",
      async ({ body, params: { name }, request: { headers } }) => {
        const [{ readPost }, { lookupUserAgent }] = await Promise.all([loadPost(), loadLookup()]);
        const browserOf = (agent: string) => {
          const { browser } = lookupUserAgent(agent);
          return browser ? `${browser.name} ${browser.version.split(".")[0]}` : "unknown";
        };
        const rows = readPost(body, headers.get("user-agent") ?? "", browserOf, Date.now());
        deps.reports?.take(name, rows);
        return new Answer(null, { status: 204, headers: DEFAULT_FIELDS });
      },
      {
        params: nameQuery,
        cost: 1,
        parse: "content",
        detail: { operationId: "takeReports", hide: true, isPublic: true, served },
      },
    )
    .get(
      "/v1/reports/:name",
      async ({ params: { name }, request }) =>
        respond(request, contentOf(JSON.stringify(await reportsOf(name, deps))), JSON_FIELDS),
      {
        params: nameQuery,
        cost: 1,
        query: query({ format }),
        detail: {
          operationId: "reports",
          summary: "Violations that browsers reported, and the policy that results",
          description:
            "Browsers send reports to /reports/{name}, by report-to or report-uri of a Content-Security-Policy. Groups them by directive and source, and advises for each whether to add it to the policy.",
          answer: { schema: async () => (await import("./schema.ts")).ReportGroups, example },
          errors: ["invalid-param"],
          served,
        },
      },
    );
}

/** Groups of a violation that was reported twice. */
async function example() {
  const [{ readPost }, { groupReports }] = await Promise.all([loadPost(), import("./groups.ts")]);
  const report = {
    "blocked-uri": "https://cdn.example/app.js",
    "document-uri": "https://shop.example/cart",
    "effective-directive": "script-src-elem",
    "original-policy": "default-src 'self'; report-to csp",
  };
  const rows = readPost({ "csp-report": report }, "", () => "Firefox 153", Date.UTC(2026, 10, 28));
  const twice = rows.map((row) => ({ ...row, count: 2 }));
  return groupReports("shop", twice);
}

const loadPost = () => import("./read-post.ts");

/** Groups of a name; empty if no report has arrived. */
export async function reportsOf(name: string, { reports }: ReportsDeps) {
  const { groupReports } = await import("./groups.ts");
  return groupReports(name, reports?.read(name) ?? []);
}
