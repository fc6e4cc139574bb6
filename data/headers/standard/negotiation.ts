/** Content negotiation and preferences: RFC 9110 section 12, RFC 2295, RFC 7240, RFC 7089. */

import type { CatalogueRow } from "../row.ts";

export const negotiation: readonly CatalogueRow[] = [
  {
    name: "*",
    direction: "both",
    description:
      "Reserved and not usable as a field name: in Vary an asterisk means that anything in the request may have influenced the response. As a line of its own it is a mistake.",
  },
  {
    name: "Accept",
    type: "list",
    direction: "both",
    description:
      "Lists the media types that the client can use, each with an optional weight from q=0 to q=1. In a response it tells which types the server takes in requests to this resource.",
  },
  {
    name: "Accept-Charset",
    type: "list",
    direction: "request",
    replacedBy: "UTF-8 everywhere",
    description:
      "Listed the character encodings that the client accepts. Browsers no longer send it and servers should ignore it, as UTF-8 is universal.",
  },
  {
    name: "Accept-Encoding",
    type: "list",
    direction: "both",
    description:
      "Lists the compressions that the client understands, such as gzip, br and zstd. In a response it says which ones the server accepts in request bodies, typically with status 415.",
  },
  {
    name: "Accept-Language",
    type: "list",
    direction: "request",
    description:
      "Lists the languages that the user prefers, each with an optional weight. Sites choose a translation by it; it also helps to fingerprint a browser.",
  },
  {
    name: "Accept-Patch",
    type: "list",
    description:
      "Lists the media types of patch documents that the server takes in PATCH requests to this resource. Also shows that PATCH is allowed.",
  },
  {
    name: "Accept-Post",
    type: "list",
    description:
      "Lists the media types that the server takes in POST requests to this resource. Defined for linked data servers, usable by any API.",
  },
  {
    name: "Accept-Query",
    description:
      "Says that the resource supports the QUERY method and lists the media types in which it takes the query.",
  },
  {
    name: "Accept-Datetime",
    type: "date",
    direction: "request",
    description:
      "Asks an archive for the version of the resource as it was at this date. Answered with a Memento-Datetime or a redirect to the fitting copy.",
  },
  {
    name: "Memento-Datetime",
    type: "date",
    description:
      "Says that the response is an archived copy and gives the date of the state that it shows. Sent by web archives such as the Wayback Machine.",
  },
  {
    name: "Accept-Features",
    type: "list",
    direction: "request",
    description:
      "Lists the features of the client that count in transparent content negotiation by RFC 2295, an experiment that hardly any software implements.",
  },
  {
    name: "Alternates",
    type: "list",
    description:
      "Lists the available variants of a negotiated resource with their properties, so that the client can choose. Part of transparent content negotiation; Apache can send it with status 406 or 300.",
  },
  {
    name: "Negotiate",
    type: "list",
    direction: "request",
    description:
      "Says how the client takes part in transparent content negotiation, for example trans when it wants the list of variants. Not the authentication scheme of the same name.",
  },
  {
    name: "TCN",
    type: "list",
    description:
      "Says how the response came about in transparent content negotiation: list for the list of variants, choice for a chosen one, adhoc for another. Sent by Apache with MultiViews.",
  },
  {
    name: "Variant-Vary",
    type: "list",
    description:
      "Tells on which request fields the chosen variant depends, beyond the negotiation of the variant itself. Part of the RFC 2295 experiment.",
  },
  {
    name: "Prefer",
    type: "list",
    direction: "request",
    description:
      "States optional wishes about handling, such as return=minimal, respond-async or wait=10. The server may ignore them and tells in Preference-Applied what it did.",
  },
  {
    name: "Preference-Applied",
    type: "list",
    description:
      "Tells which wishes of the request's Prefer field the server honoured. Absent when none was, or when it cannot make a difference.",
  },
  {
    name: "Accept-Additions",
    type: "list",
    direction: "request",
    description:
      "Asks a coffee pot for additions such as milk or syrup, by the April Fools' protocol HTCPCP of 1998. Seeing it means that somebody has a sense of humour.",
  },
  {
    name: "Save-Data",
    type: "sf-item",
    direction: "request",
    description:
      "Says that the user wants to save data (on), so that the server can send smaller images or leave out extras. The response should then name it in Vary.",
  },
];
