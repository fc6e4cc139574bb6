/**
 * nginx `map` (https://nginx.org/en/docs/http/ngx_http_map_module.html), the block or only its lines, and `rewrite` and
 * `return` (https://nginx.org/en/docs/http/ngx_http_rewrite_module.html): rules with a single source. Pure.
 */

import { NGINX_MAIN } from "../../../../data/redirect-maps.ts";
import { atSite, type Found, faultAt, leftOut, omit, ruleOf } from "../map-item.ts";
import { LONGEST_LINE, type Word } from "./lines.ts";
import { statementsOf } from "./nginx-statements.ts";
import type { NginxSurvey } from "./nginx-survey.ts";
import { escaped, regexPattern, regexRules } from "./patterns.ts";

/** Words before the `{` of each enclosing block, the innermost block last. */
type Blocks = readonly (readonly Word[])[];

/**
 * @param survey `servers`: origins in order; paths of a server without origin are relative to the base. `single`: name
 * of the only server, `""` without a name
 */
export async function* readNginx(
  text: AsyncIterable<string>,
  { statuses, servers, single }: NginxSurvey & { readonly single?: string | undefined },
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
        // Otherwise it is uncertain which host a pattern applies to, or whether it leads to another scheme of it.
        const isKnown = isServed === (site !== undefined);
        for (const each of readStatement(words, blocks, statuses))
          found.push(atSite(each, site ?? "", isKnown || leavesOnly(each, single)));
      }
    }
    yield found;
  }
}

/** Whether a pattern of the only server leads to a path, or to a host with another name. */
function leavesOnly(found: Found, single: string | undefined): boolean {
  const to = ("fault" in found ? undefined : found.pattern?.to) ?? "";
  if (!/^(?:https?:|\{(?:host|scheme))/.test(to)) return single !== undefined;
  return single !== undefined && single !== "" && !to.includes(single) && !to.includes("{host}");
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
  if (first.text === "rewrite") return rewrite(first, words.slice(1), blocks);
  if (first.text === "return") return returned(words, blocks);
  return blocks.length === 0 ? outside(words, first) : [];
}

const MAIN = new Set(NGINX_MAIN.split(" "));

/** Reads a statement outside of any block: a line of a file that a `map` block includes. */
function outside(words: readonly Word[], first: Word): Found[] {
  if (!/^[a-z]\w*$/.test(first.text)) return mapLine(words, "$uri");
  if (MAIN.has(first.text) || first.text.startsWith("worker_")) return [];
  return [leftOut(first, `the directive "${first.text}" is not a redirect`)];
}

/** Variables that contain the request path. */
const PATHS = new Set(["$uri", "$request_uri", "$document_uri"]);

function mapLine([from, to, ...more]: readonly Word[], variable: string, status = ""): Found[] {
  if (!from || ["default", "hostnames", "volatile"].includes(from.text)) return [];
  if (from.text === "include") return [leftOut(from, "included files are not read")];
  if (!PATHS.has(variable.replace(/^\$\{(\w+)\}$/, "$$$1")))
    return [leftOut(from, `the map is of ${variable}, not of the path`)];
  if (!to || more.length > 0) return [faultAt(from, "a line of a map has a source and a value")];
  if (to.text === "") return [leftOut(from, "the target is missing")];
  const [, sign, expression = ""] = /^(~\*?)(.*)/s.exec(from.text) ?? [];
  const places = { from, to };
  if (sign) return regexRules(expression, to.text, status, places, { ignoresCase: sign === "~*" });
  if (to.text.includes("$")) return [omit(from, "dynamic")];
  return [ruleOf(from.text.replace(/^\\/, ""), to.text, status, places)];
}

function rewrite(name: Word, [pattern, to, flag]: readonly Word[], blocks: Blocks): Found[] {
  if (!pattern || !to) return [faultAt(name, "rewrite needs a regular expression and a replacement")];
  const status = flag?.text === "permanent" ? "301" : flag?.text === "redirect" ? "302" : undefined;
  const isUrl = /^(?:https?:\/\/|\$scheme)/.test(to.text);
  if (status === undefined && !isUrl) return [omit(pattern, "internal")];
  if (blocks.some(([block]) => block?.text === "if")) return [omit(pattern, "conditional")];
  const found = regexRules(pattern.text, to.text, status ?? "302", { from: pattern, to });
  // A location restricts the sources of the expression.
  const isInside = blocks.some(([block]) => block?.text === "location");
  return isInside ? found.map((rule) => ({ ...rule, pattern: undefined })) : found;
}

/** Reads `location = /a { return 301 /b; }`. A prefix location is read as a rule for its path. */
function returned([name, first, second]: readonly Word[], blocks: Blocks): Found[] {
  const inner = blocks.at(-1) ?? [];
  const [block, ...where] = inner;
  const coded = /^\d{3}$/.test(first?.text ?? "");
  const [code, to] = coded ? [first?.text ?? "", second] : ["302", first];
  // 444 closes the connection without a response.
  if (!name || code.startsWith("2") || code === "444") return [];
  if (block?.text === "if") return [omit(name, "conditional")];
  // With any other status, the text is the response body. Only $request_uri and $args keep the query.
  const target = /^3/.test(code) ? (to?.text ?? "") : "";
  const fixed = target === "" || /\$(?:request_uri|is_args|args)|\?/.test(target) ? target : `${target}?`;
  if (block?.text !== "location") return [omit(name, "pattern", regexPattern("^/", fixed, code))];
  const path = where.at(-1);
  const [kind = ""] = where.slice(0, -1).map((word) => word.text);
  if (!path) return [omit(name, "regex")];
  const places = { from: path, to, status: first };
  if (kind.startsWith("~"))
    return regexRules(path.text, fixed, code, places, { ignoresCase: kind === "~*" }).map((rule) =>
      ranked(rule, 2),
    );
  if (path.text.startsWith("@")) return [omit(path, "internal")];
  const text = `^${escaped(path.text)}`;
  const found = regexRules(`${text}$`, fixed, code, places);
  if (kind === "=") return found.map((rule) => ranked(rule, 1));
  // The longest prefix applies, after all expressions unless it has the sign ^~.
  const rank = (kind === "^~" ? 2 : 3) - path.text.length / LONGEST_LINE;
  const pattern = regexPattern(text, fixed, code);
  return found.map((rule) => ({ ...ranked(rule, rank), ...(!("fault" in rule) && { pattern }) }));
}

/** Rules of locations apply after rules of the server. */
const ranked = (rule: Found, rank: number): Found => ("fault" in rule ? rule : { ...rule, rank });
