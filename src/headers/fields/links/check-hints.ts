/** Links on which browsers act: what they fetch or connect to in advance. */

import { wordTable } from "../../../../data/word-table.ts";
import type { Note } from "../../field.ts";
import type { Link } from "../../syntax/link.ts";
import { parameterValue } from "../../syntax/parameters.ts";
import { checkUriReference, resolveReference } from "../../syntax/uri.ts";
import { listing, quote } from "../../wording.ts";
import type { LinkKind } from "./kinds.ts";

/** Relations that make browsers fetch or connect. */
const HINTS: ReadonlySet<string> = new Set([
  "preload",
  "modulepreload",
  "preconnect",
  "dns-prefetch",
  "prefetch",
  "prerender",
  "stylesheet",
  "compression-dictionary",
]);
const CONNECTIONS: ReadonlySet<string> = new Set(["preconnect", "dns-prefetch"]);
/** What a preload can be (HTML section 4.6.7.18, translate a preload destination). */
const PRELOADABLE: ReadonlySet<string> = new Set([
  "fetch",
  "font",
  "image",
  "script",
  "style",
  "track",
  "json",
  "text",
]);
/** Destinations of Fetch that a modulepreload can be too. */
const MODULES: ReadonlySet<string> = new Set([
  "script",
  "audioworklet",
  "paintworklet",
  "serviceworker",
  "sharedworker",
  "worker",
  "json",
  "style",
  "text",
]);

const WORDS = wordTable<readonly string[]>({
  crossorigin: ["anonymous", "use-credentials", ""],
  fetchpriority: ["high", "low", "auto"],
  blocking: ["render"],
});

/** The relations of a link on which browsers act. */
function hintsOf(link: Link): readonly string[] {
  return link.rel.filter((rel) => HINTS.has(rel));
}

/** Judges a link on which browsers act. */
export function checkHints(link: Link, url: URL | undefined, note: Note<LinkKind>): void {
  const hints = hintsOf(link);
  const first = hints[0];
  if (first === undefined) return;
  checkTarget(link, first, url, note);
  for (const name of [...WORDS.keys()]) checkWord(link, name, note);
  if (parameterValue(link.parameters, "anchor") !== undefined)
    note(
      "link-anchor-ignored",
      `The ${first} of ${quote(link.target)} has an anchor, so browsers ignore it.`,
    );
  if (hints.includes("preload")) checkPreload(link, note);
  if (hints.includes("modulepreload")) checkAs(link, "modulepreload", MODULES, note);
  if (hints.includes("prerender"))
    note(
      "link-prerender",
      `Browsers no longer prerender by Link; Speculation-Rules does it for ${quote(link.target)}.`,
    );
}

function checkTarget(link: Link, hint: string, url: URL | undefined, note: Note<LinkKind>): void {
  const { scheme } = checkUriReference(link.target);
  const target = scheme === undefined ? undefined : resolveReference(link.target);
  if (scheme !== undefined && scheme !== "http" && scheme !== "https")
    note("link-hint-target", `${hint} does not work for the ${scheme} address ${quote(link.target)}.`);
  else if (scheme === "http" && url?.protocol === "https:" && !CONNECTIONS.has(hint))
    note(
      "link-hint-insecure",
      `${quote(link.target)} is to be fetched over plain HTTP for a page over HTTPS.`,
    );
  else if (CONNECTIONS.has(hint) && target && target.pathname + target.search !== "/")
    note("link-preconnect-path", `The path of ${quote(link.target)} does not matter to ${hint}.`);
}

function checkPreload(link: Link, note: Note<LinkKind>): void {
  const as = parameterValue(link.parameters, "as")?.toLowerCase();
  if (as === undefined || as === "")
    note("link-preload-as-missing", `The preload of ${quote(link.target)} has no as, so browsers skip it.`);
  else checkAs(link, "preload", PRELOADABLE, note);
  const isCors = link.parameters.some(({ name }) => name === "crossorigin");
  if (as === "font" && !isCors)
    note(
      "link-font-crossorigin-missing",
      `The font ${quote(link.target)} is fetched twice: its preload has no crossorigin.`,
    );
}

function checkAs(link: Link, hint: string, known: ReadonlySet<string>, note: Note<LinkKind>): void {
  const as = parameterValue(link.parameters, "as");
  if (as && !known.has(as.toLowerCase()))
    note(
      "link-preload-as-invalid",
      `as=${quote(as)} does nothing for ${hint}; it may be ${listing([...known], "or")}.`,
    );
}

function checkWord({ parameters }: Link, name: string, note: Note<LinkKind>): void {
  const value = parameterValue(parameters, name);
  const words = WORDS.get(name);
  if (value !== undefined && words && !words.includes(value.toLowerCase()))
    note(
      "link-attribute-value",
      `${quote(value)} is not a value of ${name}; it may be ${listing(words.filter(Boolean), "or")}.`,
    );
}
