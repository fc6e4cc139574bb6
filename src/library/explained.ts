/** A response as tests hold it → its report, at once or by a promise. Pure but for the clock. */

import { decodeHeaders } from "../http/decode.ts";
import type { HttpReport } from "../http/schema.ts";
import { type Lines, linesOf, type ResponseLike } from "./message.ts";

/**
 * A promise where the response gives its fields by one (Playwright's `page.goto`).
 * @param of gets the URL of the request besides, which the report of lines has not
 */
export function explained<T>(
  response: ResponseLike,
  of: (report: HttpReport, url: string | undefined) => T,
): T | Promise<T> {
  const lines = linesOf(response);
  const explain = (known: Lines) => of(decodeHeaders(known, Date.now(), { partialRequest: true }), known.url);
  return lines instanceof Promise ? lines.then(explain) : explain(lines);
}
