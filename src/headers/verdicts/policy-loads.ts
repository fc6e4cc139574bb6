/** Whether the page's policy allows a load (CSP 3 sections 4.2 and 6.7). */

import { type Static, Type } from "@sinclair/typebox";
import { wordTexts } from "../../../data/headers/words.ts";
import { type EmbedderPolicy, isOfSite } from "./embedding.ts";
import {
  allowsAllInline,
  type Governing,
  ignoresUrls,
  isForScripts,
  operative,
} from "./policy-directives.ts";
import type { CspPolicy } from "./policy-parse.ts";
import { allowsUrl, normalHash, type SourceList } from "./policy-sources.ts";
import type { Engine, Load } from "./response.ts";

// Requirements of a page's Cross-Origin-Embedder-Policy for its loads (HTML section 7.1.4, Fetch section
// 3.7.2).

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

const Demands = Type.Object(
  {
    lines: Type.Array(Type.String(), { description: "Headers that the loaded response must have" }),
    orCors: flag("Or it is requested with CORS (a crossorigin attribute), which it must then allow"),
    withoutCredentials: flag("It is requested without cookies, so it needs no header"),
  },
  {
    title: "EmbedderDemands",
    description:
      "What the page's Cross-Origin-Embedder-Policy requires of the response, whatever the CSP allows",
  },
);
type Demands = Static<typeof Demands>;

const WITHOUT_CORS: ReadonlySet<string> = new Set(["script", "style", "image", "media", "object"]);
/** Documents and workers, which need their own policy. */
const CONTEXTS: ReadonlySet<string> = new Set(["frame", "object", "worker"]);

/**
 * Headers that the response to a load must have; undefined without a policy, for loads with CORS, and for
 * URLs without a server. An object may be an image or a document: a document needs all lines.
 */
export function demandsOf(
  as: string,
  url: URL | undefined,
  self: URL | undefined,
  policy: EmbedderPolicy,
  engine: Engine,
): Demands | undefined {
  if (policy === "unsafe-none" || !url || !self || !/^https?:$/.test(url.protocol)) return undefined;
  const isContext = CONTEXTS.has(as);
  const own = isContext ? [`Cross-Origin-Embedder-Policy: ${policy}`] : [];
  if (url.origin === self.origin) return isContext && as !== "object" ? { lines: own } : undefined;
  if (as === "worker" || !(isContext || WITHOUT_CORS.has(as))) return undefined;
  if (!isContext && policy === "credentialless") return { lines: [], withoutCredentials: true };
  const resource = `Cross-Origin-Resource-Policy: ${isOfSite(self, url, engine) ? "same-site" : "cross-origin"}`;
  return isContext ? { lines: [...own, resource] } : { lines: [resource], orCors: true };
}

export const LoadVerdict = Type.Object({
  as: Type.String(),
  url: Type.Optional(Type.String()),
  inline: Type.Optional(Type.String()),
  allowed: flag("Absent if the policy uses another digest algorithm than the one given"),
  by: Type.String({
    description:
      "The directive that blocks it, else one that allows it or on which it depends; `none` if no directive applies",
  }),
  needs: Type.Optional(Demands),
});
export type LoadVerdict = Static<typeof LoadVerdict>;

/** Directives that apply to a load, by destination; all must allow it. */
const DIRECTIVES: ReadonlyMap<string, readonly string[]> = new Map(
  Array.from(wordTexts("directives of loads"), ([as, directives]) => [as, directives.split(" ")]),
);

export const LOAD_KINDS: readonly string[] = [...DIRECTIVES.keys()];
export const INLINE_KINDS: readonly string[] = ["element", "attribute", "javascript-url", "eval", "wasm"];

