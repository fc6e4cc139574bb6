import { rule } from "../field.ts";
import { rfc9110 } from "../specs.ts";

type Kind =
  | "unauthorized-without-challenge"
  | "proxy-unauthorized-without-challenge"
  | "proxy-challenge-needless";

/** Logins: the status code and the challenge that has to go with it (RFC 9110 sections 15.5.2 and 15.5.8). */
export const authentication = rule<Kind>({
  kinds: {
    "unauthorized-without-challenge": {
      severity: "error",
      link: rfc9110("section-15.5.2"),
      summary: "A response of status 401 has no WWW-Authenticate, so that no client knows how to log in.",
      bad: { lines: ["Content-Length: 0"], status: 401 },
      good: { lines: ['WWW-Authenticate: Bearer realm="api"'], status: 401 },
    },
    "proxy-unauthorized-without-challenge": {
      severity: "error",
      link: rfc9110("section-15.5.8"),
      summary:
        "A response of status 407 has no Proxy-Authenticate, so that no client knows how to log in to the proxy.",
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
  check({ status, has, named }, note) {
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
