/** The tool that looks an address and a user agent up together. */

import { Type } from "@sinclair/typebox";
import { seenIn, verifiedAgent } from "../jobs/visitor/routes.ts";
import { Visitor, VisitorRequest } from "../jobs/visitor/schema.ts";
import { visitorOf } from "../jobs/visitor/visitor.ts";
import { tool } from "./tool.ts";

/** Both answers in full have tools of their own. */
const { localTime, support, contradictions, text } = Visitor.properties;

export const visitor = tool({
  name: "describe_visitor",
  title: "What a visitor's address and user agent say together",
  description:
    "Use it for a support ticket or a line of a log with an address and a user agent: the place and kind of network, the local time, whether browser and system are still supported, what does not fit together, and a text to paste. It gives no score.",
  input: VisitorRequest,
  output: Type.Object({ localTime, support, contradictions, text }),
  run: async (given, { geo, need, verify, clock }) => {
    need("ip");
    need("useragent");
    const seen = seenIn(given, clock());
    const { localTime, support, contradictions, text } = visitorOf(
      seen,
      geo(),
      await verifiedAgent(seen, verify),
    );
    return { ...(localTime && { localTime }), support, contradictions, text };
  },
  text: ({ text }) => text,
});
