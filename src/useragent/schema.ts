import { type SchemaOptions, type Static, type TSchema, Type } from "@sinclair/typebox";
import { MAX_BATCH } from "../api/json-content.ts";
import { BOT_CATEGORIES, BOT_STATES, SUPPORT } from "./tables/bot-kinds.ts";

const literals = <const T extends string>(values: readonly T[], options: SchemaOptions = {}) =>
  Type.Union(
    values.map((value) => Type.Literal(value)),
    options,
  );
const optionalOf = <const T extends string>(values: readonly T[], description: string) =>
  Type.Optional(literals(values, { description }));
const orFalse = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Literal(false)]);

const optional = (description: string) => Type.Optional(Type.String({ description }));

const NameAndVersion = Type.Object({
  name: Type.String(),
  version: Type.String({ description: "Empty where unknown" }),
});

const EVIDENCE = ["listed", "pattern", "guess"] as const;

const evidenceOf = (what: string) => optionalOf(EVIDENCE, `How sure ${what}: as the result's own evidence`);

const System = Type.Object({
  name: Type.String(),
  version: Type.String({ description: "What the string says; empty where unknown" }),
  frozen: Type.Optional(
    Type.Literal(true, { description: "Browsers freeze this version: it may be any from atLeast on" }),
  ),
  atLeast: optional("The lowest version that the browser's own version can run on"),
  architecture: optional("`x86`, `arm`, …: of hints, or as the string says it; absent where unknown"),
  bitness: optional("`64` or `32`: of hints, or as the string says it; absent where unknown"),
  evidence: evidenceOf("the system is"),
});

const Browser = Type.Object({
  ...NameAndVersion.properties,
  released: Type.Optional(
    Type.String({
      pattern: "^\\d{4}-\\d{2}-\\d{2}$",
      description: "The day this major version came out; absent where unknown",
    }),
  ),
  support: optionalOf(
    SUPPORT,
    "As of the data's date: the vendor's newest version, an older one that it still supports, or one that it has ended",
  ),
  inApp: optional("The app whose web view this is"),
  evidence: evidenceOf("the name is"),
});

const Device = Type.Object({
  vendor: Type.String({ description: "Maker, for a bot its operator; empty where unknown" }),
  name: Type.String({ description: "Marketing name or model, for a bot its name; empty where unknown" }),
  code: optional(
    "The maker's model code as it stands in the string, where a marketing name took its place or none is known",
  ),
  version: optional("A bot's own version, where its string says it; others have it in browser"),
  type: literals(["desktop", "unknown", "bot", "app", "feed", "library"]),
  formFactor: literals([
    "desktop",
    "mobile",
    "tablet",
    "tv",
    "console",
    "wearable",
    "car",
    "xr",
    "embedded",
    "",
  ]),
  evidence: evidenceOf("maker and model are"),
});

const Bot = Type.Object({
  name: Type.String(),
  category: literals(BOT_CATEGORIES),
  operator: Type.String({
    description: "Who runs it: a name, else the domain of the page that it names; empty where unknown",
  }),
  token: optional(
    "The product token that its operator tells sites to use in robots.txt; absent where unknown",
  ),
  state: optionalOf(
    BOT_STATES,
    "retired: its operator has ended it; token-only: a word of robots.txt that its operator never sends",
  ),
  verified: optionalOf(
    ["signature", "ip", "dns", "failed", "unknown"],
    "With verify=true. signature: the request is signed with a key that its operator publishes (Web Bot Auth); ip: from a published address; dns: reverse and forward name agree; failed: it could be checked and is not so; unknown: no way to check, or no data",
  ),
});

export const UserAgentResult = Type.Object(
  {
    agent: Type.String({ description: "The string that was looked up, exactly" }),
    device: orFalse(Device),
    os: orFalse(System),
    engine: orFalse(NameAndVersion),
    browser: orFalse(Browser),
    url: orFalse(Type.String({ description: "A page about this user agent" })),
    bot: orFalse(Bot),
    evidence: optionalOf(
      EVIDENCE,
      "listed: in a table, or given by hints; pattern: by the common form of such strings; guess: by a lone word. Absent where nothing is known",
    ),
  },
  { title: "UserAgent" },
);

export type NamedVersion = Static<typeof NameAndVersion>;
export type System = Static<typeof System>;
export type BrowserResult = Static<typeof Browser>;
export type Device = Static<typeof Device>;
export type Bot = Static<typeof Bot>;
export type Evidence = (typeof EVIDENCE)[number];
export type DeviceType = Device["type"];
export type FormFactor = Device["formFactor"];
export type Verified = NonNullable<Bot["verified"]>;
export type UserAgentResult = Static<typeof UserAgentResult>;

export const UserAgentBatchRequest = Type.Object(
  {
    agents: Type.Array(
      Type.Union([
        Type.String(),
        Type.Object({
          agent: Type.String(),
          hints: Type.Optional(
            Type.Record(Type.String(), Type.Unknown(), {
              description: "Sec-CH-UA fields by name, or what getHighEntropyValues() gave",
            }),
          ),
          ip: optional("Where the string came from, for verify=true"),
        }),
      ]),
      { maxItems: MAX_BATCH },
    ),
  },
  { title: "UserAgentBatchRequest" },
);

/** A bad item of a batch. */
const UserAgentItemError = Type.Object(
  { error: Type.String({ description: "Error code" }), message: Type.String() },
  { title: "ItemError" },
);

export const UserAgentBatch = Type.Object(
  {
    results: Type.Array(Type.Union([UserAgentResult, UserAgentItemError]), {
      description: "In the order of the request",
    }),
  },
  { title: "UserAgentBatch" },
);
