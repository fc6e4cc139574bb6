/** Pages that may frame the response: X-Frame-Options (HTML section 7.6) and frame-ancestors (CSP 3 section 6.4.2). */

import { type Static, Type } from "@sinclair/typebox";
import { trimOf } from "../../syntax/trim.ts";
import { enforcedPolicies, policyAlike } from "./policy.ts";
import type { CspPolicy } from "./policy-parse.ts";
import { allowsUrl, describeSources } from "./policy-sources.ts";
import { type Engine, linesOf, members, type Response } from "./response.ts";

export const Framing = Type.Object(
  {
    by: Type.Union([
      Type.Literal("anyone"),
      Type.Literal("same-origin"),
      Type.Literal("nobody"),
      Type.Array(Type.String(), { description: "Sources that the framing page must match" }),
    ]),
    from: Type.Union(
      [Type.Literal("content-security-policy"), Type.Literal("x-frame-options"), Type.Literal("none")],
      { description: "The header that decides" },
    ),
    framedBy: Type.Optional(Type.Array(Type.Object({ url: Type.String(), allowed: Type.Boolean() }))),
  },
  { title: "Framing", description: "Which pages may show the response in a frame" },
);
export type Framing = Static<typeof Framing>;

/** frame-ancestors of an enforced policy overrides X-Frame-Options. */
export function checkFraming(response: Response, engine: Engine): Framing {
  const policies = ancestorsPolicies(response, engine);
  const asked = response.questions?.framedBy;
  const framedBy = asked?.map((url) => ({ url, allowed: mayFrame(response, url, engine) }));
  const verdict =
    policies.length > 0 ? byPolicies(policies, response) : byOptions(frameOptions(response, engine));
  return { ...verdict, ...(framedBy && { framedBy }) };
}

export function framingAlike(response: Response): boolean {
  const isTrimmedAlike = linesOf(response, "x-frame-options").every(({ value }) => !/[\v\f]/.test(value));
  return !response.questions?.framedBy && isTrimmedAlike && policyAlike(response);
}

function ancestorsPolicies(response: Response, engine: Engine): CspPolicy[] {
  return enforcedPolicies(response, engine).filter(({ lists }) => lists.has("frame-ancestors"));
}

function byPolicies(policies: readonly CspPolicy[], response: Response): Pick<Framing, "by" | "from"> {
  const from = "content-security-policy";
  const lists = policies
    .map(({ lists }) => lists.get("frame-ancestors"))
    .filter((list) => list !== undefined);
  if (lists.some((list) => !list.star && !list.self && list.sources.length === 0))
    return { by: "nobody", from };
  const narrow = lists.filter((list) => !list.star);
  if (narrow.length === 0) return { by: "anyone", from };
  if (narrow.some((list) => list.self && list.sources.length === 0)) return { by: "same-origin", from };
  // Every policy must allow the page; the verdict lists the sources of all policies.
  return { by: [...new Set(narrow.flatMap((list) => describeSources(list, response.url)))], from };
}

type FrameOptions = "none" | "invalid" | "deny" | "sameorigin" | "allowall" | "conflict";

function byOptions(options: FrameOptions): Pick<Framing, "by" | "from"> {
  if (options === "none") return { by: "anyone", from: "none" };
  const from = "x-frame-options";
  if (options === "deny" || options === "conflict") return { by: "nobody", from };
  return { by: options === "sameorigin" ? "same-origin" : "anyone", from };
}

const OPTIONS: ReadonlyMap<string, FrameOptions> = new Map([
  ["deny", "deny"],
  ["sameorigin", "sameorigin"],
  ["allowall", "allowall"],
]);

/** X-Frame-Options of all lines and members. Differing values block framing; only unknown values have no effect. */
function frameOptions(response: Response, engine: Engine): FrameOptions {
  let result: FrameOptions = "none";
  for (const member of members(response, "x-frame-options")) {
    const one = OPTIONS.get(trimmed(member, engine).toLowerCase()) ?? "invalid";
    if (result === "none") result = one;
    else if (result !== one) result = "conflict";
  }
  return result;
}

/** Chromium and WebKit also trim vertical tabs and form feeds. */
function trimmed(text: string, engine: Engine): string {
  return engine !== "firefox" ? trimOf(text, /[\t-\r ]/) : text;
}

/** Whether a page may frame the response. `ancestors`: surrounding pages, nearest first; all must be allowed. */
export function mayFrame(response: Response, ancestors: string | readonly string[], engine: Engine): boolean {
  const urls = (typeof ancestors === "string" ? [ancestors] : ancestors).map((url) => URL.parse(url));
  const policies = ancestorsPolicies(response, engine);
  if (policies.length > 0)
    return urls.map(originOf).every(
      (origin) =>
        origin !== null &&
        policies.every(({ lists }) => {
          const list = lists.get("frame-ancestors");
          return !list || allowsUrl(list, origin, response.url, engine, "frame-ancestors");
        }),
    );
  const options = frameOptions(response, engine);
  if (options === "deny" || options === "conflict") return false;
  if (options === "sameorigin")
    return urls.every((url) => url !== null && url.origin === response.url?.origin);
  return true;
}

/** Origin for matching sources; null if opaque, such as `data:`, which matches none. */
function originOf(url: URL | null): URL | null {
  return url && (URL.parse(`${url.origin}/`) ?? (url.host === "" ? null : url));
}
