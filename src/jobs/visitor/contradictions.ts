/** Finds contradictions between facts of a visitor, one row each. Does not judge a person. Pure. */

import type { IpResult } from "../../ip/schema.ts";
import { readClientHints } from "../../useragent/client-hints.ts";
import { hintDifference } from "../../useragent/hint-differences.ts";
import type { UserAgentResult } from "../../useragent/schema.ts";
import { isTooOldForBrowser } from "../../useragent/versions.ts";
import type { Visitor } from "./schema.ts";
import { offsetOf, type Seen } from "./seen.ts";

interface Known {
  readonly seen: Seen;
  readonly ip: IpResult | undefined;
  readonly useragent: UserAgentResult | undefined;
}

type Contradiction = Visitor["contradictions"][number];

interface Row {
  readonly name: string;
  /** Returns the contradiction; undefined if the facts agree or are unknown. */
  readonly find: (known: Known) => Omit<Contradiction, "name"> | undefined;
}

type Kind = NonNullable<IpResult["connection"]>[number]["kind"];

const is = (ip: IpResult | undefined, ...kinds: readonly Kind[]) =>
  ip?.connection?.find(({ kind }) => kinds.includes(kind));

/** Whether the address, and so its location, belongs to an intermediary, not to the user. */
const isElsewhere = (ip: IpResult | undefined) =>
  is(ip, "tor", "relay", "vpn", "hosting", "anycast", "satellite") !== undefined;

const formFactor = (result: UserAgentResult | undefined) => (result?.device ? result.device.formFactor : "");

/** Minutes by which time zones may differ: people near a border often use the zone of the neighbour. */
const FAR = 60;

const ROWS: readonly Row[] = [
  {
    name: "time-zone",
    find({ seen, ip }) {
      if (!ip?.timeZone || seen.timeZone === "") return undefined;
      const [there, own] = [ip.timeZone, seen.timeZone].map((zone) => offsetOf(zone, seen.time));
      if (there === undefined || own === undefined || Math.abs(there - own) <= FAR) return undefined;
      return {
        title: `The browser's time zone is ${seen.timeZone}, but that of the address is ${ip.timeZone}.`,
        evidence: isElsewhere(ip)
          ? "The location of such a network is not the user's; trust the time zone."
          : "A traveller, an unlisted VPN, or a wrong location in the database.",
        sure: isElsewhere(ip) ? "hint" : "likely",
      };
    },
  },
  {
    name: "language",
    find({ seen, ip }) {
      const regions = regionsOf(seen.language);
      const [first] = regions;
      if (first === undefined || !ip?.countryCode || regions.includes(ip.countryCode)) return undefined;
      return {
        title: `The browser's language is that of ${first}, but the address is in ${ip.countryCode}.`,
        evidence: "Many people use a language of another country, en-US above all.",
        sure: "hint",
      };
    },
  },
  {
    name: "mobile-network-desktop",
    find: ({ ip, useragent }) =>
      is(ip, "mobile") && formFactor(useragent) === "desktop"
        ? {
            title: "A desktop browser comes from a mobile network.",
            evidence: "A phone that shares its connection, or one in desktop mode.",
            sure: "hint",
          }
        : undefined,
  },
  {
    name: "data-centre-phone",
    find({ ip, useragent }) {
      const found = is(ip, "hosting");
      if (!found || !/^(?:mobile|tablet)$/.test(formFactor(useragent))) return undefined;
      return {
        title: `The user agent is a phone or tablet, but the address is in a data centre (${found.service ?? found.source}).`,
        evidence: "A VPN or proxy on a server, or a program that imitates a phone.",
        sure: "likely",
      };
    },
  },
  {
    name: "crawler-person",
    find({ ip, useragent }) {
      const found = is(ip, "crawler");
      if (!found || !useragent || useragent.bot) return undefined;
      return {
        title: `The address belongs to ${found.service ?? "a crawler"}, but the user agent is not a bot.`,
        evidence: "Crawlers also load pages with browser user agents.",
        sure: "likely",
      };
    },
  },
  {
    name: "bot-unverified",
    find: ({ useragent }) =>
      useragent?.bot && useragent.bot.verified === "failed"
        ? {
            title: `The user agent is ${useragent.bot.name}, but the address is not its operator's.`,
            evidence: "The operator publishes the addresses or names of its bots; this is not one of them.",
            sure: "sure",
          }
        : undefined,
  },
  {
    name: "browser-newer-than-system",
    find({ useragent }) {
      if (!useragent?.os || !useragent.browser || !isTooOldForBrowser(useragent.os)) return undefined;
      const { atLeast = "", version, name } = useragent.os;
      return {
        title: `${useragent.browser.name} ${useragent.browser.version} requires ${name} ${atLeast} or later, but the system is ${name} ${version}.`,
        evidence: "The user agent string was changed or made up.",
        sure: "likely",
      };
    },
  },
  {
    name: "hints-against-string",
    find({ seen }) {
      const hints = seen.hints && readClientHints(seen.hints);
      const found = hints && seen.agent !== "" ? hintDifference(seen.agent, hints) : undefined;
      if (found === undefined) return undefined;
      return {
        title: `The user agent string has ${found[0]}, the client hints have ${found[1]}.`,
        evidence: "Browsers send both; programs that imitate a browser often get the hints wrong.",
        sure: "likely",
      };
    },
  },
];

/** Regions named in an Accept-Language value, in order. */
function regionsOf(languages: string): readonly string[] {
  return languages.split(",").flatMap((each) => {
    const region = /^\s*[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(each)?.[1];
    return region === undefined ? [] : [region.toUpperCase()];
  });
}

export function contradictionsOf(known: Known): Contradiction[] {
  return ROWS.flatMap(({ name, find }) => {
    const found = find(known);
    return found ? [{ name, ...found }] : [];
  });
}
