/** Flags of `netlens redirects`. Pure. */

import type { Project } from "../../jobs/project/read.ts";
import type { RowMethod } from "../../jobs/redirects/check.ts";
import type { MapFormat } from "../../jobs/redirects/map-detect.ts";
import type { ColumnChoice } from "../../jobs/redirects/map-table.ts";
import { POLITENESS, type Politeness } from "../../jobs/redirects/politeness.ts";
import { type Call, UsageError } from "../command.ts";
import { numberOf, politenessOf } from "../input/polite-flags.ts";

export const FAIL_ON = ["wrong", "map", "unchecked", "never"] as const;

export interface RedirectOptions extends Politeness {
  readonly path: string;
  readonly base: string | undefined;
  readonly toBase: string | undefined;
  readonly mapFormat: MapFormat | undefined;
  readonly samples: string | undefined;
  readonly columns: ColumnChoice | undefined;
  readonly mostRedirects: number;
  readonly method: RowMethod | "auto";
  readonly content: boolean;
  readonly sameSite: boolean;
  readonly format: string;
  readonly onlyWrong: boolean;
  readonly failOn: (typeof FAIL_ON)[number];
  readonly dryRun: boolean;
  readonly writeMap: string | undefined;
  readonly resume: string | undefined;
  readonly retryFailed: boolean;
}

/** @throws UsageError */
export function readOptions(call: Call, project: Project | undefined): RedirectOptions {
  const { flags, positionals } = call;
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new UsageError("redirects: name one file");
  const text = (name: string) => (typeof flags[name] === "string" ? flags[name] : undefined);
  const baseOf = (name: string) => {
    const base = text(name);
    if (base !== undefined && !/^https?:/i.test(URL.parse(base)?.protocol ?? ""))
      throw new UsageError(`--${name}: "${base}" is not a URL`);
    return base;
  };
  const { mostRedirects } = POLITENESS.command;
  const content = flags["content"] === true;
  return {
    path,
    base: baseOf("base"),
    toBase: baseOf("to-base"),
    mapFormat: text("map-format") as MapFormat | undefined,
    samples: text("sample-urls"),
    columns: columnsOf(text("columns")),
    ...politenessOf(call),
    mostRedirects: numberOf(call, "max-chain", project?.limits.redirects ?? mostRedirects, 0),
    // HEAD responses have no content.
    method: content ? "GET" : ((text("method") ?? "auto") as RowMethod | "auto"),
    content,
    sameSite: flags["same-site"] === true,
    format: text("format") ?? "text",
    onlyWrong: text("only") === "wrong",
    failOn: (text("fail-on") ?? "wrong") as RedirectOptions["failOn"],
    dryRun: flags["dry-run"] === true,
    writeMap: text("write-map"),
    resume: text("resume"),
    retryFailed: flags["retry-failed"] === true,
  };
}

/** Parses `from=2,to=5,status=3`, with positions or column names. */
function columnsOf(text: string | undefined): ColumnChoice | undefined {
  if (text === undefined) return undefined;
  const parts = new Map(
    text.split(",").map((part) => {
      const [, name = "", given = ""] = /^\s*(from|to|status)\s*=(.*)/s.exec(part) ?? [];
      const column = given.trim();
      if (column === "" || column === "0")
        throw new UsageError(`--columns: expected a list such as from=1,to=2,status=3, not "${part}"`);
      return [name, column];
    }),
  );
  const from = parts.get("from");
  if (from === undefined) throw new UsageError("--columns needs from, as in from=1,to=2");
  return { from, to: parts.get("to"), status: parts.get("status") };
}
