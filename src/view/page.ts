/** Formats a page audit: rows, blocked ones first, and summaries. Pure. */

import { plural } from "../headers/wording.ts";
import type { Note, PageReport, Resource } from "../jobs/page/schema.ts";
import { rankOf } from "../jobs/project/findings.ts";
import { uncheckedTexts } from "./all-clear.ts";

export interface PageRow {
  /** 0 for resources of the page, 1 for those of a style sheet. */
  readonly depth: number;
  readonly outcome: Resource["outcome"];
  readonly isBroken: boolean;
  readonly as: string;
  readonly url: string;
  readonly host: string;
  /** `script[src], line 4` */
  readonly place: string;
  /** Status, size and time; `""` if unknown. */
  readonly status: string;
  readonly size: string;
  readonly time: string;
  /** Milliseconds after the request for the document, for the waterfall. */
  readonly start: number;
  readonly length: number;
  readonly thirdParty: boolean;
  /** Reasons for blocking and reports, differences in other browsers, and errors. */
  readonly why: readonly string[];
  /** Attributes to copy into the element. */
  readonly copy?: string;
}

const NAMES = { firefox: "Firefox", webkit: "Safari" } as const;

const HTTPS_TOO = "It also answers over https: change the scheme.";

function pageRow(resource: Resource): PageRow {
  const { url, as, where, initiator, outcome, status, error, wireBytes, timeStart = 0, timeTotal } = resource;
  const { integrity, overHttps } = resource;
  const line = where.line > 0 ? `, line ${where.line}` : "";
  return {
    depth: initiator === undefined ? 0 : 1,
    outcome,
    isBroken: outcome === "blocked" || outcome === "failed",
    as,
    url,
    host: URL.parse(url)?.host ?? "",
    place: `${where.element}${line}`,
    status: status === undefined ? "" : String(status),
    size: wireBytes === undefined ? "" : sizeText(wireBytes),
    time: timeTotal === undefined ? "" : `${Math.round(timeTotal)} ms`,
    start: timeStart,
    length: timeTotal ?? 0,
    thirdParty: resource.thirdParty,
    why: [
      ...whyOf(resource),
      ...(error === undefined ? [] : [error]),
      ...(overHttps === undefined ? [] : [overHttps ? HTTPS_TOO : "It does not answer over https."]),
    ],
    ...(integrity !== undefined && { copy: `integrity="${integrity}" crossorigin="anonymous"` }),
  };
}

/** Reasons for blocking, as sentences. */
export function whyOf({ blockedBy = [], engines = {} }: Pick<Resource, "blockedBy" | "engines">): string[] {
  const others = (["firefox", "webkit"] as const).flatMap((engine) => {
    const other = engines[engine];
    if (!other) return [];
    const reason = other.blockedBy.find(({ reportOnly }) => !reportOnly)?.title;
    return [`${NAMES[engine]}: ${other.outcome}${reason === undefined ? "" : `. ${reason}`}`];
  });
  return [
    ...blockedBy.map(({ title, reportOnly }) => (reportOnly ? `Only reported: ${title}` : title)),
    ...others,
  ];
}

/** Broken rows first, then in the order of the page. */
export function pageRows(resources: readonly Resource[]): PageRow[] {
  const rows = resources.map(pageRow);
  return rows.toSorted((a, b) => Number(b.isBroken) - Number(a.isBroken));
}

/** Title of a note, with its count if the title does not start with it. */
export function noteText({ title, count }: Note): string {
  return count > 1 && !title.startsWith(`${count} `) ? `${title} (${count} times)` : title;
}

/** Sentences for what the current policy allows beyond the suggested one. */
export function beyondTexts(beyond: readonly string[]): string[] {
  const isMissing = (text: string) => text.endsWith("everything is allowed");
  const used = beyond.filter((text) => !isMissing(text));
  return [
    ...beyond.filter(isMissing).map((text) => `${text}.`),
    ...(used.length > 0 ? [`Your policy also allows: ${used.join("; ")}.`] : []),
  ];
}

/** Non-empty parts of a summary, with titles. */
export function summaryGroups({ summary, browser }: Pick<PageReport, "summary" | "browser">) {
  return [
    { title: "Broken", severity: "error" as const, notes: summary.broken },
    {
      title: `In ${browser?.version}`,
      severity: "info" as const,
      notes: browser ? browserNotes(browser) : [],
    },
    { title: "Risky", severity: "warning" as const, notes: summary.risky },
    { title: "Slow", severity: "info" as const, notes: summary.slow },
  ].filter(({ notes }) => notes.length > 0);
}

function browserNotes({ missed, notRequested, failed }: NonNullable<PageReport["browser"]>): Note[] {
  const groups = [
    [missed, "found only by the browser"],
    [notRequested, "not requested by the browser"],
    [failed, "failed only in the browser"],
  ] as const;
  return groups.flatMap(([rows, what]) => {
    const examples = rows
      .slice(0, 3)
      .map(({ url, as, error }) => `${as}: ${url}${error ? ` (${error})` : ""}`);
    return rows.length === 0
      ? []
      : [{ title: `${plural(rows.length, "load")} ${what}`, count: rows.length, examples }];
  });
}

/** The result in a few words. @param broken number of blocked or failed parts */
export function pageVerdict({ status, document }: PageReport, broken: number): string {
  if (status === "error") return "Not reachable";
  const findings = [document, ...document.steps].flatMap((part) => part.findings);
  if (findings.some(({ name }) => rankOf(name) === "unreachable")) return "Not reachable for browsers";
  const page = Number(status) >= 400 ? "the error page" : "the page";
  if (broken === 0) return `Everything on ${page} loads`;
  return `${plural(broken, "part")} of ${page} ${broken === 1 ? "does" : "do"} not load`;
}

/** Sentences about unlisted rows and unchecked parts. */
export function leftOut({
  truncated = {},
  unchecked,
}: Pick<PageReport, "truncated" | "unchecked">): string[] {
  const { resources = 0, inline = 0, notes = 0 } = truncated;
  const rows = [
    ...(resources > 0 ? [plural(resources, "resource")] : []),
    ...(inline > 0 ? [`${plural(inline, "piece")} of inline code`] : []),
    ...(notes > 0 ? [plural(notes, "note")] : []),
  ];
  return [
    ...(rows.length > 0 ? [`Not listed: ${rows.join(", ")}.`] : []),
    ...uncheckedTexts(unchecked).map((text) => `${text}.`),
  ];
}

export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