/** Result for one load: every policy must allow it, and `embedder` may require response headers. */
export function checkLoad(
  load: Load,
  policies: readonly CspPolicy[],
  self: URL | undefined,
  engine: Engine,
  embedder: EmbedderPolicy = "unsafe-none",
): LoadVerdict {
  const question = {
    as: load.as,
    ...(load.url !== undefined && { url: load.url }),
    ...(load.inline !== undefined && { inline: load.inline }),
  };
  if (load.inline === "eval") return { ...question, ...checkEval(policies) };
  const url = targetOf(load.url, self, policies);
  const needs = demandsOf(load.as, url, self, embedder, engine);
  let by = "none";
  let open: Answer | undefined;
  for (const policy of policies) {
    const answer = checkInPolicy(load, url, policy, self, engine);
    if (answer.allowed === false) return { ...question, allowed: false, by: answer.by };
    if (answer.allowed === undefined) open ??= answer;
    if (by === "none") by = answer.by;
  }
  const verdict = open ? { ...question, by: open.by } : { ...question, allowed: true, by };
  return needs ? { ...verdict, needs } : verdict;
}

/** URL of a load, resolved against the page and upgraded to HTTPS if a policy requires it. */
export function targetOf(
  text: string | undefined,
  self: URL | undefined,
  policies: readonly CspPolicy[],
): URL | undefined {
  if (text === undefined) return undefined;
  const url = URL.parse(text, self?.href);
  if (url?.protocol === "http:" && policies.some(({ upgrades }) => upgrades)) url.protocol = "https:";
  return url ?? undefined;
}

interface Answer {
  /** undefined if a needed fact about the load is unknown. */
  readonly allowed: boolean | undefined;
  readonly by: string;
}

interface Decided extends Answer {
  readonly allowed: boolean;
}

const FREE: Decided = { allowed: true, by: "none" };

function checkInPolicy(
  load: Load,
  url: URL | undefined,
  policy: CspPolicy,
  self: URL | undefined,
  engine: Engine,
): Answer {
  const blocked = sandboxed(load, policy);
  if (blocked) return blocked;
  if (load.inline !== undefined) return checkInline(load, policy, engine);
  let answer = FREE;
  for (const name of directivesOf(load.as, engine)) {
    const found = operative(policy, name);
    if (!found) continue;
    answer = { allowed: allowsLoad(load, url, found, name, self, engine), by: found.from };
    if (!answer.allowed) return answer;
  }
  return answer;
}

/** Directives for a destination; for `object`, Firefox and WebKit check only object-src. */
function directivesOf(as: string, engine: Engine): readonly string[] {
  const names = DIRECTIVES.get(as) ?? [];
  return engine !== "chromium" && as === "object" ? names.slice(0, 1) : names;
}

/** A sandbox without allow-scripts blocks scripts, without allow-forms blocks forms. */
function sandboxed({ as, inline }: Load, { sandbox }: CspPolicy): Answer | undefined {
  if (!sandbox) return undefined;
  const isScript = as === "script" || as === "worker" || inline === "javascript-url";
  if (isScript && !sandbox.has("allow-scripts")) return { allowed: false, by: "sandbox" };
  return as === "form" && !sandbox.has("allow-forms") ? { allowed: false, by: "sandbox" } : undefined;
}

function allowsLoad(
  load: Load,
  url: URL | undefined,
  governing: Governing,
  name: string,
  self: URL | undefined,
  engine: Engine,
): boolean {
  const { from, list } = governing;
  const hasNonce = name === "script-src-elem" || name === "style-src-elem";
  if (hasNonce && load.nonce !== undefined && list.nonces.includes(load.nonce)) return true;
  if (name === "script-src-elem" && allowsHash(list, load.hash, engine)) return true;
  if (list.strictDynamic && name === "worker-src" && (engine !== "webkit" || isForScripts(from))) return true;
  if (ignoresUrls(governing, name, engine)) return false;
  if (list.strictDynamic && name === "script-src-elem") return load.parser === false;
  return url !== undefined && allowsUrl(list, url, self, engine, from, load.redirected);
}

function allowsHash(list: SourceList, hash: string | undefined, engine: Engine): boolean {
  const normal = normalised(hash, engine);
  return normal !== undefined && list.hashes.includes(normal);
}

