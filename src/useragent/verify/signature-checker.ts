/** Checks the signatures of requests, with the keys and nonces that are remembered between them. */

import type { UserAgentDeps } from "../routes.ts";
import { DIRECTORIES, type FetchPage, openDirectories } from "./key-directory.ts";
import { signedAnswer } from "./signed-bot.ts";
import { checkSignature } from "./web-bot-auth.ts";

interface Outside {
  readonly fetchPage: FetchPage;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
  /** Unix time in milliseconds. */
  readonly now: () => number;
}

/** The effect of a request's signature on the answer to its string. */
export function signatureChecker({ fetchPage, clock, now }: Outside): UserAgentDeps["signature"] {
  const settings = {
    directories: openDirectories({ ...DIRECTORIES, fetchPage, clock }),
    now,
    seen: openNonces(now),
  };
  return async (request, result) => {
    const signed = { method: request.method, url: new URL(request.url), headers: request.headers };
    const check = await checkSignature(signed, settings);
    return check && signedAnswer(result, check);
  };
}

/** Nonces that are remembered: the oldest give way. */
const MOST_NONCES = 10_000;

/** @internal for tests: tells whether a nonce was seen before while it held. */
export function openNonces(now: () => number): (nonce: string, until: number) => boolean {
  const known = new Map<string, number>();
  return (nonce, until) => {
    const before = known.get(nonce);
    if (before !== undefined && before > now() / 1000) return true;
    known.delete(nonce);
    known.set(nonce, until);
    const [oldest] = known.keys();
    if (known.size > MOST_NONCES && oldest !== undefined) known.delete(oldest);
    return false;
  };
}
