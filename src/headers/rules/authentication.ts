import { type Context, type Note, rule } from "../field.ts";
import { wwwAuthenticate } from "../fields/authenticate.ts";
import { rfc, rfc9110 } from "../specs.ts";

type Kind =
  | "challenge-insecure"
  | "unauthorized-without-challenge"
  | "proxy-unauthorized-without-challenge"
  | "proxy-challenge-needless";

/** Logins: the status code and the challenge that has to go with it (RFC 9110 sections 15.5.2 and 15.5.8). */
export const authentication = rule({
  kinds: {
    "challenge-insecure": {
      severity: "error",
      link: rfc(7617, "section-4"),
      summary: "A password or token is asked for over plain HTTP, where others can read it.",
      bad: { lines: ['WWW-Authenticate: Basic realm="a"'], url: "http://www.example.com/" },
      good: { lines: ['WWW-Authenticate: Basic realm="a"'], url: "https://www.example.com/" },
    },
    "unauthorized-without-challenge": {
      severity: "error",
      link: rfc9110("section-15.5.2"),
      summary: "A response of status 401 has no WWW-Authenticate, so no client knows how to log in.",
      bad: { lines: ["Content-Length: 0"], status: 401 },
      good: { lines: ['WWW-Authenticate: Bearer realm="api"'], status: 401 },
    },
    "proxy-unauthorized-without-challenge": {
      severity: "error",
      link: rfc9110("section-15.5.8"),
      summary:
        "A response of status 407 has no Proxy-Authenticate, so no client knows how to log in to the proxy.",
      bad: { lines: ["Content-Length: 0"], status: 407 },
      good: { lines: ['Proxy-Authenticate: Basic realm="proxy"'], status: 407 },
    },
    "proxy-challenge-needless": {
      severity: "info",
      link: rfc9110("section-11.7.1"),
      summary: "Proxy-Authenticate is in a response that does not ask for a login to a proxy.",
      bad: { lines: ['Proxy-Authenticate: Basic realm="proxy"'], status: 200 },
      good: { lines: ['Proxy-Authenticate: Basic realm="proxy"'], status: 407 },
    },
  },
  check(context, note) {
    checkTransport(context, note);
    const { status, has, named } = context;
    if (status === undefined) return;
    if (status === 401 && !has("www-authenticate"))
      note(
        "unauthorized-without-challenge",
        "Status 401 has no WWW-Authenticate: no client knows how to log in.",
      );
    if (status === 407 && !has("proxy-authenticate"))
      note(
        "proxy-unauthorized-without-challenge",
        "Status 407 has no Proxy-Authenticate: no client knows how to log in.",
      );
    const needless = status === 407 ? undefined : named("proxy-authenticate")[0];
    if (needless)
      note(
        "proxy-challenge-needless",
        `Proxy-Authenticate belongs to status 407, not to ${status}.`,
        needless,
      );
  },
});

/** Schemes in which a password or token goes over the wire as it is. */
const BARE: ReadonlySet<string> = new Set(["basic", "bearer"]);

function checkTransport(context: Context, note: Note<Kind>): void {
  if (context.url?.protocol !== "http:") return;
  const challenge = context
    .values(wwwAuthenticate)
    .flatMap(({ challenges }) => challenges)
    .find(({ scheme }) => BARE.has(scheme));
  if (challenge)
    note(
      "challenge-insecure",
      `WWW-Authenticate: ${challenge.sent} asks for a password or token over plain HTTP, where others can read it.`,
    );
}
