import { getDomain } from "tldts";
import { type Context, type Note, rule } from "../field.ts";
import { fetchStandard } from "../specs.ts";

type Kind =
  | "cors-preflight-only"
  | "cors-credentials-any-origin"
  | "cors-credentials-null-origin"
  | "cors-credentials-foreign-origin"
  | "cors-credentials-wildcard"
  | "cors-without-origin"
  | "cors-vary-origin-missing"
  | "cors-origin-mismatch";

/** Fields that browsers read in the answer to a preflight only (Fetch section 3.3.3). */
const PREFLIGHT_ONLY = [
  "access-control-allow-methods",
  "access-control-allow-headers",
  "access-control-max-age",
];
/** Fields that do nothing without Access-Control-Allow-Origin. */
const NEEDS_ORIGIN = ["access-control-allow-credentials", "access-control-expose-headers", ...PREFLIGHT_ONLY];
/** In these an asterisk is a plain word once credentials are allowed. */
const WILDCARDS = [
  "access-control-allow-methods",
  "access-control-allow-headers",
  "access-control-expose-headers",
];

const API = "https://api.example.com/";

/** Cross-origin resource sharing (Fetch section 3.3): what the fields say together, and to this request. */
export const cors = rule({
  kinds: {
    "cors-preflight-only": {
      severity: "warning",
      link: fetchStandard("http-responses"),
      summary: "A field that only counts in the answer to a preflight request is in another response.",
      bad: { lines: ["Access-Control-Allow-Methods: GET, PUT"], method: "GET" },
      good: {
        lines: ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Methods: GET, PUT"],
        method: "OPTIONS",
        requestHeaders: ["Origin: https://a.example", "Access-Control-Request-Method: PUT"],
      },
    },
    "cors-credentials-any-origin": {
      severity: "error",
      link: fetchStandard("cors-protocol-and-credentials"),
      summary: "Credentials are allowed to any origin: browsers refuse the combination.",
      bad: ["Access-Control-Allow-Origin: *", "Access-Control-Allow-Credentials: true"],
      good: ["Access-Control-Allow-Origin: https://a.example", "Access-Control-Allow-Credentials: true"],
    },
    "cors-credentials-null-origin": {
      severity: "error",
      link: fetchStandard("cors-protocol-and-credentials"),
      summary: "Credentials are allowed to the null origin, which any page can have in a sandboxed frame.",
      bad: ["Access-Control-Allow-Origin: null", "Access-Control-Allow-Credentials: true"],
      good: ["Access-Control-Allow-Origin: null"],
    },
    "cors-credentials-foreign-origin": {
      severity: "warning",
      link: fetchStandard("cors-protocol-and-credentials"),
      summary: "Pages of another site may read responses that are made with the user's cookies.",
      bad: {
        lines: ["Access-Control-Allow-Origin: https://a.example", "Access-Control-Allow-Credentials: true"],
        url: API,
      },
      good: {
        lines: [
          "Access-Control-Allow-Origin: https://www.example.com",
          "Access-Control-Allow-Credentials: true",
        ],
        url: API,
      },
    },
    "cors-credentials-wildcard": {
      severity: "warning",
      link: fetchStandard("http-new-header-syntax"),
      summary: "An asterisk stands beside allowed credentials, where it means nothing but itself.",
      bad: [
        "Access-Control-Allow-Origin: https://a.example",
        "Access-Control-Allow-Credentials: true",
        "Access-Control-Expose-Headers: *",
      ],
      good: ["Access-Control-Allow-Origin: https://a.example", "Access-Control-Expose-Headers: *"],
    },
    "cors-without-origin": {
      severity: "info",
      link: fetchStandard("http-responses"),
      summary: "Fields of CORS do nothing without Access-Control-Allow-Origin.",
      bad: ["Access-Control-Expose-Headers: X-Total"],
      good: ["Access-Control-Allow-Origin: *", "Access-Control-Expose-Headers: X-Total"],
    },
    "cors-vary-origin-missing": {
      severity: "info",
      link: fetchStandard("cors-protocol-and-http-caches"),
      summary:
        "The allowed origin is the request's, but Vary does not name Origin: caches may hand it to others.",
      bad: {
        lines: ["Access-Control-Allow-Origin: https://a.example"],
        method: "GET",
        requestHeaders: ["Origin: https://a.example"],
      },
      good: {
        lines: ["Access-Control-Allow-Origin: https://a.example", "Vary: Origin"],
        method: "GET",
        requestHeaders: ["Origin: https://a.example"],
      },
    },
    "cors-origin-mismatch": {
      severity: "info",
      link: fetchStandard("cors-check"),
      summary:
        "The allowed origin is not the request's, so that the page that asked may not read the response.",
      bad: {
        lines: ["Access-Control-Allow-Origin: https://b.example"],
        method: "GET",
        requestHeaders: ["Origin: https://a.example"],
      },
      good: {
        lines: ["Access-Control-Allow-Origin: *"],
        method: "GET",
        requestHeaders: ["Origin: https://a.example"],
      },
    },
  },
  check(context, note) {
    checkPreflight(context, note);
    const origin = context.named("access-control-allow-origin")[0]?.line.value;
    if (origin === undefined) checkOriginless(context, note);
    else {
      checkCredentials(origin, context, note);
      checkRequest(origin, context, note);
    }
  },
});

