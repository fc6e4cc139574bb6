/** A response as tests hold it → its report, at once or by a promise. Pure but for the clock. */

import { decodeHeaders } from "../http/decode.ts";
import type { HttpReport } from "../http/schema.ts";
import { type Lines, linesOf, type ResponseLike } from "./message.ts";

export const reportOf = (lines: Lines): HttpReport =>
  decodeHeaders(lines, Date.now(), { partialRequest: true });

/**
 * A promise where the response gives its fields by one (Playwright's `page.goto`).
 * @param of gets the URL of the request besides, which the report of lines has not
 */
export function explained<T>(
  response: ResponseLike,
  of: (report: HttpReport, url: string | undefined) => T,
): T | Promise<T> {
  const lines = linesOf(response);
  const explain = (known: Lines) => of(reportOf(known), known.url);
  return lines instanceof Promise ? lines.then(explain) : explain(lines);
}
