import { wordTexts } from "../../../../data/headers/words.ts";
import { oncePerObject } from "../../../platform/memoize.ts";
import type { Source } from "../../../syntax/csp.ts";
import { listing } from "../../wording.ts";
import {
  type CspPolicy,
  type DirectiveText,
  effective,
  isKeyword,
  matchesCode,
  voidsUnsafeInline,
} from "./policy.ts";

const KEYWORD_WORDS = wordTexts("keywords of CSP");

function sourceWords(source: Source, text: string): string | undefined {
  if ((source.kind === "nonce" || source.kind === "hash") && !matchesCode(source)) return undefined;
  switch (source.kind) {
    case "keyword":
      return KEYWORD_WORDS.get(source.value);
    case "nonce":
      return "code with the nonce";
    case "hash":
      return "code with a listed hash";
    case "scheme":
      return `any ${source.value}: URL`;
    case "wildcard":
      return "any host";
    case "host":
      return source.wildcard && source.host !== "" ? `subdomains of ${source.host}` : text;
    default:
      return undefined;
  }
}

const SHOWN = 4;

/** Source list in words: `the page's own origin, inline code and any https: URL`. */
export const sourcesInWords = oncePerObject(({ sources }: DirectiveText): string | undefined => {
  if (sources.length === 0) return undefined;
  const [first] = sources;
  if (first && sources.length === 1) return sourceWords(first.source, first.text);
  const words = new Set<string>();
  const isDynamic = sources.some(({ source }) => isKeyword(source, "strict-dynamic"));
  // 'strict-dynamic' without a nonce or hash blocks every script.
  if (isDynamic && !sources.some(({ source }) => matchesCode(source))) return undefined;
  const isInlineVoid = sources.some(voidsUnsafeInline);
  const isEmptied = sources.every(({ source }) => isKeyword(source, "none"));
  for (const { source, text } of sources) {
    if (isKeyword(source, "none") && !isEmptied) continue;
    // Skips fallbacks for old browsers; others ignore them next to a nonce or 'strict-dynamic'.
    if (isDynamic && (source.kind === "host" || source.kind === "scheme" || isKeyword(source, "self")))
      continue;
    if (isInlineVoid && isKeyword(source, "unsafe-inline")) continue;
    const word = sourceWords(source, text);
    if (word !== undefined) words.add(word);
  }
  if (words.size === 0) return undefined;
  if (words.size <= SHOWN) return listing([...words]);
  return listing([...[...words].slice(0, SHOWN - 1), `${words.size - SHOWN + 1} more`]);
});

/** Summary of a policy: scripts and framing. */
export function policyInWords(policy: CspPolicy): string | undefined {
  const scripts = effective(policy, "script-src-elem");
  const frames = policy.byName.get("frame-ancestors");
  const parts = [
    scripts && `scripts: ${sourcesInWords(scripts.alike) ?? "nothing"}`,
    frames && `framed by: ${sourcesInWords(frames.alike)?.replace(/^nothing$/, "nobody") ?? "nobody"}`,
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join("; ") : undefined;
}
