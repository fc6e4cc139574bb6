/** Conditional and range requests: RFC 9110 sections 8.8, 13 and 14, RFC 3229 deltas. */

import type { CatalogueRow } from "../row.ts";

export const conditional: readonly CatalogueRow[] = [
  {
    name: "Accept-Ranges",
    type: "token",
    description:
      "Says whether the server can send parts of this resource: bytes for yes, none for no. With it, downloads can resume and media players can seek.",
  },
  {
    name: "Content-Range",
    type: "string",
    description:
      "Says which part of the representation this body holds and how long the whole is. Goes with status 206; with 416 it gives only the full length.",
  },
  {
    name: "Delta-Base",
    type: "string",
    description:
      "Gives the entity tag of the earlier version to which the delta in this body has to be applied. Goes with status 226 and the IM field.",
  },
  {
    name: "ETag",
    type: "string",
    description:
      "Identifies this version of the resource, so that a client can ask later whether it has changed. The prefix W/ marks a weak tag: equal in meaning, not byte for byte. Look for tags that differ between servers of one site.",
  },
  {
    name: "If-Match",
    type: "list",
    direction: "request",
    description:
      "Asks for the request to be done only while the resource still has one of these entity tags, else status 412. Protects an update against overwriting someone else's.",
  },
  {
    name: "If-Modified-Since",
    type: "date",
    direction: "request",
    description:
      "Asks for the content only if it changed after this date; otherwise the server answers 304 without a body. Ignored when If-None-Match is sent too.",
  },
  {
    name: "If-None-Match",
    type: "list",
    direction: "request",
    description:
      "Asks for the content only if its entity tag is none of these; otherwise a GET gets 304 and other methods get 412. An asterisk makes a PUT create but never overwrite.",
  },
  {
    name: "If-Range",
    type: "string",
    direction: "request",
    description:
      "Asks for the requested range only while the resource still has this entity tag or date, and for the whole otherwise. Lets an interrupted download resume safely.",
  },
  {
    name: "If-Unmodified-Since",
    type: "date",
    direction: "request",
    description:
      "Asks for the request to be done only if the resource has not changed since this date, else status 412. Weaker than If-Match because dates count whole seconds.",
  },
  {
    name: "IM",
    type: "list",
    description:
      "Lists the instance manipulations, such as a delta or a compression, that the server applied to the content. Goes with status 226; hardly any server sends it.",
  },
  {
    name: "A-IM",
    type: "list",
    direction: "request",
    description:
      "Lists the instance manipulations, such as deltas against an older copy, that the client accepts. Used by some feed readers to fetch only new entries.",
  },
  {
    name: "Last-Modified",
    type: "date",
    description:
      "Gives the date at which the origin believes the content last changed. Clients send it back in If-Modified-Since, and caches guess a lifetime from it where none is stated. A date in the future is a fault.",
  },
  {
    name: "Range",
    type: "string",
    direction: "request",
    description:
      "Asks for one or more parts of the content, usually byte positions, instead of the whole. A server may ignore it and answer 200.",
  },
];
