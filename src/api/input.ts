/** The input of a handler, typed by the endpoint that describes it: the one place that reads a request. */

import type { Static, TSchema } from "@sinclair/typebox";
import {
  type Described,
  type Endpoint,
  type Query,
  type QueryValues,
  type RequestContent,
  readQuery,
} from "./endpoint.ts";
import { NetlensError } from "./errors.ts";
import { jsonContent, MAX_BATCH } from "./json-content.ts";
import { restOfPath } from "./request-path.ts";

/** Readers made once for an endpoint, so that a request pays for nothing but the reading. */
export interface Input<Q extends Query, C> {
  /** @throws NetlensError `invalid-param`, or what a parameter itself says */
  readonly query: (url: string) => QueryValues<Q>;
  /** The text in place of `*` in the path, decoded once. @throws NetlensError that the part names */
  readonly path: (url: string) => string;
  /** @throws NetlensError `unsupported-media-type`, `invalid-json`, or what the content's reader says */
  readonly content: (request: Request) => Promise<C>;
}

export function inputOf<Q extends Query, C>({
  operationId,
  query,
  path,
  content,
}: Endpoint<Q, C>): Input<Q, C> {
  const [part] = Object.values(path ?? {});
  return {
    query: (url) => readQuery(url, query ?? ({} as Q)),
    path(url) {
      if (!part) throw new Error(`${operationId} has no part in its path.`);
      return restOfPath(url, part.after, part.name, part.invalid);
    },
    async content(request) {
      if (!content) throw new Error(`${operationId} takes no content.`);
      return content.read(await jsonContent(request));
    },
  };
}

/** The members that a schema names, each still to be checked; a name that it does not have does not compile. */
export type Unread<S extends TSchema> = { readonly [K in keyof Static<S>]?: unknown };

type SchemaOf<S extends TSchema> = S | (() => Promise<S>);

/** Content whose members the handler checks, with words of their own for what is wrong. */
export function membersOf<S extends TSchema>(
  schema: SchemaOf<S>,
  example: NonNullable<Described["example"]>,
): RequestContent<Unread<S>> {
  const read = (json: unknown): Unread<S> =>
    typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Unread<S>) : {};
  return { schema, example, read };
}

/**
 * Content that is a list of items, of which a bad one gets an error in its place.
 * @param name the member with the list; `kind` an item, in words
 */
export function itemsOf<S extends TSchema>(
  schema: S,
  name: keyof Static<S> & string,
  kind: string,
  example: NonNullable<Described["example"]>,
): RequestContent<readonly unknown[]> {
  const members = membersOf(schema, example);
  return {
    ...members,
    read(json) {
      const items = members.read(json)[name];
      if (!Array.isArray(items))
        throw new NetlensError("invalid-param", `The request content must be {"${name}": ["${kind}", …]}.`);
      if (items.length > MAX_BATCH)
        throw new NetlensError(
          "invalid-param",
          `${name} has ${items.length} items; at most ${MAX_BATCH} are allowed.`,
        );
      return items;
    },
  };
}
