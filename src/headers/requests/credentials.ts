/** Authorization and Proxy-Authorization (RFC 9110 section 11, RFC 7617), and disclosed credentials. */

import { authSchemes } from "../../../data/headers/directives/auth-schemes.ts";
import { isRecord } from "../../syntax/json-field.ts";
import { isToken } from "../../syntax/tokens.ts";
import {
  type AnyField,
  type Checks,
  type ExplainedLine,
  field,
  item,
  problem,
  rule,
  worded,
} from "../field.ts";
import { isTrustworthy } from "../verdicts/origins.ts";
import { ago, listing, quote } from "../wording.ts";
import { request } from "./example.ts";

/** Names of parameters with secrets. */
export const SECRET =
  /[?&](token|access_token|id_token|password|passwd|pwd|secret|api_?key|session_?id|sid|auth|code)=[^&]/i;

const PLACEHOLDER =
  /^(?:undefined|null|none|nil|nan|true|false|todo|xxx+|\[object object\]|\$\{[^}]*\}|\$[A-Z_]+|\{\{?[^{}]*\}?\}|%[A-Za-z_]+%|<[^<>]*>|your[-_ ]?(?:api[-_ ]?)?(?:token|key|secret)(?:[-_ ]?here)?)$/i;

/** Whether a template placeholder was not filled in. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text.trim());
}

interface Credentials {
  readonly name: string;
  readonly scheme: string;
  readonly rest: string;
  /** The check that applies to `rest`, by scheme. */
  readonly kind: "placeholder" | "basic" | "bearer" | "digest" | "other";
}

function kindOf(scheme: string, rest: string): Credentials["kind"] {
  if (isPlaceholder(rest)) return "placeholder";
  const lower = scheme.toLowerCase();
  return lower === "basic" || lower === "bearer" || lower === "digest" ? lower : "other";
}

/** A token that expires at 2026-11-20 10:00 UTC. */
const EXPIRING = {
  lines: [],
  method: "GET",
  requestHeaders: [`Authorization: Bearer ${btoa('{"alg":"ES256"}')}.${btoa('{"exp":1795168800}')}.abc`],
} as const;
const DIGEST =
  'Authorization: Digest realm="r", nonce="n", uri="/", response="6629fae49393a05397450978507c4ef1",';
const BASIC = `Authorization: Basic ${btoa("user:secret")}`;

const malformed = worded("authorization-invalid", "error", "rfc9110#section-11.4", {
  bad: request(["Authorization: Bearer"]),
  good: request(["Authorization: Bearer abc"]),
});

