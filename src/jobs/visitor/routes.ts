import { Elysia } from "elysia";
import { needRight } from "../../api/cost.ts";
import { NetlensError } from "../../api/errors.ts";
import { api } from "../../api/plugin.ts";
import { membersOf, type Unread } from "../../api/query.ts";
import type { IpDeps } from "../../ip/deps.ts";
import { pastedAddress } from "../../syntax/ip-address.ts";
import type { UserAgentDeps } from "../../useragent/routes.ts";
import type { UserAgentResult } from "../../useragent/schema.ts";
import type { VisitorRequest } from "./schema.ts";
import type { Seen } from "./seen.ts";

export interface VisitorDeps {
  readonly ip: Pick<IpDeps, "geo">;
  readonly verify: UserAgentDeps["verify"];
}

const EXAMPLE = {
  ip: "198.51.100.7",
  agent: "curl/8.5.0",
  time: "2026-11-24T14:03:00Z",
  timeZone: "Europe/Berlin",
};

/** Cost of a request: two table lookups and the comparison. */
export const VISITOR_COST = 3;

const schemas = () => import("./schema.ts");

/** `POST /v1/visitor`. */
export const visitorRoutes = ({ ip, verify }: VisitorDeps) =>
  new Elysia({ name: "visitor", normalize: false, tags: ["ip"] }).use(api).post(
    "/v1/visitor",
    async ({ body, request }) => {
      needRight(request, "useragent");
      const seen = seenIn(membersOf(body), Date.now());
      const { visitorOf } = await import("./visitor.ts");
      return visitorOf(seen, ip.geo(), await verifiedAgent(seen, verify));
    },
    {
      cost: VISITOR_COST,
      parse: "content",
      detail: {
        operationId: "visitor",
        summary: "Combine an address and a user agent",
        description:
          "Both results, the local time at the address, whether browser and engine are still supported, contradictions with their evidence, and a text for a ticket. Each part is optional. There is no score: each contradiction names other explanations.",
        content: { schema: async () => (await schemas()).VisitorRequest, example: () => EXAMPLE },
        answer: { schema: async () => (await schemas()).Visitor },
        errors: ["invalid-ip", "invalid-param", "geo-database-unavailable"],
      },
    },
  );

/** Parses the user agent and verifies the address of a bot. */
export async function verifiedAgent(
  seen: Seen,
  verify: VisitorDeps["verify"] | undefined,
): Promise<UserAgentResult | undefined> {
  const { agentOf } = await import("./visitor.ts");
  const found = agentOf(seen);
  if (!found?.bot || seen.ip === "" || !verify) return found;
  return { ...found, bot: { ...found.bot, verified: await verify(found.bot, pastedAddress(seen.ip)) } };
}

/** Maximum characters of each member. */
const LONGEST = 8192;

/** @throws NetlensError `invalid-param` for an invalid member */
export function seenIn(given: Unread<typeof VisitorRequest>, now: number): Seen {
  const text = (name: Exclude<keyof typeof given, "hints">): string => {
    const value = given[name] ?? "";
    if (typeof value !== "string" || value.length > LONGEST)
      throw new NetlensError("invalid-param", `${name} must be a string of at most ${LONGEST} characters.`);
    return value.trim();
  };
  const time = text("time");
  const at = time === "" ? now : Date.parse(time);
  if (Number.isNaN(at) || (time !== "" && !/^\d{4}-\d\d-\d\dT/.test(time)))
    throw new NetlensError(
      "invalid-param",
      "time must be an RFC 3339 date-time, such as 2026-11-24T14:03:00Z.",
    );
  return {
    ...{ ip: text("ip"), agent: text("agent"), time: at, timeZone: text("timeZone") },
    ...{ language: text("language"), url: text("url"), hints: hintsIn(given.hints) },
  };
}

function hintsIn(hints: unknown): Seen["hints"] {
  if (hints === undefined || hints === null) return undefined;
  if (typeof hints !== "object" || Array.isArray(hints))
    throw new NetlensError(
      "invalid-param",
      "hints must be an object: headers by name, or the result of getHighEntropyValues().",
    );
  return { ...hints };
}
