/**
 * IO: the keys with which operators sign, from their directories (draft-meunier-http-message-signatures-directory),
 * remembered for a while.
 */

import { createPublicKey, type KeyObject } from "node:crypto";
import { type ExpirySettings, openExpiring } from "../../cache/expiring.ts";

/** Fetches a page of a host by HTTPS alone; undefined where it cannot be had within bounds. */
export type FetchPage = (host: string, path: string) => Promise<string | undefined>;

export interface SigningKey {
  /** RFC 7638 thumbprint, which a signature names it by. */
  readonly thumbprint: string;
  readonly key: KeyObject;
  /** Seconds since the epoch. */
  readonly from: number;
  readonly until: number;
}

/** The keys of a host; undefined where its directory cannot be had. */
export type Directories = (host: string) => Promise<readonly SigningKey[] | undefined>;

export interface DirectorySettings extends ExpirySettings {
  readonly fetchPage: FetchPage;
}

export const DIRECTORIES: Omit<DirectorySettings, "fetchPage" | "clock"> = {
  keep: 3_600_000,
  retry: 60_000,
  most: 1000,
};

const DIRECTORY_PATH = "/.well-known/http-message-signatures-directory";

export function openDirectories({ fetchPage, ...expiry }: DirectorySettings): Directories {
  const remembered = openExpiring<readonly SigningKey[]>(expiry);
  return (host) =>
    remembered(host, async () => {
      const text = await fetchPage(host, DIRECTORY_PATH);
      return text === undefined ? undefined : signingKeys(text);
    });
}

/** Keys of a directory that are read. */
const MOST_KEYS = 32;

/** @internal for tests: the Ed25519 keys of a JSON Web Key Set; undefined for another document. */
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
  if (typeof key !== "object" || key === null) return undefined;
  const { kty, crv, x, nbf, exp } = key as Partial<Record<"kty" | "crv" | "x" | "nbf" | "exp", unknown>>;
  if (kty !== "OKP" || crv !== "Ed25519" || typeof x !== "string") return undefined;
  try {
    return {
      thumbprint: thumbprintOf(x),
      key: createPublicKey({ key: { kty, crv, x }, format: "jwk" }),
      from: typeof nbf === "number" ? nbf : 0,
      until: typeof exp === "number" ? exp : Number.POSITIVE_INFINITY,
    };
  } catch {
    return undefined;
  }
}

/** RFC 8037 section 2: of an Ed25519 key `crv`, `kty` and `x` count. */
const thumbprintOf = (x: string) =>
  new Bun.CryptoHasher("sha256")
    .update(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }))
    .digest("base64url");
