/** Which directive governs what, and what its keywords come to (CSP 3 sections 6.7.3 and 6.8). */

import type { CspPolicy, SourceList } from "./policy-parse.ts";
import type { Engine } from "./response.ts";

/** What a directive falls back to (CSP 3 section 6.8.3), the nearest first. */
const FALLBACKS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ["script-src-elem", ["script-src", "default-src"]],
  ["script-src-attr", ["script-src", "default-src"]],
  ["script-src", ["default-src"]],
  ["style-src-elem", ["style-src", "default-src"]],
  ["style-src-attr", ["style-src", "default-src"]],
  ["style-src", ["default-src"]],
  ["frame-src", ["child-src", "default-src"]],
  ["worker-src", ["child-src", "script-src", "default-src"]],
  ...["connect-src", "font-src", "img-src", "manifest-src", "media-src", "object-src"].map(
    (name) => [name, ["default-src"]] as const,
  ),
]);

/** The source list that governs a directive, and the name that it stands under. */
export function operative(
  { lists }: CspPolicy,
  name: string,
): { readonly from: string; readonly list: SourceList } | undefined {
  for (const from of [name, ...(FALLBACKS.get(name) ?? [])]) {
    const list = lists.get(from);
    if (list) return { from, list };
  }
  return undefined;
}

/**
 * 'unsafe-inline' holds unless a nonce, a hash or, for scripts, 'strict-dynamic' stands beside it (CSP 3 section
 * 6.7.3.2). Chromium counts 'strict-dynamic' in default-src for styles too.
 */
export function allowsAllInline(list: SourceList, from: string, name: string, engine: Engine): boolean {
  if (!list.inline || list.nonces.length > 0 || list.hashes.length > 0) return false;
  const forScripts = name.startsWith("script-") || (engine === "chromium" && from === "default-src");
  return !(forScripts && list.strictDynamic);
}
