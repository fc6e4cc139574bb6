/**
 * Description of routes, from `detail` and schemas: used for OpenAPI, the API page, metrics labels and
 * rate-limit costs. Pure.
 */

import type { TSchema } from "@sinclair/typebox";
import type { ErrorCode } from "./errors.ts";

/** Groups of endpoints: OpenAPI tags and metrics labels. */
export const TAGS = {
  ip: "Location and network of IP addresses",
  useragent: "Software and device of user agent strings",
  http: "What an HTTP response does, and its problems",
  status: "Meaning of status codes",
  problems: "Problems that netlens finds",
  reports: "Policy violations that browsers reported",
  mcp: "Tools for AI assistants",
  compat: "Paths of other services, for their clients",
  health: "Whether the service is running and ready",
  description: "The description of this API",
  page: "Pages for people",
} as const;
export type Tag = keyof typeof TAGS;

interface PathPart {
  readonly description: string;
  readonly example: string;
}

interface Parameter {
  readonly description: string;
  readonly schema: object;
  readonly required: boolean;
  readonly example?: unknown;
  /** Omitted from OpenAPI: the parameter changes the media type, and generated clients expect only one. */
  readonly forPeople?: true;
}

export interface Described {
  /** Media type; `application/json` by default. */
  readonly type?: string;
  /** Schema, or a function that loads it at first use. */
  readonly schema: TSchema | (() => Promise<TSchema>);
  /** Example, generated with the description: by the real handler, unless it needs the network. */
  readonly example?: () => unknown;
  /** Other status codes with the same content. */
  readonly also?: readonly number[];
}

/** `detail` of every route, including hidden ones (pages, aliases). */
interface RouteDetail {
  /** Stable name. */
  readonly operationId: string;
  tags: [Tag];
  readonly summary: string;
  /** Rate-limit units per request, in a batch per item; 0 for none. */
  readonly cost: number;
  readonly hide?: true;
  /** Whether the settings in effect enable this route; without it the route is always enabled. */
  readonly served?: () => boolean;
  /** Needs no token, and pages of any origin may call it: browsers send reports in this way. */
  readonly isPublic?: true;
}

export interface Endpoint extends RouteDetail {
  readonly description: string;
  /** Values of the parameters `*` and `:name`, in order of the path. */
  readonly path?: Readonly<Record<string, PathPart>>;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly content?: Described;
  readonly answer: Described;
  /** Errors in addition to those of `query`, `content` and every endpoint. */
  readonly errors: readonly ErrorCode[];
}

interface Hooks {
  readonly detail?: unknown;
  readonly params?: unknown;
  readonly query?: unknown;
}

/** Description of a route; hidden ones have only `detail`. */
export function endpointOf({ detail, params, query }: Hooks): Endpoint {
  const { rest, ...described } = detail as Endpoint & { readonly rest?: Record<string, PathPart> };
  const path = { ...Object.fromEntries(membersOf(params).map(partOf)), ...rest };
  const parameters = membersOf(query).map(([name, schema]) => parameterOf(name, schema, query));
  return {
    ...described,
    ...(Object.keys(path).length > 0 && { path }),
    ...(parameters.length > 0 && { query: Object.fromEntries(parameters) }),
  };
}

type Member = readonly [name: string, schema: TSchema];

function membersOf(schema: unknown): readonly Member[] {
  const { properties = {} }: { properties?: Record<string, TSchema> } = Object(schema);
  return Object.entries(properties);
}

function partOf([name, { description = "", examples }]: Member): readonly [string, PathPart] {
  return [name, { description, example: examples?.[0] }];
}

function parameterOf(name: string, schema: TSchema, query: unknown): readonly [string, Parameter] {
  const { description = "", examples } = schema;
  const { required = [] }: { required?: readonly string[] } = Object(query);
  return [
    name,
    {
      description,
      schema: schema["documented"] ?? {},
      required: required.includes(name),
      ...(examples !== undefined && { example: examples[0] }),
      ...(schema["forPeople"] && { forPeople: true }),
    },
  ];
}

/** Replaces each `*` or `:name` of a path. */
export function pathWith(
  path: string,
  parts: Endpoint["path"] = {},
  text: (name: string, part: PathPart) => string,
): string {
  const named = Object.entries(parts);
  return path.replaceAll(/\*|:\w+/g, (sign) => {
    const next = named.shift();
    return next ? text(...next) : sign;
  });
}