const problems: Checks<Credentials, ExplainedLine<Credentials>> = [
  problem("authorization-placeholder", "error", "rfc9110#section-11.4", {
    detect: ({ kind }) => kind === "placeholder",
    title: (_, { name, scheme, rest }) =>
      `${name} is ${scheme} followed by ${quote(rest, 30)}, a placeholder that was not filled in.`,
    bad: request(["Authorization: Bearer undefined"]),
    good: request(["Authorization: Bearer abc"]),
  }),
  problem("authorization-token-invalid", "error", "rfc6750#section-2.1", {
    detect: ({ kind, rest }) => kind === "bearer" && !TOKEN.test(rest),
    title: (_, { name, rest }) =>
      `${name} has a bearer token with ${/^bearer\s/i.test(rest) ? "the scheme twice" : "invalid characters"}.`,
    bad: request(['Authorization: Bearer "abc"']),
    good: request(["Authorization: Bearer abc"]),
  }),
  problem("authorization-unsigned", "error", "rfc8725#section-3.2", {
    detect: (credentials) => /^none$/i.test(String(jsonIn(credentials, 0)?.alg)),
    title: (_, { name }) => `${name} has a JSON Web Token with the algorithm none, so anyone can forge it.`,
    bad: request(["Authorization: Bearer eyJhbGciOiJub25lIn0.e30."]),
    good: request(["Authorization: Bearer eyJhbGciOiJFUzI1NiJ9.e30.abc"]),
  }),
  problem("authorization-expired", "warning", "rfc7519#section-4.1.4", {
    detect(credentials, { receivedAt }) {
      const expires = jsonIn(credentials, 1)?.exp;
      if (typeof expires !== "number" || receivedAt === undefined) return undefined;
      return receivedAt > expires * 1000 && ago(expires * 1000, receivedAt);
    },
    title: (when, { name }) => `${name} has a JSON Web Token that expired ${when}.`,
    bad: { ...EXPIRING, receivedAt: "2026-11-20T10:00:01Z" },
    good: { ...EXPIRING, receivedAt: "2026-11-20T09:00:00Z" },
  }),
  problem("authorization-digest-incomplete", "error", "rfc7616#section-3.4", {
    detect({ kind, rest }) {
      const missing = kind === "digest" ? missingInDigest(rest) : [];
      return missing.length > 0 && missing;
    },
    title: (missing, { name }) => `${name} has Digest credentials without ${listing(missing)}.`,
    bad: request(['Authorization: Digest username="a"']),
    good: request([`${DIGEST} username="a"`]),
  }),
  problem("authorization-digest-syntax", "warning", "rfc7616#section-3.4", {
    detectAll: ({ kind, rest }) => (kind === "digest" ? flawsOfDigest(rest) : []),
    title: (flaw, { name }) => `${name} has Digest credentials whose ${flaw}.`,
    bad: request([`${DIGEST} username=a`]),
    good: request([`${DIGEST} username="a", qop=auth, nc=00000001, cnonce="c"`]),
  }),
  problem("authorization-scheme-unknown", "info", "iana/http-authschemes/http-authschemes.xhtml", {
    detect: ({ scheme }) => !authSchemes.has(scheme.toLowerCase()) && !PRODUCT_SCHEMES.test(scheme),
    title: (_, { name, scheme }) => `${name} uses the scheme ${quote(scheme)}, which is not registered.`,
    bad: request(["Authorization: Sesame open"]),
    good: request(["Authorization: Bearer abc"]),
  }),
  problem("authorization-basic-invalid", "error", "rfc7617#section-2", {
    detect({ kind, rest }) {
      const isEmpty = rest === btoa(":");
      if (kind !== "basic" || (!isEmpty && basicUser(rest) !== undefined)) return undefined;
      return isEmpty
        ? "has an empty user name and an empty password"
        : "is not valid Basic credentials (user:password in base64)";
    },
    title: (flaw, { name }) => `${name} ${flaw}.`,
    fix(value) {
      const text = /^basic\s+([^\s:]*:\S*)$/i.exec(value)?.[1];
      return text && `Basic ${Buffer.from(text).toString("base64")}`;
    },
    bad: request(["Authorization: Basic user:secret"]),
    good: request([BASIC]),
  }),
  problem("authorization-insecure", "warning", "rfc7617#section-4", {
    detect: ({ name }, { url }) => name === "Authorization" && url !== undefined && !isTrustworthy(url),
    title: (_, { name }) =>
      `${name} is sent over plain HTTP: anyone on the network path can read and use it.`,
    bad: request([BASIC], { url: "http://example.com/" }),
    good: request([BASIC]),
  }),
];

/** credentials = auth-scheme [ 1*SP ( token68 / [ auth-param *( OWS "," OWS auth-param ) ] ) ] */
function credentialsField(name: string): AnyField<Credentials> {
  return field<Credentials>(name, "challenge", {
    parse(value, report) {
      const [, scheme = "", rest = ""] = /^([^ \t,]*)[ \t]*(.*)$/s.exec(value) ?? [];
      if (isToken(scheme) && rest !== "") return { name, scheme, rest, kind: kindOf(scheme, rest) };
      report(
        malformed,
        `${name} is ${quote(value, 20)}; it needs a scheme and credentials, such as Bearer and a token.`,
      );
      return undefined;
    },
    items: ({ scheme, rest }) => [
      item(scheme, rest, authSchemes.get(scheme.toLowerCase()) ?? "An unregistered scheme."),
    ],
    alternate({ scheme, rest }) {
      const user = scheme.toLowerCase() === "basic" ? basicUser(rest) : undefined;
      return user === undefined ? undefined : `as ${user}`;
    },
  }).problems({ named: [malformed], eachLine: problems });
}

/** Unregistered schemes of widely used products. */
const PRODUCT_SCHEMES =
  /^(?:aws4-hmac-sha256|aws|token|apikey|api-key|sharedkey|sharedkeylite|googlelogin|key|ntlm|oauth)$/i;

/** b64token (RFC 6750 section 2.1) */
const TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

interface TokenPart {
  readonly alg?: unknown;
  readonly exp?: unknown;
}

