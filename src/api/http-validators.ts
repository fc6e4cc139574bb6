/** Cacheable answers: ETag and Cache-Control (RFC 9111, RFC 9110 section 8.8.3). */

import { commit, version } from "../version.ts";
import { Answer, JSON_FIELDS } from "./answer.ts";

export interface CacheHeaders {
  readonly etag: string;
  readonly init: { readonly headers: Headers };
  readonly unchanged: { readonly status: 304; readonly headers: Headers };
}

/** Max-age in seconds: data changes at most once a day. */
const KEPT = 3600;

// A checkout has no commit: its code may change between starts.
const RELEASE = `${version}-${commit || Date.now().toString(36)}`;

/** Headers of answers that depend on this release and the state of the data. */
export function cacheableAnswer(state = ""): CacheHeaders {
  const etag = `"${RELEASE}${state && `-${state}`}"`;
  const { "content-type": type, ...fields } = {
    ...JSON_FIELDS,
    "cache-control": `public, max-age=${KEPT}`,
    etag,
    // Browsers get a page at the same URL.
    vary: "Accept",
  };
  return {
    etag,
    init: { headers: new Headers({ "content-type": type, ...fields }) },
    unchanged: { status: 304, headers: new Headers(fields) },
  };
}

/** Whether `If-None-Match` matches, weakly (RFC 9110 section 13.1.2). Call it only once the request is found valid. */
export function isNotModified(request: Request, { etag }: Pick<CacheHeaders, "etag">): boolean {
  const known = request.headers.get("if-none-match");
  if (known === null) return false;
  if (known === etag || known.trim() === "*") return true;
  return [...known.matchAll(/(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g)].some(([, tag]) => tag === etag);
}

/** The answer, or 304. */
export function cachedAnswer(request: Request, json: string, headers: CacheHeaders): Response {
  return isNotModified(request, headers)
    ? new Answer(null, headers.unchanged)
    : new Answer(json, headers.init);
}
