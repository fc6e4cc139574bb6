/**
 * Apache mod_alias (https://httpd.apache.org/docs/2.4/mod/mod_alias.html) and mod_rewrite
 * (https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html): rules with a single source. Pure.
 */

import { wordTable } from "../../../../data/word-table.ts";
import { trimEndOf } from "../../../syntax/trim.ts";
import { CONDITIONAL, DYNAMIC, type Found, INTERNAL, isAddress, REGEX, ruleOf } from "../map-item.ts";
import { checkLine, type Line, linesOf, type Word, wordsOf } from "./lines.ts";
import { hasVariables, plainPath, wildcardOf } from "./patterns.ts";

/** Statuses by word, and default statuses by directive. */
const STATUS_WORDS = wordTable({ permanent: "301", temp: "302", seeother: "303", gone: "410" });
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
}

export async function* readApache(text: AsyncIterable<string>): AsyncGenerator<Found[]> {
  const context: Context = { base: "/", conditional: false, depth: 0, sections: 0, scheme: "", host: "" };
  let begun: Line | undefined;
  for await (const lines of linesOf(text)) {
    const found: Found[] = [];
    for (const { text: piece, line } of lines) {
      // A backslash at the end continues the line.
      const whole: string = `${begun?.text ?? ""}${piece.replace(/\\$/, "")}`;
      const from = begun?.line ?? line;
      checkLine(whole, from);
      begun = piece.endsWith("\\") ? { text: whole, line: from } : undefined;
      if (!begun) found.push(...readDirective(wordsOf({ text: whole, line: from }), context));
    }
    yield found;
  }
}

function readDirective([name, ...rest]: readonly Word[], context: Context): Found[] {
  const directive = name?.text.toLowerCase() ?? "";
  if (directive === "<if") context.depth++;
  if (directive === "</if>") context.depth--;
  if (/^<(?!\/|ifmodule)/.test(directive)) context.sections++;
  if (/^<\/(?!ifmodule)/.test(directive)) context.sections--;
  readHost(directive, rest[0]?.text ?? "", context);
  if (directive === "rewritebase") context.base = `${trimEndOf(rest[0]?.text ?? "", /\//)}/`;
  if (directive === "rewritecond") context.conditional = true;
  if (!name || (directive !== "rewriterule" && DEFAULT_STATUS.get(directive) === undefined)) return [];
  const conditional = context.depth > 0 || (directive === "rewriterule" && context.conditional);
  if (directive === "rewriterule") context.conditional = false;
  if (conditional) return [{ line: name.line, column: name.column, omitted: CONDITIONAL }];
  const found = directive === "rewriterule" ? rewriteRule(name, rest, context.base) : redirect(name, rest);
  if ("omitted" in found && context.sections > 0) return [{ ...found, wildcard: undefined }];
  // The root of another host than that of --base: usually a move of the whole host.
  const isRoot = context.host !== "" && "from" in found && found.from === "/";
  return [isRoot ? { ...found, from: `${context.scheme}://${context.host}/` } : found];
}

function readHost(directive: string, first: string, context: Context): void {
  if (directive === "<virtualhost") context.scheme = /:443\b/.test(first) ? "https" : "http";
  if (directive === "</virtualhost>") context.scheme = context.host = "";
  if (directive === "servername" && context.scheme !== "") context.host = first;
}

function redirect(name: Word, [first, ...others]: readonly Word[]): Found {
  const directive = name.text.toLowerCase();
  const coded = first && (STATUS_WORDS.get(first.text.toLowerCase()) ?? /^\d{3}$/.exec(first.text)?.[0]);
  const [from, to] = coded === undefined ? [first, ...others] : others;
  const status = coded ?? DEFAULT_STATUS.get(directive) ?? "302";
  const { line, column } = from ?? name;
  if (!from) return { line, column, fault: `${name.text} needs a path` };
  const never = neverMatches(name.text, from.text, directive === "redirectmatch");
  if (never !== undefined) return { line, column, omitted: never };
  if (!to && !from.text.startsWith("/") && isAddress(from.text))
    return { line, column, omitted: "the path is that of the enclosing section" };
  if (to && hasVariables(to.text))
    return directive === "redirectmatch"
      ? { line, column, omitted: REGEX, wildcard: wildcardOf(from.text, to.text) }
      : { line, column, omitted: DYNAMIC };
  if (directive !== "redirectmatch")
    return ruleOf(from.text, to?.text ?? "", status, { from, to, status: first });
  const path = plainPath(from.text);
  if (path === undefined) return { line, column, omitted: REGEX };
  return ruleOf(path, to?.text ?? "", status, { from, to, status: first });
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

function rewriteRule(name: Word, [pattern, target, flagWord]: readonly Word[], base: string): Found {
  if (!pattern || !target)
    return { line: name.line, column: name.column, fault: `${name.text} needs a pattern and a substitution` };
  const { line, column } = pattern;
  const never = neverMatches(name.text, pattern.text, true);
  if (never !== undefined) return { line, column, omitted: never };
  const flags = (flagWord?.text ?? "")
    .replace(/^\[|\]$/g, "")
    .split(",")
    .map((flag) => flag.trim());
  const names = flags.map((flag) => flag.toLowerCase().replace(/=.*/, ""));
  const answered = names.map((flag) => STATUS_FLAGS.get(flag)).find((status) => status !== undefined);
  const redirects = flags[names.findIndex((flag) => flag === "r" || flag === "redirect")];
  const word = redirects?.split("=")[1] ?? "302";
  const status = answered ?? STATUS_WORDS.get(word.toLowerCase()) ?? word;
  // An absolute URL redirects even without the flag.
  const isUrl = /^https?:\/\//i.test(target.text);
  if (names.some((flag) => INTERNAL_FLAGS.has(flag)) && !redirects)
    return { line, column, omitted: INTERNAL };
  if (!answered && !redirects && !isUrl) return { line, column, omitted: INTERNAL };
  const path = pattern.text.startsWith("!") ? undefined : plainPath(pattern.text);
  if (path === undefined)
    return {
      line,
      column,
      omitted: REGEX,
      wildcard: answered || base !== "/" ? undefined : wildcardOf(pattern.text, target.text),
    };
  if (hasVariables(target.text)) return { line, column, omitted: DYNAMIC };
  const to = answered || target.text === "-" ? "" : target.text.replace(/\?$/, "");
  if (to !== "" && !isUrl && !to.startsWith("/")) return { line, column, omitted: DYNAMIC };
  // In a directory section, the pattern is relative to the directory.
  const inDirectory = !/^\^?\/(?!\?)/.test(pattern.text);
  const from = inDirectory ? `${base}${path.slice(1)}` : path;
  return ruleOf(from, to, status, { from: pattern, to: target, status: flagWord });
}
