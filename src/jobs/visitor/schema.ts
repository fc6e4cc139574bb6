import { type Static, Type } from "@sinclair/typebox";
import { oneOf, optionalOneOf, optionalText, text } from "../../api/schema.ts";
import { IpResult } from "../../ip/schema.ts";
import { UserAgentResult } from "../../useragent/schema.ts";

const given = (description: string) => Type.Optional(Type.String({ description, maxLength: 8192 }));

/** Facts of a visitor; each is optional. */
export const VisitorRequest = Type.Object(
  {
    ip: given("Address, as in a log"),
    agent: given("User-Agent string"),
    hints: Type.Optional(
      Type.Object(
        {},
        {
          description: "Client hints, by header name or as returned by getHighEntropyValues()",
          additionalProperties: true,
        },
      ),
    ),
    time: given("Time of the visit (RFC 3339 date-time). Default: now"),
    timeZone: given("IANA time zone of the browser, such as Europe/Berlin"),
    language: given("Language of the browser, such as de-DE, or the value of Accept-Language"),
    url: given("URL of the visited page"),
  },
  { title: "VisitorRequest" },
);

const support = (description: string) => optionalOneOf(["current", "supported", "outdated"], description);

const date = (description: string) => optionalText(`${description} (RFC 3339 full-date)`);

export const Visitor = Type.Object(
  {
    ip: Type.Optional(IpResult),
    useragent: Type.Optional(UserAgentResult),
    time: text("Time of the visit (RFC 3339, UTC)"),
    localTime: optionalText("The same in the time zone of the address (RFC 3339)"),
    support: Type.Object({
      browser: support("Support of the browser's version, as in useragent"),
      engine: support("Support of the engine's version, also in an app's web view"),
      engineReleased: date("Release day of this major version of the engine"),
      os: support("Support of the system's version; absent if browsers freeze it"),
      osEnded: date("Day of its last fixes"),
    }),
    contradictions: Type.Array(
      Type.Object({
        name: text("Stable name"),
        title: text("The contradiction"),
        evidence: text("Evidence, and other explanations"),
        sure: oneOf(["sure", "likely", "hint"]),
      }),
    ),
    text: text("Plain text for a ticket"),
  },
  { title: "Visitor" },
);
export type Visitor = Static<typeof Visitor>;
