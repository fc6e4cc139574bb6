/** Matchers for `expect.extend` of bun:test, Vitest and Playwright. Pure but for the clock. */

import { plural } from "../headers/wording.ts";
import type { HttpReport, HttpStep } from "../http/schema.ts";
import { type Finding, ignoring, treatedFindings } from "../view/findings.ts";
import { explainHeaders } from "./index.ts";
import type { ResponseLike } from "./message.ts";

/** What runners ask of a matcher. */
export interface Outcome {
  readonly pass: boolean;
  /** What is shown where it fails; under `not`, where it passes. */
  readonly message: () => string;
}

export interface NoHeaderErrorsOptions {
  /** The least that counts: `error` by default. */
  readonly severity?: Finding["severity"];
  /** Ids of findings that do not count, some for one field only (`field-repeated:etag`). */
  readonly ignore?: Iterable<string>;
}

export interface CacheableOptions {
  /** Whose cache: `shared` by default, such as a CDN's, or `private`, such as a browser's. */
  readonly by?: "shared" | "private";
}

export interface SecureCookiesOptions {
  /** Cookies that scripts have to read. */
  readonly readable?: Iterable<string>;
}

type Judge<O> = (step: HttpStep, options: O) => Outcome;

const SEVERITIES = ["error", "warning", "info"] as const;

const noHeaderErrors: Judge<NoHeaderErrorsOptions> = (step, { severity = "error", ignore = [] }) => {
  const counted = SEVERITIES.slice(0, SEVERITIES.indexOf(severity) + 1);
  const all = treatedFindings({ ...EMPTY, steps: [step] }, ignoring(new Set(ignore))).findings;
  const found = all.filter((finding) => counted.includes(finding.severity));
  const told = found.map(
    ({ name, title, fix }) => `  ${title} [${name}]${fix === undefined ? "" : `\n    better: ${fix}`}`,
  );
  return {
    pass: found.length === 0,
    message: () =>
      found.length === 0
        ? `there is no problem of severity ${severity} or worse in the header section`
        : `${plural(found.length, "problem")} of severity ${severity} or worse in the header section:\n${told.join("\n")}`,
  };
};

const cacheable: Judge<CacheableOptions> = ({ verdicts }, { by = "shared" }) => {
  const verdict = verdicts?.caching?.[by];
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

const secureCookies: Judge<SecureCookiesOptions> = ({ verdicts }, { readable = [] }) => {
  const scripts = new Set(readable);
  const cookies = (verdicts?.cookies ?? []).filter((cookie) => cookie.outcome !== "deleted");
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

/** A chain around one step. */
const EMPTY = { url: "", problems: [] } as unknown as Parameters<typeof treatedFindings>[0];

function matcher<O extends object>(judge: Judge<O>) {
  return (received: unknown, options?: O): Outcome | Promise<Outcome> => {
    const of = ({ steps: [step] }: { readonly steps: readonly HttpStep[] }) => {
      if (!step) throw new Error("netlens: nothing to judge");
      return judge(step, options ?? ({} as O));
    };
    const report: HttpReport | Promise<HttpReport> = explainHeaders(received as ResponseLike);
    return report instanceof Promise ? report.then(of) : of(report);
  };
}

/** `expect.extend(netlensMatchers)`. Asynchronous for a response whose fields come by a promise. */
export const netlensMatchers = {
  toHaveNoHeaderErrors: matcher(noHeaderErrors),
  toBeCacheable: matcher(cacheable),
  toSetSecureCookies: matcher(secureCookies),
};
