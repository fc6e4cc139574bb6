/**
 * Web Bot Auth (draft-meunier-web-bot-auth-architecture): a robot signs its requests (RFC 9421) with a key from the
 * directory of the host that `Signature-Agent` names.
 */

import { verify } from "node:crypto";
import {
  type Dictionary,
  type InnerList,
  parseDictionary,
  parseItem,
} from "../../headers/syntax/structured-fields.ts";
import type { Directories, SigningKey } from "./key-directory.ts";
import { type SignedRequest, signatureBase } from "./signature-base.ts";

export interface SignatureCheck {
  /** `signature`: made with a key of the host; `failed`: not so; `unknown`: its keys cannot be had. */
  readonly outcome: "signature" | "failed" | "unknown";
  /** The host whose directory counts. */
  readonly host: string;
}

export interface SignatureSettings {
  readonly directories: Directories;
  /** Unix time in milliseconds. */
  readonly now: () => number;
  /** Whether a nonce was seen before that holds until a time (seconds since the epoch); it is from now on. */
  readonly seen: (nonce: string, until: number) => boolean;
}

const TAG = "web-bot-auth";
/** Seconds by which clocks may differ. */
const SKEW = 60;
/** Seconds that a signature may hold: the draft recommends a day at the most. */
const LONGEST = 86_400;
/** Characters; no honest field is longer. */
const LONGEST_FIELD = 4096;

/** The result of a request's signature; undefined where it has none for this purpose. */
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
  const key = keys.find(({ thumbprint }) => thumbprint === terms.keyId);
  const holds = key !== undefined && isSigned(base, signature, key, seconds);
  // Only what is signed counts as seen: else anybody could spend another's nonce.
  const again = holds && terms.nonce !== undefined && seen(`${terms.keyId} ${terms.nonce}`, terms.expires);
  return { outcome: holds && !again ? "signature" : "failed", host };
}

function isSigned(base: string, signature: Uint8Array, { key, from, until }: SigningKey, seconds: number) {
  return from <= seconds + SKEW && seconds < until && verify(null, Buffer.from(base), key, signature);
}

interface Found {
  readonly host: string;
  readonly label: string;
  readonly covered: InnerList;
  readonly signature: Uint8Array;
}

/** The first signature with the tag, and the host whose directory has its key. */
function signatureIn(headers: Headers): Found | undefined {
  const [agent, input, signatures] = ["signature-agent", "signature-input", "signature"].map(
    (name) => headers.get(name) ?? "",
  );
  if (!agent || !input || !signatures || agent.length + input.length + signatures.length > LONGEST_FIELD)
    return undefined;
  for (const [label, covered] of parseDictionary(input).value ?? []) {
    const tag = covered.parameters.get("tag");
    if (covered.kind !== "inner-list" || tag?.kind !== "string" || tag.value !== TAG) continue;
    const host = hostOfAgent(agent, label);
    const signature = bytesOf(parseDictionary(signatures).value, label);
    return host === undefined || signature === undefined ? undefined : { host, label, covered, signature };
  }
  return undefined;
}

function bytesOf(signatures: Dictionary | undefined, label: string): Uint8Array | undefined {
  const member = signatures?.get(label);
  return member?.kind === "item" && member.value.kind === "binary" ? member.value.value : undefined;
}

/** `"https://bot.example"`, or as newer drafts have it a member for each signature: `sig1="https://bot.example"`. */
function hostOfAgent(agent: string, label: string): string | undefined {
  const member = parseItem(agent).value ?? parseDictionary(agent).value?.get(label);
  if (member?.kind !== "item" || member.value.kind !== "string") return undefined;
  const url = URL.parse(member.value.value);
  const isPlain = url?.protocol === "https:" && url.port === "" && url.username === "" && url.password === "";
  return url && isPlain && /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(url.hostname)
    ? url.hostname
    : undefined;
}

/** A signature has to cover the authority that the request is for, and the agent that signs it. */
function covers({ items }: InnerList, label: string): boolean {
  const has = (...names: readonly string[]) =>
    items.some(({ value }) => value.kind === "string" && names.includes(value.value));
  const ofOther = items.some(({ value, parameters }) => {
    const key = parameters.get("key");
    return (
      value.kind === "string" &&
      value.value === "signature-agent" &&
      key !== undefined &&
      (key.kind !== "string" || key.value !== label)
    );
  });
  return has("@authority", "@target-uri") && has("signature-agent") && !ofOther;
}

interface Terms {
  readonly keyId: string;
  readonly expires: number;
  readonly nonce: string | undefined;
}

/** Key and times; undefined where they are missing or the signature does not hold now. */
function termsOf({ parameters }: InnerList, seconds: number): Terms | undefined {
  const number = (name: string) => {
    const value = parameters.get(name);
    return value?.kind === "integer" ? value.value : Number.NaN;
  };
  const text = (name: string) => {
    const value = parameters.get(name);
    return value?.kind === "string" ? value.value : undefined;
  };
  const [created, expires, keyId] = [number("created"), number("expires"), text("keyid")];
  const algorithm = parameters.has("alg") ? text("alg") : "ed25519";
  const isNow = created <= seconds + SKEW && seconds < expires;
  const isBounded = expires > created && expires - created <= LONGEST;
  if (!isNow || !isBounded || keyId === undefined || algorithm !== "ed25519") return undefined;
  return { keyId, expires, nonce: text("nonce") };
}
