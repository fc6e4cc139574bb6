/** A page's report → the rows that are shown, blocked ones first, and what each says. No markup. */

import { plural } from "../headers/wording.ts";
import type { Note, PageReport, Resource } from "../jobs/page/schema.ts";
import { uncheckedTexts } from "./all-clear.ts";

export interface PageRow {
  /** 0 for what the page asks for, 1 for what a style sheet does. */
  readonly depth: number;
  readonly outcome: Resource["outcome"];
  /** Blocked, or failed. */
  readonly isBroken: boolean;
  readonly as: string;
  readonly url: string;
  readonly host: string;
  /** `script[src], line 4` */
  readonly place: string;
  /** Status, size and time, `""` where unknown. */
  readonly status: string;
  readonly size: string;
  readonly time: string;
  /** Milliseconds after the document was asked for, for the waterfall. */
  readonly start: number;
  readonly length: number;
  readonly thirdParty: boolean;
  /** Why it does not load, what is only reported, and what other engines do otherwise. */
  readonly why: readonly string[];
}

const NAMES = { firefox: "Firefox", webkit: "Safari" } as const;

function pageRow(resource: Resource): PageRow {
  const { url, as, where, initiator, outcome, status, error, wireBytes, timeStart = 0, timeTotal } = resource;
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
    why: [...whyOf(resource), ...(error === undefined ? [] : [error])],
  };
}

/** The causes of a block, in sentences. */
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

/** In the order of the page, each behind the sheet that asks for it; what is broken comes first. */
export function pageRows(resources: readonly Resource[]): PageRow[] {
  const rows = resources.map(pageRow);
  return rows.toSorted((a, b) => Number(b.isBroken) - Number(a.isBroken));
}

/** The note's sentence, with its number of references where it does not begin with it. */
export function noteText({ title, count }: Note): string {
  return count > 1 && !title.startsWith(String(count)) ? `${title} (${count} times)` : title;
}

/** The four parts of a summary, with the titles that people see. */
export function summaryGroups({ summary }: Pick<PageReport, "summary">) {
  return [
    { title: "Broken", bad: true, notes: summary.broken },
    { title: "Risky", bad: false, notes: summary.risky },
    { title: "Slow", bad: false, notes: summary.slow },
  ].filter(({ notes }) => notes.length > 0);
}

/** Sentences about rows that are not listed and parts that were not checked. */
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
