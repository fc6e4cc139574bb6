import { Elysia } from "elysia";
import { JSON_FIELDS } from "../content.ts";

export interface Ready {
  readonly ok: boolean;
  /** What is wrong, or how the service is short of its best. */
  readonly reasons: readonly string[];
}

/** `/healthz`: the process answers. `/readyz`: it wants traffic (503 while it stops or has no database). */
export function healthRoutes(ready: () => Ready) {
  return new Elysia({ name: "health" })
    .get("/healthz", () => json(200, { status: "ok" }))
    .get("/readyz", () => {
      const { ok, reasons } = ready();
      return json(ok ? 200 : 503, { status: ok ? "ok" : "unavailable", reasons });
    });
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: JSON_FIELDS,
  });
}
