/** OpenAPI 3.1 description, generated from the routes. */

import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { contentOf, JSON_FIELDS, respond } from "../../api/answer.ts";
import { type Described, type Endpoint, pathWith, TAGS } from "../../api/endpoint.ts";
import { ERRORS, type ErrorCode } from "../../api/errors.ts";
import { api } from "../../api/plugin.ts";
import type { Site } from "../../api/site.ts";
import { homepage } from "../../version.ts";
import { ProblemDetails, problemDetails } from "../pipeline/problem-details.ts";
import { isOpen } from "../tokens.ts";
import { createComponents, type Reference } from "./components.ts";

export interface Operation {
  readonly method: string;
  /** Path in the router's syntax. */
  readonly path: string;
  readonly endpoint: Endpoint;
}

/** @param needsToken tokens are required */
async function openapiDocument(
  operations: readonly Operation[],
  { version, base }: Site,
  needsToken: boolean,
): Promise<object> {
  const { refer, schemas } = createComponents();
  const paths: Record<string, Record<string, object>> = {};
  for (const { method, path, endpoint } of operations) {
    const template = pathWith(path, endpoint.path, (name) => `{${name}}`);
    const item = paths[template] ?? {};
    item[method.toLowerCase()] = await operationObject(endpoint, refer);
    paths[template] = item;
  }
  const tags = Object.entries(TAGS).filter(([name]) =>
    operations.some(({ endpoint }) => endpoint.tags[0] === name),
  );
  return {
    openapi: "3.1.0",
    info: {
      title: "netlens",
      version,
      summary: "Identifies user agents, locates IP addresses and explains HTTP responses",
      description:
        "Every path also works with a trailing slash, HEAD and OPTIONS work everywhere, and /v2/http is an alias of /v1/http. Unknown query parameters are ignored. Requests with more than 16 KiB of headers get a bare 431.",
      license: { name: "MIT", identifier: "MIT" },
      contact: { name: "netlens", ...(homepage && { url: homepage }) },
    },
    servers: [{ url: base || "/", description: "This service" }],
    security: needsToken ? [BEARER] : [{}, BEARER],
    tags: tags.map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas: schemas(), securitySchemes: { token: TOKEN } },
  };
}

const BEARER = { token: [] } as const;
const TOKEN = {
  type: "http",
  scheme: "bearer",
  description: "Bearer token from the operator (RFC 6750), if the service uses tokens",
} as const;

/** Errors of every endpoint. `invalid-url` is for an invalid Host header. */
const ALWAYS: readonly ErrorCode[] = ["invalid-url", "rate-limit", "internal-error", "too-many-connections"];
/** Errors of a service with tokens, except on open endpoints. */
const WITH_TOKENS: readonly ErrorCode[] = ["unauthorized", "forbidden"];
const WITH_QUERY: readonly ErrorCode[] = ["invalid-param"];
const WITH_CONTENT: readonly ErrorCode[] = [
  "invalid-json",
  "too-slow",
  "too-large",
  "unsupported-media-type",
];

function errorsOf({ tags, query, content, errors, cost }: Endpoint): readonly ErrorCode[] {
  const always = ALWAYS.filter((code) => code !== "rate-limit" || cost > 0);
  return [
    ...new Set([
      ...errors,
      ...(query ? WITH_QUERY : []),
      ...(content ? WITH_CONTENT : []),
      ...(isOpen(tags[0]) ? [] : WITH_TOKENS),
      ...always,
    ]),
  ];
}

async function operationObject(endpoint: Endpoint, refer: Reference): Promise<object> {
  const { operationId, tags, summary, description, content, answer } = endpoint;
  const parameters = parametersOf(endpoint);
  const errors = Map.groupBy(errorsOf(endpoint), (code) => ERRORS[code].status);
  const answers = [200, ...(answer.also ?? [])].map(async (status) => [
    status,
    {
      description: status === 200 ? "The result" : "The same schema, with a negative result",
      content: await contentObject(status === 200 ? answer : { ...answer, example: undefined }, refer),
    },
  ]);
  const failures = [...errors].map(([status, codes]) => [status, failure(codes, refer)]);
  return {
    operationId,
    tags,
    summary,
    description,
    ...(parameters.length > 0 && { parameters }),
    ...(content && { requestBody: { required: true, content: await contentObject(content, refer) } }),
    ...(isOpen(tags[0]) && { security: [] }),
    responses: Object.fromEntries([...(await Promise.all(answers)), ...failures]),
  };
}

function failure(codes: readonly ErrorCode[], refer: Reference): object {
  const examples = codes.map((code) => [code, { value: problemDetails(code, ERRORS[code].title) }]);
  return {
    description: codes.map((code) => `${code}: ${ERRORS[code].title}`).join("; "),
    content: {
      "application/problem+json": { schema: refer(ProblemDetails), examples: Object.fromEntries(examples) },
    },
  };
}

function parametersOf({ path = {}, query = {} }: Endpoint): readonly object[] {
  return [
    ...Object.entries(path).map(([name, { description, example }]) => ({
      name,
      in: "path",
      description,
      required: true,
      schema: { type: "string" },
      example,
    })),
    ...Object.entries(query)
      .filter(([, { forPeople }]) => !forPeople)
      .map(([name, { description, schema, required, example }]) => ({
        name,
        in: "query",
        description,
        required,
        schema,
        ...(example !== undefined && { example }),
      })),
  ];
}

async function contentObject(
  {
    type = "application/json",
    schema,
    example,
  }: Omit<Described, "example"> & { example?: (() => unknown) | undefined },
  refer: Reference,
): Promise<object> {
  const described = typeof schema === "function" ? await schema() : schema;
  return { [type]: { schema: refer(described), ...(example && { example: await example() }) } };
}

interface OpenapiDeps {
  readonly site: Site;
  readonly tokens?: "required" | "optional" | undefined;
}

/** `GET /openapi.json`, generated at first use, since this takes longer than a start. */
export function openapiRoutes(operations: () => readonly Operation[], deps: OpenapiDeps) {
  const { site } = deps;
  const document = remade(
    () => `${site.base} ${deps.tokens} ${operations().length}`,
    async () =>
      contentOf(JSON.stringify(await openapiDocument(operations(), site, deps.tokens === "required"))),
  );
  return new Elysia({ name: "openapi", normalize: false, tags: ["description"] })
    .use(api)
    .get(
      "/openapi.json",
      async ({ request }) =>
        respond(request, await document(), { ...JSON_FIELDS, "cache-control": "public, max-age=3600" }),
      {
        cost: 1,
        detail: {
          operationId: "openapi",
          summary: "This description",
          description: "OpenAPI 3.1, as JSON.",
          answer: {
            schema: Type.Object({ openapi: Type.Literal("3.1.0") }, { title: "ApiDescription" }),
          },
          errors: [],
        },
      },
    );
}

/** Caches a value until its key, which depends on settings, changes. */
export function remade<T>(keyOf: () => string, make: () => Promise<T>): () => Promise<T> {
  let made: { readonly key: string; readonly value: Promise<T> } | undefined;
  return () => {
    const key = keyOf();
    if (made?.key !== key) made = { key, value: make() };
    return made.value;
  };
}
