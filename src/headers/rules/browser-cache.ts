import { type Context, problem, ruleOn } from "../field.ts";
import { type Caching, pragmaOverrides } from "../verdicts/caching.ts";
import { duration } from "../wording.ts";

function cachingOf({ verdicts }: Context): Caching | undefined {
  return verdicts.caching;
}

/** Results in browsers' own caches that the author hardly intended. */
export const browserCache = ruleOn(cachingOf, [
  problem({
    id: "redirect-remembered",
    severity: "info",
    link: "rfc9111#section-4.2.2",
    summary:
      "A permanent redirect has no lifetime, so Chrome keeps it indefinitely and Safari a 301 for a year, without asking the server again.",
    advice:
      "While a redirect may still change, send Cache-Control: max-age=86400 with it. To undo one that visitors have cached, redirect back from its target or have them clear their caches.",
    detect: ({ browser }, { status, has }) =>
      browser?.remembered === "for good" && (status === 301 || status === 308) && has("location"),
    title: (_, _seen, { status }) =>
      `${status} without a lifetime: Chrome keeps it indefinitely${status === 301 ? ", Safari for a year" : ""}.`,
    bad: { lines: ["Location: /new"], status: 301, method: "GET", url: "https://www.example.com/old" },
    good: {
      lines: ["Location: /new", "Cache-Control: max-age=86400"],
      status: 301,
      method: "GET",
      url: "https://www.example.com/old",
    },
  }),
  problem({
    id: "pragma-against-lifetime",
    severity: "warning",
    link: "rfc9111#section-5.4",
    summary: "Pragma: no-cache makes browsers revalidate each use, although Cache-Control sets a lifetime.",
    detect: (caching) => pragmaOverrides(caching),
    title: (_, { private: { lifetime } }) =>
      `Pragma: no-cache makes browsers revalidate each use, although max-age allows ${duration(lifetime ?? 0)}.`,
    at: (_, _seen, { named }) => named("pragma")[0],
    bad: {
      lines: ["Cache-Control: max-age=600", "Pragma: no-cache", 'ETag: "1"'],
      status: 200,
      method: "GET",
    },
    good: { lines: ["Cache-Control: max-age=600", 'ETag: "1"'], status: 200, method: "GET" },
  }),
]);
