/** Calendars, OData, OSLC, repeatable requests and SOAP. */

import type { CatalogueRow } from "../row.ts";

export const calendarAndOdata: readonly CatalogueRow[] = [
  {
    name: "Cal-Managed-ID",
    type: "identifier",
    description:
      "Gives the identifier that a calendar server assigned to an attachment just added or updated.",
  },
  {
    name: "CalDAV-Timezones",
    type: "token",
    direction: "request",
    description:
      "Says whether the client wants full time zone definitions in calendar data: T for yes, F when standard zone names suffice.",
  },
  {
    name: "If-Schedule-Tag-Match",
    type: "string",
    direction: "request",
    description:
      "Asks for a calendar update only while the schedule tag is unchanged. Mere replies of attendees do not change it, so they do not block the organizer.",
  },
  {
    name: "Schedule-Reply",
    type: "token",
    direction: "request",
    description:
      "Says whether the server should tell the organizer when an invitation is deleted: T for yes, the default, or F for no.",
  },
  {
    name: "Schedule-Tag",
    type: "string",
    description:
      "Identifies the state of a calendar event as far as its scheduling goes; it stays the same when only attendees' answers come in.",
  },
  {
    name: "Isolation",
    type: "token",
    direction: "request",
    description:
      "Asks an OData service for snapshot isolation: all pages of a result from one consistent state. The unprefixed form of OData-Isolation.",
  },
  {
    name: "OData-EntityId",
    type: "url",
    description:
      "Gives the identifier of the entity that a request created or changed, when the response has no body to show it (status 204).",
  },
  {
    name: "OData-Isolation",
    type: "token",
    direction: "request",
    description:
      "Asks with snapshot for one consistent state of the data throughout a request, in OData 4.0. Services that cannot do it must refuse.",
  },
  {
    name: "OData-MaxVersion",
    type: "string",
    direction: "request",
    description: "Gives the highest OData version that the client understands in the response, such as 4.01.",
  },
  {
    name: "OData-Version",
    type: "string",
    direction: "both",
    description:
      "Gives the OData version by which this message is built. Shows that the address is an OData service, as of Dynamics, SharePoint or SAP.",
  },
  {
    name: "OSLC-Core-Version",
    type: "string",
    direction: "both",
    description:
      "Gives the version of OSLC, the lifecycle collaboration standard of engineering tools, that the message follows.",
  },
  {
    name: "Configuration-Context",
    type: "url",
    direction: "both",
    description:
      "Names the OSLC configuration, such as a product variant or baseline, in which versioned resources are to be looked up.",
  },
  {
    name: "Repeatability-Client-ID",
    type: "identifier",
    direction: "request",
    description:
      "Identifies the client whose repeatable requests the server has to keep apart from those of others.",
  },
  {
    name: "Repeatability-First-Sent",
    type: "date",
    direction: "request",
    description:
      "Gives the time at which a repeatable request was sent first, so that the server knows whether it can still remember it.",
  },
  {
    name: "Repeatability-Request-ID",
    type: "identifier",
    direction: "request",
    description:
      "Identifies a request that may be sent again after a failure and must take effect only once. Used by Azure and OData services.",
  },
  {
    name: "Repeatability-Result",
    type: "token",
    description:
      "Tells whether a repeatable request was accepted and carried out once (accepted) or could not be treated as repeatable (rejected).",
  },
  {
    name: "SoapAction",
    type: "string",
    direction: "request",
    description:
      "Names the intent of a SOAP 1.1 request, so that firewalls and servers can route it without reading the XML. May be empty in quotation marks.",
  },
];
