/**
 * nginx `map` (https://nginx.org/en/docs/http/ngx_http_map_module.html), the block or only its lines, and `rewrite` and
 * `return` (https://nginx.org/en/docs/http/ngx_http_rewrite_module.html): rules with a single source. Pure.
 */

import { CONDITIONAL, DYNAMIC, type Found, INTERNAL, PATTERN, REGEX, ruleOf } from "../map-item.ts";
import type { Word } from "./lines.ts";
import { statementsOf } from "./nginx-statements.ts";
import type { NginxSurvey } from "./nginx-survey.ts";
import { hasVariables, plainPath, wildcardOf } from "./patterns.ts";

/** Words before the `{` of each enclosing block, the innermost block last. */
type Blocks = readonly (readonly Word[])[];

/** @param survey `servers`: origins in order; paths of a server without origin are relative to the base */
export async function* readNginx(
  text: AsyncIterable<string>,
  { statuses, servers }: NginxSurvey,
): AsyncGenerator<Found[]> {
  const blocks: (readonly Word[])[] = [];
  let server = -1;
  for await (const statements of statementsOf(text)) {
    const found: Found[] = [];
    for (const { words, end } of statements) {
      if (end === "{") {
        if (words[0]?.text === "server") server++;
        blocks.push(words);
      } else if (end === "}") blocks.pop();
      else {
        const isServed = blocks.some(([block]) => block?.text === "server");
        const site = isServed ? servers[server] : undefined;
        // Without a server name, it is uncertain which host a wildcard rule applies to.
        const isEverywhere =
          isServed === (site !== undefined) && !blocks.some(([block]) => block?.text === "location");
        found.push(...readStatement(words, blocks, statuses).map((each) => atSite(each, site, isEverywhere)));
      }
    }
    yield found;
  }
}

function atSite(found: Found, site = "", isEverywhere: boolean): Found {
  if ("from" in found) return found.from.startsWith("/") ? { ...found, from: `${site}${found.from}` } : found;
  if (!("omitted" in found) || !found.wildcard) return found;
  const { from, to } = found.wildcard;
  return { ...found, wildcard: isEverywhere ? { from: `${site}${from}`, to } : undefined };
}

function readStatement(words: readonly Word[], blocks: Blocks, statuses: NginxSurvey["statuses"]): Found[] {
  const [first] = words;
  const inner = blocks.at(-1);
  if (!first) return [];
  if (inner?.[0]?.text === "map")
    return mapLine(words, inner[1]?.text ?? "", statuses.get(inner[2]?.text ?? ""));
  // Statements that use the value of a map: the lines of the map are the rules.
  if (["return", "rewrite"].includes(first.text) && words.slice(1).some(({ text }) => statuses.has(text)))
    return [];
  if (first.text === "rewrite") return [rewrite(words, blocks)];
  if (first.text === "return") return returned(words, blocks);
  return blocks.length === 0 ? outside(words, first) : [];
}

/** Directives of the main context that do not concern redirects. */
const MAIN = new Set([
  "daemon",
  "env",
  "error_log",
  "include",
  "load_module",
  "master_process",
  "pid",
  "user",
]);

/** Reads a statement outside of any block: a line of a file that a `map` block includes. */
function outside(words: readonly Word[], first: Word): Found[] {
  if (!/^[a-z]\w*$/.test(first.text)) return mapLine(words, "$uri");
  if (MAIN.has(first.text) || first.text.startsWith("worker_")) return [];
  return [{ ...placeOf(first), omitted: `the directive "${first.text}" is not a redirect` }];
}

/** Variables that contain the request path. */
const PATHS = new Set(["$uri", "$request_uri", "$document_uri"]);

function mapLine([from, to, ...more]: readonly Word[], variable: string, status = ""): Found[] {
  if (!from || ["default", "hostnames", "volatile"].includes(from.text)) return [];
  const { line, column } = from;
  if (from.text === "include") return [{ line, column, omitted: "included files are not read" }];
  if (!PATHS.has(variable.replace(/^\$\{(\w+)\}$/, "$$$1")))
    return [{ line, column, omitted: `the map is of ${variable}, not of the path` }];
  if (!to || more.length > 0) return [{ line, column, fault: "a line of a map has a source and a value" }];
  if (from.text.startsWith("~")) return [{ line, column, omitted: REGEX }];
  if (to.text === "") return [{ line, column, omitted: "the target is missing" }];
  if (hasVariables(to.text)) return [{ line, column, omitted: DYNAMIC }];
  return [ruleOf(from.text.replace(/^\\/, ""), to.text, status, { from, to })];
}

function rewrite([name, pattern, to, flag]: readonly Word[], blocks: Blocks): Found {
  if (!pattern || !to)
    return { ...placeOf(name), fault: "rewrite needs a regular expression and a replacement" };
  const status = flag?.text === "permanent" ? "301" : flag?.text === "redirect" ? "302" : undefined;
  const isUrl = /^(?:https?:\/\/|\$scheme)/.test(to.text);
  if (status === undefined && !isUrl) return { ...placeOf(pattern), omitted: INTERNAL };
  if (blocks.some(([block]) => block?.text === "if")) return { ...placeOf(pattern), omitted: CONDITIONAL };
  const path = plainPath(pattern.text);
  if (path === undefined)
    return { ...placeOf(pattern), omitted: REGEX, wildcard: wildcardOf(pattern.text, to.text) };
  if (hasVariables(to.text)) return { ...placeOf(pattern), omitted: DYNAMIC };
  return ruleOf(path, to.text.replace(/\?$/, ""), status ?? "302", { from: pattern, to });
}

/** Reads `location = /a { return 301 /b; }`. A prefix location is read as a rule for its path. */
function returned([name, first, second]: readonly Word[], blocks: Blocks): Found[] {
  const inner = blocks.at(-1) ?? [];
  const [block, ...where] = inner;
  const coded = /^\d{3}$/.test(first?.text ?? "");
  const [code, to] = coded ? [first?.text ?? "", second] : ["302", first];
  // 444 closes the connection without a response.
  if (!name || code.startsWith("2") || code === "444") return [];
  if (block?.text === "if") return [{ ...placeOf(name), omitted: CONDITIONAL }];
  if (block?.text !== "location") return [{ ...placeOf(name), omitted: PATTERN }];
  const path = where.at(-1);
  if (!path || /^~\*?$/.test(where[0]?.text ?? "")) return [{ ...placeOf(path ?? name), omitted: REGEX }];
  if (path.text.startsWith("@")) return [{ ...placeOf(path), omitted: INTERNAL }];
  if (to && hasVariables(to.text)) return [{ ...placeOf(path), omitted: DYNAMIC }];
  // With any other status, the text is the response body.
  return [
    ruleOf(path.text, /^3/.test(code) ? (to?.text ?? "") : "", code, { from: path, to, status: first }),
  ];
}

function placeOf(word: Word | undefined): { readonly line: number; readonly column: number } {
  return { line: word?.line ?? 1, column: word?.column ?? 1 };
}
