/** Registered names of experiments that ended: extension frameworks, OPS, PICS, DRP, HTML 4 and the like. */

import type { CatalogueRow } from "../row.ts";

export const legacy: readonly CatalogueRow[] = [
  {
    name: "C-Ext",
    type: "string",
    replacedBy: "new fields without a framework",
    description:
      "Acknowledged hop-by-hop extensions declared mandatory with C-Man, in the HTTP Extension Framework of 2000, which was not taken up.",
  },
  {
    name: "C-Man",
    type: "list",
    direction: "request",
    replacedBy: "new fields without a framework",
    description:
      "Declared extensions that the next hop had to understand, in the HTTP Extension Framework of 2000.",
  },
  {
    name: "C-Opt",
    type: "list",
    direction: "both",
    replacedBy: "new fields without a framework",
    description:
      "Declared extensions that the next hop might ignore, in the HTTP Extension Framework of 2000.",
  },
  {
    name: "C-PEP",
    type: "list",
    direction: "both",
    replacedBy: "new fields without a framework",
    description: "Declared protocol extensions for the next hop in the PEP draft of the 1990s.",
  },
  {
    name: "C-PEP-Info",
    type: "list",
    direction: "both",
    replacedBy: "new fields without a framework",
    description:
      "Told the next hop which protocol extensions the sender supports, in the PEP draft of the 1990s.",
  },
  {
    name: "Ext",
    type: "string",
    replacedBy: "new fields without a framework",
    description:
      "Acknowledged that all mandatory end-to-end extensions of a request were honoured, in the HTTP Extension Framework.",
  },
  {
    name: "Man",
    type: "list",
    direction: "request",
    replacedBy: "new fields without a framework",
    description:
      'Declares extensions that the recipient must understand or refuse. Alive only in UPnP discovery, where it reads "ssdp:discover".',
  },
  {
    name: "Opt",
    type: "list",
    direction: "both",
    replacedBy: "new fields without a framework",
    description:
      "Declares optional extensions with a namespace prefix. Seen in UPnP announcements; otherwise the framework of 2000 is dead.",
  },
  {
    name: "PEP",
    type: "list",
    direction: "both",
    replacedBy: "new fields without a framework",
    description: "Declared the protocol extensions that a message uses, in the W3C's PEP draft of the 1990s.",
  },
  {
    name: "PEP-Info",
    type: "list",
    direction: "both",
    replacedBy: "new fields without a framework",
    description:
      "Told the final recipient which protocol extensions the sender knows, in the W3C's PEP draft.",
  },
  {
    name: "Content-ID",
    type: "identifier",
    direction: "both",
    replacedBy: "ETag",
    description:
      "Identified a content by its hash in the HTTP Distribution and Replication Protocol of 1997. In multipart mail and messages it labels a part.",
  },
  {
    name: "Differential-ID",
    type: "identifier",
    direction: "request",
    replacedBy: "compression dictionaries (RFC 9842)",
    description:
      "Named the older content that the client had, to receive only the differences, in the distribution protocol DRP of 1997.",
  },
  {
    name: "Content-Script-Type",
    type: "media-type",
    replacedBy: "the type attribute of script elements",
    description:
      "Set the default language of inline scripts in HTML 4. Browsers assume JavaScript whatever it says.",
  },
  {
    name: "Content-Style-Type",
    type: "media-type",
    replacedBy: "the type attribute of style elements",
    description:
      "Set the default style sheet language of an HTML 4 page. Browsers assume CSS whatever it says.",
  },
  {
    name: "Default-Style",
    type: "string",
    replacedBy: "the meta element with http-equiv=default-style",
    description:
      "Named the set of style sheets that a page uses at first, in HTML 4. Browsers do not read it as a field.",
  },
  {
    name: "GetProfile",
    type: "string",
    replacedBy: "cookies",
    description:
      "Asked the browser for parts of the user's stored profile, in the Open Profiling Standard of 1997.",
  },
  {
    name: "ProfileObject",
    type: "string",
    direction: "both",
    replacedBy: "cookies",
    description:
      "Carried the user's profile data between browser and site, in the Open Profiling Standard of 1997.",
  },
  {
    name: "SetProfile",
    type: "string",
    replacedBy: "cookies",
    description:
      "Asked the browser to write to the user's stored profile, in the Open Profiling Standard of 1997.",
  },
  {
    name: "PICS-Label",
    type: "string",
    replacedBy: "nothing; rating by page metadata",
    description:
      "Rated the content for filters, such as those of parents, in the PICS scheme of 1996. No current software reads it.",
  },
  {
    name: "Protocol",
    type: "string",
    direction: "both",
    replacedBy: "nothing",
    description: "Announced that PICS content labels were in the message. Ended with the PICS scheme.",
  },
  {
    name: "Protocol-Request",
    type: "string",
    direction: "request",
    replacedBy: "nothing",
    description: "Asked the server to send PICS content labels of the given rating services.",
  },
  {
    name: "Protocol-Info",
    type: "string",
    direction: "both",
    replacedBy: "nothing",
    description:
      "Told which payment protocols a party supports, in the Joint Electronic Payment Initiative of the 1990s.",
  },
  {
    name: "Protocol-Query",
    type: "string",
    direction: "both",
    replacedBy: "nothing",
    description:
      "Asked the other party which payment protocols it supports, in the Joint Electronic Payment Initiative.",
  },
  {
    name: "Proxy-Features",
    type: "string",
    direction: "request",
    replacedBy: "Via and Cache-Status",
    description:
      "Told the origin what a proxy can do, in a W3C draft on proxies and advertising counts of 1996.",
  },
  {
    name: "Proxy-Instruction",
    type: "string",
    replacedBy: "Cache-Control",
    description: "Gave a proxy orders from the origin, for example to report hits, in a W3C draft of 1996.",
  },
  {
    name: "Safe",
    type: "token",
    replacedBy: "the QUERY method",
    description:
      "Said with yes that the POST request just made was safe to repeat, so that browsers need not ask the user.",
  },
];
