/**
 * Apache mod_alias (https://httpd.apache.org/docs/2.4/mod/mod_alias.html) and mod_rewrite
 * (https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html): rules with a single source. Pure.
 */

import { STATUS_WORDS } from "../../../../data/redirect-maps.ts";
import { wordTable } from "../../../../data/word-table.ts";
import { trimEndOf } from "../../../syntax/trim.ts";
import { atSite, type Found, faultAt, isAddress, leftOut, omit, ruleOf } from "../map-item.ts";
import { checkLine, type Line, linesOf, type Word, wordsOf } from "./lines.ts";
import { regexPattern, regexRules } from "./patterns.ts";

/** Statuses by word, and default statuses by directive. */
const statuses = wordTable(STATUS_WORDS);
const DEFAULT_STATUS = wordTable({
  redirect: "302",
  redirectmatch: "302",
  redirectpermanent: "301",
  redirecttemp: "302",
});

interface Context {
  /** `RewriteBase`: prefix of the patterns in a directory section. */
  base: string;
  /** Whether a `RewriteCond` applies to the next `RewriteRule`. */
  conditional: boolean;
  depth: number;
  /** Number of open sections that restrict rules to hosts or paths. */
  sections: number;
  /** Scheme and, after `ServerName`, host of the open `<VirtualHost>`. */
  scheme: string;
  host: string;
  /** Whether the file is an .htaccess, in which paths have no slash at the start. */
  readonly isFolder: boolean;
}

/** @param isApart whether rules of virtual hosts are requested at their names */
export async function* readApache(
  text: AsyncIterable<string>,
  isApart: boolean,
  isFolder: boolean,
): AsyncGenerator<Found[]> {
  const context = { base: "/", conditional: false, depth: 0, sections: 0, scheme: "", host: "", isFolder };
  let begun: Line | undefined;
  for await (const lines of linesOf(text)) {
    const found: Found[] = [];
    for (const { text: piece, line } of lines) {
      // A backslash at the end continues the line.
      const whole: string = `${begun?.text ?? ""}${piece.replace(/\\$/, "")}`;
      const from = begun?.line ?? line;
      checkLine(whole, from);
      begun = piece.endsWith("\\") ? { text: whole, line: from } : undefined;
      if (!begun) found.push(...readDirective(wordsOf({ text: whole, line: from }), context, isApart));
    }
    yield found;
  }
}

function readDirective([name, ...rest]: readonly Word[], context: Context, isApart: boolean): Found[] {
  const directive = name?.text.toLowerCase() ?? "";
  if (directive === "<if") context.depth++;
  if (directive === "</if>") context.depth--;
  if (/^<(?!\/|ifmodule|virtualhost)/.test(directive)) context.sections++;
  if (/^<\/(?!ifmodule|virtualhost)/.test(directive)) context.sections--;
  readHost(directive, rest[0]?.text ?? "", context);
  if (directive === "rewritebase") context.base = `${trimEndOf(rest[0]?.text ?? "", /\//)}/`;
  if (directive === "rewritecond") context.conditional = true;
  if (!name || (directive !== "rewriterule" && DEFAULT_STATUS.get(directive) === undefined)) return [];
  const conditional = context.depth > 0 || (directive === "rewriterule" && context.conditional);
  if (directive === "rewriterule") context.conditional = false;
  if (conditional) return [omit(name, "conditional")];
  const found = directive === "rewriterule" ? rewriteRule(name, rest, context) : redirect(name, rest);
  return found.map((rule) => inSection(rule, context, isApart));
}

function inSection(rule: Found, { sections, scheme, host }: Context, isApart: boolean): Found {
  // The root of another host than that of --base: usually a move of the whole host.
  const isMoved = host !== "" && (isApart || ("from" in rule && rule.from === "/"));
  return atSite(rule, isMoved ? `${scheme}://${host}` : "", sections === 0 && (scheme === "" || isMoved));
}

function readHost(directive: string, first: string, context: Context): void {
  if (directive === "<virtualhost") context.scheme = /:443\b/.test(first) ? "https" : "http";
  if (directive === "</virtualhost>") context.scheme = context.host = "";
  if (directive === "servername" && context.scheme !== "") context.host = first;
}

/** Rank of mod_alias, which runs after mod_rewrite. */
const ALIAS = 1;

