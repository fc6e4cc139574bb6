/** Checks request signatures, with cached keys and nonces, and finds the robot that signed. */

import type { UserAgentDeps } from "./routes.ts";
import type { Bot, UserAgentResult } from "./schema.ts";
import {
  checkSignature,
  DIRECTORIES,
  type DirectorySettings,
  openDirectories,
  type SignatureCheck,
  type SignatureSettings,
} from "./verify/web-bot-auth.ts";
import { operators, rowOfBot } from "./verify.ts";

export function signatureChecker({
  now,
  ...directories
}: Pick<DirectorySettings, "fetchPage" | "clock"> &
  Pick<SignatureSettings, "now">): UserAgentDeps["signature"] {
  const settings = {
    directories: openDirectories({ ...DIRECTORIES, ...directories }),
    now,
    seen: openNonces(now),
  };
  return async (request, result) => {
    const signed = { method: request.method, url: new URL(request.url), headers: request.headers };
    const check = await checkSignature(signed, settings);
    return check && signedAnswer(result, check);
  };
}

/** Cached nonces; the oldest are evicted. */
const MOST_NONCES = 10_000;

/** @internal for tests: whether a nonce was used before within its validity. */
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

/**
 * @internal for tests: the result with the robot that a signature proves; `failed` if the robot's operator
 * signs and the signature is invalid; undefined if it proves nothing.
 */
export function signedAnswer(
  result: UserAgentResult,
  { outcome, host }: SignatureCheck,
): UserAgentResult | "failed" | undefined {
  const { bot } = result;
  if (outcome === "unknown" || (bot && !signsFor(host, bot, result))) return undefined;
  if (outcome === "failed") return bot ? "failed" : undefined;
  return bot ? { ...result, bot: { ...bot, verified: "signature" } } : asBot(result, host);
}

/** Whether a host may sign for a bot: the documented host of a listed bot, else the site in the string. */
function signsFor(host: string, bot: Bot, { url, evidence }: UserAgentResult): boolean {
  const operator = operators().get(bot.name.toLowerCase());
  if (evidence === "listed" || operator) return operator?.signs.includes(host) === true;
  const site = url === false ? "" : (URL.parse(url)?.hostname ?? "");
  return site === host || (site === `www.${host}` && site !== "");
}

/** Agents that drive a browser send the browser's string. */
function asBot(result: UserAgentResult, host: string): UserAgentResult | undefined {
  const signer = [...operators().values()].find(({ signs }) => signs.includes(host));
  const row = signer && rowOfBot(signer.bot);
  if (row === undefined) return undefined;
  const { name, category, operator, url } = row;
  return {
    ...result,
    device: {
      vendor: operator,
      name,
      type: "bot",
      formFactor: result.device === false ? "" : result.device.formFactor,
      evidence: "listed",
    },
    url: url === "" ? false : url,
    bot: { name, category, operator, verified: "signature" },
    evidence: "listed",
  };
}
