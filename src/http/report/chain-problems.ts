/** Problems of a chain of redirects, in report order. Pure. */

import { redirectStatuses } from "../../../data/browsers/caches.ts";
import type { Problem } from "../../headers/schema.ts";
import { siteOf as siteOfHost } from "../../headers/verdicts.ts";
import { trimEndOf } from "../../syntax/trim.ts";
import { browserAfter } from "../chain/browser/state.ts";
import { type Hop, verdictsOf } from "../chain/hop.ts";
import type { Stop } from "../schema.ts";
import { truncateList, truncateUrl } from "../wire/truncate.ts";
import { type AnyLookupRow, findings, lookupProblem, rfc } from "./problem.ts";

/** A followed redirect. */
interface Leg {
  readonly from: Hop;
  readonly to: URL;
}

export interface Chain {
  readonly hops: readonly Hop[];
  /** URL of the last request, with or without a response. */
  readonly end: URL;
  readonly stop: Stop;
}

interface Followed extends Chain {
  readonly legs: readonly Leg[];
}

export function chainProblems(chain: Chain): Problem[] {
  const legs = chain.hops.flatMap((from, index): Leg[] => {
    const to = chain.hops[index + 1]?.url ?? (from.url === chain.end ? undefined : chain.end);
    return to && redirectStatuses.has(from.status) ? [{ from, to }] : [];
  });
  return findings(chainRows, { ...chain, legs });
}

/** Maximum cookies counted per response; browsers store no more per site. */
const MOST_COOKIES = 180;

/** Query parameters of campaigns and advertising. */
const TRACKING =
  /^(?:utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|twclid|li_fat_id|yclid|mc_[ce]id|igshid|_hsenc|_hsmi)$/i;