function redirect(name: Word, [first, ...others]: readonly Word[]): Found[] {
  const directive = name.text.toLowerCase();
  const coded = first && (statuses.get(first.text.toLowerCase()) ?? /^\d{3}$/.exec(first.text)?.[0]);
  const [from, to] = coded === undefined ? [first, ...others] : others;
  const status = coded ?? DEFAULT_STATUS.get(directive) ?? "302";
  if (!from) return [faultAt(name, `${name.text} needs a path`)];
  const never = neverMatches(name.text, from.text, directive === "redirectmatch");
  if (never !== undefined) return [leftOut(from, never)];
  if (!to && !from.text.startsWith("/") && isAddress(from.text))
    return [leftOut(from, "the path is that of the enclosing section")];
  const target = to?.text ?? "";
  const places = { from, to, status: first };
  if (directive === "redirectmatch")
    return regexRules(from.text, target, status, places).map((rule) =>
      "fault" in rule ? rule : { ...rule, rank: ALIAS },
    );
  if (/\$\w|%\{/.test(target)) return [omit(from, "dynamic")];
  const rule = ruleOf(from.text, target, status, places);
  if (!("from" in rule)) return [rule];
  // The rest of the path is appended to the target.
  const slash = from.text.endsWith("/") ? "" : "/";
  const pattern = {
    from: `${from.text}${slash}`,
    to: rule.to && `${rule.to}${slash}$1`,
    status: rule.status,
  };
  return [{ ...rule, pattern, rank: ALIAS }];
}

/** Reason why a rule never matches: both modules match the path only, so a source with a query never applies. */
function neverMatches(directive: string, source: string, isRegex: boolean): string | undefined {
  const at = source.indexOf(isRegex ? "\\?" : "?");
  if (at < 0 || (isRegex && !/^\\\?[\w[(][^?]*=/.test(source.slice(at)))) return undefined;
  return `${directive} matches the path without its query, so ${source} never matches; use RewriteCond %{QUERY_STRING}`;
}

/** Flags that respond without a target, and flags of internal rewrites. */
const STATUS_FLAGS = wordTable({ g: "410", gone: "410", f: "403", forbidden: "403" });
const INTERNAL_FLAGS = new Set(["p", "proxy", "pt", "passthrough"]);

function rewriteRule(name: Word, [pattern, target, flagWord]: readonly Word[], context: Context): Found[] {
  if (!pattern || !target) return [faultAt(name, `${name.text} needs a pattern and a substitution`)];
  const never = neverMatches(name.text, pattern.text, true);
  if (never !== undefined) return [leftOut(pattern, never)];
  if (context.isFolder && /^\^\/[^?*]/.test(pattern.text))
    return [
      leftOut(pattern, `paths in .htaccess have no slash at the start, so ${pattern.text} never matches`),
    ];
  const flags = (flagWord?.text ?? "")
    .replace(/^\[|\]$/g, "")
    .split(",")
    .map((flag) => flag.trim());
  const names = flags.map((flag) => flag.toLowerCase().replace(/=.*/, ""));
  const answered = names.map((flag) => STATUS_FLAGS.get(flag)).find((status) => status !== undefined);
  const redirects = flags[names.findIndex((flag) => flag === "r" || flag === "redirect")];
  const word = redirects?.split("=")[1] ?? "302";
  const status = answered ?? statuses.get(word.toLowerCase()) ?? word;
  // An absolute URL redirects even without the flag.
  const isUrl = /^https?:\/\//i.test(target.text);
  const isInternal = names.some((flag) => INTERNAL_FLAGS.has(flag)) || (!answered && !isUrl);
  if (isInternal && !redirects) return [omit(pattern, "internal")];
  if (pattern.text.startsWith("!")) return [omit(pattern, "regex")];
  const to = answered || target.text === "-" ? "" : target.text;
  if (to !== "" && !/^(?:https?:|\/|\$|%\{)/i.test(to)) return [omit(pattern, "dynamic")];
  const places = { from: pattern, to: target, status: flagWord };
  // In a directory section, the pattern is relative to the directory.
  const isRelative = !/^\^?\/(?!\?)/.test(pattern.text);
  const all = pattern.text === "^" ? regexPattern("^/", to, status) : undefined;
  if (all) return [omit(pattern, "regex", all)];
  return regexRules(pattern.text, to, status, places, {
    base: isRelative ? context.base : undefined,
    ignoresCase: names.includes("nc") || names.includes("nocase"),
  });
}
