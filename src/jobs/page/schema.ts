/** Schema of a page report. */

import { type Static, Type } from "@sinclair/typebox";
import {
  integer,
  oneOf,
  optionalFlag,
  optionalInteger,
  optionalOneOf,
  optionalText,
  text,
} from "../../api/schema.ts";
import { unchecked } from "../../api/unchecked.ts";
import { How, Severity } from "../../headers/schema.ts";
import { HttpBrief } from "../../http/schema.ts";

export const CAUSES = [
  "policy",
  "cors",
  "mixed-content",
  "embedder-policy",
  "resource-policy",
  "nosniff",
  "integrity",
  "framing",
  "referrer",
] as const;
export const OUTCOMES = ["loads", "blocked", "upgraded", "failed", "not-asked"] as const;

export const Blocked = Type.Object(
  {
    by: oneOf(CAUSES, "nosniff: browsers reject its Content-Type"),
    policy: optionalInteger("Index of the policy in `policies`"),
    directive: optionalText("The directive or header that blocks it"),
    reportOnly: optionalFlag("Reported, not blocked"),
    title: Type.String(),
  },
  { title: "Blocked" },
);
export type Blocked = Static<typeof Blocked>;

const outcome = oneOf(
  OUTCOMES,
  "In Chromium. upgraded: requested over https instead of http; not-asked: not requested, only checked",
);
const Otherwise = Type.Object({ outcome, blockedBy: Type.Array(Blocked) }, { title: "Otherwise" });
const engines = Type.Optional(
  Type.Object(
    { firefox: Type.Optional(Otherwise), webkit: Type.Optional(Otherwise) },
    { description: "Differences in Firefox and WebKit (Safari)" },
  ),
);

const Place = Type.Object(
  {
    line: integer("Line of the page or style sheet, from 1; 0 for a header"),
    element: text("Such as img[srcset], @font-face or Link"),
  },
  { title: "Place" },
);

const ResourceProblem = Type.Object(
  { name: Type.String(), severity: Severity, title: Type.String(), field: Type.Optional(Type.String()) },
  { title: "ResourceProblem" },
);

export const Resource = Type.Object(
  {
    url: Type.String(),
    as: text("Kind of load: script, style, image, font, media, frame, …"),
    where: Place,
    initiator: optionalText("The style sheet or script that loads it"),
    condition: optionalOneOf(
      ["candidate", "use", "platform", "action"],
      "Loaded only as one of several candidates, when used or visible, on some platforms, or after a user's action",
    ),
    thirdParty: Type.Boolean({ description: "Whether it is from another site than the page" }),
    by: Type.Optional(Type.Literal("browser", { description: "Only the browser found it" })),
    hasIntegrity: optionalFlag("Whether its element has an integrity attribute"),
    integrity: optionalText("Value for the missing integrity attribute; it also needs crossorigin"),
    overHttps: optionalFlag("For an http URL of an https page: whether it also answers over https"),
    outcome,
    blockedBy: Type.Optional(Type.Array(Blocked, { description: "Reasons for blocking or reporting" })),
    engines,
    location: optionalText("Where its redirects end"),
    redirects: Type.Optional(Type.Integer()),
    status: optionalInteger("Absent without a response"),
    error: optionalText("Reason for a failed or skipped lookup"),
    type: optionalText("Media type, as browsers determine it"),
    wireBytes: Type.Optional(Type.Integer()),
    decodedBytes: Type.Optional(Type.Integer()),
    encoding: optionalText("Content codings; empty for none"),
    timeStart: Type.Optional(Type.Number({ description: "Milliseconds after the request for the document" })),
    timeTotal: Type.Optional(Type.Number({ description: "Milliseconds" })),
    cached: optionalOneOf(
      ["from-cache", "after-check", "from-origin"],
      "Source of the file on the next visit",
    ),
    cookies: optionalInteger("Cookies that it sets"),
    problems: Type.Array(ResourceProblem),
  },
  { title: "Resource" },
);
export type Resource = Static<typeof Resource>;

export const InlineCode = Type.Object(
  {
    as: oneOf(["script", "style"]),
    inline: oneOf(["element", "attribute", "javascript-url"]),
    where: Place,
    count: integer("Occurrences in the page"),
    text: text("Its beginning"),
    hash: text("Policy source that allows it, such as 'sha256-…'"),
    nonce: optionalFlag("Whether its element has a nonce"),
    by: Type.Optional(Type.Literal("browser", { description: "Only the browser found it" })),
    initiator: optionalText("The script or page that inserted it"),
    outcome,
    blockedBy: Type.Optional(Type.Array(Blocked)),
    engines,
  },
  { title: "InlineCode" },
);
export type InlineCode = Static<typeof InlineCode>;

