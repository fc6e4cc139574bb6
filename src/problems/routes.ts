import { Elysia, t } from "elysia";
import { type Content, contentOf, respond } from "../api/answer.ts";
import { runYielding } from "../api/cooperative.ts";
import { NetlensError } from "../api/errors.ts";
import { api } from "../api/plugin.ts";
import { format, part, query } from "../api/query.ts";

/**
 * The catalogue of findings: kinds with severity, meaning, examples, configuration and specification. An id goes in; a kind
 * comes out, as JSON or a page. It never looks at a response.
 */

/** Imported late: the kinds load the whole header engine. */
const load = () => import("./lookup.ts");
const schemas = () => import("./schema.ts");

const EXAMPLE = "cache-control-conflict";

const FIELDS = {
  "content-type": "application/json",
  "cache-control": "public, max-age=3600",
  // Browsers get a page at the same URL.
  vary: "Accept",
};

/** Cached list of all kinds. */
let all: Promise<Content> | undefined;

export const problemRoutes = () =>
  new Elysia({ name: "problem-kinds", normalize: false, prefix: "/v1/problems", tags: ["problems"] })
    .use(api)
    .get(
      "",
      async ({ request }) => {
        all ??= load()
          .then(({ listingProblems }) => runYielding(listingProblems()))
          .then((problems) => contentOf(JSON.stringify(problems)));
        return respond(request, await all, FIELDS);
      },
      {
        cost: 1,
        query: query({ format }),
        detail: {
          operationId: "problems",
          summary: "Every kind of problem",
          description:
            "All kinds of findings, ordered by id: severity, meaning, examples, configuration that fixes it, and the specification.",
          answer: {
            schema: async () => (await schemas()).ProblemKinds,
            example: async () => ({ problems: [(await load()).describeProblem(EXAMPLE)] }),
          },
          errors: [],
        },
      },
    )
    .get(
      "/:id",
      async ({ params: { id }, request }) => {
        const kind = (await load()).describeProblem(id);
        if (kind) return respond(request, contentOf(JSON.stringify(kind)), FIELDS);
        throw new NetlensError("unknown-endpoint", "No problem has this id; /v1/problems lists them all.", {
          vary: "Accept",
        });
      },
      {
        cost: 1,
        params: t.Object({
          id: part("Id of the problem, the `name` of a finding", EXAMPLE, "id", "unknown-endpoint"),
        }),
        query: query({ format }),
        detail: {
          operationId: "problem",
          summary: "One kind of problem",
          description:
            "What a finding of this name means: severity, examples with and without it, configuration of common servers that fixes it, and the specification.",
          answer: {
            schema: async () => (await schemas()).ProblemKind,
            example: async () => (await load()).describeProblem(EXAMPLE),
          },
          errors: ["unknown-endpoint"],
        },
      },
    );
