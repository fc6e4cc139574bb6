import { type Static, Type } from "@sinclair/typebox";
import { Hsts } from "./hsts.ts";
import type { Isolation } from "./isolation.ts";
import { checkObservatory, Observatory } from "./observatory.ts";
import { checkReferrer, Referrers } from "./referrer.ts";
import type { Engine, Response } from "./response.ts";

export const Security = Type.Object(
  {
    secureContext: Type.Optional(Type.Boolean()),
    crossOriginIsolated: Type.Optional(
      Type.Boolean({ description: "The page may use shared memory and precise timers" }),
    ),
    opener: Type.Optional(Type.String({ description: "The effective opener policy" })),
    embedder: Type.Optional(Type.String({ description: "The effective embedder policy" })),
    originKeyed: Type.Optional(
      Type.Boolean({ description: "The page's agent cluster is keyed by its origin, not its site" }),
    ),
    hsts: Type.Optional(Hsts),
    referrer: Referrers,
    observatory: Type.Optional(Observatory),
  },
  { title: "Security", description: "Members that depend on an unknown fact are absent" },
);
export type Security = Static<typeof Security>;

/** Put together of verdicts that are there by themselves as well. */
export function checkSecurity(
  response: Response,
  engine: Engine,
  { hsts, isolation }: { readonly hsts: Hsts | undefined; readonly isolation: Isolation },
): Security {
  const observatory = checkObservatory(response);
  return {
    ...isolation,
    ...(hsts && { hsts }),
    referrer: checkReferrer(response, engine),
    ...(observatory && { observatory }),
  };
}
