/** Which directive governs what, and what its keywords come to (CSP 3 sections 6.7.3 and 6.8). */

import type { CspPolicy } from "./policy-parse.ts";
import type { SourceList } from "./policy-sources.ts";
import type { Engine } from "./response.ts";

/** A directive, and what it falls back to (CSP 3 section 6.8.3), the nearest first. */
const GOVERNORS: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ["script-src-elem", "script-src", "default-src"],
    ["script-src-attr", "script-src", "default-src"],
    ["script-src", "default-src"],
    ["style-src-elem", "style-src", "default-src"],
    ["style-src-attr", "style-src", "default-src"],
    ["style-src", "default-src"],
    ["frame-src", "child-src", "default-src"],
    ["worker-src", "child-src", "script-src", "default-src"],
    ...["connect-src", "font-src", "img-src", "manifest-src", "media-src", "object-src"].map((name) => [
      name,
      "default-src",
    ]),
  ].map((names) => [names[0] ?? "", names]),
);

/** The source list that governs a directive, and the name that it stands under. */
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
 * 'unsafe-inline' holds unless a nonce, a hash or, for scripts, 'strict-dynamic' stands beside it (CSP 3 section
 * 6.7.3.2). Chromium and WebKit count 'strict-dynamic' in default-src for styles too.
 */
export function allowsAllInline(list: SourceList, from: string, name: string, engine: Engine): boolean {
  if (!list.inline || list.nonces.length > 0 || list.hashes.length > 0) return false;
  const forScripts = name.startsWith("script-") || (engine !== "firefox" && from === "default-src");
  // WebKit does not look for 'strict-dynamic' where attributes have a list of their own.
  if (engine === "webkit" && from === "script-src-attr") return true;
  return !(forScripts && list.strictDynamic);
}

/**
 * Whether a list lets nothing in by its URL: in WebKit, one for scripts with 'strict-dynamic' beside a nonce or hash, for
 * whatever falls back to it. Scripts themselves, where that is the standard's rule, are left out.
 */
export function ignoresUrls({ from, list }: Governing, name: string, engine: Engine): boolean {
  if (!list.strictDynamic || engine !== "webkit" || name === "script-src-elem") return false;
  return isForScripts(from) && (list.nonces.length > 0 || list.hashes.length > 0);
}

export function isForScripts(from: string): boolean {
  return from.startsWith("script-src") || from === "default-src";
}
