/** Matchers for `expect.extend` of bun:test, Vitest and Playwright. Pure but for the clock. */

import { plural } from "../headers/wording.ts";
import type { HttpReport } from "../http/schema.ts";
import { checkReport, expectationsOf } from "../jobs/project/check.ts";
import { type Finding, ignoring, SEVERITIES } from "../jobs/project/findings.ts";
import type { Project } from "../jobs/project/read.ts";
import { explained } from "./explained.ts";
import type { ResponseLike } from "./message.ts";

/** The result that runners want of a matcher. */
export interface Outcome {
  readonly pass: boolean;
  /** The text shown where it fails; under `not`, where it passes. */
  readonly message: () => string;
}

export interface NoHeaderErrorsOptions {
  /** The least that counts: what the project file has in `fail-on`, else `error`. */
  readonly severity?: Finding["severity"];
  /** Ids of findings that do not count, some for one field only (`field-repeated:etag`). */
  readonly ignore?: Iterable<string>;
  /** The project file, from `netlens/project`. */
  readonly project?: Project | undefined;
}

export interface CacheableOptions {
  /** The cache: `shared` by default, such as a CDN's, or `private`, such as a browser's. */
  readonly by?: "shared" | "private";
}

export interface SecureCookiesOptions {
  /** Cookies that scripts have to read. */
  readonly readable?: Iterable<string>;
}

type Judge<O> = (report: HttpReport, options: O, url: string | undefined) => Outcome;

const noHeaderErrors: Judge<NoHeaderErrorsOptions> = (report, options, url) => {
  const { ignore = [], project } = options;
  const expected = expectationsOf(project, ignoring(new Set(ignore)), url);
  const severity = options.severity ?? (expected.failOn.length > 0 ? undefined : "error");
  const counted = severity === undefined ? [] : SEVERITIES.slice(0, SEVERITIES.indexOf(severity) + 1);
  const { findings, breaks } = checkReport(report, severity ? { ...expected, failOn: [] } : expected);
  const found = findings.filter((finding) => counted.includes(finding.severity) || breaks(finding));
  const what = severity === undefined ? "counted by the project file" : `of severity ${severity} or worse`;
  const told = found.map(
    ({ name, title, fix }) => `  ${title} [${name}]${fix === undefined ? "" : `\n    better: ${fix}`}`,
  );
  return {
    pass: found.length === 0,
    message: () =>
      found.length === 0
        ? `there is no problem ${what} in the header section`
        : `${plural(found.length, "problem")} ${what} in the header section:\n${told.join("\n")}`,
  };
};

const cacheable: Judge<CacheableOptions> = ({ steps: [step] }, { by = "shared" }) => {
  const verdict = step?.verdicts?.caching?.[by];
  const fresh = verdict?.freshFor ?? 0;
  const pass = verdict?.stores === true && verdict.reuse === "without-asking" && fresh > 0;
  const why = verdict
    ? `stores: ${verdict.stores}, reuse: ${verdict.reuse}, fresh for ${plural(Math.max(0, fresh), "second")}`
    : "that depends on a status that is not known";
  return {
    pass,
    message: () => `a ${by} cache may ${pass ? "" : "not "}reuse this response without asking (${why})`,
  };
};

const secureCookies: Judge<SecureCookiesOptions> = ({ steps: [step] }, { readable = [] }) => {
  const scripts = new Set(readable);
  const cookies = (step?.verdicts?.cookies ?? []).filter((cookie) => cookie.outcome !== "deleted");
  const faults = cookies.flatMap(({ name, outcome: how, why = "", secure, httpOnly, sameSite }) =>
    [
      how === "refused" && `browsers reject it: ${why}`,
      !secure && "no Secure",
      !httpOnly && !scripts.has(name) && "no HttpOnly",
      sameSite === "unset" && "no SameSite",
    ].flatMap((fault) => (fault === false ? [] : [`  ${name}: ${fault}`])),
  );
  return {
    pass: cookies.length > 0 && faults.length === 0,
    message: () => {
      if (cookies.length === 0) return "the response sets no cookie";
      return faults.length === 0
        ? "all cookies have Secure, HttpOnly and SameSite"
        : `not every cookie has Secure, HttpOnly and SameSite:\n${faults.join("\n")}`;
    },
  };
};

/**
 * The matchers with options that hold wherever a call names no others: `expect.extend(matchersOf({ project: findProject() }))`.
 * Asynchronous for a response whose fields come by a promise.
 */
export function matchersOf(defaults: Pick<NoHeaderErrorsOptions, "project">) {
  const matcher =
    <O extends object>(judge: Judge<O>) =>
    (received: unknown, options?: O): Outcome | Promise<Outcome> =>
      explained(received as ResponseLike, (report, url) =>
        judge(report, { ...defaults, ...(options ?? ({} as O)) }, url),
      );
  return {
    toHaveNoHeaderErrors: matcher(noHeaderErrors),
    toBeCacheable: matcher(cacheable),
    toSetSecureCookies: matcher(secureCookies),
  };
}

/** `expect.extend(netlensMatchers)`. */
export const netlensMatchers = matchersOf({});
