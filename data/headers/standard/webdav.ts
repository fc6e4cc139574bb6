/** WebDAV and its extensions: RFC 4918, 3253, 3648, 4437, 5323, and AtomPub. */

import type { CatalogueRow } from "../row.ts";

export const webdav: readonly CatalogueRow[] = [
  {
    name: "Apply-To-Redirect-Ref",
    type: "token",
    direction: "request",
    description:
      "Says with T that the request is for a WebDAV redirect reference itself, with F for its target.",
  },
  {
    name: "DASL",
    type: "list",
    description: "Lists the query languages in which the WebDAV server can be searched.",
  },
  {
    name: "DAV",
    type: "list",
    direction: "both",
    description:
      "Lists the WebDAV classes and extensions that the server supports: 1, 2 for locks, 3 for the revised standard, calendar-access and so on. Shown in answers to OPTIONS.",
  },
  {
    name: "Depth",
    type: "token",
    direction: "request",
    description:
      "Says how deep a WebDAV request reaches: 0 the resource, 1 its direct members too, infinity the whole tree.",
  },
  {
    name: "Destination",
    type: "url",
    direction: "request",
    description: "Gives the target URL of a WebDAV COPY or MOVE.",
  },
  {
    name: "If",
    type: "string",
    direction: "request",
    description:
      "Makes a WebDAV request depend on lock tokens and entity tags, and shows that the client holds the lock. Else status 412, or 423 for a locked resource.",
  },
  {
    name: "Label",
    type: "string",
    direction: "request",
    description: "Picks the version of a resource that has this label, in WebDAV versioning.",
  },
  {
    name: "Lock-Token",
    type: "url",
    direction: "both",
    description:
      "Gives the token of a new WebDAV lock in the response to LOCK; in an UNLOCK request it names the lock to release.",
  },
  {
    name: "Ordering-Type",
    type: "url",
    direction: "request",
    description:
      "Says, when a WebDAV collection is created, by which rule its members are ordered: a URI, such as DAV:custom for an order that the client sets.",
  },
  {
    name: "Overwrite",
    type: "token",
    direction: "request",
    description:
      "Says whether a WebDAV COPY or MOVE may replace what is at the destination: T for yes, the default, or F for no.",
  },
  {
    name: "Position",
    type: "string",
    direction: "request",
    description:
      "Says where in an ordered WebDAV collection a new member goes: first, last, before or after another.",
  },
  {
    name: "Redirect-Ref",
    type: "url",
    description:
      "Gives the target of a WebDAV redirect reference as it was stored, absolute or relative. Goes with the 302 or 301 response.",
  },
  {
    name: "SLUG",
    type: "string",
    direction: "request",
    description:
      "Suggests a name for what a POST creates in an Atom Publishing collection; the server may use it in the new address.",
  },
  {
    name: "Status-URI",
    type: "string",
    description:
      "Gave the addresses that a WebDAV method had touched and their status, in interim 102 responses. Dropped by the revised standard RFC 4918.",
  },
  {
    name: "Timeout",
    type: "list",
    direction: "request",
    description:
      "Asks for a lifetime of a WebDAV lock, such as Second-600 or Infinite. The server decides and tells its choice in the body.",
  },
  {
    name: "Meter",
    type: "list",
    direction: "both",
    description:
      "Lets proxies report to the origin how often a cached page was used, and the origin limit that use, by RFC 2227. Hardly ever implemented.",
  },
];
