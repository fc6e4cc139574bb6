/** Links that make browsers fetch or connect in advance. */

import { wordList, wordTexts } from "../../../../data/headers/words.ts";
import { wordTable } from "../../../../data/word-table.ts";
import type { Link } from "../../../syntax/link.ts";
import { parameterValue } from "../../../syntax/parameters.ts";
import { checkUriReference, resolveReference } from "../../../syntax/uri.ts";
import { firstOf, groupsOf, problem } from "../../field.ts";
import { mapping, swapping } from "../../reading/fixing.ts";
import { listing, quote } from "../../wording.ts";

export const FETCHING = "html/links.html#link-type-preload";

const HINTS = wordList("relations of resource hints");
const CONNECTIONS: ReadonlySet<string> = new Set(["preconnect", "dns-prefetch"]);
/** Destinations of preload (HTML section 4.6.7.18) and of modulepreload (Fetch). */
const DESTINATIONS = ["preload", "modulepreload"].map(
  (hint) => [hint, [...wordList(`destinations of ${hint}`)]] as const,
);

const WORDS = wordTable<readonly string[]>({
  crossorigin: ["anonymous", "use-credentials", ""],
  fetchpriority: ["high", "low", "auto"],
  blocking: ["render"],
});

/** Common mistakes in `as` of preload, and the right destinations. */
const AS = wordTexts("mistaken destinations");
const BY_ENDING = wordTable({ css: "style", js: "script", mjs: "script" });

export interface Hint extends Link {
  readonly hints: readonly string[];
  /** The first hint. */
  readonly hint: string;
}

export function hintOf(link: Link): Hint | undefined {
  const hints = link.rel.filter((rel) => HINTS.has(rel));
  const [hint] = hints;
  return hint === undefined ? undefined : { ...link, hints, hint };
}

const asOf = ({ parameters }: Link) => parameterValue(parameters, "as");

/** Scheme of an absolute target. */
const schemeOf = ({ target }: Link) => checkUriReference(target).scheme;

