/**
 * The description of a route: what it says in `detail` and by its schemas. The API's description, its page, the label
 * of metrics and the weight in the rate limit are made from it. Pure.
 */

import type { TSchema } from "@sinclair/typebox";
import type { ErrorCode } from "./errors.ts";

/** Groups of endpoints: tags of the API's description and labels of metrics. */
export const TAGS = {
  ip: "Where an IP address is",
  useragent: "Which software a user agent string names",
  http: "What an HTTP response does, and what is wrong with it",
  status: "What a status code means",
  problems: "The kinds of problems that netlens finds",
  mcp: "Tools for AI assistants",
  compat: "Paths of other services, so that their clients work here",
  health: "Whether the service is running and ready",
  description: "The description of this API",
  page: "Pages for people",
} as const;
export type Tag = keyof typeof TAGS;

/** A part of the path. */
interface PathPart {
  readonly description: string;
  readonly example: string;
}

/** A query parameter. */
interface Parameter {
  readonly description: string;
  readonly schema: object;
  readonly required: boolean;
  readonly example?: unknown;
  /** Not part of the API's description: it changes the type of the answer, and clients have one type for each. */
  readonly forPeople?: true;
}

/** Content of a request or an answer. */
export interface Described {
  /** Media type; `application/json` where nothing else is said. */
  readonly type?: string;
  /** A function where it comes with more than a start should load. */
  readonly schema: TSchema | (() => Promise<TSchema>);
  /** Made when the description is asked for, by the code that answers where that needs no network. */
  readonly example?: () => unknown;
  /** Statuses besides 200 that come with this content. */
  readonly also?: readonly number[];
}

/** `detail` of every route, also of one that is not part of the API: a page, or a second name. */
interface RouteDetail {
  /** Stable name in the API's description. */
  readonly operationId: string;
  tags: [Tag];
  readonly summary: string;
  /** Units of the rate limit that a request takes, a batch for each of its items; 0 where none are taken. */
  readonly cost: number;
  readonly hide?: true;
  /** Whether the settings in effect enable this route; without it the route is always enabled. */
  readonly served?: () => boolean;
}

export interface Endpoint extends RouteDetail {
  readonly description: string;
  /** The parts of the path that `*` and `:name` stand for, in order. */
  readonly path?: Readonly<Record<string, PathPart>>;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly content?: Described;
  readonly answer: Described;
  /** Errors, besides those that follow from `query` and `content` and those of every endpoint. */
  readonly errors: readonly ErrorCode[];
}

/** The schemas of a route, as Elysia has them. */
interface Hooks {
  readonly detail?: unknown;
  readonly params?: unknown;
  readonly query?: unknown;
}

/** The description of a route of the API; that of any other is its `detail` alone. */
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

/** A route's path, with a text in place of each part that the endpoint names (`*` or `:name`, as the router has it). */
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