/** Whoever tells the method but no request fields tells of a request without them. */
function checkPreflight(context: Context, note: Note<Kind>): void {
  const { method } = context;
  if (method === undefined) return;
  if (method === "OPTIONS" && context.request("access-control-request-method") !== undefined) return;
  for (const line of PREFLIGHT_ONLY.flatMap((name) => context.named(name)))
    note("cors-preflight-only", `${line.line.sent} counts only in the answer to a preflight request.`, line);
}

function checkOriginless(context: Context, note: Note<Kind>): void {
  const line = NEEDS_ORIGIN.flatMap((name) => context.named(name))[0];
  if (line)
    note("cors-without-origin", `${line.line.sent} does nothing without Access-Control-Allow-Origin.`, line);
}

function checkCredentials(origin: string, context: Context, note: Note<Kind>): void {
  const credentials = context.named("access-control-allow-credentials")[0];
  if (credentials?.line.value !== "true") return;
  if (origin === "*")
    note(
      "cors-credentials-any-origin",
      "Access-Control-Allow-Origin is *: browsers then allow no credentials.",
      credentials,
    );
  else if (origin === "null")
    note(
      "cors-credentials-null-origin",
      "Any sandboxed frame has the origin null, and may read this with cookies.",
      credentials,
    );
  else if (context.url && isForeign(origin, context.url) && mayEcho(context))
    note(
      "cors-credentials-foreign-origin",
      `Pages of ${origin} may read this with the user's cookies.`,
      credentials,
    );
  for (const line of WILDCARDS.flatMap((name) => context.named(name)))
    if (line.line.value === "*")
      note("cors-credentials-wildcard", `With credentials the * in ${line.line.sent} is only a name.`, line);
}

/** An origin that is sent to requests without one is the server's choice and not whoever's asks. */
function mayEcho(context: Context): boolean {
  return context.message.request === undefined || context.request("origin") !== undefined;
}

function isForeign(origin: string, url: URL): boolean {
  const host = URL.parse(origin)?.hostname;
  return host !== undefined && siteOf(host) !== siteOf(url.hostname);
}

/** Registrable domain, or the host itself where there is none. */
function siteOf(host: string): string {
  return getDomain(host, { allowPrivateDomains: true }) ?? host;
}

function checkRequest(origin: string, context: Context, note: Note<Kind>): void {
  const asked = context.request("origin");
  const line = context.named("access-control-allow-origin")[0];
  if (asked === undefined || origin === "*") return;
  if (asked !== origin) {
    note(
      "cors-origin-mismatch",
      `${origin} is not ${asked}, which asked: its pages may not read this.`,
      line,
    );
    return;
  }
  const varies = context
    .named("vary")
    .some(({ line: { value } }) => /(?:^|[\s,])(?:origin|\*)(?:$|[\s,])/i.test(value));
  if (!varies && origin !== "null")
    note("cors-vary-origin-missing", "The request's Origin is allowed, but Vary does not name Origin.", line);
}
