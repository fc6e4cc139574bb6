/** The library of the npm package: the engine of `netlens headers` for tests in Node and Bun. Pure but for the clock. */

import type { HttpReport } from "../http/schema.ts";
import { checkReport, expectationsOf } from "../jobs/project/check.ts";
import { type Finding, ignoring } from "../jobs/project/findings.ts";
import type { Project } from "../jobs/project/read.ts";
import { explained } from "./explained.ts";
import type { ResponseLike } from "./message.ts";

export type { Finding } from "../jobs/project/findings.ts";
export type { HeadersLike, RequestLike, ResponseLike } from "./message.ts";

export interface LintOptions {
  /** Ids of findings to leave out, some for one field only (`field-repeated:etag`). */
  readonly ignore?: Iterable<string>;
  /** The project file, from `netlens/project`: its severities and exceptions count, and the fields that it requires. */
  readonly project?: Project | undefined;
}

/**
 * Explains a response line by line, with its problems: the object of `POST /v1/http/`, with one step. A promise where the
 * response gives its fields by one (Playwright's `page.goto`).
 * @throws TypeError for what has no fields, and an Error that names the part at fault
 */
export function explainHeaders<R extends ResponseLike>(response: R): Answer<R, HttpReport> {
  return explained(response, (report) => report) as Answer<R, HttpReport>;
}

/** The findings alone, the gravest first. Otherwise as `explainHeaders`. */
export function lintResponse<R extends ResponseLike>(
  response: R,
  { ignore = [], project }: LintOptions = {},
): Answer<R, Finding[]> {
  const ignored = ignoring(new Set(ignore));
  return explained(response, (report, url) => [
    ...checkReport(report, expectationsOf(project, ignored, url)).findings,
  ]) as Answer<R, Finding[]>;
}

/** A promise where the response's fields come by one. */
export type Answer<R extends ResponseLike, T> = R extends { headersArray(): Promise<unknown> }
  ? Promise<T>
  : T;
