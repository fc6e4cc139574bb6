import { Type } from "@sinclair/typebox";

export const StatusMeaning = Type.Object(
  {
    code: Type.Integer(),
    message: Type.String({ description: "Reason phrase" }),
    description: Type.String(),
    class: Type.Union([
      Type.Literal("informational"),
      Type.Literal("successful"),
      Type.Literal("redirection"),
      Type.Literal("client-error"),
      Type.Literal("server-error"),
      Type.Literal("unknown"),
    ]),
    registered: Type.Boolean({ description: "Whether the IANA registry lists the code" }),
    sender: Type.Optional(Type.String({ description: "Product that uses an unregistered code" })),
    sentWhen: Type.Optional(Type.String({ description: "Senders, and when" })),
    clients: Type.Optional(Type.String({ description: "Behaviour of browsers and other clients" })),
    caches: Type.Optional(Type.String({ description: "Behaviour of caches" })),
    advice: Type.Optional(Type.String({ description: "Advice for senders and recipients" })),
    link: Type.String(),
  },
  { title: "StatusMeaning" },
);
