/** Answers about what is given, which hold for everybody as long as the data behind them (RFC 9111, RFC 9110 section 8.8.3). */

import { commit, version } from "../version.ts";
import { Answer, JSON_FIELDS } from "./answer.ts";

export interface CacheHeaders {
  readonly etag: string;
  /** For the answer. */
  readonly init: { readonly headers: Headers };
  /** For a request that has it already. */
  readonly unchanged: { readonly status: 304; readonly headers: Headers };
}

/** Seconds that an answer may be kept without asking: data change once a day at most. */
const KEPT = 3600;

// From a checkout, what answers may change with each start.
const RELEASE = `${version}-${commit || Date.now().toString(36)}`;

/** The validator of answers that follow from this release and from data of this state. */
export function cacheableAnswer(state = ""): CacheHeaders {
  const etag = `"${RELEASE}${state && `-${state}`}"`;
  const { "content-type": type, ...fields } = {
    ...JSON_FIELDS,
    "cache-control": `public, max-age=${KEPT}`,
    etag,
    // Browsers get a page at the same address.
    vary: "Accept",
  };
  return {
    etag,
    init: { headers: new Headers({ "content-type": type, ...fields }) },
    unchanged: { status: 304, headers: new Headers(fields) },
  };
}

/** Whether `If-None-Match` names it (RFC 9110 section 13.1.2; compared weakly). Asked once the answer is known to be good. */
export function isNotModified(request: Request, { etag }: Pick<CacheHeaders, "etag">): boolean {
  const known = request.headers.get("if-none-match");
  if (known === null) return false;
  if (known === etag || known.trim() === "*") return true;
  return [...known.matchAll(/(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g)].some(([, tag]) => tag === etag);
}

/** The answer, or 304 for a request that has it already. */
export function cachedAnswer(request: Request, json: string, headers: CacheHeaders): Response {
  return isNotModified(request, headers)
    ? new Answer(null, headers.unchanged)
    : new Answer(json, headers.init);
}
