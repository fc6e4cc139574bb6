import { type Static, Type } from "@sinclair/typebox";

export const RefusalReason = Type.Union([
  Type.Literal("characters"),
  Type.Literal("empty"),
  Type.Literal("nameless"),
  Type.Literal("size"),
  Type.Literal("domain"),
  Type.Literal("path"),
  Type.Literal("prefix"),
  Type.Literal("partitioned"),
  Type.Literal("same-site"),
  Type.Literal("insecure"),
  Type.Literal("cleared"),
  Type.Literal("interim"),
  Type.Literal("third-party"),
]);
export type RefusalReason = Static<typeof RefusalReason>;

const ThirdParty = Type.Object(
  {
    outcome: Type.Union([Type.Literal("stored"), Type.Literal("partitioned"), Type.Literal("refused")], {
      description: "partitioned: a separate copy for each embedding site",
    }),
    depends: Type.Optional(Type.String({ description: "The setting or permission that changes it" })),
  },
  { title: "ThirdParty", description: "What browsers do with it in a request or frame of another site" },
);
export type ThirdParty = Static<typeof ThirdParty>;

export const Cookie = Type.Object(
  {
    line: Type.Integer({ description: "Index of the header line in the response, from 0" }),
    name: Type.String(),
    outcome: Type.Union([Type.Literal("stored"), Type.Literal("deleted"), Type.Literal("refused")]),
    why: Type.Optional(Type.String({ description: "Why browsers reject or delete it" })),
    refusals: Type.Optional(
      Type.Array(Type.Object({ reason: RefusalReason, why: Type.String() }), {
        description: "Every reason for rejecting it; each alone is enough",
      }),
    ),
    domain: Type.Optional(Type.String({ description: "Absent if the URL is unknown" })),
    hostOnly: Type.Optional(Type.Boolean({ description: "Not sent to subdomains" })),
    path: Type.Optional(Type.String()),
    secure: Type.Boolean(),
    httpOnly: Type.Boolean(),
    sameSite: Type.Union([
      Type.Literal("strict"),
      Type.Literal("lax"),
      Type.Literal("none"),
      Type.Literal("unset"),
    ]),
    partitioned: Type.Boolean(),
    replacedBy: Type.Optional(
      Type.Integer({ description: "A later line of the response that stores or deletes the same cookie" }),
    ),
    expires: Type.Optional(
      Type.String({ description: "RFC 3339, or session; absent if the time of the response is unknown" }),
    ),
    seconds: Type.Optional(
      Type.Number({ description: "How long browsers keep it; absent for a session cookie" }),
    ),
    capped: Type.Optional(
      Type.Boolean({ description: "The response sets a longer lifetime than browsers allow" }),
    ),
    thirdParty: Type.Optional(ThirdParty),
  },
  { title: "Cookie", description: "What browsers do with a Set-Cookie line" },
);
export type Cookie = Static<typeof Cookie>;

export const Cookies = Type.Array(Cookie);