const Note = Type.Object(
  {
    name: optionalText("Id of the problem, if it is one"),
    title: Type.String(),
    count: Type.Integer(),
    examples: Type.Array(text("URLs, with line and element if known")),
  },
  { title: "PageNote" },
);
export type Note = Static<typeof Note>;

const Origin = Type.Object(
  {
    origin: Type.String(),
    thirdParty: Type.Boolean(),
    requests: Type.Integer(),
    wireBytes: Type.Integer(),
    cookies: Type.Integer(),
  },
  { title: "PageOrigin" },
);

const Finding = Type.Object(
  {
    name: Type.String(),
    severity: Severity,
    title: Type.String(),
    count: integer("Resources that have it"),
    examples: Type.Array(Type.String()),
  },
  { title: "PageFinding" },
);

export const Summary = Type.Object(
  {
    broken: Type.Array(Note, { description: "Blocked or failed, the worst first" }),
    risky: Type.Array(Note),
    slow: Type.Array(Note),
    origins: Type.Array(Origin),
    findings: Type.Array(Finding, { description: "Findings of the resources, each once" }),
  },
  { title: "PageSummary" },
);
export type Summary = Static<typeof Summary>;

const Admitted = Type.Object(
  {
    directive: Type.String(),
    source: Type.String(),
    count: Type.Integer(),
    examples: Type.Array(Type.String()),
  },
  { title: "Admitted", description: "A source, and what it allows" },
);

export const SuggestedPolicy = Type.Object(
  {
    reportOnly: text("Header to start with: it blocks nothing"),
    enforce: text("Header to enforce the policy"),
    admits: Type.Array(Admitted),
    beyond: Type.Array(Type.String(), {
      description: "What the current policy also allows and the page does not use",
    }),
    blockedToday: Type.Array(
      Type.Object(
        { source: Type.String(), as: Type.String(), count: Type.Integer() },
        { title: "BlockedToday" },
      ),
      { description: "Sources to add, to allow what the page's policies block today; at most 100" },
    ),
    unusable: Type.Array(
      Type.Object({ directive: Type.String(), url: Type.String() }, { title: "Unusable" }),
      {
        description: "URLs that no source can match, at most 100; the policy blocks them",
      },
    ),
    notes: Type.Array(Type.String()),
    how: Type.Optional(How),
  },
  { title: "SuggestedPolicy", description: "The narrowest policy that allows the observed loads" },
);
export type SuggestedPolicy = Static<typeof SuggestedPolicy>;

const BrowserRow = Type.Object(
  {
    url: Type.String(),
    as: Type.String(),
    initiator: optionalText("The script that loads it"),
    error: Type.Optional(Type.String()),
  },
  { title: "BrowserRow" },
);

export const BrowserLoad = Type.Object(
  {
    version: text("Such as Chrome/156.0.8078.108"),
    missed: Type.Array(BrowserRow, { description: "Loads that only the browser found; at most 100" }),
    notRequested: Type.Array(BrowserRow, {
      description: "Resources without condition that it did not request; at most 100",
    }),
    failed: Type.Array(BrowserRow, {
      description: "Resources that failed in the browser only; at most 100",
    }),
  },
  { title: "BrowserLoad", description: "Comparison with a load in Chromium" },
);
export type BrowserLoad = Static<typeof BrowserLoad>;

const PageTruncated = Type.Object(
  {
    resources: optionalInteger("Resources that are not listed"),
    inline: optionalInteger("Pieces of inline code that are not listed"),
    notes: optionalInteger("Notes and origins of the summary that are not listed"),
  },
  { title: "PageTruncated", description: "Rows left out to limit the size of the response" },
);
export type PageTruncated = Static<typeof PageTruncated>;

export const PageReport = Type.Object(
  {
    url: text("Final URL of the document"),
    status: HttpBrief.properties.status,
    document: HttpBrief,
    policies: Type.Array(Type.String(), { description: "Policies of the page, as sent, each once" }),
    resources: Type.Array(Resource),
    inline: Type.Array(InlineCode, { description: "At most 100, blocked ones first" }),
    truncated: Type.Optional(PageTruncated),
    unchecked,
    summary: Summary,
    policy: Type.Optional(SuggestedPolicy),
    browser: Type.Optional(BrowserLoad),
    unseen: Type.Array(Type.String(), { description: "What the audit does not cover" }),
    omitted: integer("References beyond the limits, neither listed nor looked up"),
    timeTotal: Type.Number({ description: "Milliseconds" }),
  },
  { title: "PageReport" },
);
export type PageReport = Static<typeof PageReport>;

export const PageLog = Type.Object(
  {
    har: Type.Object(
      {},
      {
        additionalProperties: true,
        description: "HAR 1.2 log of the page's load; content of the document shows its markup",
      },
    ),
  },
  { title: "PageLog" },
);
