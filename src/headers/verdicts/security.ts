import { type Static, Type } from "@sinclair/typebox";
import { Hsts, judgeHsts } from "./hsts.ts";
import { isTrustworthy } from "./origins.ts";
import { judgeReferrer, Referrers } from "./referrer.ts";
import type { Engine, Response } from "./response.ts";

export const Security = Type.Object(
  {
    secureContext: Type.Optional(Type.Boolean()),
    hsts: Type.Optional(Hsts),
    referrer: Referrers,
  },
  { title: "Security", description: "What needs an unknown fact is absent" },
);
export type Security = Static<typeof Security>;

export function judgeSecurity(response: Response, engine: Engine): Security {
  const hsts = judgeHsts(response, engine);
  return {
    ...(response.url && { secureContext: isTrustworthy(response.url) }),
    ...(hsts && { hsts }),
    referrer: judgeReferrer(response, engine),
  };
}
