import { problem, rule } from "../field.ts";
import { quote } from "../wording.ts";

/** Parameter names of secrets. */
const SECRETS =
  /[?&#;](access_token|id_token|refresh_token|api_?key|client_secret|password|passwd|session_?id|jsessionid|phpsessid|jwt|auth_token)=[^&#;?]{8,}/i;

/** Values that grant access: a bearer token, an AWS session token. */
const isCredential = (name: string, value: string) =>
  (name === "authorization" && /^(?:bearer|basic|token)[ \t]+\S{8,}/i.test(value)) ||
  (name === "x-amz-security-token" && value.length >= LEAST_TOKEN);
/** Characters. Shorter values are placeholders. */
const LEAST_TOKEN = 16;

/** Secrets in values and URLs. */
export const leaks = rule([
  problem({
    id: "credentials-in-response",
    severity: "error",
    link: "rfc6750#section-5.3",
    summary: "The response has credentials of a request: anyone who sees it can use them.",
    detectAll: ({ all }) => all.filter(({ line }) => isCredential(line.name, line.value)),
    title: ({ line }) =>
      `${line.sent} discloses credentials to every recipient of the response; revoke them.`,
    at: (line) => line,
    bad: ["Authorization: Bearer eyJhbGciOiJIUzI1NiJ9"],
    good: ['Authentication-Info: nextnonce="abc"'],
    edge: [["X-Amz-Security-Token: FwoGZXIvYXdzEBYa"], ["X-Amz-Security-Token: FwoGZXIvYXdzEBY"]],
  }),
  problem({
    id: "cgi-status-leaked",
    severity: "warning",
    link: "rfc3875#section-6.3.3",
    summary: "Status is a CGI header that the server should have turned into its status code.",
    detectAll: ({ named }) => named("status").filter(({ line }) => /^\d{3}(?:\s|$)/.test(line.value)),
    title({ line }, { status }) {
      const said = Number(line.value.slice(0, 3));
      const conflict = status !== undefined && said !== status ? `; the response itself is ${status}` : "";
      return `Status: ${said} is a CGI header that the server should have removed${conflict}.`;
    },
    at: (line) => line,
    bad: ["Status: 404 Not Found"],
    good: ["Content-Type: text/plain"],
  }),
  problem({
    id: "location-token",
    severity: "error",
    link: "rfc9700#section-4.3.2",
    summary:
      "Location carries a token, password or session in its URL, which ends up in histories, logs and Referer.",
    detectAll: ({ named }) => named("location").filter(({ line }) => SECRETS.test(line.value)),
    title: ({ line }) =>
      `Location carries ${quote(SECRETS.exec(line.value)?.[1] ?? "")} in its URL, which ends up in histories, logs and Referer.`,
    at: (line) => line,
    bad: { status: 302, lines: ["Location: https://app.example/cb?access_token=eyJhbGciOi"] },
    good: { status: 302, lines: ["Location: https://app.example/cb?code=abc"] },
  }),
]);
