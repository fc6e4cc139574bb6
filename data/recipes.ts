/**
 * Problems that a line of a server's configuration cures: the field line to be sent, or the field to be left out.
 * Values are starting points that fit most sites. November 2026.
 */

export interface Remedy {
  /** The field line that the server is to send. */
  readonly set?: string;
  /** The field that it is not to send. */
  readonly unset?: string;
}

const SELF = "default-src 'self'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'";

export const remedies: ReadonlyMap<string, Remedy> = new Map<string, Remedy>([
  ["strict-transport-security-missing", { set: "Strict-Transport-Security: max-age=63072000" }],
  ["x-content-type-options-missing", { set: "X-Content-Type-Options: nosniff" }],
  ["x-content-type-options-unknown", { set: "X-Content-Type-Options: nosniff" }],
  ["content-security-policy-missing", { set: `Content-Security-Policy: ${SELF}` }],
  ["x-frame-options-missing", { set: "Content-Security-Policy: frame-ancestors 'self'" }],
  ["x-frame-options-unknown", { set: "X-Frame-Options: SAMEORIGIN" }],
  ["x-frame-options-conflict", { set: "X-Frame-Options: SAMEORIGIN" }],
  [
    "x-frame-options-allow-from",
    { set: "Content-Security-Policy: frame-ancestors 'self' https://partner.example" },
  ],
  ["referrer-policy-missing", { set: "Referrer-Policy: strict-origin-when-cross-origin" }],
  ["permissions-policy-missing", { set: "Permissions-Policy: camera=(), geolocation=(), microphone=()" }],
  ["x-xss-protection-on", { unset: "X-XSS-Protection" }],
  ["pragma-in-response", { unset: "Pragma" }],
  ["software-version", { unset: "X-Powered-By" }],
  ["cgi-status-leaked", { unset: "Status" }],
]);
