/**
 * The npm package's library: the engine of `netlens headers` for tests in Node and Bun. A response goes in; its explained
 * headers or its findings come out. It never makes a request.
 */

import type { HttpReport } from "../http/schema.ts";
import { checkReport, expectationsOf } from "../jobs/project/check.ts";
import { type Finding, ignoring } from "../jobs/project/findings.ts";
import type { Project } from "../jobs/project/read.ts";
import { explained, type ResponseLike } from "./response/message.ts";

export type { Finding } from "../jobs/project/findings.ts";
export type { HeadersLike, RequestLike, ResponseLike } from "./response/message.ts";

export interface LintOptions {
  /** Ids to ignore, some for one field only (`field-repeated:etag`). */
  readonly ignore?: Iterable<string>;
  /** The project file, from `netlens/project`: severities, exceptions and required fields. */
  readonly project?: Project | undefined;
}

/**
 * Explains a response line by line, as `POST /v1/http/` does, with one step. Async if the response's headers are (Playwright).
 * @throws TypeError for an object without headers, and an Error that names the invalid part
 */
export function explainHeaders<R extends ResponseLike>(response: R): Answer<R, HttpReport> {
  return explained(response, (report) => report) as Answer<R, HttpReport>;
}

/** Findings only, the worst first. Otherwise like `explainHeaders`. */
export function lintResponse<R extends ResponseLike>(
  response: R,
  { ignore = [], project }: LintOptions = {},
): Answer<R, Finding[]> {
  const ignored = ignoring(new Set(ignore));
  return explained(response, (report, url) => [
    ...checkReport(report, expectationsOf(project, ignored, url)).findings,
  ]) as Answer<R, Finding[]>;
}

export type Answer<R extends ResponseLike, T> = R extends { headersArray(): Promise<unknown> }
  ? Promise<T>
  : T;
