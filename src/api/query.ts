/** Schemas of query parameters and path parts, with netlens's error codes. Pure. */

import type { Static, TObject, TProperties, TSchema, TUnsafe } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { t } from "elysia";
import { type ErrorCode, NetlensError } from "./errors.ts";
import { MAX_BATCH } from "./json-content.ts";
import { undecodable } from "./request-path.ts";

/** `error` of a member's schema. @param name the member */
export function refused(code: ErrorCode, name: string, say: (value: unknown) => string) {
  return {
    error: ({ found }: { readonly found?: unknown }) =>
      // Typed as a string, but Elysia passes any value on as `customError`.
      new NetlensError(code, say(new Map(Object.entries(Object(found))).get(name))) as unknown as string,
  };
}

export function text(description: string, example: string) {
  return t.Optional(t.String({ description, examples: [example], documented: { type: "string" } }));
}

/** Required URL. */
export function urlText(name: string, description: string) {
  const missing = `The parameter ${name} is missing; use ?${name}=${URL_EXAMPLE}.`;
  return t.String({
    description,
    examples: [URL_EXAMPLE],
    documented: { type: "string" },
    ...refused("invalid-url", name, () => missing),
  });
}

const URL_EXAMPLE = "https://example.com/";

/** One of several words, case-insensitive; `valuesOf` returns the listed spelling. */
export function word<const W extends string>(name: string, description: string, ...words: readonly W[]) {
  return t.Optional(
    t.String({
      description,
      examples: [words[0]],
      words,
      documented: { type: "string", enum: words },
      pattern: `^(?:${words.map(anyCase).join("|")})$`,
      ...refused(
        "invalid-param",
        name,
        (value) => `${name} must be one of ${words.join(", ")}, not "${value}".`,
      ),
    }) as unknown as TUnsafe<W>,
  );
}

function anyCase(text: string): string {
  return text
    .replaceAll(/[^\w-]/g, "\\$&")
    .replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
}

/** `true` or `false`. Handlers compare text: decoding takes as long as looking up an address. */
export function flag(name: string, description: string) {
  return t.Optional(
    t.String({
      description,
      examples: ["true"],
      documented: { type: "string", enum: ["true", "false"] },
      pattern: "^(?:true|false)$",
      ...refused("invalid-param", name, (value) => `${name} must be true or false, not "${value}".`),
    }) as unknown as TUnsafe<"true" | "false">,
  );
}

/** Omitted from OpenAPI: the parameter changes the media type, and generated clients expect only one. */
export const forPeople = <S extends TSchema>(schema: S): S => ({ ...schema, forPeople: true });

/** Parameter `format` of endpoints with a page. */
export const format = forPeople(
  word("format", "json, or html for a page; by default chosen by Accept", "json", "html"),
);

/** Query schema that ignores unknown parameters, which Elysia would reject. */
export function query<P extends TProperties>(parameters: P) {
  return t.Object(parameters, { additionalProperties: true });
}

/** Path part. @param what name of the part in errors */
export function part(description: string, example: string, what: string, code: ErrorCode) {
  return t.String({
    description,
    examples: [example],
    // Bun's router decodes `%zz` as U+FFFD.
    pattern: "^[^\\uFFFD]*$",
    ...refused(code, "", () => undecodable(what)),
  });
}

/**
 * Content with a list of items; invalid items get an error in their place.
 * @param name the member with the list
 * @param kind an item, in words
 */
export function itemsOf<const N extends string>(name: N, kind: string) {
  const form = `The request content must be {"${name}": ["${kind}", …]}.`;
  const items = t.Array(t.Unknown(), {
    maxItems: MAX_BATCH,
    ...refused("invalid-param", name, (value) =>
      Array.isArray(value) ? `${name} has ${value.length} items; at most ${MAX_BATCH} are allowed.` : form,
    ),
  });
  return t.Object({ [name]: items } as Record<N, typeof items>, {
    additionalProperties: true,
    ...refused("invalid-param", name, () => form),
  });
}

/** Members of a schema, not validated; unknown names are compile errors. */
export type Unread<S extends TSchema> = { readonly [K in keyof Static<S>]?: unknown };

/** Content whose members the handler checks with its own messages. */
export function membersOf<S extends TSchema>(json: unknown): Unread<S> {
  return typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Unread<S>) : {};
}

/** The first value of repeated parameters. */
export function firstValues(given: URLSearchParams): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  for (const [name, value] of given) values[name] ??= value;
  return values;
}

/** Flags as booleans. */
export type Values<P extends TProperties> = Flags<Static<TObject<P>>>;
type Flags<V> = {
  readonly [K in keyof V]: Exclude<V[K], undefined> extends "true" | "false"
    ? boolean | Extract<V[K], undefined>
    : V[K];
};

/** Parses parameters: words in their listed spelling, flags as booleans. */
export function valuesOf<P extends TProperties>(
  { properties }: TObject<P>,
  given: Readonly<Record<string, unknown>>,
): Values<P> {
  const values: Record<string, unknown> = {};
  for (const [name, { words, documented }] of parametersOf(properties)) {
    const value = given[name];
    if (value === undefined) continue;
    if (documented?.enum?.[0] === "true") values[name] = value === "true";
    else values[name] = words?.find((each) => each.toLowerCase() === String(value).toLowerCase()) ?? value;
  }
  return values as Values<P>;
}

const parametersOf = (properties: TProperties) =>
  Object.entries(properties) as unknown as readonly (readonly [string, Parameter])[];

interface Parameter {
  readonly words?: readonly string[];
  readonly documented?: { readonly enum?: readonly string[] };
  readonly error?: ReturnType<typeof refused>["error"];
}

/** `valuesOf` for pages, which get the parameters of several lookups. @throws NetlensError */
export function queryOf<P extends TProperties>(schema: TObject<P>, params: URLSearchParams): Values<P> {
  const given = firstValues(params);
  const wrong = Value.Errors(schema, given).First();
  if (wrong) throw (wrong.schema as unknown as Parameter).error?.({ found: given });
  return valuesOf(schema, given);
}
