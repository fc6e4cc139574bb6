/**
 * The plugin that every room of the API uses: macros `cost` and `cached`, the parser `content`, queries and answers. A
 * handler returns an object, ready JSON text, or a `Response`. Elysia reads the text of hooks: each destructures its
 * context and is synchronous.
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
    /** Units of the rate limit. */
    cost: (units: number) => ({ detail: { cost: units } as object }),
    /** An answer that holds as long as its data: ETag, and 304 for a client that has it. */
    cached: (headers: () => CacheHeaders) => ({
      // Elysia reads in its text that it returns something, and no promise.
      afterHandle: ({ request, responseValue }) =>
        responseValue instanceof Response
          ? undefined
          : cachedAnswer(request, jsonOf(responseValue), headers()),
    }),
  })
  .onTransform({ as: "scoped" }, ({ query, request: { url } }) => {
    const start = url.indexOf("?");
    // A route without a schema for it may have none, once its text is minified.
    if (start >= 0 && query) replaceQuery(query, url.slice(start + 1));
  })
  .mapResponse({ as: "scoped" }, atOnce(answerOf));

/**
 * Has Elysia not wait for a function that nearly always answers at once: it tells by the text of a function whether it may
 * return a promise, which minifying changes. A bound function has no text. A promise is waited for all the same.
 */
export function atOnce<C, R>(answer: (context: C) => R): (context: C) => R {
  return answer.bind(undefined);
}

/** Elysia's own reading takes the last of several values, and an ampersand in the path for one in the query. */
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

/** An error of a handler, a schema or a parser as one of ours; undefined for a bug. */
export function refusalOf(error: unknown, code: string | number): NetlensError | undefined {
  if (error instanceof NetlensError) return error;
  const { customError, cause }: { customError?: unknown; cause?: unknown } = Object(error);
  if (code === "PARSE") return cause instanceof NetlensError ? cause : undefined;
  return customError instanceof NetlensError ? customError : undefined;
}
