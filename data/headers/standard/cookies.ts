/** Cookies and sessions bound to a device: RFC 6265 and its revision, device bound session credentials. */

import type { CatalogueRow } from "../row.ts";

export const cookies: readonly CatalogueRow[] = [
  {
    name: "Cookie",
    type: "cookie",
    direction: "request",
    description:
      "Returns to the server the cookies stored for this site, as name=value pairs. Attributes such as the expiry are not sent. Treat its content as secret: it often holds the login session.",
  },
  {
    name: "Set-Cookie",
    type: "cookie",
    description:
      "Asks the browser to store a cookie and send it back later; one line per cookie. Check Secure, HttpOnly and SameSite for anything that identifies a session, and the lifetime given by Max-Age or Expires.",
  },
  {
    name: "Cookie2",
    type: "string",
    direction: "request",
    replacedBy: "Cookie",
    description:
      "Told which version of the cookie specification of RFC 2965 the client supported. Never widely used.",
  },
  {
    name: "Set-Cookie2",
    type: "string",
    replacedBy: "Set-Cookie",
    description: "Set a cookie by RFC 2965, a design that browsers did not take up. Browsers ignore it.",
  },
  {
    name: "Sec-Secure-Session-Id",
    type: "sf-item",
    direction: "request",
    description:
      "Names the device bound session that the browser is refreshing, so that the server knows whose key must sign the challenge.",
  },
  {
    name: "Secure-Session-Challenge",
    type: "sf-list",
    description:
      "Gives the browser a challenge to be signed with the session's device key at the next refresh. Part of device bound session credentials, which make stolen cookies useless.",
  },
  {
    name: "Secure-Session-Registration",
    type: "sf-list",
    description:
      "Asks the browser to create a key on the device and to register it at the given path, which starts a device bound session.",
  },
  {
    name: "Secure-Session-Response",
    type: "sf-item",
    direction: "request",
    description:
      "Proves possession of the device key: a signed token sent when a bound session is registered or refreshed.",
  },
  {
    name: "Secure-Session-Skipped",
    type: "sf-list",
    direction: "request",
    description:
      "Tells that the browser sent the request without refreshing a device bound session, and why, for example because the refresh endpoint could not be reached.",
  },
  {
    name: "Set-Login",
    type: "sf-item",
    description:
      "Tells the browser whether the user is logged in at this identity provider or has logged out. Federated sign-in (FedCM) uses it to skip needless prompts.",
  },
  {
    name: "Clear-Site-Data",
    type: "list",
    description:
      'Asks the browser to delete stored data of this site: "cache", "cookies", "storage" and others, or "*" for all. The quotation marks are required. Typical for logout and account removal.',
  },
];
