/** Contradictions between facts of a visitor, one row each. They do not judge a person. Pure. */

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
  /** Undefined if the facts agree or are unknown. */
  readonly find: (known: Known) => Omit<Contradiction, "name"> | undefined;
}

type Kind = NonNullable<IpResult["connection"]>[number]["kind"];

const is = (ip: IpResult | undefined, ...kinds: readonly Kind[]) =>
  ip?.connection?.find(({ kind }) => kinds.includes(kind));

/** Whether the location is that of an intermediary, not of the user. */
const isElsewhere = (ip: IpResult | undefined) =>
  is(ip, "tor", "relay", "vpn", "hosting", "anycast", "satellite") !== undefined;

const formFactor = (result: UserAgentResult | undefined) => (result?.device ? result.device.formFactor : "");

/** Maximum difference of time zones in minutes without a contradiction: neighbours often use each other's. */
const FAR = 60;

const ROWS: readonly Row[] = [
  {
    name: "time-zone",
    find({ seen, ip }) {
      if (!ip?.timeZone || seen.timeZone === "") return undefined;
      const [there, own] = [ip.timeZone, seen.timeZone].map((zone) => offsetOf(zone, seen.time));
      if (there === undefined || own === undefined || Math.abs(there - own) <= FAR) return undefined;
      return {
        title: `The browser's time zone is ${seen.timeZone}, the address's is ${ip.timeZone}.`,
        evidence: isElsewhere(ip)
          ? "The place of such a network is not the person's, so the time zone says more."
          : "A traveller, a VPN that no list names, or a wrong place in the database.",
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
        title: `The browser's language is that of ${first}, the address is in ${ip.countryCode}.`,
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
            evidence: "A phone that shares its connection, or a page that was asked for as on a desktop.",
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
        title: `The user agent says that it is a phone or tablet, the address is in a data centre (${found.service ?? found.source}).`,
        evidence: "A VPN or proxy on a server, or a program that takes a phone's name.",
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
        title: `The address is ${found.service ?? "a crawler"}'s, the user agent says that it is none.`,
        evidence: "Operators of crawlers also look at pages as browsers do.",
        sure: "likely",
      };
    },
  },
  {
    name: "bot-unverified",
    find: ({ useragent }) =>
      useragent?.bot && useragent.bot.verified === "failed"
        ? {
            title: `It says that it is ${useragent.bot.name}, and the address is not its operator's.`,
            evidence: "The operator says by which addresses or names its bots are known, and this is none.",
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
        title: `${useragent.browser.name} ${useragent.browser.version} does not run on ${name} ${version}, but on ${atLeast} and later.`,
        evidence: "A string that was changed or made up.",
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
        title: `The string says ${found[0]}, the client hints say ${found[1]}.`,
        evidence: "Browsers send both; a program that takes another's name often forgets the hints.",
        sure: "likely",
      };
    },
  },
];

/** Regions in an Accept-Language value, in order. */
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
