/** Schema of a page report. */

import { type Static, Type } from "@sinclair/typebox";
import { unchecked } from "../../api/unchecked.ts";
import { How, Severity } from "../../headers/schema.ts";
import { HttpBrief } from "../../http/brief-schema.ts";

const words = <const T extends readonly string[]>(all: T, description?: string) =>
  Type.Unsafe<T[number]>({
    type: "string",
    enum: [...all],
    ...(description !== undefined && { description }),
  });

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
    by: words(CAUSES, "nosniff: its Content-Type is refused"),
    policy: Type.Optional(Type.Integer({ description: "Index of the policy in `policies`" })),
    directive: Type.Optional(Type.String({ description: "The directive or field that decides" })),
    reportOnly: Type.Optional(Type.Boolean({ description: "It is only reported" })),
    title: Type.String(),
  },
  { title: "Blocked" },
);
export type Blocked = Static<typeof Blocked>;

const outcome = words(
  OUTCOMES,
  "As Chromium has it. upgraded: requested over https in place of http; not-asked: only judged, or beyond the bounds",
);
const Otherwise = Type.Object({ outcome, blockedBy: Type.Array(Blocked) }, { title: "Otherwise" });
const engines = Type.Optional(
  Type.Object(
    { firefox: Type.Optional(Otherwise), webkit: Type.Optional(Otherwise) },
    { description: "What Firefox and WebKit (Safari) do otherwise" },
  ),
);

const Place = Type.Object(
  {
    line: Type.Integer({ description: "Line of the page or style sheet, from 1; 0 for a field line" }),
    element: Type.String({ description: "Such as img[srcset], @font-face or Link" }),
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
    as: Type.String({ description: "What it is loaded as: script, style, image, font, media, frame, …" }),
    where: Place,
    initiator: Type.Optional(Type.String({ description: "The style sheet or script that asks for it" })),
    condition: Type.Optional(
      words(
        ["candidate", "use", "platform", "action"],
        "Not every visitor loads it: one of several candidates; where it is used or seen; on some platforms; when somebody acts",
      ),
    ),
    thirdParty: Type.Boolean({ description: "Of another site than the page" }),
    hasIntegrity: Type.Optional(Type.Boolean({ description: "Its element has an integrity attribute" })),
    outcome,
    blockedBy: Type.Optional(
      Type.Array(Blocked, { description: "All that blocks it, and what only reports it" }),
    ),
    engines,
    location: Type.Optional(Type.String({ description: "Where its redirects end" })),
    redirects: Type.Optional(Type.Integer()),
    status: Type.Optional(Type.Integer({ description: "Absent where none came" })),
    error: Type.Optional(Type.String({ description: "Why its lookup failed, or was not made" })),
    type: Type.Optional(Type.String({ description: "Media type, as browsers take it" })),
    wireBytes: Type.Optional(Type.Integer()),
    decodedBytes: Type.Optional(Type.Integer()),
    encoding: Type.Optional(Type.String({ description: "Content codings; empty for none" })),
    timeStart: Type.Optional(Type.Number({ description: "Milliseconds after the document was asked for" })),
    timeTotal: Type.Optional(Type.Number({ description: "Milliseconds" })),
    cached: Type.Optional(words(["from-cache", "after-check", "from-origin"], "What answers the next visit")),
    cookies: Type.Optional(Type.Integer({ description: "Cookies that it sets" })),
    problems: Type.Array(ResourceProblem),
  },
  { title: "Resource" },
);
export type Resource = Static<typeof Resource>;

export const InlineCode = Type.Object(
  {
    as: words(["script", "style"]),
    inline: words(["element", "attribute", "javascript-url"]),
    where: Place,
    count: Type.Integer({ description: "Times that it stands in the page" }),
    text: Type.String({ description: "Its beginning" }),
    hash: Type.String({ description: "The source that lets it in, such as 'sha256-…'" }),
    nonce: Type.Optional(Type.Boolean({ description: "Its element has a nonce" })),
    outcome,
    blockedBy: Type.Optional(Type.Array(Blocked)),
    engines,
  },
  { title: "InlineCode" },
);
export type InlineCode = Static<typeof InlineCode>;

const Note = Type.Object(
  {
    title: Type.String(),
    count: Type.Integer(),
    examples: Type.Array(Type.String({ description: "URLs, with line and element where they are known" })),
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
    count: Type.Integer({ description: "Resources that have it" }),
    examples: Type.Array(Type.String()),
  },
  { title: "PageFinding" },
);

export const Summary = Type.Object(
  {
    broken: Type.Array(Note, { description: "Blocked or failing, the worst first" }),
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
  { title: "Admitted", description: "A source, and what it lets in" },
);

export const FittingPolicy = Type.Object(
  {
    reportOnly: Type.String({ description: "The field line to begin with: it blocks nothing" }),
    enforce: Type.String({ description: "The field line to end with" }),
    admits: Type.Array(Admitted),
    beyond: Type.Array(Type.String(), {
      description: "What today's policy lets in, and nothing that was seen needs",
    }),
    unusable: Type.Array(
      Type.Object({ directive: Type.String(), url: Type.String() }, { title: "Unusable" }),
      {
        description: "References that no source matches, at most 100: the policy blocks them",
      },
    ),
    notes: Type.Array(Type.String()),
    how: Type.Optional(How),
  },
  { title: "FittingPolicy", description: "The narrowest policy that lets in what was seen" },
);
export type FittingPolicy = Static<typeof FittingPolicy>;

const PageTruncated = Type.Object(
  {
    resources: Type.Optional(Type.Integer({ description: "Resources that are not listed" })),
    inline: Type.Optional(Type.Integer({ description: "Pieces of inline code that are not listed" })),
    notes: Type.Optional(
      Type.Integer({ description: "Notes and origins of the summary that are not listed" }),
    ),
  },
  { title: "PageTruncated", description: "Rows that are left out to keep the answer small" },
);
export type PageTruncated = Static<typeof PageTruncated>;

export const PageReport = Type.Object(
  {
    url: Type.String({ description: "Where the document's redirects end" }),
    status: HttpBrief.properties.status,
    document: HttpBrief,
    policies: Type.Array(Type.String(), { description: "Policies of the page, as sent, each once" }),
    resources: Type.Array(Resource),
    inline: Type.Array(InlineCode, { description: "At most 100, blocked ones first" }),
    truncated: Type.Optional(PageTruncated),
    unchecked,
    summary: Summary,
    policy: Type.Optional(FittingPolicy),
    unseen: Type.Array(Type.String(), { description: "What such a reading cannot see" }),
    omitted: Type.Integer({
      description: "References beyond the bounds, which are neither listed nor looked up",
    }),
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
