import { type Static, Type } from "@sinclair/typebox";
import { IpResult } from "../../ip/schema.ts";
import { UserAgentResult } from "../../useragent/schema.ts";

const given = (description: string) => Type.Optional(Type.String({ description, maxLength: 8192 }));

/** Facts of a visitor; each is optional. */
export const VisitorRequest = Type.Object(
  {
    ip: given("Address, as logs write it"),
    agent: given("User-Agent string"),
    hints: Type.Optional(
      Type.Object(
        {},
        {
          description: "Client hints, by field name or as getHighEntropyValues() of JavaScript gives them",
          additionalProperties: true,
        },
      ),
    ),
    time: given("When (RFC 3339 date-time); now, where it is left out"),
    timeZone: given("IANA time zone that the browser says, such as Europe/Berlin"),
    language: given("Language that the browser says, such as de-DE, or the value of Accept-Language"),
    url: given("The page that was seen"),
  },
  { title: "VisitorRequest" },
);

const support = (description: string) =>
  Type.Optional(
    Type.Unsafe<"current" | "supported" | "outdated">({
      type: "string",
      enum: ["current", "supported", "outdated"],
      description,
    }),
  );

const date = (description: string) =>
  Type.Optional(Type.String({ description: `${description} (RFC 3339 full-date)` }));

export const Visitor = Type.Object(
  {
    ip: Type.Optional(IpResult),
    useragent: Type.Optional(UserAgentResult),
    time: Type.String({ description: "When it was (RFC 3339, UTC)" }),
    localTime: Type.Optional(
      Type.String({ description: "The same at the address's place (RFC 3339 with that offset)" }),
    ),
    support: Type.Object({
      browser: support("Of the browser's version, as in useragent"),
      engine: support("Of the engine's version, also in an app's web view"),
      engineReleased: date("The day this major version of the engine came out"),
      os: support("Of the system's version; absent where browsers freeze it"),
      osEnded: date("The day of the last fixes for it"),
    }),
    contradictions: Type.Array(
      Type.Object({
        name: Type.String({ description: "Stable name" }),
        title: Type.String({ description: "What does not fit together" }),
        evidence: Type.String({ description: "Why, and what else it may be" }),
        sure: Type.Unsafe<"sure" | "likely" | "hint">({ type: "string", enum: ["sure", "likely", "hint"] }),
      }),
    ),
    text: Type.String({ description: "Plain text for a ticket" }),
  },
  { title: "Visitor" },
);
export type Visitor = Static<typeof Visitor>;
