import { resolveReference } from "../../syntax/uri.ts";
import { type Context, type ExplainedLine, firstOf, problem, ruleOn } from "../field.ts";

/** Status codes that redirect by Location. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
/** Methods that clients repeat when they follow Location. */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD"]);

interface Redirect {
  readonly status: number;
  /** The first Location, and whether it has a value. */
  readonly location: ExplainedLine | undefined;
  readonly leads: boolean;
  /** The target: null if it is not a URL, undefined if its base is unknown. */
  readonly target: URL | null | undefined;
}

function redirectOf({ status, url, named }: Context): Redirect | undefined {
  if (status === undefined || !REDIRECTS.has(status)) return undefined;
  const [location] = named("location");
  const value = location?.line.value ?? "";
  const leads = value !== "";
  return {
    status,
    location,
    leads,
    target: url && leads ? (resolveReference(value, url) ?? null) : undefined,
  };
}

const atLocation = (_: unknown, { location }: Redirect) => location;

/** Redirects: the status code and its headers (RFC 9110 section 15.4). */
export const redirect = ruleOn(redirectOf, [
  problem({
    id: "redirect-without-location",
    severity: "error",
    link: "rfc9110#section-15.4",
    summary: "A redirect has no Location, so clients cannot follow it.",
    detect: ({ leads }) => !leads,
    title: (_, { location, status }) =>
      `Location is ${location ? "empty" : "missing"}, so clients cannot follow the ${status}.`,
    at: atLocation,
    bad: { lines: ["Content-Length: 0"], status: 301 },
    good: { lines: ["Location: https://www.example.com/"], status: 301 },
  }),
  problem({
    id: "redirect-method-changed",
    severity: "info",
    link: "rfc9110#section-15.4",
    summary: "The response to a POST is 301 or 302: most clients continue with GET, some repeat the POST.",
    detect: ({ leads, status }, { method }) =>
      leads && method === "POST" && (status === 301 || status === 302),
    title: (_, { status }) =>
      `Location of a ${status} to a POST: browsers send GET, others may repeat POST; use 303 or 307.`,
    at: atLocation,
    bad: { lines: ["Location: /done"], status: 302, method: "POST" },
    good: { lines: ["Location: /done"], status: 303, method: "POST" },
  }),
  problem({
    id: "redirect-with-refresh",
    severity: "warning",
    link: "rfc9110#section-15.4",
    summary: "A redirect has both Refresh and Location; clients that follow Location ignore Refresh.",
    detectAll: ({ leads }, { named }) => (leads ? named("refresh") : []),
    title: (_, { status }) => `Refresh is sent along with the Location of a redirect (status ${status}).`,
    at: (refresh) => refresh,
    bad: { lines: ["Location: /new", "Refresh: 5; url=/other"], status: 302 },
    good: { lines: ["Location: /new"], status: 302 },
  }),
  firstOf(
    problem({
      id: "redirect-unresolvable",
      severity: "error",
      link: "rfc9110#section-10.2.2",
      summary: "Location is not a URL that clients can follow.",
      // Not reported in addition to a syntax error.
      detect: ({ target, location }) =>
        target === null && !location?.header.problems.some(({ name }) => name === "location-syntax"),
      at: atLocation,
      bad: {
        lines: ["Location: http://www.example.com:99999/"],
        status: 302,
        url: "https://www.example.com/a",
      },
      good: { lines: ["Location: http://www.example.com/"], status: 302, url: "http://www.example.com/a" },
    }),
    problem({
      id: "redirect-to-itself",
      severity: "warning",
      link: "rfc9110#section-15.4",
      summary: "The redirect points to the requested URL itself, so it may never end.",
      detect: ({ target }, { url, method, has }) =>
        method !== undefined && SAFE.has(method) && target?.href === url?.href && url && !has("set-cookie"),
      at: atLocation,
      bad: { lines: ["Location: /a"], status: 302, method: "GET", url: "https://www.example.com/a" },
      good: { lines: ["Location: /b"], status: 302, method: "GET", url: "https://www.example.com/a" },
    }),
  ),
]);
