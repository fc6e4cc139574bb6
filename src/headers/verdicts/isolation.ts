/** Opener, embedder and isolation policies (HTML sections 7.1.3 and 7.1.4): windows that share a process and memory. */

import { parseItem } from "../../syntax/structured-fields.ts";
import type { EmbedderPolicy } from "./embedding.ts";
import { isTrustworthy } from "./origins.ts";
import { featureAllowsSelf, isOld } from "./permissions.ts";
import { type Engine, joinedValue, type Response } from "./response.ts";

type OpenerPolicy = "unsafe-none" | "same-origin-allow-popups" | "noopener-allow-popups" | "same-origin";

/** Isolation of the page. Without a URL, a secure context is assumed. */
export interface Isolation {
  readonly secureContext?: boolean;
  readonly opener: OpenerPolicy;
  readonly embedder: EmbedderPolicy;
  readonly crossOriginIsolated?: boolean;
  /** The browser gives the page its own process per origin if it can. */
  readonly originKeyed?: boolean;
}

const OPENER: Readonly<Record<Engine, readonly OpenerPolicy[]>> = {
  chromium: ["unsafe-none", "same-origin-allow-popups", "noopener-allow-popups", "same-origin"],
  firefox: ["unsafe-none", "same-origin-allow-popups", "same-origin"],
  webkit: ["unsafe-none", "same-origin-allow-popups", "noopener-allow-popups", "same-origin"],
};
/** WebKit does not support credentialless. */
const EMBEDDER: Readonly<Record<Engine, readonly EmbedderPolicy[]>> = {
  chromium: ["require-corp", "credentialless"],
  firefox: ["require-corp", "credentialless"],
  webkit: ["require-corp"],
};
const DOCUMENT: readonly string[] = ["isolate-and-require-corp", "isolate-and-credentialless"];

/** Policies have no effect outside a secure context. */
export function checkIsolation(response: Response, engine: Engine): Isolation {
  const { url } = response;
  const secureContext = url === undefined || isTrustworthy(url);
  const tokenIn = (name: string) => (secureContext ? tokenOf(joinedValue(response, name)) : undefined);
  const opener = tokenIn("cross-origin-opener-policy");
  const embedder = tokenIn("cross-origin-embedder-policy");
  const ownDocument = engine === "chromium" ? tokenIn("document-isolation-policy") : undefined;
  const coop = OPENER[engine].find((policy) => policy === opener) ?? "unsafe-none";
  const coep = EMBEDDER[engine].find((policy) => policy === embedder) ?? "unsafe-none";
  if (!url) return { opener: coop, embedder: coep };
  const isolated = coop === "same-origin" && coep !== "unsafe-none";
  const documentIsolated = ownDocument !== undefined && DOCUMENT.includes(ownDocument);
  const crossOriginIsolated =
    (isolated || documentIsolated) && featureAllowsSelf(response, "cross-origin-isolated", engine);
  return {
    secureContext,
    opener: coop,
    embedder: coep,
    crossOriginIsolated,
    originKeyed: secureContext && (isolated || documentIsolated || isOriginKeyed(response, engine)),
  };
}

/** Value of a structured token; undefined for any other value or for two lines. */
export function tokenOf(value: string | undefined): string | undefined {
  const parsed = value === undefined ? undefined : parseItem(value).value;
  const isRead = parsed && [...parsed.parameters.values()].every(isOld);
  return isRead && parsed.value.kind === "token" ? parsed.value.value : undefined;
}

/** Whether Origin-Agent-Cluster applies. Default: true in Chromium, false in the others. */
function isOriginKeyed(response: Response, engine: Engine): boolean {
  const value = joinedValue(response, "origin-agent-cluster");
  const parsed = value === undefined ? undefined : parseItem(value).value;
  const wanted = parsed?.value.kind === "boolean" ? parsed.value.value : undefined;
  return wanted ?? engine === "chromium";
}
