/** `GET /v1/site?url=…`: checks all pages of a site, where the service allows it. */

import { Elysia } from "elysia";
import { Answer, JSON_FIELDS } from "../../api/answer.ts";
import { SERVED_SITE } from "../../api/limits.ts";
import { api } from "../../api/plugin.ts";
import { format, query, valuesOf } from "../../api/query.ts";
import { respondStreaming } from "../../api/streamed.ts";
import { LOOKUP_COST, urlParameter } from "../../http/routes.ts";
import type { SiteReport } from "./schema.ts";
import type { SiteDeps, SiteProgress } from "./serve-site.ts";

/** Media type of lines with the progress, then the report. */
const LINES = "application/x-ndjson";
const siteQuery = query({ url: urlParameter, format });

export const siteRoutes = (deps: SiteDeps) =>
  new Elysia({ name: "site", normalize: false, tags: ["http"] }).use(api).get(
    "/v1/site",
    async ({ query: given, request }) => {
      if (request.method === "HEAD") return new Answer(null, { headers: JSON_FIELDS });
      const { serveSite } = await import("./serve-site.ts");
      const events = serveSite(request, valuesOf(siteQuery, given).url, deps);
      const isLines = request.headers.get("accept")?.includes(LINES) === true;
      // Errors before the first event have their own status.
      const pieces = piecesOf(await events.next(), events, isLines);
      return respondStreaming(request, pieces, {
        ...JSON_FIELDS,
        "cache-control": "no-store",
        ...(isLines && { "content-type": LINES }),
      });
    },
    {
      cost: LOOKUP_COST,
      query: siteQuery,
      detail: {
        operationId: "site",
        summary: "Check the pages of a site; one report by finding and path pattern",
        description: `Needs a service with --site. Looks up at most ${SERVED_SITE.pages} pages, found by robots.txt, sitemaps and links; each request counts as one lookup. With \`Accept: ${LINES}\`, lines \`{"progress": {"done", "found", "left"}}\` come first, then \`{"report": …}\`.`,
        answer: { schema: async () => (await import("./schema.ts")).SiteReport },
        errors: ["invalid-url", "loop-detected", "too-busy"],
        served: () => deps.siteChecks !== undefined,
      },
    },
  );

/** White space keeps the connection open until the report. */
async function* piecesOf(
  first: IteratorResult<SiteProgress, SiteReport>,
  events: AsyncGenerator<SiteProgress, SiteReport>,
  isLines: boolean,
): AsyncGenerator<string, void> {
  try {
    let next = first;
    for (; !next.done; next = await events.next())
      yield isLines ? `${JSON.stringify({ progress: next.value })}\n` : "\n";
    yield JSON.stringify(isLines ? { report: next.value } : next.value);
  } finally {
    // Ends the check if the client has left.
    await events.return(undefined as never);
  }
}
