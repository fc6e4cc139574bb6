/** An address as people are shown it: where it is in a sentence, and all that is known. Pure. */

import { registryOf } from "../ip/registry.ts";
import type { IpResult } from "../ip/schema.ts";

/** `href` is a page about it. */
export type AddressFact = readonly [label: string, value: string, href?: string];

/** The known facts of an address. @param now Unix time in milliseconds, of which the local time is told */
export function addressFactsAt(result: IpResult, now: number): readonly AddressFact[] {
  const {
    countryName,
    countryCode,
    regionName,
    regionCode,
    city,
    postCode,
    timeZone,
    special,
    network,
    asn,
    hostname,
    source,
    embedded,
  } = result;
  const registry = registryOf(result.ip);
  const facts: (readonly [string, string | undefined, string?])[] = [
    ["Country", named(countryName, countryCode)],
    ["Region", named(regionName, regionCode)],
    ["City", city],
    ["Postal code", postCode],
    ["Time zone", timeZone],
    ["Local time", localTime(timeZone, now)],
    ["Position", positionText(result)],
    ["Special purpose", special],
    ["Network", network],
    ["Kind of network", connectionText(result)],
    ["Listed in", sourcesText(result)],
    ["Not checked", uncheckedKinds(result)],
    ["Host name", hostname],
    ["Announced by", asn && `AS${asn.number} ${asn.organization}`],
    ...(registry ? [["Registered with", registry.name, registry.url] as const] : []),
    ...abuseFacts(result),
    ...(embedded
      ? [["Inside", `${embedded.ip} (${CARRIERS[embedded.via]}): ${placeSentence(embedded)}`] as const]
      : []),
    ["Address from", source],
  ];
  return facts.filter((fact): fact is AddressFact => fact[1] !== undefined && fact[1] !== "");
}

/** How an IPv6 address carries an IPv4 address, in words. */
const CARRIERS: Readonly<Record<NonNullable<IpResult["embedded"]>["via"], string>> = {
  nat64: "translated by NAT64",
  "6to4": "tunnelled by 6to4",
  teredo: "tunnelled by Teredo",
  "ipv4-compatible": "IPv4-compatible, a form that is deprecated",
};

type Kind = NonNullable<IpResult["connection"]>[number]["kind"];

/** Kinds of networks in words, and what they mean for the place of a person; the first that holds is said first. */
const KINDS: Readonly<
  Record<Kind, { readonly what: string; readonly many: string; readonly means: string }>
> = {
  tor: { what: "a Tor exit", many: "Tor exits", means: "The place is the exit's, not the person's." },
  relay: {
    what: "a privacy relay",
    many: "privacy relays",
    means: "The place is the area that the relay gives, not the person's own.",
  },
  vpn: { what: "a VPN", many: "VPNs", means: "The place is the VPN's, not the person's." },
  crawler: { what: "a crawler's network", many: "crawlers", means: "No person is behind it." },
  anycast: {
    what: "an anycast network",
    many: "anycast networks",
    means: "The address is in many places at once.",
  },
  hosting: {
    what: "a data centre",
    many: "data centres",
    means: "The place is the data centre's; a person would come through a server there.",
  },
  satellite: {
    what: "a satellite network",
    many: "satellite networks",
    means: "The place is the operator's word, or that of a ground station.",
  },
  mobile: {
    what: "a mobile network",
    many: "mobile networks",
    means: "The place is often that of the operator's gateway.",
  },
};

/** In the order in which they are said. */
const ORDER = Object.keys(KINDS) as readonly Kind[];

/** `a data centre (AWS EC2, eu-central-1)`; `""` where nothing is said. */
export function connectionText({ connection = [] }: Pick<IpResult, "connection">): string {
  return ORDER.flatMap((kind) => connection.filter((one) => one.kind === kind))
    .map(({ kind, service, region }) => {
      const whose = [service, region].filter(Boolean).join(", ");
      return `${KINDS[kind].what}${whose && ` (${whose})`}`;
    })
    .join("; ");
}

/** `Tor exits, privacy relays (no list loaded)`; `""` if lists cover all kinds. */
export function uncheckedKinds({ connectionUnknown = [] }: Pick<IpResult, "connectionUnknown">): string {
  const kinds = ORDER.filter((kind) => connectionUnknown.includes(kind)).map((kind) => KINDS[kind].many);
  return kinds.length === 0 ? "" : `${kinds.join(", ")} (no list loaded)`;
}

