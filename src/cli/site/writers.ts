/** Writers of a site's report. */

import { groupDigits, plural } from "../../headers/wording.ts";
import type { HttpReport } from "../../http/schema.ts";
import type { Finding, Place } from "../../jobs/project/findings.ts";
import { quoted } from "../../jobs/site/lists.ts";
import type { SiteReport } from "../../jobs/site/schema.ts";
import { KIND, STATE } from "../../jobs/site/store.ts";
import { version } from "../../version.ts";
import { uncheckedTexts } from "../../view/all-clear.ts";
import { csvRow } from "../../view/format.ts";
import { type SiteGroup, siteView } from "../../view/site.ts";
import type { Call, Io, ReportFormat } from "../command.ts";
import { writeFormat } from "../formats/table.ts";
import type { Judged } from "../input/assertions.ts";
import { jsonText } from "../render/json.ts";
import { paint, printable, type Style, wrapped } from "../render/text.ts";
import type { CheckedSite } from "./check-site.ts";

export async function writeSite(
  format: string,
  checked: CheckedSite,
  code: number,
  call: Call,
): Promise<void> {
  const { io } = call;
  const { report } = checked;
  if (format === "json") await io.out(jsonText(report, io));
  else if (format === "ndjson") {
    for (const row of rowsOf(checked)) await io.out(`${JSON.stringify(row)}\n`);
    const { unchecked } = report;
    if (unchecked) await io.out(`${JSON.stringify({ unchecked })}\n`);
  } else if (format === "csv") {
    await io.out(`${COLUMNS.join(",")}\n`);
    for (const row of rowsOf(checked)) await io.out(`${csvRow(COLUMNS.map((name) => textOf(row[name])))}\n`);
    for (const text of uncheckedTexts(report.unchecked))
      await io.out(`${csvRow(["", "unchecked", ...Array(COLUMNS.length - 3).fill(""), text])}\n`);
  } else if (format === "html") {
    const { sitePage } = await import("../../web/site-report.ts");
    await io.out(sitePage(siteView(report), { made: io.clock(), version }));
  } else if (format === "text") await io.out(siteText(report, io));
  else await io.out(await writeFormat(format as ReportFormat, [judgedOf(report, code)], call, undefined));
}

/** Prints a list as rows of a URL, the kind of finding, its line and sentence; for depth its counts. */
export async function writeList(
  format: string,
  name: string,
  { report, store: { db } }: CheckedSite,
  io: Pick<Io, "out">,
): Promise<void> {
  const { ids = [] } = report.lists.find((list) => list.name === name) ?? {};
  const rows = db.query<object, []>(
    ids.length === 0
      ? `SELECT url, clicks AS depth, ${LINKS} AS links FROM url LEFT JOIN click ON click.page = url.id
         WHERE kind = ${KIND.page} AND state = ${STATE.done} ORDER BY clicks IS NULL, clicks, url`
      : `SELECT url.url, name, line, title FROM found JOIN kind ON kind.id = found.kind JOIN url ON url.id = found.url
         WHERE name IN (${quoted(ids)}) ORDER BY url.url, name, title`,
  );
  let count = 0;
  for (const row of rows.iterate()) {
    const isFirst = count++ === 0;
    if (format === "csv" && isFirst) await io.out(`${Object.keys(row).join(",")}\n`);
    if (format === "json") await io.out(`${isFirst ? "[" : ",\n"}${JSON.stringify(row)}`);
    else if (format === "ndjson") await io.out(`${JSON.stringify(row)}\n`);
    else if (format === "csv") await io.out(`${csvRow(Object.values(row).map(textOf))}\n`);
    else await io.out(`${Object.values(row).map(textOf).map(printable).join("\t")}\n`);
  }
  if (format === "json") await io.out(`${count === 0 ? "[" : ""}]\n`);
}

/** Number of pages that link to a URL. */
const LINKS = "(SELECT count(*) FROM link WHERE link.target = url.id)";

const COLUMNS = [
  "url",
  "status",
  "pattern",
  "location",
  "canonical",
  "noindex",
  "links",
  "depth",
  "title",
  "findings",
] as const;
const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(" ") : String(value ?? ""));

type Row = Readonly<Record<(typeof COLUMNS)[number], unknown>>;

