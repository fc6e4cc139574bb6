/** Caddyfile (https://caddyserver.com/docs/caddyfile/directives/redir): `redir` in sites, with matchers. Pure. */

import { atSite, type Found, leftOut, omit } from "../map-item.ts";
import { linesOf, type Word, wordsOf } from "./lines.ts";
import { escaped, regexPattern, regexRules } from "./patterns.ts";

interface Context {
  /** Words before the `{` of each enclosing block; the first block is a site. */
  readonly blocks: (readonly Word[])[];
  /** Words of named matchers; undefined for a matcher with several conditions. */
  readonly matchers: Map<string, readonly Word[] | undefined>;
}

const SITE = /^(?:https?:\/\/)?[a-z\d-]+(?:\.[a-z\d-]+)+(?::\d+)?$/i;

/** @param isApart whether rules are requested at the names of their sites */
export async function* readCaddy(text: AsyncIterable<string>, isApart: boolean): AsyncGenerator<Found[]> {
  const context: Context = { blocks: [], matchers: new Map() };
  for await (const lines of linesOf(text)) {
    const found: Found[] = [];
    for (const line of lines) {
      const all = wordsOf({ ...line, text: line.text.replaceAll("`", '"') });
      const comment = all.findIndex((word) => word.text.startsWith("#"));
      const words = comment < 0 ? all : all.slice(0, comment);
      const opens = words.at(-1)?.text === "{";
      const rest = opens ? words.slice(0, -1) : words;
      const site = isApart ? siteOf(context.blocks[0]?.[0]) : "";
      found.push(...readDirective(rest, context, opens).map((each) => atSite(each, site)));
      if (opens) context.blocks.push(rest);
    }
    yield found;
  }
}

function readDirective(words: readonly Word[], { blocks, matchers }: Context, opens: boolean): Found[] {
  const [first, ...rest] = words;
  const [block = []] = blocks.slice(-1);
  const outer = block[0]?.text ?? "";
  if (!first) return [];
  if (first.text === "}") blocks.pop();
  // A file for one site needs no braces.
  else if (blocks.length === 0 && !opens && SITE.test(first.text)) blocks.push(words);
  else if (first.text.startsWith("@")) matchers.set(first.text, rest);
  else if (outer.startsWith("@"))
    matchers.set(outer, block.length > 1 || matchers.get(outer)?.length !== 0 ? undefined : words);
  else if (first.text === "map") return [leftOut(first, "map is not read")];
  else if (first.text === "redir") return redir(rest, blocks, matchers);
  return [];
}

function redir(words: readonly Word[], blocks: Context["blocks"], matchers: Context["matchers"]): Found[] {
  const [first] = words;
  const isMatched = first && /^(?:\/|@|\*$)/.test(first.text) && words.length > 1;
  const [to, code] = isMatched ? words.slice(1) : words;
  if (!first || !to) return [];
  const status = code?.text.replace("permanent", "301").replace("temporary", "302") ?? "302";
  const given = to.text.replace(/\{(?:http\.regexp|re)\.(?:\w+\.)?(\d)\}/g, "$$$1");
  // Only {uri} and {query} keep the query.
  const page = given.replace(/\?\{(?:http\.request\.uri\.)?query\}$/, "");
  const target = page !== given || /uri\}|\?/.test(given) ? page : `${given}?`;
  const places = { from: first, to, status: code };
  const [kind, ...values] = first.text.startsWith("@") ? (matchers.get(first.text) ?? []) : [];
  const isInside = blocks
    .slice(1)
    .some(([name, ...more]) => !/^(?:route|handle)$/.test(name?.text ?? "") || more.length > 0);
  const isKnown = !first.text.startsWith("@") || /^path(?:_regexp)?$/.test(kind?.text ?? "");
  if (isInside || !isKnown) return [omit(first, "conditional")];
  if (kind?.text === "path_regexp") return regexRules(values.at(-1)?.text ?? "", target, status, places);
  const paths = kind ? values.map(({ text }) => text) : [isMatched ? first.text : "*"];
  return paths.flatMap((path): Found[] => {
    const text = `^${path === "*" ? "/" : ""}${escaped(path).replaceAll("\\*", ".*")}$`;
    const pattern = path.includes("*") ? regexPattern(text, target, status) : undefined;
    const found = path.includes("*")
      ? [omit(first, pattern ? "pattern" : "dynamic", pattern)]
      : regexRules(text, target, status, places);
    // The longest path applies first.
    return found.map((rule) => ("fault" in rule ? rule : { ...rule, rank: -path.length }));
  });
}

function siteOf(address: Word | undefined): string {
  const name = address?.text.replace(/,$/, "") ?? "";
  if (!SITE.test(name)) return "";
  return /^https?:/.test(name) ? name : `https://${name}`;
}
