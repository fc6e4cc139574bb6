/**
 * Credentials that a request discloses or sends without effect, and the Proxy header that CGI programs read as a
 * setting.
 */

import { type ExplainedLine, problem, rule } from "../field.ts";
import { listing, quote } from "../wording.ts";
import { isPlaceholder } from "./credentials.ts";
import { request } from "./example.ts";
import { SECRET } from "./request-origin-fields.ts";

const itself = (line: ExplainedLine) => line;

const CREDENTIALS = ["authorization", "cookie", "proxy-authorization"];
/** Headers that hold nothing but a key or token. */
const KEYS = ["x-api-key", "api-key", "apikey", "x-access-token", "x-auth-token", "private-token"];

/** Parts of an AWS signature, version 4. */
const AWS_PARTS = ["Credential", "SignedHeaders", "Signature"];

const whole = (query: string) => ({
  lines: [],
  url: `https://example.com/reset?${query}`,
  requestHeaders: [`GET /reset?${query} HTTP/1.1`, "Host: example.com", "User-Agent: a/1"],
});

export const disclosure = rule([
  problem({
    id: "trace-credentials",
    severity: "warning",
    link: "rfc9110#section-9.3.8",
    summary: "A TRACE request has credentials or cookies, which the response repeats.",
    detectAll: ({ method, named }) => (method === "TRACE" ? CREDENTIALS.flatMap((name) => named(name)) : []),
    title: ({ line }) => `${line.sent} is sent with TRACE, whose response repeats it.`,
    at: itself,
    bad: request(["Authorization: Basic dXNlcjpwYXNz"], { method: "TRACE" }),
    good: request(["Authorization: Basic dXNlcjpwYXNz"]),
  }),
  problem({
    id: "request-url-secret",
    severity: "warning",
    link: "rfc9110#section-17.9",
    summary:
      "The request's URL has what looks like a token or password, which ends up in logs and histories.",
    detect: ({ url, message }) => message.isWholeRequest && SECRET.exec(url?.search ?? "")?.[1],
    title: (secret) => `The URL has ${quote(secret)} in its query, which ends up in logs and histories.`,
    bad: whole("token=abc123"),
    good: whole("step=2"),
  }),
  problem({
    id: "proxy-field",
    severity: "warning",
    link: "rfc3875#section-4.1.18",
    summary: "Proxy reaches CGI programs as HTTP_PROXY, so they send their own requests through it.",
    detect: ({ named }) => named("proxy")[0],
    at: itself,
    bad: request(["Proxy: http://proxy.example:8080"]),
    good: request(["Via: 1.1 proxy.example"]),
  }),
  problem({
    id: "api-key-placeholder",
    severity: "error",
    link: "rfc9110#section-11.4",
    summary: "A key or token is a placeholder that a program or template did not fill in.",
    detectAll: ({ named }) =>
      KEYS.flatMap((name) => named(name)).filter(({ line }) => isPlaceholder(line.value)),
    title: ({ line }) => `${line.sent} is ${quote(line.value, 30)}, a placeholder that was not filled in.`,
    at: itself,
    bad: request(["X-Api-Key: undefined"]),
    good: request(["X-Api-Key: 3f9a"]),
  }),
  problem({
    id: "dpop-proof-missing",
    severity: "error",
    link: "rfc9449#section-7.1",
    summary: "Authorization has a DPoP token without the DPoP header that proves its key.",
    detect: ({ named, has }) =>
      !has("dpop") && named("authorization").find(({ line }) => /^DPoP\s/i.test(line.value)),
    at: itself,
    bad: request(["Authorization: DPoP abc"]),
    good: request(["Authorization: DPoP abc", "DPoP: eyJh.eyJq.abc"]),
  }),
  problem({
    id: "aws-signature-incomplete",
    severity: "error",
    link: "https://docs.aws.amazon.com/IAM/latest/UserGuide/create-signed-request.html",
    summary: "An AWS signature lacks its credential, its signed headers or the signature, so AWS refuses it.",
    detectAll: ({ named }) =>
      named("authorization").flatMap((line) => {
        const isAws = /^AWS4-\S+\s/.test(line.line.value);
        const missing = isAws ? AWS_PARTS.filter((part) => !line.line.value.includes(`${part}=`)) : [];
        return missing.length > 0 ? [{ line, missing }] : [];
      }),
    title: ({ missing }) => `Authorization is an AWS signature without ${listing(missing)}.`,
    at: ({ line }) => line,
    bad: request(["Authorization: AWS4-HMAC-SHA256 Credential=A/20261120/eu-west-1/s3/aws4_request"]),
    good: request(["Authorization: AWS4-HMAC-SHA256 Credential=A, SignedHeaders=host, Signature=ab"]),
  }),
]);