function normalised(hash: string | undefined, engine: Engine): string | undefined {
  const [algorithm, ...rest] = hash?.split("-") ?? [];
  return algorithm === undefined ? undefined : normalHash(algorithm, rest.join("-"), engine);
}

/** Whether a hash in the list matches the inline code; undefined if only other algorithms could match. */
function matchesInline(list: SourceList, { hash, text, inline }: Load, engine: Engine): boolean | undefined {
  if (allowsHash(list, hash, engine)) return true;
  if (text !== undefined) {
    const hashed = inline === "javascript-url" ? javascriptUrlText(text, engine) : text;
    return digestsOf(hashed).some((digest) => list.hashes.includes(digest));
  }
  const [algorithm] = normalised(hash, engine)?.split("-") ?? [];
  const isOpen = list.hashes.some((known) => !known.startsWith(`${algorithm}-`));
  return algorithm !== undefined && isOpen ? undefined : false;
}

/**
 * The text whose digest allows a javascript: URL: the whole parsed URL. Chromium decodes its
 * percent-encoding; Firefox keeps encoded ASCII after a question mark.
 */
export function javascriptUrlText(text: string, engine: Engine): string {
  const full = /^\s*javascript:/i.test(text) ? text : `javascript:${text}`;
  const url = URL.parse(full);
  if (!url) return text;
  const query = /\?([^#]*)/.exec(full.trim())?.[1]?.replace(/[\t\n\r]/g, "") ?? "";
  try {
    if (engine === "chromium") return decodeURIComponent(url.href);
    if (engine === "webkit" || query === "") return url.href;
    return `${url.protocol}${url.pathname}?${query.replace(/[^ -~]+/g, encodeURIComponent)}${url.hash}`;
  } catch {
    return url.href;
  }
}

function digestsOf(text: string): string[] {
  return (["sha256", "sha384", "sha512"] as const).map(
    (algorithm) => `${algorithm}-${new Bun.CryptoHasher(algorithm).update(text).digest("base64")}`,
  );
}

/** Inline code and styles (section 6.7.3.3), and WebAssembly (section 4.4). */
function checkInline(load: Load, policy: CspPolicy, engine: Engine): Answer {
  if (load.inline === "wasm") {
    const found = operative(policy, "script-src");
    return found ? { allowed: found.list.eval || found.list.wasm, by: found.from } : FREE;
  }
  const isScript = load.as === "script" || load.inline === "javascript-url";
  const name = `${isScript ? "script" : "style"}-src-${load.inline === "attribute" ? "attr" : "elem"}`;
  if (load.inline === "javascript-url" && policy.requiresTrustedTypes)
    return { allowed: false, by: "require-trusted-types-for" };
  const found = operative(policy, name);
  if (!found) return FREE;
  const { from, list } = found;
  const byNonce = load.inline === "element" && load.nonce !== undefined && list.nonces.includes(load.nonce);
  const byHash = (load.inline === "element" || list.unsafeHashes) && matchesInline(list, load, engine);
  const byScript = isScript && load.inline === "element" && load.parser === false && list.strictDynamic;
  return { allowed: byNonce || byScript || allowsAllInline(list, from, name, engine) || byHash, by: from };
}

/** Eval of strings (section 4.4.1). Trusted types require 'trusted-types-eval'; one policy suffices in Chromium. */
export function checkEval(policies: readonly CspPolicy[]): Decided {
  const sandbox = policies.some((policy) => policy.sandbox && !policy.sandbox.has("allow-scripts"));
  if (sandbox) return { allowed: false, by: "sandbox" };
  const governing = policies.flatMap((policy) => operative(policy, "script-src") ?? []);
  if (policies.some(({ requiresTrustedTypes }) => requiresTrustedTypes)) {
    const excepted = governing.find(({ list }) => list.trustedTypesEval);
    return excepted
      ? { allowed: true, by: excepted.from }
      : { allowed: false, by: "require-trusted-types-for" };
  }
  const refusing = governing.find(({ list }) => !list.eval);
  if (refusing) return { allowed: false, by: refusing.from };
  return governing[0] ? { allowed: true, by: governing[0].from } : FREE;
}
