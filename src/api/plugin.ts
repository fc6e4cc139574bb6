/**
 * Elysia plugin of all API rooms: macros `cost` and `cached`, the parser `content`, queries and answers. A
 * handler returns an object, JSON text, or a `Response`. Elysia inspects the source of hooks: each
 * destructures its context and is synchronous.
 */

import { Elysia } from "elysia";
import { Answer, JSON_INIT } from "./answer.ts";
import { NetlensError } from "./errors.ts";
import { type CacheHeaders, cachedAnswer } from "./http-validators.ts";
import { jsonContent } from "./json-content.ts";
import { firstValues } from "./query.ts";

export const api = new Elysia({ name: "api", normalize: false })
  .parser("content", ({ request }) => jsonContent(request))
  .macro({
    /** Rate-limit units. */
    cost: (units: number) => ({ detail: { cost: units } as object }),
    /** Cacheable answer: ETag and 304. */
    cached: (headers: () => CacheHeaders) => ({
      // Elysia detects in the function's source that it is synchronous.
      afterHandle: ({ request, responseValue }) =>
        responseValue instanceof Response
          ? undefined
          : cachedAnswer(request, jsonOf(responseValue), headers()),
    }),
  })
  .onTransform({ as: "scoped" }, ({ query, request: { url } }) => {
    const start = url.indexOf("?");
    // After minification, routes without a query schema get no `query`.
    if (start >= 0 && query) replaceQuery(query, url.slice(start + 1));
  })
  .mapResponse({ as: "scoped" }, atOnce(answerOf));

/**
 * Hides the source of a function that usually returns synchronously: Elysia would await it after
 * minification. Promises are awaited in any case.
 */
export function atOnce<C, R>(answer: (context: C) => R): (context: C) => R {
  return answer.bind(undefined);
}

/** Replaces Elysia's query, which has the last of repeated values and reads `&` in the path as a separator. */
function replaceQuery(query: Record<string, string | undefined>, text: string): void {
  for (const name of Object.keys(query)) delete query[name];
  Object.assign(query, firstValues(new URLSearchParams(text)));
}

function answerOf({ responseValue: value }: { readonly responseValue?: unknown }) {
  return value instanceof Promise ? value.then(responseOf) : responseOf(value);
}

function responseOf(value: unknown): Response {
  return value instanceof Response ? value : new Answer(jsonOf(value), JSON_INIT);
}

function jsonOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Maps an error of a handler, schema or parser; undefined for a bug. */
export function refusalOf(error: unknown, code: string | number): NetlensError | undefined {
  if (error instanceof NetlensError) return error;
  const { customError, cause }: { customError?: unknown; cause?: unknown } = Object(error);
  if (code === "PARSE") return cause instanceof NetlensError ? cause : undefined;
  return customError instanceof NetlensError ? customError : undefined;
}
