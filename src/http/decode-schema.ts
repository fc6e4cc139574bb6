/** The schema of a message to explain without a lookup. */

import { Type } from "@sinclair/typebox";
import { INLINE_KINDS, LOAD_KINDS } from "../headers/verdicts.ts";
import { MOST_LINES } from "./body-parts.ts";
import { MOST_QUESTIONS } from "./lookup-enums.ts";
import { HTTP_VERSIONS } from "./schema.ts";

/** The content of `POST /v1/http`. Absent facts switch off the rules that need them. */
export const DecodeRequest = Type.Object(
  {
    headers: Type.Optional(
      Type.Array(Type.String(), {
        description: "Field lines, `Name: value`; a status line may come first",
        maxItems: MOST_LINES,
      }),
    ),
    har: Type.Optional(
      Type.Unsafe<object>({
        type: "object",
        additionalProperties: true,
        description: "Instead of headers: a HAR 1.2 log, every entry of which is explained, the worst first",
      }),
    ),
    status: Type.Optional(
      Type.Integer({ minimum: 100, maximum: 999, description: "The status code of the response" }),
    ),
    url: Type.Optional(Type.String({ description: "The requested URL" })),
    method: Type.Optional(Type.String({ description: "The request method" })),
    requestHeaders: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: MOST_LINES,
        description: "Field lines of the request; `[]`: it had none",
      }),
    ),
    receivedAt: Type.Optional(
      Type.String({ format: "date-time", description: "When the response was received" }),
    ),
    httpVersion: Type.Optional(
      Type.String({ description: `HTTP version of the response: ${HTTP_VERSIONS.join(", ")}` }),
    ),
    again: Type.Optional(
      Type.Object(
        {
          after: Type.Number({ minimum: 0, description: "Seconds from the response to the next request" }),
          method: Type.Optional(Type.String()),
          requestHeaders: Type.Optional(Type.Array(Type.String(), { maxItems: MOST_LINES })),
        },
        { description: "Would a cache answer this next request? The answer is in verdicts.caching" },
      ),
    ),
    loads: Type.Optional(
      Type.Array(
        Type.Object({
          as: Type.String({ description: LOAD_KINDS.join(", ") }),
          url: Type.Optional(Type.String()),
          nonce: Type.Optional(Type.String()),
          hash: Type.Optional(Type.String()),
          text: Type.Optional(
            Type.String({
              description:
                "The inline code itself, matched by its sha256, sha384 and sha512 digests. Without url and inline, that of an element",
            }),
          ),
          inline: Type.Optional(Type.String({ description: INLINE_KINDS.join(", ") })),
          parser: Type.Optional(Type.Boolean({ description: "False for elements that a script inserts" })),
        }),
        {
          maxItems: MOST_QUESTIONS,
          description:
            "Would the page's policy allow these loads, and what does its embedder policy require of them? The answers are in verdicts.policy",
        },
      ),
    ),
    framedBy: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: MOST_QUESTIONS,
        description: "May pages at these URLs frame it? The answers are in verdicts.framing",
      }),
    ),
    thirdParty: Type.Optional(
      Type.Boolean({
        description:
          "Suppose that a page of another site asked, or framed it (or not): what becomes of its cookies is in verdicts.cookies[].thirdParty",
      }),
    ),
  },
  { title: "DecodeRequest" },
);
