import type { Elysia } from "elysia";
import { type Content, contentOf, respond } from "../api/answer.ts";
import { runYielding } from "../api/cooperative.ts";
import { endpoint, format } from "../api/endpoint.ts";
import { NetlensError } from "../api/errors.ts";
import { inputOf } from "../api/input.ts";

/** The kinds come with the whole engine, which a start does not load. */
const load = () => import("./lookup.ts");

const EXAMPLE = "cache-control-conflict";

const list = endpoint({
  operationId: "problems",
  tags: ["problems"],
  summary: "Every kind of problem",
  description:
    "All kinds of findings, ordered by id: severity, meaning, examples, configuration that fixes it, and the specification.",
  query: { format },
  answer: {
    schema: async () => (await import("./schema.ts")).ProblemKinds,
    example: async () => ({ problems: [(await load()).describeProblem(EXAMPLE)] }),
  },
  errors: [],
  cost: 1,
});

const one = endpoint({
  operationId: "problem",
  tags: ["problems"],
  summary: "One kind of problem",
  description:
    "What a finding of this name means: severity, examples with and without it, configuration of common servers that fixes it, and the specification.",
  query: { format },
  path: {
    id: {
      description: "Id of the problem, the `name` of a finding",
      example: EXAMPLE,
      after: "/v1/problems/",
      name: "id",
      invalid: "unknown-endpoint",
    },
  },
  answer: {
    schema: async () => (await import("./schema.ts")).ProblemKind,
    example: async () => (await load()).describeProblem(EXAMPLE),
  },
  errors: ["unknown-endpoint"],
  cost: 1,
});

const FIELDS = {
  "content-type": "application/json",
  "cache-control": "public, max-age=3600",
  // Browsers get a page at the same address.
  vary: "Accept",
};

const input = inputOf(one);

/** The list of all kinds, explained and compressed once. */
let all: Promise<Content> | undefined;

/** `GET /v1/problems` and `GET /v1/problems/{id}`. */
export function problemRoutes() {
  return (app: Elysia) =>
    app
      .get(
        "/v1/problems",
        async ({ request }) => {
          all ??= load()
            .then(({ listingProblems }) => runYielding(listingProblems()))
            .then((problems) => contentOf(JSON.stringify(problems)));
          return respond(request, await all, FIELDS);
        },
        { detail: list },
      )
      .get(
        "/v1/problems/*",
        async ({ request }) => {
          const id = input.path(request.url).replace(/\/$/, "");
          const kind = (await load()).describeProblem(id);
          if (!kind)
            throw new NetlensError(
              "unknown-endpoint",
              "No problem has this id; /v1/problems lists them all.",
              {
                vary: "Accept",
              },
            );
          return respond(request, contentOf(JSON.stringify(kind)), FIELDS);
        },
        { detail: one },
      );
}