/** The consequence of the kind of network for the place; `""` where nothing is said. */
export function connectionMeans({ connection = [] }: Pick<IpResult, "connection">): string {
  const kind = ORDER.find((known) => connection.some((one) => one.kind === known));
  return kind === undefined ? "" : KINDS[kind].means;
}

function sourcesText({ connection = [] }: Pick<IpResult, "connection">): string {
  return [...new Set(connection.map(({ source, since }) => `${source} of ${since}`))].join("; ");
}

function abuseFacts({ abuse }: IpResult): readonly (readonly [string, string | undefined, string?])[] {
  if (!abuse) return [];
  return [
    ["Holder", abuse.holder],
    abuse.email ? ["Abuse contact", abuse.email, `mailto:${abuse.email}`] : ["Abuse contact", ""],
    ["Abuse phone", abuse.phone],
    ["Registration read", abuse.error ? `${abuse.at}: ${abuse.error}` : abuse.at, abuse.source],
  ];
}

/** `Monday 14:05 (UTC+1)`; `""` where the zone is not known. */
function localTime(timeZone: string | undefined, now: number): string {
  if (!timeZone) return "";
  try {
    const format = new Intl.DateTimeFormat("en-GB", {
      ...{ timeZone, weekday: "long", hour: "2-digit", minute: "2-digit", timeZoneName: "shortOffset" },
    });
    const parts = Object.fromEntries(format.formatToParts(now).map(({ type, value }) => [type, value]));
    // CLDR writes offsets from Greenwich; people know them as UTC.
    const offset = parts["timeZoneName"]?.replace("GMT", "UTC");
    return `${parts["weekday"]} ${parts["hour"]}:${parts["minute"]} (${offset})`;
  } catch {
    // A database's own word for it, which no browser knows either.
    return "";
  }
}

/** `""` where no position is known. */
export function positionText({
  latitude,
  longitude,
  accuracyRadius,
  estimated,
  city,
  regionName,
}: IpResult): string {
  if (latitude === undefined || longitude === undefined) return "";
  const position = `${latitude}, ${longitude}`;
  if (accuracyRadius === undefined) return position;
  if (estimated && isWide({ city, regionName }))
    return `anywhere within about ${accuracyRadius / 1000} km of ${position}`;
  return `${position}, within ${estimated ? "about " : ""}${accuracyRadius / 1000} km`;
}

/** English names of countries that are said with an article (CLDR leaves it out). */
const WITH_ARTICLE =
  /^(?:United|Netherlands$|Philippines$|Bahamas$|Gambia$|Maldives$|Comoros$|Czech Republic|Dominican Republic|Central African|.* Islands$|.*Republic$|.*Territor(?:y|ies)$)/;

/** Known by its country or less: a circle around much, and no point. */
export function isWide({
  city,
  regionName,
}: {
  readonly city?: string | undefined;
  readonly regionName?: string | undefined;
}): boolean {
  return !city && !regionName;
}

/** Where it is and what kind of network it is in, in a sentence. */
export function placeSentence(result: IpResult): string {
  const { code, ipType, special } = result;
  const kind = `An IPv${ipType} address`;
  if (code === "private")
    return `${kind} for use within one ${special === "loopback" ? "machine" : "network"} only${special ? ` (${special})` : ""}: it has no geographic location.`;
  if (special) return `${kind} reserved for a special purpose (${special}).`;
  const network = connectionText(result);
  const place = placeText(result);
  if (place === "") return `${kind}${network && `: ${network},`} whose location is not in the database.`;
  return `${kind} ${place}${network && `: ${network}`}.`;
}

/** `in Berlin, Germany`, `somewhere in Germany`; `""` where no place is known. */
function placeText({ city, regionName, countryName }: IpResult): string {
  const place = [city, regionName, countryName].filter((part) => part);
  const [first] = place;
  if (first === undefined) return "";
  const article = first === countryName && WITH_ARTICLE.test(first) ? "the " : "";
  return `${city ? "in" : "somewhere in"} ${article}${[...new Set(place)].join(", ")}`;
}

function named(name: string | undefined, code: string | undefined): string {
  return name && code ? `${name} (${code})` : (name ?? "");
}
