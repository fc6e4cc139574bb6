/** Flags of `netlens site`. Pure. */

import siteLists from "../../../data/site-lists.txt" with { type: "text" };
import { rowsIn } from "../../../data/tables.ts";
import { PAGE } from "../../api/limits.ts";
import { hasUserinfo, parseTarget } from "../../http/target.ts";
import type { Politeness } from "../../jobs/redirects/politeness.ts";
import { pathMatcher } from "../../jobs/site/robots.ts";
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

/** Names of `--list`. */
export const LISTS = rowsIn(siteLists).map(([name = ""]) => name);
const LIST_FORMATS = /^(?:text|json|ndjson|csv)$/;

export interface SiteOptions {
  /** First URL; undefined with `merge`. */
  readonly start: URL | undefined;
  /** Files of reports, `-` for standard input; undefined without --merge. */
  readonly merge: readonly string[] | undefined;
  /** Whether only the URLs to look up are listed. */
  readonly isList: boolean;
  /** List to print instead of the report; see `LISTS`. */
  readonly list: string | undefined;
  /** Whether --include and --exclude allow a URL. */
  readonly wants: (url: URL) => boolean;
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
  const { flags, lists, positionals } = call;
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
  const list = typeof flags["list"] === "string" ? flags["list"] : undefined;
  const format = String(flags["format"] ?? "text");
  if (list !== undefined && !LIST_FORMATS.test(format))
    throw new UsageError(`--list ${list}: print it as text, json, ndjson or csv`);
  const [included = [], excluded = []] = ["include", "exclude"].map((name) =>
    lists[name]?.map((pattern) => {
      if (!/^[/*]/.test(pattern)) throw new UsageError(`--${name}: a path starts with /, not "${pattern}"`);
      return pathMatcher(pattern);
    }),
  );
  const sample = numberOf(call, "sample", 0, 1);
  return {
    start,
    merge: isMerge ? positionals : undefined,
    isList,
    list,
    wants: (url) =>
      (included.length === 0 || included.some((matches) => matches(url))) &&
      !excluded.some((matches) => matches(url)),
    depth: numberOf(call, "depth", Number.MAX_SAFE_INTEGER, 0),
    most: numberOf(call, "max-pages", MOST_PAGES, 1),
    sample: sample === 0 ? undefined : sample,
    resources: flags["resources"] === true ? Math.min(PAGE.mostResources, PAGE.usualResources) : undefined,
    external: flags["external"] === true,
    ignoresRobots: flags["ignore-robots"] === true,
    resume: typeof flags["resume"] === "string" ? flags["resume"] : undefined,
    format,
    politeness: politenessOf(call),
  };
}
