/** Parameters of queries and parts of paths, as schemas whose errors have our codes. Pure. */

import type { Static, TObject, TProperties, TSchema, TUnsafe } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { t } from "elysia";
import { type ErrorCode, NetlensError } from "./errors.ts";
import { MAX_BATCH } from "./json-content.ts";
import { undecodable } from "./request-path.ts";

/** The `error` of a member's schema: our error for a value that does not match. @param name the member */
export function refused(code: ErrorCode, name: string, say: (value: unknown) => string) {
  return {
    error: ({ found }: { readonly found?: unknown }) =>
      // Elysia types text; it hands on whatever is returned, as `customError`.
      new NetlensError(code, say(new Map(Object.entries(Object(found))).get(name))) as unknown as string,
  };
}

/** Any text. */
export function text(description: string, example: string) {
  return t.Optional(t.String({ description, examples: [example], documented: { type: "string" } }));
}

/** A URL that must be given. */
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

/** One of a few words, in any case: `valuesOf` gives them as they are listed. */
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

/** `true` or `false`. A handler compares the text: decoding takes as long as looking up an address. */
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

/** Left out of the API's description: it changes the type of the answer, and clients have one type for each. */
export const forPeople = <S extends TSchema>(schema: S): S => ({ ...schema, forPeople: true });

/** The representation of an endpoint that also has a page. */
export const format = forPeople(
  word("format", "json, or html for a page; by default as Accept prefers", "json", "html"),
);

/** A query. Other parameters are ignored; by default Elysia rejects them. */
export function query<P extends TProperties>(parameters: P) {
  return t.Object(parameters, { additionalProperties: true });
}

/** A part of the path. @param what its name in errors */
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
 * Content that is a list of items, of which a bad one gets an error in its place.
 * @param name the member with the list; `kind` an item, in words
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

/** The members that a schema names, each still to be checked; a name that it does not have does not compile. */
export type Unread<S extends TSchema> = { readonly [K in keyof Static<S>]?: unknown };

/** Content whose members the handler checks, with words of its own for what is wrong. */
export function membersOf<S extends TSchema>(json: unknown): Unread<S> {
  return typeof json === "object" && json !== null && !Array.isArray(json) ? (json as Unread<S>) : {};
}

/** Of a parameter given twice the first value counts. */
export function firstValues(given: URLSearchParams): Record<string, string> {
  const values: Record<string, string> = Object.create(null);
  for (const [name, value] of given) values[name] ??= value;
  return values;
}

/** Values with flags as booleans. */
export type Values<P extends TProperties> = Flags<Static<TObject<P>>>;
type Flags<V> = {
  readonly [K in keyof V]: Exclude<V[K], undefined> extends "true" | "false"
    ? boolean | Extract<V[K], undefined>
    : V[K];
};

/** The parameters of a schema, words in their own case and flags as booleans. */
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

/** The same of an address whose parameters belong to several lookups, as pages have. @throws NetlensError */
export function queryOf<P extends TProperties>(schema: TObject<P>, params: URLSearchParams): Values<P> {
  const given = firstValues(params);
  const wrong = Value.Errors(schema, given).First();
  if (wrong) throw (wrong.schema as unknown as Parameter).error?.({ found: given });
  return valuesOf(schema, given);
}