export const hintProblems = groupsOf<Hint, unknown>([
  firstOf(
    problem("link-hint-target", "warning", "html/links.html#linkTypes", {
      detect(link) {
        const scheme = schemeOf(link);
        return scheme !== "http" && scheme !== "https" && scheme;
      },
      title: (scheme, { hint, target }) => `${hint} does not work for the ${scheme} URL ${quote(target)}.`,
      bad: ["Link: <ftp://example.com/a>; rel=preload; as=style"],
      good: ["Link: <https://example.com/a>; rel=preload; as=style"],
    }),
    problem("link-hint-insecure", "warning", "https://www.w3.org/TR/mixed-content/", {
      detect: (link, { url }) =>
        schemeOf(link) === "http" && url?.protocol === "https:" && !CONNECTIONS.has(link.hint),
      title: (_, { target }) => `${quote(target)} is fetched over plain HTTP for an HTTPS page.`,
      bad: { lines: ["Link: <http://cdn.example/a.css>; rel=preload; as=style"], url: "https://a.example/" },
      good: { lines: ["Link: </a.css>; rel=preload; as=style"], url: "https://a.example/" },
    }),
    problem("link-preconnect-path", "info", "html/links.html#link-type-preconnect", {
      detect(link) {
        const isAbsolute = CONNECTIONS.has(link.hint) && schemeOf(link) !== undefined;
        const target = isAbsolute ? resolveReference(link.target) : undefined;
        return target !== undefined && target.pathname + target.search !== "/";
      },
      title: (_, { hint, target }) => `The path of ${quote(target)} has no effect for ${hint}.`,
      fix: swapping(/<([^<>]*)>/g, (all, url: string) =>
        /^https?:/i.test(url) ? `<${URL.parse(url)?.origin ?? url}>` : all,
      ),
      bad: ["Link: <https://cdn.example/a.css>; rel=preconnect"],
      good: ["Link: <https://cdn.example>; rel=preconnect"],
    }),
  ),
  problem("link-attribute-value", "warning", "html/semantics.html#the-link-element", {
    detectAll: ({ parameters }) =>
      [...WORDS].flatMap(([name, words]) => {
        const value = parameterValue(parameters, name);
        return value === undefined || words.includes(value.toLowerCase()) ? [] : [{ name, value, words }];
      }),
    title: ({ name, value, words }) =>
      `${quote(value)} is not a value of ${name}; it must be ${listing(words.filter(Boolean), "or")}.`,
    bad: ["Link: </a.css>; rel=preload; as=style; fetchpriority=highest"],
    good: ["Link: </a.css>; rel=preload; as=style; fetchpriority=high"],
  }),
  problem("link-anchor-ignored", "info", "html/semantics.html#processing-link-headers", {
    detect: ({ parameters }) => parameterValue(parameters, "anchor") !== undefined,
    title: (_, { hint, target }) => `The ${hint} of ${quote(target)} has an anchor, so browsers ignore it.`,
    fix: swapping(/;\s*anchor\s*=\s*(?:"[^"]*"|[^\s;,"]+)/i, ""),
    bad: ['Link: </a.css>; rel=preload; as=style; anchor="#x"'],
    good: ["Link: </a.css>; rel=preload; as=style"],
  }),
  problem("link-preload-as-missing", "warning", FETCHING, {
    detect: (link) => link.hints.includes("preload") && !asOf(link),
    title: (_, { target }) => `The preload of ${quote(target)} has no as attribute, so browsers skip it.`,
    fix: mapping((member) => {
      const ending = /^<[^<>?#]*\.([a-z]+)(?:[?#][^<>]*)?>/i.exec(member)?.[1]?.toLowerCase();
      const as = BY_ENDING.get(ending ?? "");
      const isPreload = /;\s*rel\s*=\s*"?preload\b/i.test(member) && !/;\s*as\s*=/i.test(member);
      return as && isPreload ? `${member}; as=${as}` : member;
    }),
    bad: ["Link: </a.css>; rel=preload"],
    good: ["Link: </a.css>; rel=preload; as=style"],
  }),
  problem("link-font-crossorigin-missing", "error", FETCHING, {
    detect: (link) =>
      link.hints.includes("preload") &&
      asOf(link)?.toLowerCase() === "font" &&
      !link.parameters.some(({ name }) => name === "crossorigin"),
    title: (_, { target }) => `The font ${quote(target)} is fetched twice: its preload has no crossorigin.`,
    fix: mapping((member) =>
      /;\s*as="?font/i.test(member) && !/;\s*crossorigin/i.test(member) ? `${member}; crossorigin` : member,
    ),
    bad: ["Link: </a.woff2>; rel=preload; as=font"],
    good: ["Link: </a.woff2>; rel=preload; as=font; crossorigin"],
  }),
  problem("link-preload-as-invalid", "error", FETCHING, {
    detectAll(link) {
      const as = asOf(link);
      if (!as) return [];
      return DESTINATIONS.flatMap(([hint, known]) =>
        link.hints.includes(hint) && !known.includes(as.toLowerCase()) ? [{ hint, as, known }] : [],
      );
    },
    title: ({ hint, as, known }) => `as=${quote(as)} does not fit ${hint}; use ${listing(known, "or")}.`,
    fix: swapping(
      /(;\s*as\s*=\s*"?)([a-z]+)/gi,
      (all, start = "", word = "") => `${start}${AS.get(word.toLowerCase()) ?? all.slice(start.length)}`,
    ),
    bad: ["Link: </a.css>; rel=preload; as=css"],
    good: ["Link: </a.css>; rel=preload; as=style"],
  }),
  problem("link-prerender", "info", "https://developer.mozilla.org/docs/Web/API/Speculation_Rules_API", {
    detect: ({ hints }) => hints.includes("prerender"),
    title: (_, { target }) => `Browsers do not prerender ${quote(target)} from Link; use Speculation-Rules.`,
    bad: ["Link: </next>; rel=prerender"],
    good: ["Link: </next>; rel=prefetch"],
  }),
]);
