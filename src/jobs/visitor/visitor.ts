/**
 * Combines an address and a user agent: contradictions, support, and a text for tickets. Facts of a visitor
 * go in; both lookup results and their contradictions come out. Never scores or blocks a visitor. Pure.
 */

import type { GeoDatabases } from "../../ip/lookup.ts";
import { lookupIp } from "../../ip/lookup.ts";
import type { IpResult } from "../../ip/schema.ts";
import { pastedAddress } from "../../syntax/ip-address.ts";
import { readClientHints } from "../../useragent/client-hints.ts";
import { lookupUserAgent } from "../../useragent/lookup.ts";
import type { UserAgentResult } from "../../useragent/schema.ts";
import { engineRelease, releaseOf, systemSupport } from "../../useragent/versions.ts";
import { connectionMeans, placeSentence, uncheckedKinds } from "./address-text.ts";
import { contradictionsOf } from "./contradictions.ts";
import type { Visitor } from "./schema.ts";
import { type Seen, timeIn } from "./seen.ts";

/** @throws NetlensError `invalid-ip`, `geo-database-unavailable` */
export function visitorOf(seen: Seen, geo: GeoDatabases, verified?: UserAgentResult): Visitor {
  const ip = seen.ip === "" ? undefined : lookupIp(pastedAddress(seen.ip), geo);
  const useragent = verified ?? agentOf(seen);
  const support = useragent ? supportOf(useragent, new Date(seen.time).toISOString().slice(0, 10)) : {};
  const localTime = ip?.timeZone && timeIn(ip.timeZone, seen.time);
  const contradictions = contradictionsOf({ seen, ip, useragent });
  const kinds = ip ? uncheckedKinds(ip) : "";
  return {
    ...(ip && { ip }),
    ...(useragent && { useragent }),
    time: new Date(seen.time).toISOString(),
    ...(localTime && { localTime }),
    support,
    contradictions,
    text: [
      seenText(seen, ip, localTime),
      ip &&
        placeSentence(ip)
          .replace(/^An IPv[46] address whose location/, "The location of the address")
          .replace(/^An IPv[46] address/, "The address is"),
      ip && connectionMeans(ip),
      useragent && agentText(useragent, support),
      ...contradictions.map(({ title, evidence }) => `${title} ${evidence}`),
      kinds && `Not checked: ${kinds}.`,
    ]
      .filter(Boolean)
      .join("\n"),
  };
}

/** Parsed user agent, including client hints if sent; undefined without a User-Agent. */
export function agentOf({ agent, hints }: Pick<Seen, "agent" | "hints">): UserAgentResult | undefined {
  if (agent === "" && !hints) return undefined;
  return lookupUserAgent(agent, hints && readClientHints({ ...hints }));
}

/** @param day date as RFC 3339 full-date */
function supportOf(useragent: UserAgentResult, day: string): Visitor["support"] {
  const name = useragent.os ? useragent.os.name : "";
  const browser = useragent.browser ? releaseOf(useragent.browser, name, day) : undefined;
  const engine = engineRelease(useragent, day);
  const os = useragent.os ? systemSupport(useragent.os, day) : undefined;
  return {
    ...(browser && { browser: browser.support }),
    ...(engine && { engine: engine.support, engineReleased: engine.released }),
    ...(os && { os: os.support, ...(os.ended && { osEnded: os.ended }) }),
  };
}

function seenText({ time, url }: Seen, ip: IpResult | undefined, localTime: string | undefined): string {
  const utc = new Date(time).toISOString();
  const there = localTime ? ` (${localTime.slice(11, 16)} there)` : "";
  return `Seen ${utc.slice(11, 16)} UTC on ${utc.slice(0, 10)}${there}${ip ? ` from ${ip.ip}` : ""}${url ? ` at ${url}` : ""}.`;
}

type Named = { readonly name: string; readonly version: string } | false;

function agentText(
  { browser, os, engine, device, bot }: UserAgentResult,
  support: Visitor["support"],
): string {
  const named = (one: Named) => (one ? `${one.name} ${one.version}`.trim() : "");
  const what = bot
    ? `the bot ${bot.name}`
    : named(browser) || (device && `${device.vendor} ${device.name}`.trim());
  if (!what) return "The user agent is not recognised.";
  const shown = browser || undefined;
  const inside = shown?.inApp && support.engineReleased;
  const engineText = inside || (support.engine === "outdated" && support.browser !== "outdated");
  const parts = [
    `The user agent is ${what}${named(os) && ` on ${named(os)}`}`,
    support.browser === "outdated" &&
      `the browser${shown?.released ? ` of ${shown.released}` : ""} is out of support`,
    engineText &&
      `${inside ? "its web view" : "its engine"} is ${named(engine)} of ${support.engineReleased}${support.engine === "outdated" ? ", out of support" : ""}`,
    support.os === "outdated" &&
      `${named(os)} gets no more fixes${support.osEnded ? ` (since ${support.osEnded})` : ""}`,
  ];
  return `${parts.filter(Boolean).join("; ")}.`;
}