/** One row per looked-up URL, read a thousand at a time. `depth`: clicks from the first page, if links lead to it. */
function* rowsOf({ store: { db } }: CheckedSite): Generator<Row> {
  const rows = db.query<Omit<Row, "findings"> & { id: number; findings: string | null }, [number]>(
    `SELECT url.id, url.url, url.status, coalesce(url.pattern, '') AS pattern, target.url AS location, main.url AS canonical,
     url.noindex, ${LINKS} AS links, (SELECT clicks FROM click WHERE click.page = url.id) AS depth,
     (SELECT title FROM content WHERE content.page = url.id) AS title,
     (SELECT group_concat(DISTINCT name) FROM found JOIN kind ON kind.id = found.kind WHERE found.url = url.id) AS findings
     FROM url LEFT JOIN url AS target ON target.id = url.target LEFT JOIN url AS main ON main.id = url.canonical
     WHERE url.state = ${STATE.done} AND url.kind IN (${KIND.page}, ${KIND.foreign}) AND url.id > ? ORDER BY url.id LIMIT 1000`,
  );
  db.run("CREATE INDEX IF NOT EXISTS found_url ON found(url)");
  for (let last = 0; ; ) {
    const some = rows.all(last);
    for (const { id, findings, ...row } of some) {
      yield { ...row, findings: findings?.split(",").toSorted() ?? [] };
      last = id;
    }
    if (some.length === 0) return;
  }
}

/** Converts groups to findings of one report, for the CI formats. */
function judgedOf({ url, groups, counts, unchecked = [] }: SiteReport, code: number): Judged {
  const failing = new Set<Finding>();
  const findings = groups.flatMap((group) =>
    group.details.flatMap(({ title, count, examples }): Finding[] => {
      const [first, ...others] = examples.map((example): Place => ({ step: 0, url: example.url }));
      if (!first) return [];
      const { name, severity, link } = group;
      const on =
        group.details.length + group.omitted === 1 ? ` (${group.where})` : ` (on ${plural(count, "URL")})`;
      const found: Finding = {
        name,
        severity,
        title: `${title}${count === 1 ? "" : on}`,
        ...(link !== undefined && { link }),
        places: [first, ...others],
      };
      if (group.fails > 0) failing.add(found);
      return [found];
    }),
  );
  // A site has no response; the CI formats read only these members.
  const report = { url, steps: [], problems: [], status: 0, intent: "" } as unknown as HttpReport;
  const fails = (finding: Finding) => failing.has(finding);
  return { report, findings, ignored: [], unchecked, checked: counts.lookedUp, fails, code };
}

const COLOURS: Readonly<Record<SiteGroup["severity"], Style>> = {
  error: "red",
  warning: "yellow",
  info: "cyan",
};
/** Rows shown per group. */
const SHOWN = 5;

function siteText(report: SiteReport, io: Pick<Io, "colour" | "columns">): string {
  const { url, summary, jobs, lists } = siteView(report);
  const bold = (text: string) => paint(text, "bold", io.colour);
  const sections = [
    [bold(printable(url)), ...wrapped(summary, io.columns)],
    ...jobs.map(({ heading, groups }) => [
      bold(heading),
      ...groups.flatMap((group) => groupLines(group, io)),
    ]),
    ...lists.map(({ heading, lines }) => [bold(heading), ...lines.map((line) => `  ${printable(line)}`)]),
  ];
  return sections.map((lines) => `${lines.join("\n")}\n`).join("\n");
}

function groupLines(
  { name, severity, title, where, rows, omitted }: SiteGroup,
  { colour, columns }: Pick<Io, "colour" | "columns">,
): string[] {
  const indented = (text: string, by: number) =>
    wrapped(printable(text), columns - by).map((line) => `${" ".repeat(by)}${line}`);
  const [first = "", ...more] = indented(`${severity} ${title}`, 2);
  const rest = Math.max(0, rows.length - SHOWN) + omitted;
  return [
    first.replace(severity, paint(severity, COLOURS[severity], colour)),
    ...more,
    `    ${printable(where)} (${name})`,
    ...rows
      .slice(0, SHOWN)
      .flatMap(({ text, places: [place] }) => [
        ...(text === "" ? [] : indented(text, 4)),
        ...(place ? [`      ${printable(place.url)}${place.line && `, ${place.line}`}`] : []),
      ]),
    ...(rest > 0 ? [`    and ${groupDigits(rest)} more`] : []),
  ];
}
