/**
 * Bearer tokens (RFC 6750) with their rates and rights. Parses a file of token hashes and checks
 * Authorization headers. Tokens themselves are never stored. Pure.
 */

import { TAGS, type Tag } from "../api/endpoint.ts";
import { NetlensError } from "../api/errors.ts";
import { rate as parseRate, ValueError } from "../settings/forms.ts";
import type { Rate } from "./limits/rate-limit.ts";

/** Rights and limits of a client. */
export interface Grant {
  /** Logged name; `""` without a token. */
  readonly name: string;
  /** Rate of the client; `default` is `--rate-limit`. */
  readonly rate: Rate | "default" | "off";
  readonly may: (tag: Tag) => boolean;
}

export interface Tokens {
  /** Client by its Authorization header, or an error. */
  readonly identify: (authorization: string | null) => Grant | NetlensError;
  /** Rights of clients without a token; undefined if every client needs one. */
  readonly anonymous: Grant | undefined;
}

/** Invalid file of tokens; the message has the line. */
export class TokensError extends Error {}

/** Name of the row for clients without a token. */
const ANONYMOUS = "anonymous";

/** Tags that a token may be limited to; open tags need no token. */
export const CALLS: readonly Tag[] = (Object.keys(TAGS) as Tag[]).filter((tag) => !isOpen(tag));

/** Whether a tag needs no token: health and the API's description. */
export function isOpen(tag: string): boolean {
  return tag === "health" || tag === "description";
}

interface Row extends Grant {
  readonly hash: Uint8Array;
}

/**
 * Parses a file of tokens: `NAME sha256:HEX RATE CALLS` per line, `#` for comments. Errors never quote a
 * line, which may contain a token.
 * @param path name of the file in errors
 * @param equal constant-time comparison
 * @throws TokensError
 */
export function parseTokens(
  text: string,
  path: string,
  equal: (a: Uint8Array, b: Uint8Array) => boolean,
): Tokens {
  const rows: Row[] = [];
  let anonymous: Grant | undefined;
  const names = new Set<string>();
  const hashes = new Set<string>();
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const words = line.replace(/^\ufeff/, "").trim();
    if (words === "" || words.startsWith("#")) continue;
    const wrong = (what: string) => new TokensError(`${path}:${index + 1}: ${what}`);
    const [name = "", hash = "", rate, calls, ...more] = words.split(/\s+/);
    if (rate === undefined || calls === undefined || more.length > 0)
      throw wrong("expected NAME sha256:HASH RATE CALLS, such as ci sha256:… 600/1m ip,http");
    if (!isTokenName(name)) throw wrong(`expected a name: ${NAME_FORM}`);
    if (names.has(name)) throw wrong(`the name "${name}" is taken by a line above`);
    names.add(name);
    const grant = { rate: rateOf(rate, wrong), may: callsOf(calls, wrong, name === ANONYMOUS) };
    if (name === ANONYMOUS) {
      if (hash !== "-") throw wrong("anonymous has no token: write - instead of a hash");
      anonymous = { name: "", ...grant };
      continue;
    }
    const hex = /^sha256:([0-9a-f]{64})$/i.exec(hash)?.[1]?.toLowerCase();
    if (hex === undefined)
      throw wrong("expected sha256: and 64 hexadecimal digits; `netlens tokens add` writes them");
    if (hashes.has(hex)) throw wrong("another line has the same hash");
    hashes.add(hex);
    rows.push({ name, ...grant, hash: Uint8Array.from(Buffer.from(hex, "hex")) });
  }
  return { anonymous, identify };

  function identify(authorization: string | null): Grant | NetlensError {
    // Ignores other schemes, which are for a proxy in front of the service.
    if (authorization === null || !/^Bearer(?: |$)/i.test(authorization)) return anonymous ?? missing();
    const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1];
    const hash = token === undefined ? undefined : hashOf(token);
    let found: Row | undefined;
    // Compares with all rows, so that the duration reveals nothing.
    if (hash) for (const row of rows) if (equal(row.hash, hash)) found = row;
    return found ?? unknown();
  }
}

export const NAME_FORM = "at most 64 letters, digits, dots, hyphens and underscores, and not a token";

/** Valid name for file and log; refuses tokens given as a name. */
export function isTokenName(name: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,63}$/.test(name) && !name.startsWith(PREFIX);
}

function rateOf(text: string, wrong: (what: string) => Error): Grant["rate"] {
  if (text === "-") return "default";
  try {
    return parseRate(text) ?? "off";
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    throw wrong(`${error.message}, or - for --rate-limit`);
  }
}

/** Reports are about visitors of a site: without a token, `all` does not include them. */
function callsOf(text: string, wrong: (what: string) => Error, isAnonymous: boolean): Grant["may"] {
  if (text === "all") return (tag) => !isAnonymous || tag !== "reports";
  const calls = new Set<string>(text.split(","));
  for (const call of calls)
    if (!CALLS.some((tag) => tag === call)) throw wrong(`expected all, or some of ${CALLS.join(",")}`);
  return (tag) => calls.has(tag);
}

function hashOf(token: string): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(token).digest();
}

export function tokenRow(token: string, name: string, rate: string, calls: string): string {
  return `${name} sha256:${Buffer.from(hashOf(token)).toString("hex")} ${rate} ${calls}`;
}

/** Prefix that lets secret scanners and people recognise a token. */
const PREFIX = "netlens_";

/** A token of 256 random bits. @param random 32 bytes */
export function tokenOf(random: Uint8Array): string {
  return `${PREFIX}${Buffer.from(random).toString("base64url")}`;
}

const REALM = 'Bearer realm="netlens"';

function missing(): NetlensError {
  return new NetlensError(
    "unauthorized",
    "This service requires a token: send Authorization: Bearer TOKEN.",
    {
      "www-authenticate": REALM,
    },
  );
}

function unknown(): NetlensError {
  return new NetlensError("unauthorized", "The token in Authorization is unknown.", {
    "www-authenticate": `${REALM}, error="invalid_token"`,
  });
}

/** Error for a tag that is not allowed. */
export function refusal({ name, may }: Grant, tag: Tag): NetlensError | undefined {
  if (may(tag)) return undefined;
  if (name === "") return missing();
  return new NetlensError("forbidden", `The token may not call ${tag}.`, {
    "www-authenticate": `${REALM}, error="insufficient_scope", scope="${tag}"`,
  });
}
