/** Reads patterns: an expression with few sources becomes rows, any other a rule that sample URLs check. Pure. */

import { TARGET_VARIABLES } from "../../../../data/redirect-maps.ts";
import { wordTable } from "../../../../data/word-table.ts";
import {
  type Found,
  isRedirectStatus,
  leftOut,
  type Omission,
  omit,
  type Pattern,
  type Places,
  ruleOf,
} from "../map-item.ts";

/** Whether a target contains variables: `$1`, `%1`, `%{HTTP_HOST}`, `$request_uri`, `{host}`. */
function hasVariables(target: string): boolean {
  return /\$\w|\$\{|%\{|\{[\w.]+\}|%\d(?![\dA-Fa-f])/.test(target);
}

/** Maximum number of sources that are listed, and of characters of an expression. */
const MOST_ALTERNATIVES = 16;
const LONGEST = 1000;

/**
 * Rules of a regular expression with `$1` to `$9` in the target: a row for each source, or one with a pattern.
 * @param base directory that the expression is relative to, with a final slash; absent: it matches the whole path
 */
export function regexRules(
  source: string,
  target: string,
  status: string,
  places: Places,
  { base, ignoresCase = false }: { readonly base?: string | undefined; readonly ignoresCase?: boolean } = {},
): Found[] {
  const whole =
    base === undefined || source.startsWith("^/")
      ? source.replace(/^\^\/\?/, "^/")
      : `^${base}${source.replace(/^\^?(?:\/\?)?/, "")}`;
  const sources = pathsOf(whole);
  if (!sources) {
    const isOpen = base !== undefined && !/^[\^/(.]/.test(source);
    const pattern = isOpen ? undefined : regexPattern(whole, target, status, ignoresCase);
    return [omit(places.from, "regex", pattern)];
  }
  const template = withPath(target);
  if (hasVariables(template.replace(/\{path\}|\$\d/g, ""))) return [omit(places.from, "dynamic")];
  const match = template.includes("$") ? safeRegex(whole)?.match : undefined;
  // Without an end, it matches longer paths too.
  const longer = /\$$|^[^/]*$/.test(whole) ? undefined : regexPattern(whole, target, status, ignoresCase);
  return sources.map((from, index) => {
    const to = filled(template, match?.exec(from) ?? [], new URL(from, "http://map.invalid"));
    const rule = ruleOf(from, to.replace(/\?$/, ""), status, places);
    return longer && index === 0 && "from" in rule ? { ...rule, pattern: longer } : rule;
  });
}

/**
 * Paths that an expression of literals, alternatives and `?` matches; undefined if there are more than 16 or
 * infinitely many. Optional slashes at the ends are left out.
 */
function pathsOf(pattern: string): string[] | undefined {
  const body = pattern
    .replace(/^\^/, "")
    .replace(/^\/\?/, "")
    .replace(/(?:\/\?)?\$?$/, "");
  if (pattern === "" || pattern === "^" || pattern.length > LONGEST || /\\[A-Za-z0-9?]|\(\?[^:]/.test(body))
    return undefined;
  // Escaped characters are in the private use area until the end.
  let pending = [
    `(${body.replace(/\\(.)/g, (_, char: string) => String.fromCharCode(0xe000 + char.charCodeAt(0)))})`,
  ];
  const found = new Set<string>();
  for (let [text, ...others] = pending; text !== undefined; [text, ...others] = pending) {
    const part = /\((?:\?:)?([^()]*)\)(\??)|([^()|?*+[\]{}^$])(\?)/.exec(text);
    if (!part) {
      if (/[()|?*+[\]{}^$]/.test(text)) return undefined;
      const path = text.replace(/[\ue000-\ue0ff]/g, (char) =>
        String.fromCharCode(char.charCodeAt(0) - 0xe000),
      );
      found.add(path.startsWith("/") ? path : `/${path}`);
      pending = others;
    } else {
      const before = text.slice(0, part.index);
      const after = text.slice(part.index + part[0].length);
      const choices = [...(part[1]?.split("|") ?? [part[3] ?? ""]), ...(part[2] || part[4] ? [""] : [])];
      pending = [...choices.map((choice) => `${before}${choice}${after}`), ...others];
    }
    if (found.size + pending.length > MOST_ALTERNATIVES) return undefined;
  }
  return [...found];
}

/** Nested repetitions, which take exponential time, and syntax that JavaScript lacks or reads in another way. */
const UNSAFE = /\)[*+{]|\\[1-9]|[*+?}]\+|\(\?[^:]/;

/** Expression with its number of repetitions, at most 3; undefined for costly ones and for syntax of other dialects. */
function safeRegex(
  text: string,
  ignoresCase = false,
): Required<Pick<Pattern, "match" | "degree">> | undefined {
  const plain = text.replace(/\\[^1-9]/g, "a").replace(/\[\^?\]?[^[\]]*\]/g, "a");
  const degree = (plain.match(/[*+]|\{\d*,\}/g)?.length ?? 0) + (text.startsWith("^") ? 0 : 1);
  if (text.length > LONGEST || degree > 3 || UNSAFE.test(plain) || text.includes("[:")) return undefined;
  try {
    return { match: new RegExp(text, ignoresCase ? "i" : ""), degree };
  } catch {
    return undefined;
  }
}

/** Literal characters at the start of an expression; the next one is not repeated. */
const LITERAL = /^\^((?:[\w\-/~%:=&,;@ ]|[^\x00-\x7f]|\\[^A-Za-z0-9])*)(?![?*+{])/;

/** Pattern of a regular expression; undefined if its targets are unknown, or if the expression is too costly. */
export function regexPattern(
  text: string,
  target: string,
  code: string,
  ignoresCase = false,
): Pattern | undefined {
  const to = withPath(target);
  const status = code === "" ? undefined : Number(code);
  if (hasVariables(to.replace(/\{(?:path|host|scheme)\}|\$\d/g, ""))) return undefined;
  // All paths.
  if (/^\^?(?:\/\??)?(?:\(\.\*\)|\.\*)?\$?$/.test(text) && !/^\^\/?\$$/.test(text))
    return { from: "/", to: to.replace(/\/?\$1$/, "/$1"), status };
  const [start = "", prefix = ""] = (!ignoresCase && !text.includes("|") && LITERAL.exec(text)) || [];
  const from = prefix.replace(/\\(.)/g, "$1");
  const isKnown = from.startsWith("/") || URL.canParse(from);
  if (isKnown && /^(?:(?:\(\.\*\)|\.\*)\$?)?$/.test(text.slice(start.length))) return { from, to, status };
  const safe = safeRegex(text, ignoresCase);
  return safe && { from: isKnown ? from : "/", ...safe, to, status };
}

const withPath = (target: string) =>
  TARGET_VARIABLES.reduce((text, [variable, placeholder]) => text.replace(variable, placeholder), target);

/** Expression for a literal text. */
export const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Placeholders of Netlify, Firebase and path-to-regexp: `:slug`, `:path*`, `:id(\\d+)`, `(.*)`, `@(a|b)`, `*`, `**`. */
const PLACEHOLDER = /:([A-Za-z_]\w*)(\((?:[^()\\]|\\.)*\))?([*+?])?|@?(\([^()]*\))|\*\*?/g;

/** Rule of a path with placeholders, which the target repeats: `:slug`, `:splat`, `$1`. */
export function globRule(source: string, target: string, status: string, { from }: Places): Omission {
  const names: string[] = [];
  let text = "^";
  let at = 0;
  for (const found of source.matchAll(PLACEHOLDER)) {
    const [whole, name, expression, repeat, group] = found;
    const { index } = found;
    names.push(name ?? "splat");
    const isRest = whole === "**" || (!name && index + whole.length === source.length);
    const matched = isRest ? "(.*)" : name ? `(${repeat ? `.${repeat}` : "[^/]+"})` : "([^/]*)";
    text += `${escaped(source.slice(at, index))}${expression ?? group ?? matched}`;
    at = index + whole.length;
  }
  text += `${escaped(source.slice(at))}$`;
  const to = target.replace(/:([A-Za-z_]\w*)[*+?]?/g, (whole, name: string) =>
    names.includes(name) ? `$${names.indexOf(name) + 1}` : whole,
  );
  const isRedirect = status === "" || isRedirectStatus(Number(status));
  if (source === "/*" && target === "/index.html" && status === "200")
    return leftOut(from, "a rewrite is not a redirect; Cloudflare Pages ignores this one as a loop");
  return omit(from, "pattern", isRedirect ? regexPattern(text, to, status) : undefined);
}

/** Target of a URL by a pattern; undefined if it does not match. */
export function targetBy({ from, match, to }: Pattern, url: URL): string | undefined {
  const subject = from.startsWith("/") ? url.pathname : `${url.origin}${url.pathname}`;
  const rest = subject.startsWith(from) ? subject.slice(from.length) : undefined;
  const found = match ? match.exec(subject) : rest !== undefined && [subject, rest];
  if (!found) return undefined;
  const target = filled(to, found, url);
  if (target.endsWith("?")) return target.slice(0, -1);
  if (to === "" || url.search === "" || target.includes("?")) return target;
  const [page = "", fragment = ""] = target.split(/(?=#)/, 2);
  return `${page}${url.search}${fragment}`;
}

function filled(to: string, found: readonly (string | undefined)[], url: URL): string {
  const known = wordTable({
    path: url.pathname,
    host: url.host,
    scheme: url.protocol.slice(0, -1),
  });
  return to.replace(
    /\{(path|host|scheme)\}|\$(\d)/g,
    (_, name?: string, index?: string) => (name === undefined ? found[Number(index)] : known.get(name)) ?? "",
  );
}
