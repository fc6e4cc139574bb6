/** All recipes of a response for one server as one block of its configuration. Pure. */

import { RECIPE_SERVERS, type Server } from "../../data/recipe-servers.ts";
import { wordTable } from "../../data/word-table.ts";
import { caddyHeader } from "../headers/how/servers.ts";
import type { HeaderObject, How, Problem } from "../headers/schema.ts";
import type { HttpReport } from "../http/schema.ts";
import type { Finding } from "./findings.ts";
import { PLACE_LABELS, type Recipe } from "./how.ts";

interface Form {
  /** The line takes a field away. */
  readonly removes: RegExp;
  /** The line sends a field, or sets a cookie's flags; one for a name, the first. */
  readonly sets: RegExp;
  /** A field that is sent is not to be taken away by such a line. */
  readonly undoes?: RegExp;
  /** What to know, once. */
  readonly note?: string;
}

const FORMS: Readonly<Record<Server, Form>> = {
  nginx: {
    removes: /^proxy_hide_header (\S+);/,
    sets: /^(?:add_header|proxy_cookie_flags) (\S+) /,
    note: "A location with its own add_header inherits none: repeat these lines there. Hide fields that PHP sends with fastcgi_hide_header.",
  },
  apache: {
    removes: /^Header onsuccess unset (\S+)$/,
    sets: /^Header always set (\S+) /,
    undoes: /^Header always unset (\S+)$/,
    note: "Needs mod_headers.",
  },
  caddy: { removes: /^-(\S+)$/, sets: /^((?!Set-Cookie |Content-Type )\S+) [`"]/, undoes: /^-(\S+)$/ },
  cloudflare: {
    removes: /Modify Response Header: remove (\S+)$/,
    sets: /Modify Response Header: set static (\S+) to /,
    undoes: /Modify Response Header: remove (\S+)$/,
  },
};

/**
 * The lines of all findings, the gravest first: each field is taken away and sent once. What one finding wants gone is not
 * sent for another; where two want different values, the graver one has its way. Empty where no finding has a recipe.
 */
function blockOf(server: Server, findings: readonly Problem[]): string {
  const { sets, undoes, removes, note } = FORMS[server];
  const hows = [
    ...new Map(findings.flatMap(({ how }) => (how ? [[how[server], how] as const] : []))).values(),
  ];
  if (hows.length === 0) return "";
  const namesIn = (form: RegExp, some: readonly How[]) =>
    new Set(some.flatMap((how) => linesOf(server, how).flatMap((line) => nameIn(form, line) ?? [])));
  const gone = namesIn(
    removes,
    hows.filter(({ header }) => header === undefined),
  );
  const sent = namesIn(sets, hows);
  const seen = new Set<string>();
  const kept = hows
    .flatMap((how) => linesOf(server, how))
    .filter((line) => {
      const set = nameIn(sets, line);
      if (set !== undefined) return !gone.has(set) && seen.size < seen.add(`set ${set}`).size;
      const undone = undoes && nameIn(undoes, line);
      if (undone !== undefined && sent.has(undone) && !gone.has(undone)) return false;
      return seen.size < seen.add(line).size;
    });
  const notes = new Set([note, ...hows.map((how) => how.note)].filter((text) => text !== undefined));
  const comments = server === "cloudflare" ? [] : [...notes].map((text) => `# ${text}`);
  return [...comments, ...(server === "caddy" ? caddyLines(kept) : kept)].join("\n");
}

function nameIn(form: RegExp, line: string): string | undefined {
  return form.exec(line)?.[1]?.toLowerCase();
}

/** The lines of a recipe that can stand by themselves. */
function linesOf(server: Server, how: How): readonly string[] {
  const text = how[server];
  // A snippet is one text, and so is a directive with a block of its own.
  if (server === "cloudflare") return [text];
  if (server !== "caddy") return text.split("\n");
  const inner = /^header \{\n(.*)\n\tdefer\n\}$/s.exec(text)?.[1];
  return inner === undefined ? [text] : inner.split("\n").map((line) => line.slice(1));
}

/** What acts on fields goes in one `header` directive. */
function caddyLines(lines: readonly string[]): readonly string[] {
  const isDirective = (line: string) => /^(?:encode|redir|tls)\b/.test(line);
  const ofFields = lines.filter((line) => !isDirective(line));
  return [...(ofFields.length > 0 ? [caddyHeader(ofFields)] : []), ...lines.filter(isDirective)];
}

const PRODUCTS = wordTable<Server>({
  nginx: "nginx",
  openresty: "nginx",
  apache: "apache",
  httpd: "apache",
  caddy: "caddy",
  cloudflare: "cloudflare",
});

/** The server whose recipes come first, by what a response says of its server; undefined where it says nothing of use. */
function serverOf(headers: readonly Pick<HeaderObject, "name" | "value">[]): Server | undefined {
  for (const { name, value } of headers) {
    if (name !== "server" && name !== "via") continue;
    for (const word of value.toLowerCase().split(/[^a-z]+/)) {
      const server = PRODUCTS.get(word);
      if (server) return server;
    }
  }
  return undefined;
}

/** All recipes of a step. */
export interface RecipeBlock {
  /** Number of the step, from 1. */
  readonly step: number;
  /** `""` when decoding. */
  readonly url: string;
  /** The server that the response says it has. */
  readonly server: Server | undefined;
  readonly recipes: readonly Recipe[];
  /** Ids of the step's findings that have no recipe, each once. */
  readonly others: readonly string[];
}

/** A block for each step that has findings with recipes. */
export function recipeBlocks({ steps }: HttpReport, findings: readonly Finding[]): readonly RecipeBlock[] {
  return steps.flatMap(({ request, headers }, index) => {
    const own = findings.filter(({ places }) => places.some(({ step }) => step === index + 1));
    if (!own.some(({ how }) => how !== undefined)) return [];
    const recipes = RECIPE_SERVERS.map((place) => ({ place, text: blockOf(place, own) }));
    const others = [...new Set(own.flatMap(({ how, name }) => (how ? [] : [name])))];
    return [{ step: index + 1, url: request.url, server: serverOf(headers), recipes, others }];
  });
}

/** The blocks as a file of the server's configuration: comments say what is not in it. */
export function blocksText(blocks: readonly RecipeBlock[], server: Server): string {
  if (blocks.length === 0)
    return `# The configuration of ${PLACE_LABELS[server]} fixes none of the findings.\n`;
  return blocks
    .map(({ url, others, recipes }) => {
      const text = recipes.find(({ place }) => place === server)?.text ?? "";
      const about = url === "" ? [] : [`# ${url}`];
      const rest = others.length === 0 ? [] : [`# Not fixed here: ${others.join(", ")}`];
      return [...about, text, ...rest].map((part) => `${part}\n`).join("");
    })
    .join("\n");
}

/** The recipe of one finding, for people who see nothing but it; empty where it has none. */
export function recipeText({ how, places: [{ step }] }: Finding, report: HttpReport, asked?: Server): string {
  if (!how) return "";
  const server = asked ?? serverOf(report.steps[step - 1]?.headers ?? []) ?? "nginx";
  const note = how.note === undefined ? "" : `\n${how.note}`;
  return `${PLACE_LABELS[server]}:\n${how[server]}${note}`;
}
