import { Elysia } from "elysia";
import { contentOf, JSON_FIELDS, respond } from "../../api/answer.ts";
import { spendAllLookups } from "../../api/cost.ts";
import { api } from "../../api/plugin.ts";
import { type HttpDeps, LOOKUP_COST, loadLookup } from "../../http/routes.ts";

const schemas = () => import("./schema.ts");

/** `POST /v1/http/compare`. */
export function compareRoutes(deps: HttpDeps) {
  return new Elysia({ name: "compare", normalize: false, tags: ["http"] }).use(api).post(
    "/v1/http/compare",
    async ({ body, request }) => {
      const [{ serveLookup }, { compareSides }] = await Promise.all([loadLookup(), import("./sides.ts")]);
      const { a, b }: { readonly a?: unknown; readonly b?: unknown } = Object(body);
      const urls = [a, b].filter((side) => typeof side === "string");
      if (urls.length > 0) await spendAllLookups(request, urls.length);
      const comparison = await compareSides(body, (url) => serveLookup(request, url, {}, deps));
      return respond(request, contentOf(JSON.stringify(comparison)), JSON_FIELDS);
    },
    {
      cost: 2 * LOOKUP_COST,
      parse: "content",
      detail: {
        operationId: "compare",
        summary: "Compare two responses: fields, findings, verdicts, timing",
        description:
          "Each side is a URL, which is looked up, the known parts of a response, or an earlier report. Values that differ in every response are marked as volatile.",
        content: {
          schema: async () => (await schemas()).CompareRequest,
          example: () => ({ a: { headers: ["Age: 60"] }, b: { headers: ["Age: 60", "Vary: Accept"] } }),
        },
        answer: { schema: async () => (await schemas()).Comparison },
        errors: ["invalid-url", "invalid-headers", "invalid-param", "loop-detected", "too-busy"],
      },
    },
  );
}
