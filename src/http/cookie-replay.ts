/** Which cookies of earlier steps a browser would have sent: lookups send none. Pure. */

import { type Static, Type } from "@sinclair/typebox";
import { type Cookie, keyOf } from "../headers/verdicts/cookies.ts";
import { isTrustworthy } from "../headers/verdicts/origins.ts";

export const EarlierCookie = Type.Object(
  {
    name: Type.String(),
    step: Type.Integer({ description: "Which step set it, from 0" }),
    wouldSend: Type.Boolean(),
    why: Type.Optional(Type.String({ description: "Why it would not be sent" })),
  },
  { title: "EarlierCookie", description: "A cookie that an earlier step has set" },
);
export type EarlierCookie = Static<typeof EarlierCookie>;

export interface CookieStep {
  readonly url: URL;
  readonly cookies: readonly Cookie[];
}

/** Of one lookup: cookies beyond this are not reported. */
const MOST = 100;

/** For each step the cookies that the steps before it have left in the jar, in the order in which they were set. */
export function earlierCookies(steps: readonly CookieStep[]): EarlierCookie[][] {
  const jar = new Map<string, { readonly cookie: Cookie; readonly step: number }>();
  return steps.map(({ url, cookies }, step) => {
    const reported = [...jar.values()].slice(0, MOST).map(({ cookie, step: setBy }) => {
      const why = whyNot(cookie, url);
      return {
        name: cookie.name,
        step: setBy,
        wouldSend: why === undefined,
        ...(why !== undefined && { why }),
      };
    });
    for (const cookie of cookies) {
      if (cookie.outcome === "refused") continue;
      jar.delete(keyOf(cookie));
      if (cookie.outcome === "stored") jar.set(keyOf(cookie), { cookie, step });
    }
    return reported;
  });
}

/** RFC 6265bis section 5.8.3; a person's own navigation is same-site all along its redirects. */
function whyNot({ domain = "", hostOnly, path = "/", secure }: Cookie, url: URL): string | undefined {
  const { hostname, pathname } = url;
  const isHost = hostname === domain || (!hostOnly && hostname.endsWith(`.${domain}`));
  if (!isHost) return `it is for ${domain}${hostOnly ? " alone" : " and below"}`;
  if (!isWithin(pathname, path)) return `it is for the path ${path}`;
  return secure && !isTrustworthy(url) ? "it is for https" : undefined;
}

/** Section 5.1.4. */
function isWithin(pathname: string, path: string): boolean {
  if (!pathname.startsWith(path)) return false;
  return pathname.length === path.length || path.endsWith("/") || pathname[path.length] === "/";
}
