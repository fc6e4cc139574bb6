/** An address and a user agent together: what does not fit, and a text to paste. Pure. */

import { pastedAddress } from "../ip/address.ts";
import { lookupIp } from "../ip/lookup.ts";
import type { GeoDatabases } from "../ip/lookup-source.ts";
import type { IpResult } from "../ip/schema.ts";
import { readClientHints } from "../useragent/client-hints.ts";
import { lookupUserAgent } from "../useragent/lookup.ts";
import type { UserAgentResult } from "../useragent/schema.ts";
import { connectionMeans, placeSentence } from "../view/address.ts";
import { contradictionsOf } from "./contradictions.ts";
import type { Visitor } from "./schema.ts";
import { type Seen, timeIn } from "./seen.ts";

/** Both answers, what does not fit together, and a text. @throws NetlensError `invalid-ip`, `geo-database-unavailable` */
export function visitorOf(seen: Seen, geo: GeoDatabases, verified?: UserAgentResult): Visitor {
  const ip = seen.ip === "" ? undefined : lookupIp(pastedAddress(seen.ip), geo);
  const useragent = verified ?? agentOf(seen);
  const browser = useragent?.browser || undefined;
  const support = {
    ...(browser?.support && { browser: browser.support }),
    ...engineSupport(useragent),
  };
  const localTime = ip?.timeZone && timeIn(ip.timeZone, seen.time);
  const contradictions = contradictionsOf({ seen, ip, useragent });
  return {
    ...(ip && { ip }),
    ...(useragent && { useragent }),
    time: new Date(seen.time).toISOString(),
    ...(localTime && { localTime }),
    support,
    contradictions,
    text: [
      seenText(seen, ip, localTime),
      ip && placeSentence(ip).replace(/^An IPv[46] address/, "The address is"),
      ip && connectionMeans(ip),
      useragent && agentText(useragent, support),
      ...contradictions.map(({ title, evidence }) => `${title} ${evidence}`),
    ]
      .filter(Boolean)
      .join("\n"),
  };
}

/** The answer to the string, with hints where there are some; undefined where there is no string. */
export function agentOf({ agent, hints }: Pick<Seen, "agent" | "hints">): UserAgentResult | undefined {
  if (agent === "" && !hints) return undefined;
  return lookupUserAgent(agent, hints && readClientHints({ ...hints }));
}

/** Blink has Chrome's version numbers, whoever uses it. */
function engineSupport(useragent: UserAgentResult | undefined): Visitor["support"] {
  const engine = useragent?.engine || undefined;
  const major = engine?.name === "Blink" ? /^\d+/.exec(engine.version)?.[0] : undefined;
  if (major === undefined) return {};
  const { browser } = lookupUserAgent(
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`,
  );
  const chrome = browser || undefined;
  return chrome?.support ? { engine: chrome.support } : {};
}

function seenText({ time, url }: Seen, ip: IpResult | undefined, localTime: string | undefined): string {
  const utc = new Date(time).toISOString();
  const there = localTime ? ` (${localTime.slice(11, 16)} there)` : "";
  return `Seen ${utc.slice(11, 16)} UTC on ${utc.slice(0, 10)}${there}${ip ? ` from ${ip.ip}` : ""}${url ? ` at ${url}` : ""}.`;
}

function agentText(
  { browser, os, engine, device, bot }: UserAgentResult,
  { browser: state, engine: engineState }: Visitor["support"],
): string {
  const named = (one: { readonly name: string; readonly version: string } | false) =>
    one ? `${one.name} ${one.version}`.trim() : "";
  const what = bot
    ? `the bot ${bot.name}`
    : named(browser) || (device && `${device.vendor} ${device.name}`.trim());
  if (!what) return "The user agent says nothing that is known.";
  const outdated = state === "outdated" ? ", whose version is out of support" : "";
  const engineToo =
    engineState === "outdated" && state !== "outdated"
      ? `, on ${named(engine)}, which is out of support`
      : "";
  return `The user agent says ${what}${named(os) && ` on ${named(os)}`}${outdated}${engineToo}.`;
}
