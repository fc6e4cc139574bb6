import { type Static, Type } from "@sinclair/typebox";

/** `error`: fails its purpose or violates a MUST. `warning`: risky or wasteful. `info`: worth a look. */
export const Severity = Type.Union([Type.Literal("error"), Type.Literal("warning"), Type.Literal("info")]);
export type Severity = Static<typeof Severity>;

export const How = Type.Object(
  {
    header: Type.Optional(
      Type.String({ description: "The header line to send; absent if a header is removed" }),
    ),
    nginx: Type.Optional(Type.String({ description: "For the software that the response shows" })),
    apache: Type.Optional(Type.String()),
    htaccess: Type.Optional(Type.String()),
    caddy: Type.Optional(Type.String()),
    lighttpd: Type.Optional(Type.String()),
    cloudflare: Type.Optional(Type.String()),
    express: Type.Optional(Type.String()),
    django: Type.Optional(Type.String()),
    php: Type.Optional(Type.String()),
    wordpress: Type.Optional(Type.String()),
    note: Type.Optional(Type.String({ description: "Note to read first" })),
  },
  { title: "How" },
);
export type How = Static<typeof How>;

export const Problem = Type.Object(
  {
    name: Type.String({ description: "Stable kebab-case id" }),
    title: Type.String({ description: "One sentence that names the offending part" }),
    severity: Severity,
    field: Type.Optional(Type.String({ description: "Name of the header, in lower case" })),
    fix: Type.Optional(Type.String({ description: "The corrected header line, if there is exactly one" })),
    how: Type.Optional(How),
    link: Type.Optional(Type.String({ description: "The rule's source" })),
  },
  { title: "Problem" },
);
export type Problem = Static<typeof Problem>;

export const Item = Type.Object(
  {
    name: Type.String(),
    value: Type.String(),
    description: Type.String(),
    alternate: Type.Optional(Type.String()),
    problems: Type.Optional(Type.Array(Problem)),
  },
  { title: "Item" },
);
export type Item = Static<typeof Item>;

export const HeaderObject = Type.Object(
  {
    name: Type.String({ description: "Header name in lower case" }),
    value: Type.String({ description: "Header value as received, without surrounding white space" }),
    description: Type.String(),
    details: Type.Object({
      items: Type.Optional(Type.Array(Item)),
      problems: Type.Optional(Type.Array(Problem)),
    }),
    alternate: Type.Optional(
      Type.String({ description: "The value in a form that people understand at a glance" }),
    ),
    problems: Type.Array(Problem),
    type: Type.String(),
    link: Type.Array(Type.String()),
    sent: Type.Optional(Type.String({ description: "The name as sent on the wire" })),
    sender: Type.Optional(Type.String({ description: "The product or company that sends a private header" })),
  },
  { title: "Header" },
);
export type HeaderObject = Static<typeof HeaderObject>;
