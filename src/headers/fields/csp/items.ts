/** Items of a policy: one per directive, then one per distinct word. */

import { cspDirectives } from "../../../../data/headers/directives/csp-directives.ts";
import { cspSources } from "../../../../data/headers/directives/csp-sources.ts";
import { sandboxTokens } from "../../../../data/headers/directives/sandbox-tokens.ts";
import { oncePerObject } from "../../../platform/memoize.ts";
import type { Source } from "../../../syntax/csp.ts";
import { type Item, item } from "../../field.ts";
import { type Csp, type CspDirective, type DirectiveText, matchesCode } from "./policy.ts";
import { sourcesInWords } from "./words.ts";

/** Items of all directives, each at the directive's `index`, then items of words. */
export function cspItems({ directives }: Csp): Item[] {
  return directives.map(({ alike }) => ({ ...directiveItem(alike) })).concat(wordItems(directives));
}

/** Item shared by directives with the same text: copy before changing. */
const directiveItem = oncePerObject((directive: DirectiveText): Readonly<Item> => {
  const description = cspDirectives.get(directive.name) ?? "An unknown directive, which browsers ignore.";
  return item(directive.sent, wordsOf(directive), description, sourcesInWords(directive));
});

function wordsOf({ tokens }: DirectiveText): string {
  return tokens.length === 1 ? (tokens[0]?.text ?? "") : tokens.map(({ text }) => text).join(" ");
}

/** One item per distinct word except hosts; its value lists the directives with the word. */
function wordItems(directives: readonly CspDirective[]): Item[] {
  const places = new Map<string, { readonly description: string; readonly names: string[] }>();
  for (const { name, alike } of directives)
    for (const { text, description } of describedWords(alike)) {
      const place = places.get(text);
      if (!place) {
        if (description !== undefined) places.set(text, { description, names: [name] });
      } else if (!place.names.includes(name)) place.names.push(name);
    }
  const items: Item[] = [];
  for (const [word, { description, names }] of places) items.push(item(word, names.join(", "), description));
  return items;
}

interface Word {
  readonly text: string;
  readonly source?: Source;
}

const describedWords = oncePerObject(({ name, tokens, sources }: DirectiveText) => {
  const words: readonly Word[] = sources.length === 0 ? tokens : sources;
  return words.map((word) => ({ text: word.text, description: descriptionOf(name, word) }));
});

function descriptionOf(name: string, { text, source }: Word): string | undefined {
  if (source?.kind === "host") return undefined;
  if ((source?.kind === "nonce" || source?.kind === "hash") && !matchesCode(source)) return undefined;
  if (!source) return (name === "sandbox" ? sandboxTokens : cspSources).get(text.toLowerCase());
  return cspSources.get(text.toLowerCase()) ?? cspSources.get(placeholder(source));
}

function placeholder(source: Source): string {
  return source.kind === "nonce" || source.kind === "hash" || source.kind === "scheme"
    ? `<${source.kind}>`
    : "";
}
