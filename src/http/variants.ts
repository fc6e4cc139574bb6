/** A site under its four addresses: http and https, with and without www. Pure. */

import { getDomain } from "tldts";
import type { Problem } from "../headers/schema.ts";
import { type Hop, isRedirect, type Stop } from "./chain.ts";
import { chainProblems } from "./chain-problems.ts";
import { fieldLines } from "./framing.ts";
import { httpProblem } from "./problems.ts";
import { truncateUrl } from "./truncate.ts";

/** Under which addresses a site may be asked for. A name with other labels in front has no www form. */
export function variantUrls(target: URL): URL[] {
  const bare = target.hostname.replace(/^www\./, "");
  const names = getDomain(bare) === bare ? [bare, `www.${bare}`] : [target.hostname];
  return names.flatMap((name) =>
    ["http:", "https:"].map((protocol) => {
      const url = new URL(target);
      url.protocol = protocol;
      url.hostname = name;
      // What was asked for as another port of one scheme is not the port of the other.
      if (target.protocol !== protocol) url.port = "";
      return url;
    }),
  );
}

/** Where one of them leads. */
export interface Arrival {
  readonly url: URL;
  readonly hops: readonly Hop[];
  /** The URL of the last request. */
  readonly end: URL;
  readonly stop: Stop;
  /** Findings of the redirect policy. */
  readonly problems: readonly Problem[];
}

export interface Variant {
  url: string;
  status: number | "error";
  /** Where the redirects end. */
  final: string;
  redirects: number;
  /** Whether an https answer on the way sends Strict-Transport-Security. */
  hsts: boolean;
  problems: Problem[];
}

export function variantOf({ url, hops, end, stop, problems }: Arrival): Variant {
  const last = hops.at(-1);
  const answered = last?.url === end && stop !== "error" ? last.status : "error";
  const secure = hops.filter((hop) => hop.url.protocol === "https:");
  return {
    url: url.href,
    status: answered,
    final: end.href,
    redirects: hops.filter(({ status, url: from }) => isRedirect(status) && from !== end).length,
    hsts: secure.some(({ lines }) => fieldLines(lines, "strict-transport-security").length > 0),
    problems: [...problems, ...chainProblems({ hops, end, stop })],
  };
}

/** Whether all end at one address. Failures are reported separately: they may be intended. */
export function variantProblems(variants: readonly Variant[]): Problem[] {
  const arrived = variants.filter(({ status }) => status !== "error");
  const ends = Map.groupBy(arrived, ({ final }) => final);
  const split =
    ends.size > 1
      ? [
          httpProblem(
            "variants-disagree",
            `The addresses of this site end at ${ends.size} places (${[...ends.keys()].map((end) => truncateUrl(new URL(end))).join(", ")}) instead of one.`,
          ),
        ]
      : [];
  const plain = arrived.filter(({ final }) => final.startsWith("http:"));
  return [
    ...split,
    ...variants
      .filter(({ status }) => status === "error")
      .map(({ url }) => httpProblem("variant-fails", `${truncateUrl(new URL(url))} does not answer.`)),
    ...(plain.length > 0 && plain.length < arrived.length
      ? plain.map(({ url }) =>
          httpProblem(
            "variant-stays-http",
            `${truncateUrl(new URL(url))} is not redirected to HTTPS, though HTTPS answers.`,
          ),
        )
      : []),
  ];
}
