/** A site's four URLs: http and https, with and without www. Pure. */

import { redirectStatuses } from "../../../data/browsers/caches.ts";
import type { Problem } from "../../headers/schema.ts";
import { registrableDomain } from "../../headers/verdicts.ts";
import { chainProblems } from "../report/chain-problems.ts";
import { findings, lookupProblem, rfc } from "../report/problem.ts";
import type { Stop, Variant } from "../schema.ts";
import { fieldLines } from "../wire/framing.ts";
import { truncateUrl } from "../wire/truncate.ts";
import type { Hop } from "./hop.ts";

/** URLs of a site's variants. Only registrable domains have a www variant, not other subdomains. */
export function variantUrls(target: URL): URL[] {
  const bare = target.hostname.replace(/^www\./, "");
  const names = registrableDomain(bare, "official") === bare ? [bare, `www.${bare}`] : [target.hostname];
  return names.flatMap((name) =>
    ["http:", "https:"].map((protocol) => {
      const url = new URL(target);
      url.protocol = protocol;
      url.hostname = name;
      // An explicit port is valid for the given scheme only.
      if (target.protocol !== protocol) url.port = "";
      return url;
    }),
  );
}

/** Chain of one variant. */
export interface Arrival {
  readonly url: URL;
  readonly hops: readonly Hop[];
  /** URL of the last request. */
  readonly end: URL;
  readonly stop: Stop;
  /** Findings of redirects. */
  readonly problems: readonly Problem[];
}

export function variantOf({ url, hops, end, stop, problems }: Arrival): Variant {
  const last = hops.at(-1);
  const answered = last?.url === end && stop !== "error" ? last.status : "error";
  const secure = hops.filter((hop) => hop.url.protocol === "https:");
  return {
    url: url.href,
    status: answered,
    final: end.href,
    redirects: hops.filter(({ status, url: from }) => redirectStatuses.has(status) && from !== end).length,
    hsts: secure.some(({ lines }) => fieldLines(lines, "strict-transport-security").length > 0),
    problems: [...problems, ...chainProblems({ hops, end, stop })],
  };
}

const arrivedOf = (variants: readonly Variant[]) => variants.filter(({ status }) => status !== "error");
const isPlain = ({ final }: Variant) => final.startsWith("http:");

/** Findings on variants that differ or fail. A failed variant may be intended, so it has a separate finding. */
export const variantRows = [
  lookupProblem("variants-disagree", "warning", rfc(9110, "4.2.3"), {
    detectAll(variants: readonly Variant[]) {
      const ends = new Set(arrivedOf(variants).map(({ final }) => final));
      return ends.size > 1 ? [[...ends]] : [];
    },
    title: (ends) =>
      `The variants of this site's address end at ${ends.length} URLs (${ends.map((end) => truncateUrl(new URL(end))).join(", ")}) instead of one.`,
  }),
  lookupProblem("variant-fails", "info", rfc(9110, "4.2.3"), {
    detectAll: (variants: readonly Variant[]) => variants.filter(({ status }) => status === "error"),
    title: ({ url }) => `${truncateUrl(new URL(url))} does not answer.`,
  }),
  lookupProblem("variant-stays-http", "warning", rfc(9110, "4.2.2"), {
    detectAll(variants: readonly Variant[]) {
      const arrived = arrivedOf(variants);
      return arrived.every(isPlain) ? [] : arrived.filter(isPlain);
    },
    title: ({ url }) => `${truncateUrl(new URL(url))} does not redirect to HTTPS, although HTTPS answers.`,
  }),
];

export function variantProblems(variants: readonly Variant[]): Problem[] {
  return findings(variantRows, variants);
}
