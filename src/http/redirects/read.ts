/** A redirect map as people keep it → its rows: CSV, `from to [status]`, Apache, nginx. Pure. */

export interface RedirectRow {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly from: string;
  /** `""` where any target will do. */
  readonly to: string;
  /** Undefined where any redirect will do. */
  readonly status?: number | undefined;
}

/** A line that is none; the message says what is wrong with it. */
export interface BadRow {
  readonly line: number;
  readonly text: string;
  readonly reason: string;
}

export interface RedirectMap {
  readonly rows: readonly RedirectRow[];
  readonly bad: readonly BadRow[];
}

/** Reads a map. Each line shows its form, except in CSV, whose first line names the columns. */
export function readRedirects(text: string): RedirectMap {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  const [first = ""] = lines;
  const columns = columnsOf(first);
  const rows: RedirectRow[] = [];
  const bad: BadRow[] = [];
  for (const [index, raw] of lines.entries()) {
    const line = index + 1;
    const trimmed = raw.trim();
    if (trimmed === "" || trimmed.startsWith("#") || trimmed === "}" || trimmed.endsWith("{")) continue;
    if (columns && index === 0) continue;
    const read = columns ? readCsv(raw, columns) : readLine(trimmed);
    if (typeof read === "string") bad.push({ line, text: trimmed.slice(0, 200), reason: read });
    else if (read) rows.push({ line, ...read });
  }
  return { rows, bad };
}

type Row = Omit<RedirectRow, "line">;
/** A row, why there is none, or nothing to check. */
type Read = Row | string | undefined;

interface Columns {
  readonly from: number;
  readonly to: number;
  readonly status: number;
  readonly regex: number;
  readonly enabled: number;
}

/** Names of columns, as the Redirection plugin and others export them. */
const NAMES: Readonly<Record<keyof Columns, readonly string[]>> = {
  from: ["source", "from", "source url", "old url", "url"],
  to: ["target", "to", "target url", "new url", "destination"],
  status: ["code", "status", "http code", "action_code", "type"],
  regex: ["regex", "is_regex"],
  enabled: ["status", "enabled"],
};

function columnsOf(first: string): Columns | undefined {
  const names = cells(first).map((cell) => cell.trim().toLowerCase());
  const find = (column: keyof Columns) =>
    NAMES[column].map((name) => names.indexOf(name)).find((index) => index >= 0) ?? -1;
  const [from, to] = [find("from"), find("to")];
  if (from < 0 || to < 0) return undefined;
  return { from, to, status: find("status"), regex: find("regex"), enabled: find("enabled") };
}

function readCsv(raw: string, { from, to, status, regex, enabled }: Columns): Read {
  const values = cells(raw).map((cell) => cell.trim());
  const source = values[from] ?? "";
  if (source === "") return "there is no source";
  if (["1", "true", "yes"].includes((values[regex] ?? "").toLowerCase()))
    return "a regular expression has no single source";
  if (["disabled", "false", "no"].includes((values[enabled] ?? "").toLowerCase())) return undefined;
  return rowOf(source, values[to] ?? "", /^\d{3}$/.test(values[status] ?? "") ? values[status] : undefined);
}

/** RFC 4180: quotes around a cell, doubled inside it. */
function cells(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );
}

const WORDS: ReadonlyMap<string, number> = new Map([
  ["permanent", 301],
  ["temp", 302],
  ["seeother", 303],
  ["redirect", 302],
]);

/** `Redirect`, `RedirectPermanent`, `RewriteRule … [R=301]`, nginx's `rewrite` and map lines, or `from to [status]`. */
function readLine(line: string): Read {
  const words = (line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^"|"$/g, ""));
  const [first = "", ...rest] = words;
  const directive = first.toLowerCase();
  if (directive === "redirect" || directive === "redirectpermanent" || directive === "redirecttemp") {
    const [word = ""] = rest;
    const coded = WORDS.get(word.toLowerCase())?.toString() ?? (/^\d{3}$/.test(word) ? word : undefined);
    const [from = "", to = ""] = coded && directive === "redirect" ? rest.slice(1) : rest;
    const status = directive === "redirect" ? (coded ?? "302") : directive === "redirecttemp" ? "302" : "301";
    return rowOf(from, to, status);
  }
  if (directive === "redirectmatch" || line.startsWith("~"))
    return "a regular expression has no single source";
  if (directive === "rewriterule") return rewriteRule(rest);
  if (directive === "rewrite") return rewriteRule([rest[0] ?? "", rest[1] ?? "", `[${rest[2] ?? ""}]`]);
  if (/^(?:rewrite(?:engine|base|cond)|server|location|map|default|options)\b/i.test(line)) return undefined;
  const [from, to = "", status] = words.map((word) => word.replace(/;$/, ""));
  return rowOf(from ?? "", to, status);
}

/** Only a pattern that is a path and nothing more has one source. */
function rewriteRule([pattern = "", to = "", flags = ""]: readonly string[]): Read {
  const literal = /^\^?(\/?(?:[\w\-/%~]|\\\.)*)(?:\/\?)?\$?$/.exec(pattern)?.[1];
  if (literal === undefined) return "a regular expression has no single source";
  const [, code = ""] = /R=(\w+)/i.exec(flags) ?? [];
  const word = code || /permanent|redirect/i.exec(flags)?.[0] || "";
  const status = WORDS.get(word.toLowerCase())?.toString() ?? (/^\d{3}$/.test(code) ? code : "302");
  const path = literal.replaceAll("\\.", ".");
  return rowOf(path.startsWith("/") ? path : `/${path}`, to.replace(/[?;]+$/, ""), status);
}

function rowOf(from: string, to: string, status: string | undefined): Read {
  if (!/^(?:https?:\/\/|\/)/i.test(from)) return `"${from.slice(0, 60)}" is not a URL or a path`;
  if (to === "-") return rowOf(from, "", status);
  if (to !== "" && !/^(?:https?:\/\/|\/)/i.test(to)) return `"${to.slice(0, 60)}" is not a URL or a path`;
  if (status === undefined || status === "") return { from, to };
  if (!/^[1-5]\d\d$/.test(status)) return `"${status.slice(0, 20)}" is not a status code`;
  return { from, to, status: Number(status) };
}