/** A part of a JSON Web Token, a JSON object in base64url: 0 is its header, 1 its claims. */
function jsonIn({ kind, rest }: Credentials, at: 0 | 1): TokenPart | undefined {
  const part = kind === "bearer" && TOKEN.test(rest) ? (rest.split(".")[at] ?? "") : "";
  try {
    const value: unknown = JSON.parse(atob(part.replace(/-/g, "+").replace(/_/g, "/")));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const DIGEST_NEEDS = ["username", "realm", "nonce", "uri", "response"];
/** Parameters required with qop: the response hash includes them. */
const DIGEST_COUNTS = ["cnonce", "nc"];

/** Values of Digest parameters, quotes included, by lower-case name. */
function digestParts(text: string): ReadonlyMap<string, string> {
  const parts = text.matchAll(/(?:^|[\s,])([a-z]+)\*?[ \t]*=[ \t]*("(?:[^"\\]|\\.)*"|[^\s,]*)/gi);
  return new Map([...parts].map(([, name = "", value = ""]) => [name.toLowerCase(), value]));
}

function missingInDigest(text: string): readonly string[] {
  const parts = digestParts(text);
  const needed = parts.has("qop") ? [...DIGEST_NEEDS, ...DIGEST_COUNTS] : DIGEST_NEEDS;
  return needed.filter((part) => !parts.has(part));
}

/** RFC 7616 section 3.4: parameters that must be quoted, and that must not be. */
function flawsOfDigest(text: string): readonly string[] {
  const flaws: string[] = [];
  for (const [name, value] of digestParts(text)) {
    const isQuoted = value.startsWith('"');
    if ([...DIGEST_NEEDS, "cnonce", "opaque"].includes(name) && !isQuoted && value !== "")
      flaws.push(`${name} has no double quotes`);
    else if (["qop", "nc"].includes(name) && isQuoted) flaws.push(`${name} is in double quotes`);
    else if (name === "nc" && !/^[0-9a-f]{8}$/i.test(value))
      flaws.push(`nc has not eight hexadecimal digits`);
  }
  return flaws;
}

function basicUser(text: string): string | undefined {
  try {
    const [user, ...rest] = atob(text).split(":");
    return rest.length === 0 ? undefined : user;
  } catch {
    return undefined;
  }
}

export const authorization = credentialsField("Authorization");
export const proxyAuthorization = credentialsField("Proxy-Authorization");

const CREDENTIALS = ["authorization", "cookie", "proxy-authorization"];
const KEYS = ["x-api-key", "api-key", "apikey", "x-access-token", "x-auth-token", "private-token"];

const AWS_PARTS = ["Credential", "SignedHeaders", "Signature"];

const whole = (query: string) => ({
  lines: [],
  url: `https://example.com/reset?${query}`,
  requestHeaders: [`GET /reset?${query} HTTP/1.1`, "Host: example.com", "User-Agent: a/1"],
});

export const disclosure = rule([
  problem("trace-credentials", "warning", "rfc9110#section-9.3.8", {
    detectAll: ({ method, named }) => (method === "TRACE" ? CREDENTIALS.flatMap((name) => named(name)) : []),
    title: ({ line }) => `${line.sent} is sent with TRACE, whose response repeats it.`,
    bad: request(["Authorization: Basic dXNlcjpwYXNz"], { method: "TRACE" }),
    good: request(["Authorization: Basic dXNlcjpwYXNz"]),
  }),
  problem("request-url-secret", "warning", "rfc9110#section-17.9", {
    detect: ({ url, message }) => message.isWholeRequest && SECRET.exec(url?.search ?? "")?.[1],
    title: (secret) => `The URL has ${quote(secret)} in its query, which ends up in logs and histories.`,
    bad: whole("token=abc123"),
    good: whole("step=2"),
  }),
  problem("proxy-field", "warning", "rfc3875#section-4.1.18", {
    detect: ({ named }) => named("proxy")[0],
    bad: request(["Proxy: http://proxy.example:8080"]),
    good: request(["Via: 1.1 proxy.example"]),
  }),
  problem("api-key-placeholder", "error", "rfc9110#section-11.4", {
    detectAll: ({ named }) =>
      KEYS.flatMap((name) => named(name)).filter(({ line }) => isPlaceholder(line.value)),
    title: ({ line }) => `${line.sent} is ${quote(line.value, 30)}, a placeholder that was not filled in.`,
    bad: request(["X-Api-Key: undefined"]),
    good: request(["X-Api-Key: 3f9a"]),
  }),
  problem("dpop-proof-missing", "error", "rfc9449#section-7.1", {
    detect: ({ named, has }) =>
      !has("dpop") && named("authorization").find(({ line }) => /^DPoP\s/i.test(line.value)),
    bad: request(["Authorization: DPoP abc"]),
    good: request(["Authorization: DPoP abc", "DPoP: eyJh.eyJq.abc"]),
  }),
  problem("aws-signature-incomplete", "error", "aws/IAM/latest/UserGuide/create-signed-request.html", {
    detectAll: ({ named }) =>
      named("authorization").flatMap((line) => {
        const isAws = /^AWS4-\S+\s/.test(line.line.value);
        const missing = isAws ? AWS_PARTS.filter((part) => !line.line.value.includes(`${part}=`)) : [];
        return missing.length > 0 ? [{ line, missing }] : [];
      }),
    title: ({ missing }) => `Authorization is an AWS signature without ${listing(missing)}.`,
    bad: request(["Authorization: AWS4-HMAC-SHA256 Credential=A/20261120/eu-west-1/s3/aws4_request"]),
    good: request(["Authorization: AWS4-HMAC-SHA256 Credential=A, SignedHeaders=host, Signature=ab"]),
  }),
]);
