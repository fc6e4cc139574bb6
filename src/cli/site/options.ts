/** Flags of `netlens site`. Pure. */

import { PAGE } from "../../api/limits.ts";
import { hasUserinfo, parseTarget } from "../../http/target.ts";
import type { Politeness } from "../../jobs/redirects/politeness.ts";
import { type Call, UsageError } from "../command.ts";
import { numberOf, politenessOf } from "../input/polite-flags.ts";

/** Default of --max-pages. */
export const MOST_PAGES = 1000;

/** Values of `--format`; csv and ndjson have one row per URL. */
export const SITE_FORMATS = [
  "text",
  "json",
  "ndjson",
  "csv",
  "github",
  "sarif",
  "junit",
  "markdown",
  "html",
] as const;

export interface SiteOptions {
  /** First URL; undefined with `merge`. */
  readonly start: URL | undefined;
  /** Files of reports, `-` for standard input; undefined without --merge. */
  readonly merge: readonly string[] | undefined;
  readonly isList: boolean;
  readonly depth: number;
  readonly most: number;
  readonly sample: number | undefined;
  readonly resources: number | undefined;
  readonly external: boolean;
  readonly ignoresRobots: boolean;
  readonly resume: string | undefined;
  readonly format: string;
  readonly politeness: Politeness;
}

/** @throws UsageError, NetlensError for an invalid URL */
export function readSiteOptions(call: Call): SiteOptions {
  const { flags, positionals } = call;
  const isMerge = flags["merge"] === true;
  const isList = flags["list"] === true;
  if (positionals.length === 0)
    throw new UsageError(
      isMerge ? "site: name files of reports, or - for standard input" : "site: name a URL",
    );
  if (!isMerge && positionals.length > 1) throw new UsageError("site: name one URL");
  const start = isMerge ? undefined : parseTarget(positionals[0] ?? "");
  if (start && hasUserinfo(start)) throw new UsageError("site: give credentials with --user, not in the URL");
  if (start) start.hash = "";
  const sample = numberOf(call, "sample", 0, 1);
  return {
    start,
    merge: isMerge ? positionals : undefined,
    isList,
    depth: numberOf(call, "depth", Number.MAX_SAFE_INTEGER, 0),
    most: numberOf(call, "max-pages", MOST_PAGES, 1),
    sample: sample === 0 ? undefined : sample,
    resources: flags["resources"] === true ? Math.min(PAGE.mostResources, PAGE.usualResources) : undefined,
    external: flags["external"] === true,
    ignoresRobots: flags["ignore-robots"] === true,
    resume: typeof flags["resume"] === "string" ? flags["resume"] : undefined,
    format: String(flags["format"] ?? "text"),
    politeness: politenessOf(call),
  };
}
