/** Who is asking: Authorization, Proxy-Authorization, Cookie (RFC 9110 section 11, RFC 7617, RFC 6265bis). */

import { authSchemes } from "../../../data/headers/directives/auth-schemes.ts";
import { field, item } from "../field.ts";

import { rfc, rfc6265bis, rfc9110 } from "../specs.ts";
import { isToken } from "../syntax/tokens.ts";
import { isTrustworthy } from "../verdicts/origins.ts";
import { plural, quote } from "../wording.ts";
import { request } from "./example.ts";

interface Credentials {
  readonly scheme: string;
  readonly rest: string;
}

const BASIC = `Authorization: Basic ${btoa("user:secret")}`;

type Kind =
  | "authorization-invalid"
  | "authorization-basic-invalid"
  | "authorization-insecure"
  | "authorization-scheme-unknown";

const KINDS = {
  "authorization-invalid": {
    severity: "error",
    link: rfc9110("section-11.4"),
    summary: "Credentials do not start with the name of a scheme, or have nothing after it.",
    bad: request(["Authorization: Bearer"]),
    good: request(["Authorization: Bearer abc"]),
  },
  "authorization-basic-invalid": {
    severity: "error",
    link: rfc(7617, "section-2"),
    summary: "Basic credentials are not a user name and a password in base64, with a colon between them.",
    bad: request(["Authorization: Basic user:secret"]),
    good: request([BASIC]),
  },
  "authorization-insecure": {
    severity: "warning",
    link: rfc(7617, "section-4"),
    summary: "Credentials go over plain http, where everybody on the way can read them.",
    bad: request([BASIC], { url: "http://example.com/" }),
    good: request([BASIC]),
  },
  "authorization-scheme-unknown": {
    severity: "info",
    link: "https://www.iana.org/assignments/http-authschemes/http-authschemes.xhtml",
    summary: "Credentials are of a scheme that is not registered.",
    bad: request(["Authorization: Sesame open"]),
    good: request(["Authorization: Bearer abc"]),
  },
} as const;

/** credentials = auth-scheme [ 1*SP ( token68 / [ auth-param *( OWS "," OWS auth-param ) ] ) ] */
function credentialsField(name: string, kinds?: typeof KINDS) {
  return field<Credentials, Kind>({
    name,
    type: "challenge",
    repeat: "single",
    ...(kinds && { kinds }),
    parse(value, note) {
      const [, scheme = "", rest = ""] = /^([^ \t,]*)[ \t]*(.*)$/s.exec(value) ?? [];
      if (isToken(scheme) && rest !== "") return { scheme, rest };
      note(
        "authorization-invalid",
        `${name} is ${quote(value, 20)}: a scheme and its credentials are expected, such as Bearer and a token.`,
      );
      return undefined;
    },
    items: ({ scheme, rest }) => [
      item(scheme, rest, authSchemes.get(scheme.toLowerCase()) ?? "A scheme that is not registered."),
    ],
    alternate({ scheme, rest }) {
      const user = scheme.toLowerCase() === "basic" ? basicUser(rest) : undefined;
      return user === undefined ? undefined : `as ${user}`;
    },
    check({ scheme, rest }, { url }, note) {
      const lower = scheme.toLowerCase();
      if (!authSchemes.has(lower))
        note(
          "authorization-scheme-unknown",
          `${name} uses the scheme ${quote(scheme)}, which is not registered.`,
        );
      if (lower === "basic" && basicUser(rest) === undefined)
        note(
          "authorization-basic-invalid",
          `${name} is not Basic credentials: user:password in base64 is expected.`,
        );
      if (name === "Authorization" && url !== undefined && !isTrustworthy(url))
        note(
          "authorization-insecure",
          `${name} goes over plain http: everybody on the way can read and use it.`,
        );
    },
  });
}

/** The user name of Basic credentials; undefined where they are none. */
function basicUser(text: string): string | undefined {
  try {
    const [user, ...rest] = atob(text).split(":");
    return rest.length === 0 ? undefined : user;
  } catch {
    return undefined;
  }
}

export const authorization = credentialsField("Authorization", KINDS);
export const proxyAuthorization = credentialsField("Proxy-Authorization");

interface Pair {
  readonly name: string;
  readonly value: string;
  readonly text: string;
}

/** cookie-octet, in quotes or not; spaces and commas are sent all the same. */
const COOKIE_VALUE = /^"?[!#-+\--:<-[\]-~ ,]*"?$/;

export const cookie = field({
  name: "Cookie",
  type: "cookie",
  // HTTP/2 and HTTP/3 may split it.
  repeat: "separate",
  kinds: {
    "request-cookie-pair-invalid": {
      severity: "warning",
      link: rfc6265bis("section-4.2.1"),
      summary: "Cookie has a part that is not a name, an equals sign and a value.",
      bad: request(["Cookie: a=b; flag"]),
      good: request(["Cookie: a=b; c=d"]),
    },
    "request-cookie-name-repeated": {
      severity: "info",
      link: rfc6265bis("section-4.2.2"),
      summary:
        "Cookie has a name twice: two cookies of different paths or domains, of which servers take one.",
      bad: request(["Cookie: a=1; a=2"]),
      good: request(["Cookie: a=1; b=2"]),
    },
    "request-cookie-insecure": {
      severity: "info",
      link: rfc6265bis("section-8.3"),
      summary: "Cookies go over plain http, where everybody on the way can read them.",
      bad: request(["Cookie: a=b"], { url: "http://example.com/" }),
      good: request(["Cookie: a=b"]),
    },
  },
  parse: (value) =>
    value
      .split(";", 1000)
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map((text): Pair => {
        const equals = text.indexOf("=");
        return {
          text,
          name: equals < 0 ? "" : text.slice(0, equals),
          value: equals < 0 ? text : text.slice(equals + 1),
        };
      }),
  items: (pairs) => pairs.map(({ name, value }) => item(name, value, "A cookie that the server set before.")),
  alternate: (pairs) => plural(pairs.length, "cookie"),
  check(pairs, { url }, note, { items }) {
    const seen = new Set<string>();
    for (const [at, { name, value, text }] of pairs.entries()) {
      if (name === "" || !isToken(name) || !COOKIE_VALUE.test(value))
        note(
          "request-cookie-pair-invalid",
          `${quote(text)} in Cookie is not a name=value pair as cookies have it.`,
          items[at],
        );
      else if (seen.size === seen.add(name).size)
        note(
          "request-cookie-name-repeated",
          `Cookie has ${name} twice: servers take the one or the other.`,
          items[at],
        );
    }
    if (url !== undefined && !isTrustworthy(url))
      note("request-cookie-insecure", "Cookie goes over plain http: everybody on the way can read it.");
  },
});
