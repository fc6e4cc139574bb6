/** The outcome of the request's conditions beside this response's validators (RFC 9110 sections 8.8 and 13). */

import { parseHttpDate } from "../../syntax/dates.ts";
import { type EntityTag, parseEntityTag } from "../../syntax/entity-tags.ts";
import { splitList } from "../../syntax/lists.ts";
import { firstLine, type Response, requestValue } from "./response.ts";

/** Conditions that a 304 answers, and with them those that a 412 answers; in lower case. */
const CACHED: readonly string[] = ["if-none-match", "if-modified-since"];
const PRECONDITIONS: readonly string[] = [...CACHED, "if-match", "if-unmodified-since", "if-range"];

export interface Conditions {
  /** The request has a condition that a 304 answers. */
  readonly cached: boolean;
  /** The request has a condition that can fail. */
  readonly any: boolean;
  /** The field by which the client's copy is this response or another; absent where nothing can be compared. */
  readonly by?: "if-none-match" | "if-modified-since";
  /** The copy that the client has is this very one. */
  readonly same: boolean;
}

/** Undefined where the request is not known. */
export function checkConditions(response: Response): Conditions | undefined {
  if (!response.request) return undefined;
  const has = (names: readonly string[]) => names.some((name) => requestValue(response, name) !== undefined);
  return { cached: has(CACHED), any: has(PRECONDITIONS), ...compared(response) };
}

/** Section 13.2.2: If-Modified-Since counts only without If-None-Match. */
function compared(response: Response): Pick<Conditions, "by" | "same"> {
  const tags = requestValue(response, "if-none-match");
  const own = firstLine(response, "etag");
  if (tags !== undefined) {
    const tag = own && parseEntityTag(own.value);
    if (tags.trim() === "*" || !tag || !isSound(tag)) return { same: false };
    // The weak comparison (section 8.8.3.2).
    const theirs = splitList(tags).members.map(({ text }) => parseEntityTag(text));
    return {
      by: "if-none-match",
      same: theirs.some((one) => isSound(one) && one.opaque === tag.opaque),
    };
  }
  const since = dateMs(requestValue(response, "if-modified-since"));
  const modified = dateMs(firstLine(response, "last-modified")?.value);
  if (since === undefined || modified === undefined) return { same: false };
  return { by: "if-modified-since", same: modified <= since };
}

function isSound({ flaws }: EntityTag): boolean {
  return flaws.length === 0;
}

function dateMs(value: string | undefined): number | undefined {
  return value === undefined ? undefined : parseHttpDate(value)?.ms;
}
