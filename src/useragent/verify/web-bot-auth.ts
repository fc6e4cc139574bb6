/**
 * Web Bot Auth (draft-meunier-web-bot-auth-architecture): a bot signs requests (RFC 9421) with a key from the directory
 * of the host in `Signature-Agent` (draft-meunier-http-message-signatures-directory). Keys are cached.
 */

import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { type ExpirySettings, openExpiring } from "../../platform/expiring.ts";
import {
  serializeBareItem,
  serializeItem,
  serializeMember,
} from "../../syntax/serialize-structured-fields.ts";
import {
  type InnerList,
  type Item,
  parseDictionary,
  parseItem,
  stringIn,
} from "../../syntax/structured-fields.ts";

export interface SignatureCheck {
  /** `signature`: valid; `failed`: invalid; `unknown`: keys not available. */
  readonly outcome: "signature" | "failed" | "unknown";
  /** Host of the directory. */
  readonly host: string;
}

export interface SignatureSettings {
  readonly directories: Directories;
  /** Unix time in milliseconds. */
  readonly now: () => number;
  /** Records a nonce until a time (seconds since the epoch); returns whether it was used before. */
  readonly seen: (nonce: string, until: number) => boolean;
}

const TAG = "web-bot-auth";
/** Accepted clock skew in seconds. */
const SKEW = 60;
/** Maximum validity in seconds: the draft recommends a day. */
const LONGEST = 86_400;
/** Characters of a header. */
const LONGEST_FIELD = 4096;

/** Checks a request; undefined without a signature for this purpose. */
export async function checkSignature(
  request: SignedRequest,
  { directories, now, seen }: SignatureSettings,
): Promise<SignatureCheck | undefined> {
  const found = signatureIn(request.headers);
  if (!found) return undefined;
  const { host, covered, label, signature } = found;
  const seconds = Math.floor(now() / 1000);
  const terms = termsOf(covered, seconds);
  const base = terms && covers(covered, label) ? signatureBase(request, covered) : undefined;
  if (!terms || base === undefined) return { outcome: "failed", host };
  const keys = await directories(host);
  if (!keys) return { outcome: "unknown", host };
  const key = keys.find(
    ({ thumbprint, from, until }) => thumbprint === terms.keyId && from <= seconds + SKEW && seconds < until,
  )?.key;
  const holds = key !== undefined && verify(null, Buffer.from(base), key, signature);
  // Nonces of invalid signatures are not recorded: a third party could use up another's.
  const again = holds && terms.nonce !== undefined && seen(`${terms.keyId} ${terms.nonce}`, terms.expires);
  return { outcome: holds && !again ? "signature" : "failed", host };
}

/** First signature with the tag, and its host. */
function signatureIn(headers: Headers) {
  const [agent, input, signatures] = ["signature-agent", "signature-input", "signature"].map(
    (name) => headers.get(name) ?? "",
  );
  if (!agent || !input || !signatures || agent.length + input.length + signatures.length > LONGEST_FIELD)
    return undefined;
  for (const [label, covered] of parseDictionary(input).value ?? []) {
    if (covered.kind !== "inner-list" || stringIn(covered.parameters.get("tag")) !== TAG) continue;
    const host = hostOfAgent(agent, label);
    const member = parseDictionary(signatures).value?.get(label);
    return host !== undefined && member?.kind === "item" && member.value.kind === "binary"
      ? { host, label, covered, signature: member.value.value }
      : undefined;
  }
  return undefined;
}

/** `"https://bot.example"`, or per signature in newer drafts: `sig1="https://bot.example"`. */
function hostOfAgent(agent: string, label: string): string | undefined {
  const member = parseItem(agent).value ?? parseDictionary(agent).value?.get(label);
  const url = URL.parse(stringIn(member) ?? "");
  const isPlain = url?.protocol === "https:" && url.port === "" && url.username === "" && url.password === "";
  return url && isPlain && /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(url.hostname)
    ? url.hostname
    : undefined;
}

/** A signature must cover the authority and the agent. */
function covers({ items }: InnerList, label: string): boolean {
  const has = (...names: readonly string[]) =>
    items.some(({ value }) => names.some((name) => name === stringIn(value)));
  const ofOther = items.some(
    ({ value, parameters }) =>
      stringIn(value) === "signature-agent" &&
      parameters.has("key") &&
      stringIn(parameters.get("key")) !== label,
  );
  return has("@authority", "@target-uri") && has("signature-agent") && !ofOther;
}

/** Key id and times; undefined if missing or not valid now. */
function termsOf({ parameters }: InnerList, seconds: number) {
  const number = (name: string) => {
    const value = parameters.get(name);
    return value?.kind === "integer" ? value.value : Number.NaN;
  };
  const text = (name: string) => stringIn(parameters.get(name));
  const [created, expires, keyId] = [number("created"), number("expires"), text("keyid")];
  const algorithm = parameters.has("alg") ? text("alg") : "ed25519";
  const isNow = created <= seconds + SKEW && seconds < expires;
  const isBounded = expires > created && expires - created <= LONGEST;
  if (!isNow || !isBounded || keyId === undefined || algorithm !== "ed25519") return undefined;
  return { keyId, expires, nonce: text("nonce") };
}

