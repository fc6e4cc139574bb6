import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { BOT_CATEGORIES, BOT_STATES, SUPPORT } from "../../data/agents/row.ts";
import { MAX_BATCH } from "../api/json-content.ts";
import { ItemError, oneOf, optionalOneOf, optionalText, text } from "../api/schema.ts";

const orFalse = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Literal(false)]);

const NameAndVersion = Type.Object({
  name: Type.String(),
  version: text("Empty if unknown"),
});

const EVIDENCE = ["listed", "pattern", "guess"] as const;

const evidenceOf = (what: string) =>
  optionalOneOf(EVIDENCE, `How sure ${what}: as the result's own evidence`);

const System = Type.Object({
  name: Type.String(),
  version: text("Version in the string; empty if unknown"),
  frozen: Type.Optional(
    Type.Literal(true, { description: "Browsers freeze this version: the real one is atLeast or later" }),
  ),
  atLeast: optionalText("Minimum version required by the browser's version"),
  architecture: optionalText("`x86`, `arm`, …: from hints, else from the string; absent if unknown"),
  bitness: optionalText("`64` or `32`: from hints, else from the string; absent if unknown"),
  evidence: evidenceOf("the system is"),
});

const Browser = Type.Object({
  ...NameAndVersion.properties,
  released: Type.Optional(
    Type.String({
      pattern: "^\\d{4}-\\d{2}-\\d{2}$",
      description: "Release date of the major version, of Safari's minor version; absent if unknown",
    }),
  ),
  support: optionalOneOf(
    SUPPORT,
    "On the day of the lookup: newest version, older but supported, or no longer supported",
  ),
  inApp: optionalText("App of the web view"),
  evidence: evidenceOf("the name is"),
});

const Device = Type.Object({
  vendor: text("Maker, or operator of a bot; empty if unknown"),
  name: text("Marketing name or model, or name of a bot; empty if unknown"),
  code: optionalText("Model code in the string, if name is a marketing name or empty"),
  version: optionalText("Version of a bot, if in the string; other clients have it in browser"),
  type: oneOf(["desktop", "unknown", "bot", "app", "feed", "library"]),
  formFactor: oneOf([
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
  category: oneOf(BOT_CATEGORIES),
  operator: text("Operator: a name, else the domain of the page in the string; empty if unknown"),
  token: optionalText("Product token for robots.txt; absent if unknown"),
  state: optionalOneOf(
    BOT_STATES,
    "retired: no longer in use; token-only: a robots.txt token that is never sent",
  ),
  verified: optionalOneOf(
    ["signature", "ip", "dns", "failed", "unknown"],
    "With verify=true. signature: the request is signed with a key that its operator publishes (Web Bot Auth); ip: from a published address; dns: reverse and forward name agree; failed: it could be checked and is not so; unknown: no way to check, or no data",
  ),
});

export const UserAgentResult = Type.Object(
  {
    agent: text("The string, unchanged"),
    device: orFalse(Device),
    os: orFalse(System),
    engine: orFalse(NameAndVersion),
    browser: orFalse(Browser),
    url: orFalse(text("A page about this user agent")),
    bot: orFalse(Bot),
    evidence: optionalOneOf(
      EVIDENCE,
      "listed: in a table or in hints; pattern: by a common format; guess: by a single word. Absent if unknown",
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
              description: "Sec-CH-UA headers by name, or the result of getHighEntropyValues()",
            }),
          ),
          ip: optionalText("Address that sent the string, for verify=true"),
        }),
      ]),
      { maxItems: MAX_BATCH },
    ),
  },
  { title: "UserAgentBatchRequest" },
);

export const UserAgentBatch = Type.Object(
  {
    results: Type.Array(Type.Union([UserAgentResult, ItemError]), {
      description: "In the order of the request",
    }),
  },
  { title: "UserAgentBatch" },
);
