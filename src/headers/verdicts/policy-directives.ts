/** The directive that applies to each load, and the effect of its keywords (CSP 3 sections 6.7.3 and 6.8). */

import { wordTexts } from "../../../data/headers/words.ts";
import type { CspPolicy } from "./policy-parse.ts";
import type { SourceList } from "./policy-sources.ts";
import type { Engine } from "./response.ts";

/** A directive and its fallbacks (CSP 3 section 6.8.3), nearest first. */
const GOVERNORS: ReadonlyMap<string, readonly string[]> = new Map(
  Array.from(wordTexts("governors of loads"), ([name, others]) => [name, [name, ...others.split(" ")]]),
);

export interface Governing {
  readonly from: string;
  readonly list: SourceList;
}

export function operative({ lists }: CspPolicy, name: string): Governing | undefined {
  for (const from of GOVERNORS.get(name) ?? [name]) {
    const list = lists.get(from);
    if (list) return { from, list };
  }
  return undefined;
}

/**
 * Whether 'unsafe-inline' applies: a nonce or hash disables it, for scripts also 'strict-dynamic' (CSP 3 section
 * 6.7.3.2). In Chromium and WebKit, 'strict-dynamic' in default-src also disables it for styles.
 */
export function allowsAllInline(list: SourceList, from: string, name: string, engine: Engine): boolean {
  if (!list.inline || list.nonces.length > 0 || list.hashes.length > 0) return false;
  const forScripts = name.startsWith("script-") || (engine !== "firefox" && from === "default-src");
  // WebKit ignores 'strict-dynamic' in script-src-attr.
  if (engine === "webkit" && from === "script-src-attr") return true;
  return !(forScripts && list.strictDynamic);
}

/** Whether WebKit ignores URLs: 'strict-dynamic' with a nonce or hash, for loads other than script elements. */
export function ignoresUrls({ from, list }: Governing, name: string, engine: Engine): boolean {
  if (!list.strictDynamic || engine !== "webkit" || name === "script-src-elem") return false;
  return isForScripts(from) && (list.nonces.length > 0 || list.hashes.length > 0);
}

export function isForScripts(from: string): boolean {
  return from.startsWith("script-src") || from === "default-src";
}
