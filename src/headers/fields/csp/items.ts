/** The parts of a policy: each directive, then each word that they use, explained once. */

import { cspDirectives } from "../../../../data/headers/directives/csp-directives.ts";
import { cspSources } from "../../../../data/headers/directives/csp-sources.ts";
import { sandboxTokens } from "../../../../data/headers/directives/sandbox-tokens.ts";
import { item } from "../../field.ts";
import { lookup } from "../../lookup.ts";
import type { Item } from "../../schema.ts";
import type { Source } from "../../syntax/csp.ts";
import type { Csp, CspDirective } from "./policy.ts";
import { sourcesInWords } from "./words.ts";

/** The first items are the directives, at their `index`. */
export function cspItems({ directives }: Csp): Item[] {
  return [...directives.map(directiveItem), ...wordItems(directives)];
}

function directiveItem(directive: CspDirective): Item {
  const description =
    lookup(cspDirectives, directive.name) ?? "No directive that browsers know; it is ignored.";
  return item(
    directive.sent,
    directive.tokens.map(({ text }) => text).join(" "),
    description,
    sourcesInWords(directive),
  );
}

/** Hosts speak for themselves; every other word gets an item, whose value is where it stands. */
function wordItems(directives: readonly CspDirective[]): Item[] {
  const places = new Map<string, { readonly description: string; readonly names: string[] }>();
  for (const directive of directives)
    for (const [word, description] of words(directive)) {
      const place = places.get(word);
      if (!place) places.set(word, { description, names: [directive.name] });
      else if (!place.names.includes(directive.name)) place.names.push(directive.name);
    }
  return [...places].map(([word, { description, names }]) => item(word, names.join(", "), description));
}

function words({ name, tokens, sources }: CspDirective): [word: string, description: string][] {
  if (sources.length === 0) {
    const table = name === "sandbox" ? sandboxTokens : cspSources;
    return tokens.flatMap(({ text }) => pair(text, lookup(table, text.toLowerCase())));
  }
  const notHosts = sources.filter(({ source }) => source.kind !== "host");
  return notHosts.flatMap(({ text, source }) =>
    pair(text, lookup(cspSources, text.toLowerCase()) ?? lookup(cspSources, placeholder(source))),
  );
}

function pair(word: string, description: string | undefined): [string, string][] {
  return description === undefined ? [] : [[word, description]];
}

function placeholder(source: Source): string {
  return source.kind === "nonce" || source.kind === "hash" || source.kind === "scheme"
    ? `<${source.kind}>`
    : "";
}