/** A request as its recipient sees it. */
export interface SignedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
}

/** RFC 9421 section 2.2, except for responses and HTTP/1.1 request lines. */
const DERIVED: ReadonlyMap<string, (request: SignedRequest) => string> = new Map([
  ["@method", ({ method }) => method],
  ["@target-uri", ({ url }) => url.href],
  ["@authority", ({ url }) => url.host],
  ["@scheme", ({ url }) => url.protocol.slice(0, -1)],
  ["@request-target", ({ url }) => url.pathname + url.search],
  ["@path", ({ url }) => url.pathname],
  ["@query", ({ url }) => url.search || "?"],
]);

/**
 * @internal for tests: signature base (RFC 9421 section 2.5); undefined if a component is missing or
 * unsupported.
 */
export function signatureBase(request: SignedRequest, covered: InnerList): string | undefined {
  const lines = new Map<string, string>();
  for (const component of covered.items) {
    const name = serializeItem(component);
    const value = componentOf(request, component);
    // Each component occurs once (section 2).
    if (name === undefined || value === undefined || lines.has(name)) return undefined;
    lines.set(name, value);
  }
  const parameters = serializeMember(covered);
  if (parameters === undefined) return undefined;
  lines.set('"@signature-params"', parameters);
  return [...lines].map(([name, value]) => `${name}: ${value}`).join("\n");
}

function componentOf(request: SignedRequest, { value, parameters }: Item): string | undefined {
  const name = stringIn(value);
  if (name === undefined) return undefined;
  const derived = DERIVED.get(name);
  if (derived) return parameters.size === 0 ? derived(request) : undefined;
  if (name.startsWith("@") || name !== name.toLowerCase()) return undefined;
  const field = request.headers.get(name);
  if (field === null || parameters.size === 0) return field?.trim();
  // Section 2.1.2: a dictionary member, serialized strictly.
  const key = parameters.size === 1 ? stringIn(parameters.get("key")) : undefined;
  const member = key === undefined ? undefined : parseDictionary(field).value?.get(key);
  if (member === undefined) return undefined;
  const isFlag = member.kind === "item" && member.value.kind === "boolean";
  return isFlag ? serializeBareItem(member.value) : serializeMember(member);
}

/** @internal for tests: a host's key. */
export interface SigningKey {
  /** RFC 7638 thumbprint: the `keyid` of signatures. */
  readonly thumbprint: string;
  readonly key: KeyObject;
  /** Seconds since the epoch. */
  readonly from: number;
  readonly until: number;
}

/** Keys of a host; undefined if its directory is not available. */
export type Directories = (host: string) => Promise<readonly SigningKey[] | undefined>;

export interface DirectorySettings extends ExpirySettings {
  /** Fetches a page over HTTPS; undefined after a failure or beyond the limits. */
  readonly fetchPage: (host: string, path: string) => Promise<string | undefined>;
}

export const DIRECTORIES: Omit<DirectorySettings, "fetchPage" | "clock"> = {
  keep: 3_600_000,
  retry: 60_000,
  most: 1000,
};

const DIRECTORY_PATH = "/.well-known/http-message-signatures-directory";

export function openDirectories({ fetchPage, ...expiry }: DirectorySettings): Directories {
  const remembered = openExpiring<readonly SigningKey[] | undefined>(expiry);
  return (host) =>
    remembered(host, async () => {
      const text = await fetchPage(host, DIRECTORY_PATH);
      return text === undefined ? undefined : signingKeys(text);
    });
}

/** Keys read per directory. */
const MOST_KEYS = 32;

/** @internal for tests: Ed25519 keys of a JSON Web Key Set; undefined for another document. */
export function signingKeys(text: string): readonly SigningKey[] | undefined {
  let keys: unknown;
  try {
    keys = (JSON.parse(text) as { readonly keys?: unknown } | null)?.keys;
  } catch {
    return undefined;
  }
  return Array.isArray(keys) ? keys.slice(0, MOST_KEYS).flatMap((key) => signingKey(key) ?? []) : undefined;
}

function signingKey(key: unknown): SigningKey | undefined {
  const { kty, crv, x, nbf, exp } = Object(key) as Partial<
    Record<"kty" | "crv" | "x" | "nbf" | "exp", unknown>
  >;
  if (kty !== "OKP" || crv !== "Ed25519" || typeof x !== "string") return undefined;
  // Members of an Ed25519 key for the thumbprint (RFC 8037 section 2).
  const counting = JSON.stringify({ crv, kty, x });
  try {
    return {
      thumbprint: new Bun.CryptoHasher("sha256").update(counting).digest("base64url"),
      key: createPublicKey({ key: { kty, crv, x }, format: "jwk" }),
      from: typeof nbf === "number" ? nbf : 0,
      until: typeof exp === "number" ? exp : Number.POSITIVE_INFINITY,
    };
  } catch {
    return undefined;
  }
}
