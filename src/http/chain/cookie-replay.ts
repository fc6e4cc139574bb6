/** Lists cookies of earlier steps that a browser would have sent. Lookups as `client` send no cookies. Pure. */

import { type Static, Type } from "@sinclair/typebox";
import { integer, optionalText } from "../../api/schema.ts";
import { type CookieStep, isStrictAcrossSites, openCookieJar, whyNot } from "./browser/cookie-jar.ts";

export const EarlierCookie = Type.Object(
  {
    name: Type.String(),
    step: integer("The step that set it, from 0"),
    wouldSend: Type.Boolean(),
    why: optionalText("Why browsers would not send it"),
    except: Type.Optional(
      Type.Array(Type.String(), { description: "Browsers that would not send it although Chromium would" }),
    ),
  },
  { title: "EarlierCookie", description: "A cookie that an earlier step set" },
);
export type EarlierCookie = Static<typeof EarlierCookie>;

/** A step; `from` is the page that led to it by a Refresh. */
export type ReplayedStep = CookieStep & { readonly from?: URL | undefined };

/** Maximum reported cookies per step. */
const MOST = 100;

/** Cookies set before each step, in the order they were set. */
export function earlierCookies(steps: readonly ReplayedStep[]): EarlierCookie[][] {
  const jar = openCookieJar();
  const urls = steps.map(({ url }) => url);
  return steps.map((step, index) => {
    const reported = jar.kept.slice(0, MOST).map(({ cookie, step: setBy }) => {
      const why = whyNot(cookie, step.url, step.from);
      return {
        name: cookie.name,
        step: setBy,
        wouldSend: why === undefined,
        ...(why !== undefined && { why }),
        ...(why === undefined &&
          isStrictAcrossSites(cookie, step.url, urls.slice(0, index)) && { except: ["Firefox", "Safari"] }),
      };
    });
    jar.take(step, index);
    return reported;
  });
}
