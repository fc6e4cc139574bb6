/** Sentences on an address: location, kind of network, and its effect on the location. Pure. */

import type { IpResult } from "../../ip/schema.ts";

type Kind = NonNullable<IpResult["connection"]>[number]["kind"];

/** Kinds of networks, each with its effect on the location; in order of importance. */
const KINDS: Readonly<
  Record<Kind, { readonly what: string; readonly many: string; readonly means: string }>
> = {
  tor: { what: "a Tor exit", many: "Tor exits", means: "The location is that of the exit, not of the user." },
  relay: {
    what: "a privacy relay",
    many: "privacy relays",
    means: "The location is the area that the relay reports, not that of the user.",
  },
  vpn: { what: "a VPN", many: "VPNs", means: "The location is that of the VPN, not of the user." },
  crawler: { what: "a crawler's network", many: "crawlers", means: "It is not a person." },
  anycast: {
    what: "an anycast network",
    many: "anycast networks",
    means: "The address is used in many locations at once.",
  },
  hosting: {
    what: "a data centre",
    many: "data centres",
    means: "The location is that of the data centre; a user would connect through a server there.",
  },
  satellite: {
    what: "a satellite network",
    many: "satellite networks",
    means: "The location is reported by the operator, or is that of a ground station.",
  },
  mobile: {
    what: "a mobile network",
    many: "mobile networks",
    means: "The location is often that of the operator's gateway.",
  },
};

const ORDER = Object.keys(KINDS) as readonly Kind[];

/** Kind of network in words: `a data centre (AWS EC2, eu-central-1)`; `""` if unknown. */
export function connectionText({ connection = [] }: Pick<IpResult, "connection">): string {
  return ORDER.flatMap((kind) => connection.filter((one) => one.kind === kind))
    .map(({ kind, service, region }) => {
      const whose = [service, region].filter(Boolean).join(", ");
      return `${KINDS[kind].what}${whose && ` (${whose})`}`;
    })
    .join("; ");
}

/** Kinds of networks for which no list is loaded, in words; `""` if all lists are loaded. */
export function uncheckedKinds({ connectionUnknown = [] }: Pick<IpResult, "connectionUnknown">): string {
  const kinds = ORDER.filter((kind) => connectionUnknown.includes(kind)).map((kind) => KINDS[kind].many);
  return kinds.length === 0 ? "" : `${kinds.join(", ")} (no list loaded)`;
}

/** Effect of the kind of network on the location, in words; `""` if the kind is unknown. */
export function connectionMeans({ connection = [] }: Pick<IpResult, "connection">): string {
  const kind = ORDER.find((known) => connection.some((one) => one.kind === known));
  return kind === undefined ? "" : KINDS[kind].means;
}

/** English country names that need an article, which CLDR omits. */
const WITH_ARTICLE =
  /^(?:United|Netherlands$|Philippines$|Bahamas$|Gambia$|Maldives$|Comoros$|Czech Republic|Dominican Republic|Central African|.* Islands$|.*Republic$|.*Territor(?:y|ies)$)/;

/** Sentence on the location and the kind of network. */
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

/** Location in words: `in Berlin, Germany`, `somewhere in Germany`; `""` if unknown. */
function placeText({ city, regionName, countryName }: IpResult): string {
  const place = [city, regionName, countryName].filter((part) => part);
  const [first] = place;
  if (first === undefined) return "";
  const article = first === countryName && WITH_ARTICLE.test(first) ? "the " : "";
  return `${city ? "in" : "somewhere in"} ${article}${[...new Set(place)].join(", ")}`;
}
