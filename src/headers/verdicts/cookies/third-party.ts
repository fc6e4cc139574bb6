/**
 * Cookies set for another site's page: in a frame or by a script's request. Measured in Chromium 156, Firefox
 * 153 and WebKitGTK 2.50 with tracking prevention (`build/slow/third-party-cookies.test.ts`). Partitioned in
 * Safari (26.2, by MDN's compatibility data) is `inferred`: WebKitGTK's network library does not support it.
 */

import { isSameSite } from "../origins.ts";
import { type Engine, type Response, requestValue } from "../response.ts";
import type { Attributes } from "./refusals.ts";
import type { ThirdParty } from "./schema.ts";

/** Whether another site's page requests the response, other than by navigation. `thirdParty` has precedence. */
export function isThirdParty(response: Response): boolean {
  const asked = response.questions?.thirdParty;
  if (asked !== undefined) return asked;
  // A navigation of the window is first-party; a navigation of a frame may not be.
  const destination = requestValue(response, "sec-fetch-dest");
  if (destination === "document") return false;
  const site = requestValue(response, "sec-fetch-site");
  const mode = requestValue(response, "sec-fetch-mode");
  if (site !== undefined) return site === "cross-site" && (destination !== undefined || mode !== "navigate");
  // Without Sec-Fetch-Mode, the form of another site's page looks like a request of its script.
  const type = mode === undefined && response.method === "POST" ? requestValue(response, "content-type") : "";
  if (/^(?:application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type ?? "")) return false;
  const origin = URL.parse(requestValue(response, "origin") ?? "");
  return origin !== null && response.url !== undefined && !isSameSite(origin, response.url);
}

const STORED = {
  outcome: "stored",
  depends: "the setting for third-party cookies; blocked in Incognito windows, and by default in some builds",
} as const;
const PARTITIONED = { outcome: "partitioned" } as const;
const APART = { ...PARTITIONED, depends: "Total Cookie Protection, on by default" } as const;
const REFUSED = { outcome: "refused" } as const;
const TRACKING = {
  ...REFUSED,
  depends: "Prevent cross-site tracking, on by default; the Storage Access API lifts it",
} as const;

export function thirdPartyOf({ sameSite, partitioned }: Attributes, engine: Engine): ThirdParty {
  if (sameSite === "lax" || sameSite === "strict") return REFUSED;
  if (engine === "firefox") return APART;
  if (engine === "chromium" && sameSite === "unset") return REFUSED;
  if (partitioned) return PARTITIONED;
  return engine === "chromium" ? STORED : TRACKING;
}

/** Reason why an engine refuses the cookie in another site's page. */
export function whyRefused({ sameSite }: Attributes): string {
  if (sameSite === "none") return "a page of another site sets it, and tracking prevention is on by default";
  const attribute =
    sameSite === "unset" ? "without SameSite" : `with SameSite=${sameSite === "lax" ? "Lax" : "Strict"}`;
  return `a page of another site cannot set a cookie ${attribute}`;
}
