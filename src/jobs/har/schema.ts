/**
 * Schema of the HAR 1.2 logs that netlens writes (http://www.softwareishard.com/blog/har-12-spec/); additions
 * are in `_netlens`.
 */

import { type Static, Type } from "@sinclair/typebox";
import { integer, optionalText, text } from "../../api/schema.ts";
import { Problem } from "../../headers/schema.ts";
import { HttpReport, HttpStep } from "../../http/schema.ts";

const NameValues = Type.Array(Type.Object({ name: Type.String(), value: Type.String() }));
const Empty = Type.Array(Type.Unsafe<never>({}), { maxItems: 0 });
const bytes = integer("Bytes; -1 if unknown");
const milliseconds = Type.Number({ description: "Milliseconds; -1 if the stage was not reached" });
const { intent, stop, problems } = HttpReport.properties;
const { verdicts, tls } = HttpStep.properties;

const SetCookies = Type.Array(
  Type.Object({
    name: Type.String(),
    value: Type.String(),
    path: Type.Optional(Type.String()),
    domain: Type.Optional(Type.String()),
    expires: Type.Optional(Type.String({ format: "date-time" })),
    httpOnly: Type.Boolean(),
    secure: Type.Boolean(),
  }),
);

const HarEntry = Type.Object(
  {
    startedDateTime: Type.String({ format: "date-time" }),
    time: Type.Number({ description: "Milliseconds" }),
    request: Type.Object({
      method: Type.String(),
      url: Type.String(),
      httpVersion: text("Empty without a response"),
      cookies: NameValues,
      headers: NameValues,
      queryString: NameValues,
      headersSize: bytes,
      bodySize: bytes,
    }),
    response: Type.Object({
      status: integer("0 without a response"),
      statusText: Type.String(),
      httpVersion: Type.String(),
      cookies: SetCookies,
      headers: NameValues,
      content: Type.Object({ size: Type.Integer(), mimeType: Type.String() }),
      redirectURL: Type.String(),
      headersSize: bytes,
      bodySize: bytes,
      _error: optionalText("Error message"),
    }),
    cache: Type.Object({}),
    timings: Type.Object({
      blocked: milliseconds,
      dns: milliseconds,
      connect: Type.Number({ description: "Milliseconds, including the TLS handshake" }),
      ssl: milliseconds,
      send: milliseconds,
      wait: milliseconds,
      receive: milliseconds,
    }),
    connection: optionalText("Equal for entries on the same connection"),
    serverIPAddress: Type.Optional(Type.String()),
    _netlens: Type.Object({
      intent,
      problems: Type.Array(Problem, { description: "Problems of the step, its headers and their parts" }),
      verdicts,
      tls,
    }),
  },
  { title: "HarEntry" },
);
export type HarEntry = Static<typeof HarEntry>;

export const Har = Type.Object(
  {
    log: Type.Object({
      version: Type.Literal("1.2"),
      creator: Type.Object({ name: Type.String(), version: Type.String() }),
      pages: Empty,
      entries: Type.Array(HarEntry, { description: "One per step" }),
      _netlens: Type.Object({ intent, stop, problems }),
    }),
  },
  { title: "Har" },
);
export type Har = Static<typeof Har>;
