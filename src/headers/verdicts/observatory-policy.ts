/** How MDN's HTTP Observatory judges a Content-Security-Policy: by its sources, whatever browsers make of it. */

import { memoize } from "../../cache/memoize.ts";
import { linesOf, type Response } from "./response.ts";

export interface PolicyTest {
  readonly modifier: number;
  /** frame-ancestors is there, and the policy can be read. */
  readonly framed: boolean;
}

const BROAD: ReadonlySet<string> = new Set([
  "ftp:",
  "http:",
  "https:",
  "*",
  "http://*",
  "http://*.*",
  "https://*",
  "https://*.*",
]);
const PASSIVE: readonly string[] = ["img-src", "media-src"];
const EVERYTHING: ReadonlySet<string> = new Set(["*"]);
const NOTHING: ReadonlySet<string> = new Set();
/** Shorter than any directive that the scanner takes. */
const SHORTEST = "img-sr".length;

const NOT_IMPLEMENTED = -25;
const UNSAFE = -20;
const UNSAFE_EVAL = -10;
const INSECURE_PASSIVE = -10;
const UNSAFE_STYLES = 0;
const NO_UNSAFE = 5;
const DEFAULT_NONE = 10;

type Sources = ReadonlySet<string>;

export function policyTest(response: Response, isHttps: boolean): PolicyTest {
  const lines = linesOf(response, "content-security-policy");
  const text = lines.map(({ value }) => value).join();
  return lines.length === 0 ? NO_POLICY : (isHttps ? httpsTest : httpTest)(text);
}

const NO_POLICY: PolicyTest = { modifier: NOT_IMPLEMENTED, framed: false };

const httpsTest = memoize((text) => testOf(text, true));
const httpTest = memoize((text) => testOf(text, false));

function testOf(text: string, isHttps: boolean): PolicyTest {
  const directives = readDirectives(text);
  return directives && directives.size > 0
    ? { modifier: modifierOf(directives, isHttps), framed: directives.has("frame-ancestors") }
    : NO_POLICY;
}

function modifierOf(directives: ReadonlyMap<string, Sources>, isHttps: boolean): number {
  const governing = (name: string) => directives.get(name) ?? directives.get("default-src") ?? EVERYTHING;
  const scripts = scriptSources(governing("script-src"));
  if (scripts === undefined) return NOT_IMPLEMENTED;
  const styles = withoutInline(governing("style-src"));
  if (isUnsafe(scripts) || some(governing("object-src"), (source) => BROAD.has(source))) return UNSAFE;
  const active = [...directives].filter(([name]) => !PASSIVE.includes(name) && name !== "script-src");
  if (isHttps && [scripts, ...active.map(([, sources]) => sources)].some((one) => some(one, isPlain)))
    return UNSAFE;
  if (scripts.has("'unsafe-eval'") || styles.has("'unsafe-eval'")) return UNSAFE_EVAL;
  const passive = PASSIVE.map((name) => directives.get(name) ?? directives.get("default-src") ?? NOTHING);
  if (isHttps && passive.some((sources) => some(sources, isPlain))) return INSECURE_PASSIVE;
  if (isUnsafe(styles)) return UNSAFE_STYLES;
  const fallback = directives.get("default-src");
  return fallback?.size === 1 && fallback.has("'none'") ? DEFAULT_NONE : NO_UNSAFE;
}

function some(sources: Iterable<string>, test: (source: string) => boolean): boolean {
  for (const source of sources) if (test(source)) return true;
  return false;
}

function isUnsafe(sources: Sources): boolean {
  return some(sources, (source) => BROAD.has(source) || source === "'unsafe-inline'" || source === "data:");
}

function isPlain(source: string): boolean {
  return source.startsWith("http:") || source.startsWith("ftp:");
}

function hasNonceOrHash(sources: Sources): boolean {
  return some(sources, (source) => /^'(?:nonce|sha(?:256|384|512))-/.test(source));
}

/** A nonce or hash switches 'unsafe-inline' off. */
function withoutInline(sources: Sources): Sources {
  return hasNonceOrHash(sources)
    ? new Set([...sources].filter((source) => source !== "'unsafe-inline'"))
    : sources;
}

/** With 'strict-dynamic' hosts and schemes do not count; without nonce or hash beside it the policy is not valid. */
function scriptSources(sources: Sources): Sources | undefined {
  const scripts = withoutInline(sources);
  if (!scripts.has("'strict-dynamic'")) return scripts;
  if (!hasNonceOrHash(scripts)) return undefined;
  const broad = [...BROAD];
  return new Set(
    [...scripts].filter(
      (source) => source !== "'self'" && !broad.some((prefix) => source.startsWith(prefix)),
    ),
  );
}

/** All policies as one: a source of a later one has to be in the ones before it. Undefined where one is not valid. */
function readDirectives(text: string): Map<string, Sources> | undefined {
  const policies = text
    .toLowerCase()
    .split(",")
    .map((policy) => policy.trim());
  const joined = new Map<string, Set<string>>();
  for (const [index, policy] of policies.entries()) {
    const own = policy.length < SHORTEST ? undefined : readPolicy(policy);
    if (!own) return undefined;
    for (const [name, sources] of own) {
      const before = joined.get(name);
      if (before) joined.set(name, new Set([...before].filter((source) => sources.has(source))));
      else joined.set(name, index === 0 ? sources : new Set());
    }
  }
  for (const [name, sources] of joined) if (sources.size === 0) joined.set(name, new Set(["'none'"]));
  return joined;
}

/** Directives that may be repeated in one policy; any other repeat makes it invalid to the scanner. */
const REPEATABLE: ReadonlySet<string> = new Set(["report-uri", "report-to"]);

function readPolicy(policy: string): Map<string, Set<string>> | undefined {
  const directives = new Map<string, Set<string>>();
  for (const part of policy.split(";")) {
    const [name, ...sources] = part.match(/\S+/g) ?? [];
    if (name === undefined) continue;
    if (directives.has(name)) {
      if (!REPEATABLE.has(name)) return undefined;
    } else directives.set(name, new Set(sources));
  }
  return directives;
}
