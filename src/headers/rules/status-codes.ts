import { statusRows } from "../../../data/status-codes.ts";
import { type Context, firstOf, problem, rule } from "../field.ts";

const REGISTRY = "https://www.iana.org/assignments/http-status-codes/http-status-codes.xhtml";

/** Registered codes; the value is the product's name for an unregistered code. */
const CODES: ReadonlyMap<number, string | undefined> = new Map(
  statusRows.map(({ code, sender }) => [code, sender]),
);

/** Codes that are reserved, or that no client follows any more. */
const RETIRED: ReadonlyMap<number, string> = new Map([
  [305, "305 made clients use a proxy that the server named; clients no longer follow it"],
  [306, "306 is reserved and has no meaning"],
]);

/** Codes for requests that the server cannot accept at all. */
const REFUSED: ReadonlyMap<number, string> = new Map([
  [400, "400 says that the server could not understand the request"],
  [414, "414 says that the URI is longer than the server accepts"],
  [418, "418 comes from a joke, and the registry reserves it as unused"],
  [505, "505 says that the server does not support the request's HTTP version"],
]);

/** Problem details (RFC 9457) already explain the error to the sender. */
function isExplained({ named }: Context): boolean {
  return named("content-type").some(({ line }) => line.value.startsWith("application/problem+"));
}

export const statusCodes = rule([
  firstOf(
    problem({
      id: "status-invalid",
      severity: "error",
      link: "rfc9110#section-15",
      summary: "The status code is not between 100 and 599.",
      detect: ({ status = 200 }) => status < 100 || status > 599,
      title: (_, { status }) => `${status} is not a status code; they range from 100 to 599.`,
      bad: { lines: ["Content-Length: 0"], status: 799 },
      good: { lines: ["Content-Length: 0"], status: 404 },
    }),
    problem({
      id: "status-retired",
      severity: "error",
      link: "rfc9110#section-15.4.6",
      summary: "The status code is no longer used.",
      detect: ({ status = 0 }) => RETIRED.get(status),
      title: (why) => `${why}.`,
      bad: { lines: ["Content-Length: 0"], status: 306 },
      good: { lines: ["Location: /a"], status: 307 },
    }),
    problem({
      id: "status-refused",
      severity: "warning",
      link: "rfc9110#section-15.5",
      summary: "The status code says that the server could not accept the request itself.",
      detect: (context) => !isExplained(context) && REFUSED.get(context.status ?? 0),
      title: (why) => `${why}.`,
      bad: { lines: ["Content-Length: 0"], status: 400 },
      good: { lines: ["Content-Type: application/problem+json"], status: 400 },
    }),
    problem({
      id: "status-unregistered",
      severity: "warning",
      link: REGISTRY,
      summary: "The status code is not registered, so clients treat it as the x00 code of its class.",
      detect: ({ status }) => status !== undefined && (!CODES.has(status) || CODES.get(status) !== undefined),
      title(_, { status = 0 }) {
        const sender = CODES.get(status);
        return `${status} is not a registered status code${sender ? ` (used by ${sender})` : ""}.`;
      },
      bad: { lines: ["Content-Length: 0"], status: 499 },
      good: { lines: ["Content-Length: 0"], status: 404 },
    }),
  ),
]);
