/** The library of the npm package: the engine of `netlens headers` for tests in Node and Bun. Pure but for the clock. */

import { decodeHeaders } from "../http/decode.ts";
import type { HttpReport } from "../http/schema.ts";
import { type Finding, ignoring, treatedFindings } from "../view/findings.ts";
import { type Lines, linesOf, type ResponseLike } from "./message.ts";

export type { Finding } from "../view/findings.ts";
export type { HeadersLike, RequestLike, ResponseLike } from "./message.ts";

export interface LintOptions {
  /** Ids of findings to leave out, some for one field only (`field-repeated:etag`). */
  readonly ignore?: Iterable<string>;
}

/**
 * What each line of a response says and what is wrong with it: the object of `POST /v1/http/`, with one step. A promise where the
 * response gives its fields by one (Playwright's `page.goto`).
 * @throws TypeError for what has no fields, and an Error that names the part at fault
 */
export function explainHeaders<R extends ResponseLike>(response: R): Answer<R, HttpReport> {
  return then(linesOf(response), explained) as Answer<R, HttpReport>;
}

/** The findings alone, the gravest first. Otherwise as `explainHeaders`. */
export function lintResponse<R extends ResponseLike>(
  response: R,
  { ignore = [] }: LintOptions = {},
): Answer<R, Finding[]> {
  const of = (lines: Lines) => treatedFindings(explained(lines), ignoring(new Set(ignore))).findings;
  return then(linesOf(response), of) as Answer<R, Finding[]>;
}

/** A promise where the response's fields come by one. */
export type Answer<R extends ResponseLike, T> = R extends { headersArray(): Promise<unknown> }
  ? Promise<T>
  : T;

const explained = (lines: Lines): HttpReport => decodeHeaders(lines, Date.now(), { partialRequest: true });

function then<T>(lines: Lines | Promise<Lines>, of: (lines: Lines) => T): T | Promise<T> {
  return lines instanceof Promise ? lines.then(of) : of(lines);
}
