import { type Context, problem, rule } from "../field.ts";
import { wwwAuthenticate } from "../fields/authenticate.ts";

/** Schemes that send a password or token unprotected. */
const BARE: ReadonlySet<string> = new Set(["basic", "bearer"]);

const challengesOf = (context: Context) =>
  context.values(wwwAuthenticate).flatMap(({ challenges }) => challenges);

/** Logins: the status code and its challenge (RFC 9110 sections 15.5.2 and 15.5.8). */
export const authentication = rule([
  problem({
    id: "challenge-insecure",
    severity: "error",
    link: "rfc7617#section-4",
    summary: "The server requests a password or token over plain HTTP, where anyone can read it.",
    detect: (context) =>
      context.url?.protocol === "http:" && challengesOf(context).find(({ scheme }) => BARE.has(scheme)),
    title: ({ sent }) =>
      `WWW-Authenticate: ${sent} asks for a password or token over plain HTTP, where others can read it.`,
    bad: { lines: ['WWW-Authenticate: Basic realm="a"'], url: "http://www.example.com/" },
    good: { lines: ['WWW-Authenticate: Basic realm="a"'], url: "https://www.example.com/" },
  }),
  problem({
    id: "unauthorized-without-challenge",
    severity: "error",
    link: "rfc9110#section-15.5.2",
    summary: "The 401 has no WWW-Authenticate, so clients do not know how to log in.",
    detect: ({ status, has }) => status === 401 && !has("www-authenticate"),
    bad: { lines: ["Content-Length: 0"], status: 401 },
    good: { lines: ['WWW-Authenticate: Bearer realm="api"'], status: 401 },
  }),
  problem({
    id: "proxy-unauthorized-without-challenge",
    severity: "error",
    link: "rfc9110#section-15.5.8",
    summary: "The 407 has no Proxy-Authenticate, so clients do not know how to log in to the proxy.",
    detect: ({ status, has }) => status === 407 && !has("proxy-authenticate"),
    bad: { lines: ["Content-Length: 0"], status: 407 },
    good: { lines: ['Proxy-Authenticate: Basic realm="proxy"'], status: 407 },
  }),
  problem({
    id: "proxy-challenge-needless",
    severity: "info",
    link: "rfc9110#section-11.7.1",
    summary: "Proxy-Authenticate is in a response that does not ask for a proxy login.",
    detect: ({ status, named }) => status !== undefined && status !== 407 && named("proxy-authenticate")[0],
    title: (_, { status }) => `Proxy-Authenticate belongs to status 407, not to ${status}.`,
    at: (line) => line,
    bad: { lines: ['Proxy-Authenticate: Basic realm="proxy"'], status: 200 },
    good: { lines: ['Proxy-Authenticate: Basic realm="proxy"'], status: 407 },
  }),
]);
