/** Cross-origin resource sharing: the Fetch standard. */

import type { CatalogueRow } from "../row.ts";

export const cors: readonly CatalogueRow[] = [
  {
    name: "Access-Control-Allow-Credentials",
    type: "token",
    description:
      "Lets a page of another origin read the response to a request sent with cookies or other credentials. The only valid value is true, and the allowed origin must then be exact, not an asterisk.",
  },
  {
    name: "Access-Control-Allow-Headers",
    type: "list",
    description:
      "Lists the request fields that a script of another origin may send; the answer to a preflight. An asterisk does not cover Authorization, nor requests with credentials.",
  },
  {
    name: "Access-Control-Allow-Methods",
    type: "list",
    description:
      "Lists the methods that a script of another origin may use on this resource; the answer to a preflight request.",
  },
  {
    name: "Access-Control-Allow-Origin",
    type: "string",
    description:
      "Says which origin's pages may read this response: one origin, * for all, or null. Where it echoes the request's Origin, Vary must name Origin. Only one value is allowed.",
  },
  {
    name: "Access-Control-Expose-Headers",
    type: "list",
    description:
      "Lists the response fields that a script of another origin may read beyond the few that are always readable, such as Content-Type.",
  },
  {
    name: "Access-Control-Max-Age",
    type: "delta-seconds",
    description:
      "Says for how many seconds the browser may reuse the answer to a preflight. Browsers cap it, Chromium at two hours and Firefox at one day; without it five seconds hold.",
  },
  {
    name: "Access-Control-Request-Headers",
    type: "list",
    direction: "request",
    description:
      "Announces in a preflight which non-standard request fields the real request will carry, so that the server can allow or refuse them.",
  },
  {
    name: "Access-Control-Request-Method",
    type: "token",
    direction: "request",
    description: "Announces in a preflight which method the real request will use.",
  },
  {
    name: "Origin",
    type: "url",
    direction: "request",
    description:
      "Gives scheme, host and port of the page that caused the request, or null. Browsers send it with cross-origin and with POST requests; servers decide by it about sharing and forgery.",
  },
  {
    name: "Timing-Allow-Origin",
    type: "list",
    description:
      "Lists the origins whose pages may see detailed timings of this resource, or * for all. Without it most stages read as zero in pages of other origins.",
  },
  {
    name: "Access-Control",
    type: "string",
    replacedBy: "Access-Control-Allow-Origin",
    description:
      "Allowed or denied cross-site access by rules in a W3C draft of 2007. No current browser reads it.",
  },
  {
    name: "Method-Check",
    type: "token",
    direction: "request",
    replacedBy: "Access-Control-Request-Method",
    description: "Asked, in the cross-site draft of 2007, whether a method may be used on the resource.",
  },
  {
    name: "Method-Check-Expires",
    type: "date",
    replacedBy: "Access-Control-Max-Age",
    description:
      "Limited how long the answer to a cross-site method check could be reused, in the W3C draft of 2007.",
  },
  {
    name: "Referer-Root",
    type: "url",
    direction: "request",
    replacedBy: "Origin",
    description: "Named the site that caused a cross-site request, in the W3C draft of 2007.",
  },
];
