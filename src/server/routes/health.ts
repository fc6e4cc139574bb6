import { type Static, Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { Answer, JSON_FIELDS } from "../../api/answer.ts";
import { api } from "../../api/plugin.ts";
import { oneOf, text } from "../../api/schema.ts";
import type { TableAge } from "../../ip/data-ages.ts";

export interface Ready {
  readonly ok: boolean;
  /** Reasons for a failed or degraded state. */
  readonly reasons: readonly string[];
  /** Databases in use. */
  readonly data?: readonly Pick<TableAge, "name" | "built" | "days">[];
}

const Health = Type.Object({ status: Type.Literal("ok") }, { title: "Health" });
const Readiness = Type.Object(
  {
    status: oneOf(["ok", "unavailable"]),
    reasons: Type.Array(text("Reason for a failed or degraded state")),
    data: Type.Optional(
      Type.Array(
        Type.Object(
          {
            name: Type.String(),
            built: text("RFC 3339 full-date"),
            days: Type.Integer({ description: "Days since then", minimum: 0 }),
          },
          { title: "TableAge" },
        ),
        { description: "Age of the databases in use" },
      ),
    ),
  },
  { title: "Readiness" },
);

/** `/healthz` and `/readyz`. */
export const healthRoutes = (ready: () => Ready) =>
  new Elysia({ name: "health", normalize: false, tags: ["health"] })
    .use(api)
    .get("/healthz", () => ({ status: "ok" }) satisfies Static<typeof Health>, {
      cost: 0,
      detail: {
        operationId: "health",
        summary: "Whether the process responds",
        description: "For liveness probes. Exempt from limits and from the log of requests.",
        answer: { schema: Health, example: () => ({ status: "ok" }) },
        errors: [],
      },
    })
    .get(
      "/readyz",
      () => {
        const { ok, reasons, data } = ready();
        const readiness: Static<typeof Readiness> = {
          status: ok ? "ok" : "unavailable",
          reasons: [...reasons],
          ...(data && { data: [...data] }),
        };
        return new Answer(JSON.stringify(readiness), { status: ok ? 200 : 503, headers: JSON_FIELDS });
      },
      {
        cost: 0,
        detail: {
          operationId: "readiness",
          summary: "Whether the service is ready for traffic",
          description:
            "For readiness probes: 503 while the service stops or has no database. Exempt from limits and from the log of requests.",
          answer: { schema: Readiness, example: () => ({ status: "ok", reasons: [] }), also: [503] },
          errors: [],
        },
      },
    );
