/** Reports, timings and tracing: Reporting API, NEL, Server-Timing, Trace Context. */

import type { CatalogueRow } from "../row.ts";

export const reporting: readonly CatalogueRow[] = [
  {
    name: "NEL",
    type: "json",
    description:
      "Asks the browser to report failures to reach this site, such as DNS or connection errors, to a group named in Report-To. Set mostly by CDNs; max_age 0 switches it off.",
  },
  {
    name: "Report-To",
    type: "json",
    replacedBy: "Reporting-Endpoints",
    description:
      "Defines groups of addresses to which the browser sends reports, with their lifetime. Still needed for NEL; Reporting-Endpoints replaces it for all else.",
  },
  {
    name: "Reporting-Endpoints",
    type: "sf-dictionary",
    description:
      "Names the addresses to which the browser sends reports about this page, such as policy violations and deprecated features. Other fields refer to these names.",
  },
  {
    name: "Server-Timing",
    type: "list",
    description:
      "Gives timings of the server's work, such as database or cache, in milliseconds, shown in the browser's developer tools. Look for internals told to the public.",
  },
  {
    name: "Traceparent",
    type: "identifier",
    direction: "both",
    description:
      "Carries the identifiers of a distributed trace and of the calling step, and whether it is recorded. The same trace id in log files links all services that a request touched.",
  },
  {
    name: "Tracestate",
    type: "list",
    direction: "both",
    description:
      "Carries further trace data, one entry for each tracing vendor, the latest writer first. Belongs to Traceparent.",
  },
  {
    name: "Deprecation",
    description:
      "Says when this API resource became, or will become, deprecated, as an @ sign and seconds since 1970. It still works; Sunset tells when it stops.",
  },
  {
    name: "Sunset",
    type: "date",
    description:
      "Gives the date after which this resource will probably no longer answer. A Link with relation sunset may explain. Plan the move before that day.",
  },
  {
    name: "Idempotency-Key",
    type: "sf-item",
    direction: "both",
    description:
      "Gives a POST request a unique key, so that the server does it only once even if the client repeats it. Payment APIs use it; some return the key.",
  },
  {
    name: "Attribution-Reporting-Eligible",
    type: "sf-dictionary",
    direction: "request",
    replacedBy: "nothing; the API was withdrawn",
    description:
      "Told which attribution registrations the request could make: event source, navigation source or trigger. Part of the retired Privacy Sandbox.",
  },
  {
    name: "Attribution-Reporting-Register-Source",
    type: "json",
    replacedBy: "nothing; the API was withdrawn",
    description:
      "Registered a view or click of an advertisement with the browser, to be matched with a later purchase. Part of the retired Privacy Sandbox.",
  },
  {
    name: "Attribution-Reporting-Register-Trigger",
    type: "json",
    replacedBy: "nothing; the API was withdrawn",
    description:
      "Registered a purchase or other goal, which the browser matched with earlier advertisements. Part of the retired Privacy Sandbox.",
  },
  {
    name: "Attribution-Reporting-Support",
    type: "sf-dictionary",
    direction: "request",
    replacedBy: "nothing; the API was withdrawn",
    description:
      "Told whether the web or the operating system, or both, could handle attribution registrations.",
    links: ["https://github.com/WICG/attribution-reporting-api"],
  },
  {
    name: "Observe-Browsing-Topics",
    type: "sf-item",
    replacedBy: "nothing; the API was withdrawn",
    description:
      "Counted with ?1 this page visit for the interest topics that Chromium kept for advertising. Part of the retired Privacy Sandbox.",
  },
  {
    name: "Sec-Browsing-Topics",
    type: "sf-list",
    direction: "request",
    replacedBy: "nothing; the API was withdrawn",
    description:
      "Sent the interest topics that Chromium derived from the user's visits to advertising companies. Part of the retired Privacy Sandbox.",
  },
  {
    name: "Sec-Private-State-Token",
    type: "string",
    direction: "both",
    description:
      "Carries the exchange with an issuer of private state tokens, by which a browser shows trust without showing identity: requests for tokens, tokens, and redemptions.",
  },
  {
    name: "Sec-Private-State-Token-Crypto-Version",
    type: "string",
    direction: "request",
    description:
      "Names the cryptographic protocol and version that the browser uses with an issuer of private state tokens.",
  },
  {
    name: "Sec-Private-State-Token-Lifetime",
    type: "delta-seconds",
    description:
      "Says for how many seconds the browser keeps the redemption record that an issuer of private state tokens has just given.",
  },
  {
    name: "Sec-Redemption-Record",
    type: "string",
    direction: "request",
    description:
      "Passes on the redemption records of private state token issuers, which a site reads as signs of an honest visitor.",
  },
];
