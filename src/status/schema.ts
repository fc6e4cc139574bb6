import { Type } from "@sinclair/typebox";
import { oneOf, optionalText, text } from "../api/schema.ts";

export const StatusMeaning = Type.Object(
  {
    code: Type.Integer(),
    message: text("Reason phrase"),
    description: Type.String(),
    class: oneOf(["informational", "successful", "redirection", "client-error", "server-error", "unknown"]),
    registered: Type.Boolean({ description: "Whether the IANA registry lists the code" }),
    sender: optionalText("Product that uses an unregistered code"),
    sentWhen: optionalText("Senders, and when"),
    clients: optionalText("Behaviour of browsers and other clients"),
    caches: optionalText("Behaviour of caches"),
    advice: optionalText("Advice for senders and recipients"),
    link: Type.String(),
  },
  { title: "StatusMeaning" },
);
