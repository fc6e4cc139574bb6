/** The parts of a policy: each directive, then each word that they use, explained once. */

import { cspDirectives } from "../../../../data/headers/directives/csp-directives.ts";
import { cspSources } from "../../../../data/headers/directives/csp-sources.ts";
import { sandboxTokens } from "../../../../data/headers/directives/sandbox-tokens.ts";
import { item } from "../../field.ts";
import type { Item } from "../../schema.ts";
import type { Source } from "../../syntax/csp.ts";
import { type Csp, type CspDirective, matchesCode } from "./policy.ts";
import { sourcesInWords } from "./words.ts";

/** The first items are the directives, at their `index`. */
export function cspItems({ directives }: Csp): Item[] {
  return directives.map(directiveItem).concat(wordItems(directives));
}

function directiveItem(directive: CspDirective): Item {
  const description = cspDirectives.get(directive.name) ?? "No directive that browsers know; it is ignored.";
  return item(directive.sent, wordsOf(directive), description, sourcesInWords(directive));
}

function wordsOf({ tokens }: CspDirective): string {
  return tokens.length === 1 ? (tokens[0]?.text ?? "") : tokens.map(({ text }) => text).join(" ");
}

/** Hosts speak for themselves; every other word gets an item, whose value is where it stands. */
function wordItems(directives: readonly CspDirective[]): Item[] {
  const places = new Map<string, { readonly description: string; readonly names: string[] }>();
  for (const directive of directives)
    for (const word of words(directive)) {
      const { name } = directive;
      const place = places.get(word.text);
      if (place) {
        if (!place.names.includes(name)) place.names.push(name);
        continue;
      }
      const description = descriptionOf(name, word);
      if (description !== undefined) places.set(word.text, { description, names: [name] });
    }
  const items: Item[] = [];
  for (const [word, { description, names }] of places) items.push(item(word, names.join(", "), description));
  return items;
}

interface Word {
  readonly text: string;
  readonly source?: Source;
}

function words({ tokens, sources }: CspDirective): readonly Word[] {
  return sources.length === 0 ? tokens : sources;
}

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