export const chainRows: readonly AnyLookupRow<Followed>[] = [
  lookupProblem("redirect-downgrade", "warning", rfc(9110, "4.2.2"), {
    detectAll: ({ legs }: Followed) =>
      legs.filter(({ from, to }) => from.url.protocol === "https:" && to.protocol === "http:"),
    title: ({ from, to }) =>
      `${truncateUrl(from.url)} redirects from HTTPS to HTTP (${truncateUrl(to)}), where others can read and change the traffic.`,
  }),
  lookupProblem("redirect-upgraded-by-hsts", "info", rfc(6797, "8.3"), {
    detectAll: ({ hops, legs }: Followed) =>
      legs.filter(({ from, to }) => {
        if (to.protocol !== "http:") return false;
        const known = browserAfter(hops.slice(0, hops.indexOf(from) + 1));
        return known.upgraded(to).protocol === "https:";
      }),
    title: ({ from, to }) =>
      `${truncateUrl(from.url)} redirects to ${truncateUrl(to)}, which browsers request over https because of Strict-Transport-Security.`,
  }),
  lookupProblem("upgrade-without-hsts", "warning", rfc(6797, "7.2"), {
    detectAll({ hops, stop, legs }: Followed) {
      const upgrade = legs.find(({ from, to }) => from.url.protocol === "http:" && to.protocol === "https:");
      const last = hops.at(-1);
      if (!upgrade || stop !== "done" || last?.url.protocol !== "https:") return [];
      const { hostname } = last.url;
      return hops.some(
        (hop) => hop.url.protocol === "https:" && hop.url.hostname === hostname && hasHsts(hop),
      )
        ? []
        : [hostname];
    },
    title: (host) =>
      `${host} redirects from http without Strict-Transport-Security, so every visit can begin unprotected.`,
  }),
  lookupProblem("redirect-cross-site", "info", rfc(9110, "15.4"), {
    detectAll: ({ legs }: Followed) => legs.filter(({ from, to }) => siteOf(from.url) !== siteOf(to)),
    title: ({ from, to }) => `${from.url.hostname} redirects to another site, ${to.hostname}.`,
  }),
  lookupProblem("redirect-trivial", "info", rfc(9110, "15.4"), {
    detectAll: ({ legs }: Followed) =>
      legs.filter(({ from, to }) => from.url.href !== to.href && plain(from.url) === plain(to)),
    title: ({ from, to }) =>
      `${truncateUrl(from.url)} redirects to ${truncateUrl(to)}, which differs only in a slash or letter case.`,
  }),
  lookupProblem("redirect-mixed-permanence", "info", rfc(9110, "15.4"), {
    detectAll({ legs }: Followed) {
      const permanent = legs.filter(({ from }) => from.status === 301 || from.status === 308).length;
      return permanent === 0 || permanent === legs.length ? [] : [permanent];
    },
    title: (permanent, { legs }) =>
      `${permanent} of the ${legs.length} redirects ${permanent === 1 ? "is" : "are"} permanent and the ${legs.length - permanent === 1 ? "other" : "others"} temporary.`,
  }),
  lookupProblem("redirect-sets-cookie", "info", rfc(6265, "3"), {
    detectAll({ legs }: Followed) {
      const names = legs.flatMap(({ from }) =>
        (verdictsOf(from).cookies ?? [])
          .filter(({ outcome }) => outcome === "stored")
          .slice(0, MOST_COOKIES)
          .map(({ name }) => name),
      );
      return names.length === 0 ? [] : [names];
    },
    title: (names) =>
      `The redirects set ${names.length === 1 ? "a cookie" : `${names.length} cookies`} along the way (${truncateList([...new Set(names)])}).`,
  }),
  lookupProblem("cookie-on-http-step", "warning", rfc(6797, "8.3"), {
    detectAll({ hops }: Followed) {
      const storedBy = (own: readonly Hop[]) =>
        own.flatMap((hop) => (verdictsOf(hop).cookies ?? []).filter(({ outcome }) => outcome === "stored"));
      const plain = hops.filter(({ url }) => url.protocol === "http:");
      const secure = hops.filter(
        ({ url }) => url.protocol === "https:" && plain.some((hop) => hop.url.hostname === url.hostname),
      );
      const again = new Set(storedBy(secure).map(({ name }) => name));
      const names = storedBy(plain).flatMap(({ name }) => (again.has(name) ? [] : name));
      return names.length > 0 && secure.some(hasHsts) ? [names.slice(0, MOST_COOKIES)] : [];
    },
    title: (names) =>
      `Only the http step sets ${truncateList(names)}, in clear text; HSTS skips that step from the second visit on.`,
  }),
  lookupProblem(
    "redirect-strict-cookie",
    "warning",
    "https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/Set-Cookie#samesitesamesite-value",
    {
      detectAll: ({ hops }: Followed) =>
        hops.flatMap(({ url }, index) => {
          const before = hops.slice(0, index);
          // Fast path for chains within one site: reads no cookies.
          if (before.every((hop) => siteOf(hop.url) === siteOf(url))) return [];
          const names = browserAfter(before).strictNames(
            url,
            before.map((hop) => hop.url),
          );
          return names.length > 0 ? [{ names, url }] : [];
        }),
      title: ({ names, url }) =>
        `Firefox and Safari do not send ${truncateList(names)} (SameSite=Strict) to ${truncateUrl(url)}, because the redirects pass through another site.`,
    },
  ),
  lookupProblem("redirect-loses-parameters", "warning", rfc(9110, "15.4"), {
    detectAll({ hops, end, legs }: Followed) {
      const first = hops[0]?.url;
      if (!first || legs.length === 0) return [];
      const lost = [...new Set(first.searchParams.keys())].filter(
        (name) => TRACKING.test(name) && !end.searchParams.has(name),
      );
      return lost.length === 0 ? [] : [lost];
    },
    title: (lost) =>
      `The redirects drop ${truncateList(lost, 8)}, so the visit does not count towards its campaign.`,
  }),
  lookupProblem("redirect-needless", "info", rfc(9110, "15.4"), {
    detectAll({ legs }: Followed) {
      const within = legs.filter(
        ({ from, to }) => siteOf(from.url) === siteOf(to) && !isUpgrade(from.url, to),
      );
      return within.length < 2 ? [] : [legs.length];
    },
    title: (count, { end, stop }) =>
      `${count} redirects follow one another${stop === "done" ? `; one could go straight to ${truncateUrl(end)}` : ""}.`,
  }),
];

function hasHsts(hop: Hop): boolean {
  const hsts = verdictsOf(hop).security?.hsts;
  return hsts?.applies === true && hsts.seconds > 0;
}

function siteOf(url: URL): string {
  return siteOfHost(url.hostname);
}

function plain(url: URL): string {
  return `${url.origin}${trimEndOf(url.pathname.toLowerCase(), /\//)}${url.search}`;
}

/**
 * Whether it is the redirect from http to https on the same host, which HSTS needs. Other redirects within a
 * site can be combined.
 */
function isUpgrade(from: URL, to: URL): boolean {
  return (
    from.protocol === "http:" &&
    to.protocol === "https:" &&
    from.hostname === to.hostname &&
    from.pathname === to.pathname &&
    from.search === to.search
  );
}
