/** Platforms that run sites near the visitor: Vercel, Netlify, Fly.io. */

import { type AnyField, field, item } from "../../field.ts";
import { duration, listing } from "../../wording.ts";
import { type Place, region } from "./places.ts";
import { momentField, momentWords, numberField, plausible, wordField } from "./shapes.ts";

interface VercelId {
  readonly regions: readonly { readonly code: string; readonly place?: Place }[];
  readonly id: string;
  readonly ms?: number;
}

/** fra1::iad1::abcde-1700000000000-0123456789ab */
function readVercelId(value: string): VercelId | undefined {
  const parts = value.split("::", 6);
  const id = parts.pop() ?? "";
  const regions = parts
    .flatMap((part) => part.split(":"))
    .filter((code) => /^[a-z]{3}\d{1,2}$/.test(code))
    .map((code) => {
      const place = region("vercel", code);
      return { code, ...(place && { place }) };
    });
  const ms = plausible(Number(/-(\d{13})-/.exec(id)?.[1] ?? 0));
  return regions.length === 0 ? undefined : { regions, id, ...(ms !== undefined && { ms }) };
}

function vercelIdField(name: string): AnyField<VercelId> {
  return field({
    name,
    type: "identifier",
    repeat: "list",
    parse: readVercelId,
    items: ({ regions, id, ms }, context) => [
      ...regions.map(({ code, place }, at) =>
        item(
          "region",
          code,
          at === 0 ? "Where the request came in." : "Where the function ran.",
          place?.whole,
        ),
      ),
      item(
        "id",
        id,
        "Number of the request in Vercel's logs.",
        ms === undefined ? undefined : momentWords(ms, context),
      ),
    ],
    alternate({ regions }) {
      const [edge, ...rest] = regions.map(({ code, place }) => place?.city ?? code);
      return `Vercel in ${edge}${rest.length > 0 ? `, function in ${listing([...new Set(rest)])}` : ""}`;
    },
  });
}

const BASE32 = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A ULID begins with its milliseconds in ten digits of Crockford's Base32; a suffix may follow. */
export function ulidTime(value: string): number | undefined {
  const digits = /^[0-7][0-9A-HJKMNP-TV-Z]{25}(?:-|$)/i.exec(value)?.[0].slice(0, 10).toUpperCase();
  if (digits === undefined) return undefined;
  let ms = 0;
  for (const digit of digits) ms = ms * 32 + BASE32.indexOf(digit);
  return ms;
}

/** Fly-Request-Id: a ULID and the region. */
export const flyRequestId = field({
  name: "Fly-Request-Id",
  type: "identifier",
  repeat: "list",
  parse(value) {
    const ms = plausible(ulidTime(value) ?? 0);
    const code = value.slice(27);
    const place = region("fly", code);
    return ms === undefined ? undefined : { ms, code, ...(place && { place }) };
  },
  items: ({ ms, code, place }, context) => [
    item("time", new Date(ms).toISOString(), "Moment that the value holds.", momentWords(ms, context)),
    ...(code === ""
      ? []
      : [item("region", code, "Region of Fly.io where the request came in.", place?.whole)]),
  ],
  alternate: ({ place }) => place && `Fly.io in ${place.whole}`,
});

export const flyRegion = field({
  name: "Fly-Region",
  type: "token",
  repeat: "list",
  parse(code) {
    const place = region("fly", code);
    return place && { code, place };
  },
  items: ({ code, place }) => [
    item("region", code, "Region of Fly.io where the request came in.", place.whole),
  ],
  alternate: ({ place }) => `Fly.io in ${place.whole}`,
});

/** Errors of Vercel that visitors meet. */
const VERCEL_ERRORS = {
  deployment_not_found: "no deployment at this address",
  deployment_disabled: "the deployment is switched off",
  deployment_paused: "the deployment is paused",
  deployment_deleted: "the deployment was deleted",
  deployment_blocked: "the deployment is blocked",
  dns_hostname_not_found: "the rewrite's target has no address",
  dns_hostname_resolved_private: "the rewrite's target is a private address",
  edge_function_invocation_failed: "the edge function failed",
  edge_function_invocation_timeout: "the edge function took too long",
  function_invocation_failed: "the function failed",
  function_invocation_timeout: "the function took too long",
  function_payload_too_large: "the request is too large for the function",
  function_response_payload_too_large: "the function's response is too large",
  function_throttled: "too many functions run at once",
  infinite_loop_detected: "rewrites lead in a circle",
  middleware_invocation_failed: "the middleware failed",
  middleware_invocation_timeout: "the middleware took too long",
  no_response_from_function: "the function sent no response",
  not_found: "nothing at this address",
  resource_not_found: "nothing at this address",
  router_cannot_match: "no route fits",
  router_external_target_error: "the rewrite's target failed",
  too_many_filesystem_checks: "too many rewrites",
  too_many_forks: "too many rewrites",
};

export const platformFields: readonly AnyField[] = [
  vercelIdField("x-vercel-id"),
  vercelIdField("x-now-id"),
  wordField("x-vercel-error", VERCEL_ERRORS),
  wordField("x-vercel-mitigated", {
    challenge: "answered with a challenge to tell people from bots, not with the content",
    deny: "refused by Vercel's firewall",
  }),
  wordField("X-Nextjs-Prerender", {
    "1": "made beforehand, not for this request",
    "1, 1": "made beforehand, not for this request",
  }),
  numberField("X-Nextjs-Stale-Time", (seconds) => `${duration(seconds)} in the page's own cache`),
  momentField("X-NF-Request-ID", ulidTime, "came to Netlify on"),
  flyRequestId,
  flyRegion,
] as readonly AnyField[];
