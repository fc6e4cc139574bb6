/** Matchers for `expect.extend` of bun:test, Vitest and Playwright. Pure but for the clock. */

import { plural } from "../headers/wording.ts";
import type { HttpReport } from "../http/schema.ts";
import { checkReport, expectationsOf } from "../jobs/project/check.ts";
import { type Finding, ignoring, SEVERITIES } from "../jobs/project/findings.ts";
import type { Project } from "../jobs/project/read.ts";
import { explained, type ResponseLike } from "./response/message.ts";

/** Result of a matcher, as test runners expect it. */
export interface Outcome {
  readonly pass: boolean;
  /** Failure text; with `not`, shown when `pass` is true. */
  readonly message: () => string;
}

export interface NoHeaderErrorsOptions {
  /** Least severity that fails; default: `fail-on` of the project file, else `error`. */
  readonly severity?: Finding["severity"];
  /** Ids to ignore, some for one field only (`field-repeated:etag`). */
  readonly ignore?: Iterable<string>;
  /** The project file, from `netlens/project`. */
  readonly project?: Project | undefined;
}

export interface CacheableOptions {
  /** `shared` (default), such as a CDN's cache, or `private`, such as a browser's. */
  readonly by?: "shared" | "private";
}

export interface SecureCookiesOptions {
  /** Cookies that need no HttpOnly because scripts read them. */
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
  const list = found.map(
    ({ name, title, fix }) => `  ${title} [${name}]${fix === undefined ? "" : `\n    better: ${fix}`}`,
  );
  return {
    pass: found.length === 0,
    message: () =>
      found.length === 0
        ? `no problem ${what} in the headers`
        : `${plural(found.length, "problem")} ${what} in the headers:\n${list.join("\n")}`,
  };
};

const cacheable: Judge<CacheableOptions> = ({ steps: [step] }, { by = "shared" }) => {
  const verdict = step?.verdicts?.caching?.[by];
  const fresh = verdict?.freshFor ?? 0;
  const pass = verdict?.stores === true && verdict.reuse === "without-asking" && fresh > 0;
  const why = verdict
    ? `stores: ${verdict.stores}, reuse: ${verdict.reuse}, fresh for ${plural(Math.max(0, fresh), "second")}`
    : "unknown without a status code";
  return {
    pass,
    message: () => `a ${by} cache may ${pass ? "" : "not "}reuse this response without revalidation (${why})`,
  };
};

const secureCookies: Judge<SecureCookiesOptions> = ({ steps: [step] }, { readable = [] }) => {
  const scripts = new Set(readable);
  const cookies = (step?.verdicts?.cookies ?? []).filter((cookie) => cookie.outcome !== "deleted");
  const missing = cookies.flatMap(({ name, outcome: how, why = "", secure, httpOnly, sameSite }) =>
    [
      how === "refused" && `most browsers reject it: ${why}`,
      !secure && "no Secure",
      !httpOnly && !scripts.has(name) && "no HttpOnly",
      sameSite === "unset" && "no SameSite",
    ].flatMap((text) => (text === false ? [] : [`  ${name}: ${text}`])),
  );
  return {
    pass: cookies.length > 0 && missing.length === 0,
    message: () => {
      if (cookies.length === 0) return "the response sets no cookie";
      return missing.length === 0
        ? "all cookies have Secure, HttpOnly and SameSite"
        : `not every cookie has Secure, HttpOnly and SameSite:\n${missing.join("\n")}`;
    },
  };
};

/** Matchers with default options: `expect.extend(matchersOf({ project: findProject() }))`. Async if the response's headers are. */
export function matchersOf(demissing: Pick<NoHeaderErrorsOptions, "project">) {
  const matcher =
    <O extends object>(judge: Judge<O>) =>
    (received: unknown, options?: O): Outcome | Promise<Outcome> =>
      explained(received as ResponseLike, (report, url) =>
        judge(report, { ...demissing, ...(options ?? ({} as O)) }, url),
      );
  return {
    toHaveNoHeaderErrors: matcher(noHeaderErrors),
    toBeCacheable: matcher(cacheable),
    toSetSecureCookies: matcher(secureCookies),
  };
}

/** `expect.extend(netlensMatchers)`. */
export const netlensMatchers = matchersOf({});
