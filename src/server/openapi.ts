/** The API's description, OpenAPI 3.1, from the schemas that the rooms answer by. */

import type { TSchema } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { type Content, contentOf, JSON_FIELDS, respond } from "../content.ts";
import { ERRORS, type ErrorCode } from "../errors.ts";
import { DecodeRequest, HttpReport } from "../http/schema.ts";
import { IpBatch, IpBatchRequest, IpResult } from "../ip/schema.ts";
import { StatusMeaning } from "../status/schema.ts";
import { UserAgentBatch, UserAgentBatchRequest, UserAgentResult } from "../useragent/schema.ts";
import { homepage } from "../version.ts";

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly description: string;
  readonly schema: object;
}

interface Operation {
  readonly path: string;
  readonly method: "get" | "post";
  readonly id: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly request?: string;
  readonly response: string;
  readonly errors: readonly ErrorCode[];
}

/** Schemas by the names that references use. */
const components: Readonly<Record<string, TSchema>> = {
  UserAgent: UserAgentResult,
  UserAgentBatchRequest,
  UserAgentBatch,
  Address: IpResult,
  AddressBatchRequest: IpBatchRequest,
  AddressBatch: IpBatch,
  HttpReport,
  DecodeRequest,
  StatusMeaning,
};

const path = (name: string, description: string): Parameter => ({
  name,
  in: "path",
  description,
  schema: { type: "string" },
});
const query = (name: string, description: string, schema: object = { type: "string" }): Parameter => ({
  name,
  in: "query",
  description,
  schema,
});
const locale = query(
  "locale",
  "Language of names, such as de or pt-BR; English where a name is not known in it",
);

const httpParameters: readonly Parameter[] = [
  query("url", "URL to look up; without a scheme http:// is assumed"),
  query("method", "Request method", { type: "string", enum: ["GET", "HEAD"] }),
  query("agent", "User-Agent to send"),
  query("follow", "Whether redirects are followed", { type: "string", enum: ["true", "false"] }),
  query("version", "HTTP version to speak", { type: "string", enum: ["1.1", "2"] }),
  query("checks", "Whether to make extra requests that test revalidation, ranges and compression", {
    type: "string",
    enum: ["true", "false"],
  }),
];

const content: readonly ErrorCode[] = ["invalid-json", "too-large", "unsupported-media-type"];

const operations: readonly Operation[] = [
  {
    path: "/v1/useragent",
    method: "get",
    id: "ownUserAgent",
    summary: "The caller's own user agent",
    response: "UserAgent",
    errors: ["invalid-useragent"],
  },
  {
    path: "/v1/useragent",
    method: "post",
    id: "userAgents",
    summary: "Several user agents at once",
    request: "UserAgentBatchRequest",
    response: "UserAgentBatch",
    errors: ["invalid-param", ...content],
  },
  {
    path: "/v1/useragent/{useragent}",
    method: "get",
    id: "userAgent",
    summary: "A user agent string",
    parameters: [path("useragent", "The string, percent-encoded")],
    response: "UserAgent",
    errors: ["invalid-useragent"],
  },
  {
    path: "/v1/ip",
    method: "get",
    id: "ownAddress",
    summary: "The caller's own address",
    parameters: [locale],
    response: "Address",
    errors: ["invalid-ip", "invalid-param", "geo-database-unavailable"],
  },
  {
    path: "/v1/ip",
    method: "post",
    id: "addresses",
    summary: "Several addresses at once",
    parameters: [locale],
    request: "AddressBatchRequest",
    response: "AddressBatch",
    errors: ["invalid-param", ...content],
  },
  {
    path: "/v1/ip/{ip}",
    method: "get",
    id: "address",
    summary: "An IP address",
    parameters: [path("ip", "IPv4 or IPv6 address"), locale],
    response: "Address",
    errors: ["invalid-ip", "invalid-param", "geo-database-unavailable"],
  },
  {
    path: "/v1/http",
    method: "get",
    id: "http",
    summary: "Fetch a URL, follow its redirects, explain every response",
    parameters: httpParameters,
    response: "HttpReport",
    errors: ["invalid-url", "invalid-param", "too-busy"],
  },
  {
    path: "/v1/http",
    method: "post",
    id: "decode",
    summary: "Explain given header lines without fetching anything",
    request: "DecodeRequest",
    response: "HttpReport",
    errors: ["invalid-headers", "invalid-param", ...content],
  },
  {
    path: "/v1/status/{code}",
    method: "get",
    id: "status",
    summary: "What a status code means",
    parameters: [path("code", "Status code, 100 to 999")],
    response: "StatusMeaning",
    errors: ["invalid-param"],
  },
];

/** The document. */
export function openapiDocument(version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const item = paths[operation.path] ?? {};
    item[operation.method] = operationObject(operation);
    paths[operation.path] = item;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "netlens",
      version,
      summary: "Which user agent, where is this address, what does this HTTP response do",
      description:
        "Every path also works with a trailing slash, and /v2/http is the same as /v1/http. City data: [IP Geolocation by DB-IP](https://db-ip.com), CC BY 4.0.",
      license: { name: "MIT", identifier: "MIT" },
      ...(homepage && { contact: { url: homepage } }),
    },
    servers: [{ url: "/" }],
    paths,
    components: { schemas: { ...components, ProblemDetails: problemDetails } },
  };
}

const problemDetails = {
  title: "ProblemDetails",
  description: "RFC 9457",
  type: "object",
  required: ["type", "title", "status", "detail", "error", "message"],
  properties: {
    type: { type: "string" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string" },
    error: { type: "string", enum: Object.keys(ERRORS), description: "Stable code" },
    message: { type: "string", description: "Same as detail" },
  },
};

function operationObject({ id, summary, parameters, request, response, errors }: Operation): object {
  const all: readonly ErrorCode[] = [...errors, "rate-limit", "internal-error"];
  const byStatus = Map.groupBy(all, (code) => ERRORS[code].status);
  return {
    operationId: id,
    summary,
    ...(parameters && {
      parameters: parameters.map((parameter) => ({
        ...parameter,
        required: parameter.in === "path" || parameter.name === "url",
      })),
    }),
    ...(request && {
      requestBody: { required: true, content: { "application/json": { schema: reference(request) } } },
    }),
    responses: {
      "200": { description: "The result", content: { "application/json": { schema: reference(response) } } },
      ...Object.fromEntries(
        [...byStatus].map(([status, codes]) => [
          String(status),
          {
            description: codes.map((code) => `${code}: ${ERRORS[code].title}`).join("; "),
            content: { "application/problem+json": { schema: reference("ProblemDetails") } },
          },
        ]),
      ),
    },
  };
}

function reference(name: string): object {
  return { $ref: `#/components/schemas/${name}` };
}

/** `GET /openapi.json`. */
export function openapiRoutes(version: string) {
  // Made when first asked for: it would take a good part of the time to start.
  let document: Content | undefined;
  return new Elysia({ name: "openapi" }).get("/openapi.json", ({ request }) => {
    document ??= contentOf(JSON.stringify(openapiDocument(version)));
    return respond(request, document, {
      ...JSON_FIELDS,
      "cache-control": "public, max-age=3600",
    });
  });
}
