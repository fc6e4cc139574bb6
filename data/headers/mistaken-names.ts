/** Observed names that were never registered, in lower case, and the intended name. Own table, November 2026. */

import { wordTable } from "../word-table.ts";

export const mistakenNames = wordTable({
  "access-control-allow-domain": "Access-Control-Allow-Origin",
  "access-control-allow-header": "Access-Control-Allow-Headers",
  "access-control-allow-method": "Access-Control-Allow-Methods",
  "access-control-allow-orgin": "Access-Control-Allow-Origin",
  "access-control-allowed-origin": "Access-Control-Allow-Origin",
  "access-control-expose-header": "Access-Control-Expose-Headers",
  "cache-controll": "Cache-Control",
  cachecontrol: "Cache-Control",
  "content-lenght": "Content-Length",
  "content-security-policies": "Content-Security-Policy",
  "content-type-options": "X-Content-Type-Options",
  expire: "Expires",
  "feature-policy-allow": "Permissions-Policy",
  "frame-options": "X-Frame-Options",
  "last-modify": "Last-Modified",
  "permissions-policies": "Permissions-Policy",
  "referer-policy": "Referrer-Policy",
  "set-cookie3": "Set-Cookie",
  "strict-transport-policy": "Strict-Transport-Security",
  "strict-transport-security-policy": "Strict-Transport-Security",
  "x-content-type-option": "X-Content-Type-Options",
  "x-downloadoptions": "X-Download-Options",
  "x-frame-option": "X-Frame-Options",
  "x-robot-tag": "X-Robots-Tag",
  "x-robots": "X-Robots-Tag",
  "x-xss-protections": "X-XSS-Protection",
  "xss-protection": "X-XSS-Protection",
});
