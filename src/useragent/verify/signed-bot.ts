/** The robot that a signed request belongs to: the effect of its signature on the answer to its string. */

import type { Bot, UserAgentResult } from "../schema.ts";
import { operators, rowOfBot, signers } from "./operators.ts";
import type { SignatureCheck } from "./web-bot-auth.ts";

/**
 * The answer with the robot that a signature proves; `failed` where the robot's own operator signs and this signature
 * is not his; undefined where it says nothing of the robot.
 */
export function signedAnswer(
  result: UserAgentResult,
  { outcome, host }: SignatureCheck,
): UserAgentResult | "failed" | undefined {
  const { bot } = result;
  if (outcome === "unknown" || (bot && !signsFor(host, bot, result))) return undefined;
  if (outcome === "failed") return bot ? "failed" : undefined;
  if (bot) return { ...result, bot: { ...bot, verified: "signature" } };
  const [name] = signers().get(host) ?? [];
  return name === undefined ? undefined : asBot(result, name);
}

/** A robot of the tables has the host that its operator documents; another the site that its own string names. */
function signsFor(host: string, bot: Bot, { url, evidence }: UserAgentResult): boolean {
  if (evidence === "listed" || operators().has(bot.name.toLowerCase()))
    return signers().get(host)?.includes(bot.name) === true;
  const site = url === false ? "" : (URL.parse(url)?.hostname ?? "");
  return site === host || (site === `www.${host}` && site !== "");
}

/** An agent that drives a browser has the browser's string. */
function asBot(result: UserAgentResult, bot: string): UserAgentResult | undefined {
  const row = rowOfBot(bot);
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
