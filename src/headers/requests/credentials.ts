/** Who is asking: Authorization and Proxy-Authorization (RFC 9110 section 11, RFC 7617). */

import { authSchemes } from "../../../data/headers/directives/auth-schemes.ts";
import { field, item, type Note } from "../field.ts";
import { rfc, rfc9110 } from "../specs.ts";
import { isJsonObject } from "../syntax/json-field.ts";
import { isToken } from "../syntax/tokens.ts";
import { isTrustworthy } from "../verdicts/origins.ts";
import { ago, listing, quote } from "../wording.ts";
import { request } from "./example.ts";
import { isPlaceholder } from "./placeholders.ts";

interface Credentials {
  readonly scheme: string;
  readonly rest: string;
}

/** A token whose time ends at 2026-11-20 10:00 UTC. */
const EXPIRING = {
  lines: [],
  method: "GET",
  requestHeaders: [`Authorization: Bearer ${btoa('{"alg":"ES256"}')}.${btoa('{"exp":1795168800}')}.abc`],
} as const;
const BASIC = `Authorization: Basic ${btoa("user:secret")}`;

type Kind =
  | "authorization-invalid"
  | "authorization-basic-invalid"
  | "authorization-insecure"
  | "authorization-scheme-unknown"
  | "authorization-placeholder"
  | "authorization-token-invalid"
  | "authorization-unsigned"
  | "authorization-expired"
  | "authorization-digest-incomplete";

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
    summary: "Credentials go over plain HTTP, where everybody on the way can read them.",
    bad: request([BASIC], { url: "http://example.com/" }),
    good: request([BASIC]),
  },
  "authorization-placeholder": {
    severity: "error",
    link: rfc9110("section-11.4"),
    summary: "Credentials are the place of a value that a program or template has not filled in.",
    bad: request(["Authorization: Bearer undefined"]),
    good: request(["Authorization: Bearer abc"]),
  },
  "authorization-token-invalid": {
    severity: "error",
    link: rfc(6750, "section-2.1"),
    summary: "A bearer token has characters that none has, such as spaces or quotes, or the scheme twice.",
    bad: request(['Authorization: Bearer "abc"']),
    good: request(["Authorization: Bearer abc"]),
  },
  "authorization-unsigned": {
    severity: "error",
    link: rfc(8725, "section-3.2"),
    summary: "A JSON Web Token has the algorithm none: anybody can write one.",
    bad: request(["Authorization: Bearer eyJhbGciOiJub25lIn0.e30."]),
    good: request(["Authorization: Bearer eyJhbGciOiJFUzI1NiJ9.e30.abc"]),
  },
  "authorization-expired": {
    severity: "warning",
    link: rfc(7519, "section-4.1.4"),
    summary: "A JSON Web Token had expired when it was sent.",
    bad: { ...EXPIRING, receivedAt: "2026-11-20T10:00:01Z" },
    good: { ...EXPIRING, receivedAt: "2026-11-20T09:00:00Z" },
    edge: [
      { ...EXPIRING, receivedAt: "2026-11-20T10:00:01Z" },
      { ...EXPIRING, receivedAt: "2026-11-20T10:00:00Z" },
    ],
  },
  "authorization-digest-incomplete": {
    severity: "error",
    link: rfc(7616, "section-3.4"),
    summary: "Digest credentials lack a parameter without which no server can check them.",
    bad: request(['Authorization: Digest username="a"']),
    good: request([
      'Authorization: Digest username="a", realm="r", nonce="n", uri="/", response="6629fae49393a05397450978507c4ef1"',
    ]),
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
    check({ scheme, rest }, { url, receivedAt }, note) {
      const lower = scheme.toLowerCase();
      if (isPlaceholder(rest))
        note(
          "authorization-placeholder",
          `${name} is ${scheme} and then ${quote(rest, 30)}: something was not filled in.`,
        );
      else if (lower === "bearer") checkToken(name, rest, receivedAt, note);
      else if (lower === "digest") checkDigest(name, rest, note);
      if (!authSchemes.has(lower) && !PRODUCT_SCHEMES.test(scheme))
        note(
          "authorization-scheme-unknown",
          `${name} uses the scheme ${quote(scheme)}, which is not registered.`,
        );
      if (lower === "basic" && !isPlaceholder(rest) && basicUser(rest) === undefined)
        note(
          "authorization-basic-invalid",
          `${name} is not Basic credentials: user:password in base64 is expected.`,
        );
      if (name === "Authorization" && url !== undefined && !isTrustworthy(url))
        note(
          "authorization-insecure",
          `${name} goes over plain HTTP: anyone on the network path can read and use it.`,
        );
    },
  });
}

/** Schemes of products in wide use that nobody has registered. */
const PRODUCT_SCHEMES =
  /^(?:aws4-hmac-sha256|aws|token|apikey|api-key|sharedkey|sharedkeylite|googlelogin|key|ntlm|oauth)$/i;

/** b64token (RFC 6750 section 2.1) */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

function checkToken(name: string, token: string, receivedAt: number | undefined, note: Note<Kind>): void {
  if (!TOKEN.test(token)) {
    const why = /^bearer\s/i.test(token) ? "the scheme twice" : "characters that no token has";
    note("authorization-token-invalid", `${name} has a bearer token with ${why}.`);
    return;
  }
  const [head, claims] = token.split(".").map(jsonIn);
  if (head && /^none$/i.test(String(head.alg)))
    note(
      "authorization-unsigned",
      `${name} has a JSON Web Token with the algorithm none: anybody can write one.`,
    );
  const expires = claims?.exp;
  if (typeof expires === "number" && receivedAt !== undefined && receivedAt > expires * 1000)
    note(
      "authorization-expired",
      `${name} has a JSON Web Token that expired ${ago(expires * 1000, receivedAt)}.`,
    );
}

interface TokenPart {
  readonly alg?: unknown;
  readonly exp?: unknown;
}

/** A part of a JSON Web Token, which is a JSON object in base64url. */
function jsonIn(part: string): TokenPart | undefined {
  try {
    const value: unknown = JSON.parse(atob(part.replace(/-/g, "+").replace(/_/g, "/")));
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const DIGEST_NEEDS = ["username", "realm", "nonce", "uri", "response"];

function checkDigest(name: string, text: string, note: Note<Kind>): void {
  const missing = DIGEST_NEEDS.filter((part) => !new RegExp(`(?:^|[\\s,])${part}\\*?\\s*=`, "i").test(text));
  if (missing.length > 0)
    note("authorization-digest-incomplete", `${name} has Digest credentials without ${listing(missing)}.`);
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
