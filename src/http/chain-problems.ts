/** What is wrong with a chain of redirects as a whole. Pure. */

import { getDomain } from "tldts";
import type { Problem } from "../headers/schema.ts";
import { type Hop, isRedirect, type Stop } from "./chain.ts";
import { verdictsOf } from "./hop-verdicts.ts";
import { type HttpProblem, httpProblem } from "./problems.ts";
import { truncateList, truncateUrl } from "./truncate.ts";

/** One redirect that was followed. */
interface Leg {
  readonly from: Hop;
  readonly to: URL;
}

export interface Chain {
  /** Responses in order. */
  readonly hops: readonly Hop[];
  /** The URL of the last request, whether or not it was answered. */
  readonly end: URL;
  readonly stop: Stop;
}

type Check = (chain: Chain, legs: readonly Leg[]) => readonly (readonly [HttpProblem, string])[];

/** Findings about the whole, in the order of the table below. */
export function chainProblems(chain: Chain): Problem[] {
  const legs = chain.hops.flatMap((from, index): Leg[] => {
    const to = chain.hops[index + 1]?.url ?? (from.url === chain.end ? undefined : chain.end);
    return to && isRedirect(from.status) ? [{ from, to }] : [];
  });
  return checks.flatMap((check) => check(chain, legs).map(([name, title]) => httpProblem(name, title)));
}

const downgrade: Check = (_, legs) =>
  legs
    .filter(({ from, to }) => from.url.protocol === "https:" && to.protocol === "http:")
    .map(({ from, to }) => [
      "redirect-downgrade",
      `${truncateUrl(from.url)} redirects from HTTPS to HTTP (${truncateUrl(to)}): what follows can be read and changed on the way.`,
    ]);

const upgradeWithoutHsts: Check = ({ hops, stop }, legs) => {
  const upgrade = legs.find(({ from, to }) => from.url.protocol === "http:" && to.protocol === "https:");
  const last = hops.at(-1);
  if (!upgrade || stop !== "done" || last?.url.protocol !== "https:") return [];
  const secured = hops.some(
    (hop) => hop.url.protocol === "https:" && hop.url.hostname === last.url.hostname && hasHsts(hop),
  );
  return secured
    ? []
    : [
        [
          "upgrade-without-hsts",
          `${last.url.hostname} is reached over HTTP first and sends no Strict-Transport-Security, so every visit can begin unprotected.`,
        ],
      ];
};

function hasHsts(hop: Hop): boolean {
  const hsts = verdictsOf(hop).security?.hsts;
  return hsts?.applies === true && hsts.seconds > 0;
}

const crossSite: Check = (_, legs) =>
  legs
    .filter(({ from, to }) => siteOf(from.url) !== siteOf(to))
    .map(({ from, to }) => [
      "redirect-cross-site",
      `${from.url.hostname} redirects to another site, ${to.hostname}.`,
    ]);

/** The registrable domain; an address or a bare name is its own. */
function siteOf(url: URL): string {
  return getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.hostname;
}

const trivial: Check = (_, legs) =>
  legs
    .filter(({ from, to }) => from.url.href !== to.href && plain(from.url) === plain(to))
    .map(({ from, to }) => [
      "redirect-trivial",
      `${truncateUrl(from.url)} redirects to ${truncateUrl(to)}, which differs in nothing but a slash or letter case.`,
    ]);

function plain(url: URL): string {
  return `${url.origin}${url.pathname.toLowerCase().replace(/\/+$/, "")}${url.search}`;
}

const mixedPermanence: Check = (_, legs) => {
  const permanent = legs.filter(({ from }) => from.status === 301 || from.status === 308).length;
  if (permanent === 0 || permanent === legs.length) return [];
  const others = legs.length - permanent === 1 ? "other" : "others";
  return [
    [
      "redirect-mixed-permanence",
      `${permanent} of the ${legs.length} redirects ${permanent === 1 ? "is" : "are"} permanent and the ${others} temporary.`,
    ],
  ];
};

/** Cookies of one response that are counted: browsers keep no more of a site. */
const MOST_COOKIES = 180;

const cookiesOnTheWay: Check = (_, legs) => {
  const names = legs.flatMap(({ from }) =>
    (verdictsOf(from).cookies ?? [])
      .filter(({ outcome }) => outcome === "stored")
      .slice(0, MOST_COOKIES)
      .map(({ name }) => name),
  );
  return names.length === 0
    ? []
    : [
        [
          "redirect-sets-cookie",
          `The redirects set ${names.length === 1 ? "a cookie" : `${names.length} cookies`} on the way (${truncateList([...new Set(names)])}).`,
        ],
      ];
};

/** Query parameters that campaigns and advertising count on. */
const TRACKING =
  /^(?:utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|twclid|li_fat_id|yclid|mc_[ce]id|igshid|_hsenc|_hsmi)$/i;

const lostParameters: Check = ({ hops, end }, legs) => {
  const first = hops[0]?.url;
  if (!first || legs.length === 0) return [];
  const lost = [...new Set(first.searchParams.keys())].filter(
    (name) => TRACKING.test(name) && !end.searchParams.has(name),
  );
  return lost.length === 0
    ? []
    : [
        [
          "redirect-loses-parameters",
          `The redirects lose ${truncateList(lost, 8)}, so the visit is not counted for its campaign.`,
        ],
      ];
};

/**
 * http to https on the same host is a hop of its own for good reason: only then does HSTS of that host take effect.
 * Everything else within a site could be one redirect.
 */
const needless: Check = (_, legs) => {
  const within = legs.filter(({ from, to }) => siteOf(from.url) === siteOf(to) && !isUpgrade(from.url, to));
  if (within.length < 2) return [];
  const last = within.at(-1);
  return [
    [
      "redirect-needless",
      `${legs.length} redirects follow one another${last ? `; one could lead straight to ${truncateUrl(last.to)}` : ""}.`,
    ],
  ];
};

function isUpgrade(from: URL, to: URL): boolean {
  return (
    from.protocol === "http:" &&
    to.protocol === "https:" &&
    from.hostname === to.hostname &&
    from.pathname === to.pathname &&
    from.search === to.search
  );
}

const checks: readonly Check[] = [
  downgrade,
  upgradeWithoutHsts,
  crossSite,
  trivial,
  mixedPermanence,
  cookiesOnTheWay,
  lostParameters,
  needless,
];
