/** Responses without a lifetime or a validator (RFC 9111 sections 4.2.2 and 4.3). */

import { type Context, firstOf, problem, ruleOn } from "../field.ts";
import { hasWhole } from "../fields/cache-control/cache-control.ts";
import { contentType } from "../fields/content-type.ts";
import { explicitLifetime } from "../verdicts/caching.ts";
import { duration } from "../wording.ts";
import { UNCHANGING } from "./causes.ts";
import { type Stored, stored } from "./freshness.ts";

/** Heuristically cacheable statuses with content (RFC 9110 section 15.1). */
const CONTENT: ReadonlySet<number> = new Set([200, 203, 206]);

export const missingFreshness = ruleOn(stored, [
  problem("no-cache-without-validator", "warning", "rfc9111#section-4.3", {
    // Skips pages for one visitor, and pages with Expires: both are generated for each request anyway.
    detect: ({ policy, shared }, context) =>
      hasWhole(policy, "no-cache") &&
      lacksValidator(context) &&
      shared.stores &&
      !isStream(context) &&
      !context.has("expires"),
    at: (_, { policyLine }) => policyLine,
    bad: { lines: ["Cache-Control: no-cache"], status: 200 },
    good: { lines: ["Cache-Control: no-cache", 'ETag: "a"'], status: 200 },
  }),
  problem("validator-missing", "info", "rfc9111#section-4.3", {
    detect: ({ policy, own }, context) =>
      !hasWhole(policy, "no-cache") && explicitLifetime(own) !== undefined && lacksValidator(context),
    // Files with a lifetime of 0 are checked on each use, which needs a validator.
    severityOf: (_, views, context) => (isCheckedFile(views, context) ? "warning" : "info"),
    title: (_, views, context) =>
      isCheckedFile(views, context)
        ? "The lifetime is 0, but ETag and Last-Modified are missing: each use downloads the whole file again."
        : "Without ETag or Last-Modified, caches fetch the whole response again once it is stale.",
    bad: { lines: ["Cache-Control: max-age=60"], status: 200 },
    good: { lines: ["Cache-Control: max-age=60", 'ETag: "a"'], status: 200 },
  }),
  firstOf(
    problem("freshness-missing", "warning", "rfc9111#section-4.2.2", {
      detect: (views, { status = 0 }) => isUnset(views) && CONTENT.has(status) && guessOf(views),
      title(guessed, _, context) {
        const given = givenToShared(context);
        return given
          ? `${given} sets a lifetime only for shared caches: browsers estimate one, about ${guessed}.`
          : `Neither Cache-Control nor Expires sets a lifetime: caches estimate one, about ${guessed}.`;
      },
      bad: {
        lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Last-Modified: Thu, 19 Nov 2026 10:00:00 GMT"],
        status: 200,
      },
      good: { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Cache-Control: max-age=60"], status: 200 },
    }),
    problem("freshness-unset", "info", "rfc9111#section-4.2.2", {
      // Another problem reports streams.
      detect: (views, context) => isUnset(views) && CONTENT.has(context.status ?? 0) && !isStream(context),
      title(_, _views, context) {
        const given = givenToShared(context);
        const date = context.has("last-modified") ? "a valid Last-Modified" : "Last-Modified";
        return given
          ? `${given} sets a lifetime only for shared caches; without ${date}, most browsers fetch it each time.`
          : `Neither Cache-Control nor Expires sets a lifetime; without ${date}, most caches fetch it each time.`;
      },
      bad: { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT"], status: 200 },
      good: { lines: ["Date: Fri, 20 Nov 2026 10:00:00 GMT", "Cache-Control: max-age=60"], status: 200 },
    }),
  ),
]);

/** Whether browsers store the response although it sets no lifetime. */
function isUnset({ own, policy }: Stored): boolean {
  if (hasWhole(policy, "no-cache") || explicitLifetime(own) !== undefined) return false;
  return own.lifetimeFrom !== "expires" && own.stores;
}

function guessOf({ own: { lifetime, lifetimeFrom } }: Stored): string | undefined {
  return lifetimeFrom === "heuristic" && lifetime !== null ? duration(lifetime) : undefined;
}

function lacksValidator({ status, has }: Context): boolean {
  return status === 200 && !has("etag") && !has("last-modified");
}

/** Header or directive that sets a lifetime for shared caches only. */
function givenToShared({ verdicts, named }: Context): string | undefined {
  const shared = verdicts.caching?.shared;
  if (!shared?.stores || explicitLifetime(shared) === undefined) return undefined;
  const [targeted] = named(shared.lifetimeFrom);
  return targeted ? targeted.line.sent : `s-maxage in Cache-Control`;
}

/** Whether the response is a stream, which has no version to revalidate. */
function isStream(context: Context): boolean {
  const type = context.values(contentType)[0]?.essence;
  return type === "text/event-stream" || type === "multipart/x-mixed-replace";
}

function isCheckedFile({ own }: Stored, { verdicts }: Context): boolean {
  return explicitLifetime(own) === 0 && UNCHANGING.test(verdicts.declared);
}
