import { Elysia } from "elysia";
import { jsonResponse } from "../content.ts";
import { NetlensError } from "../errors.ts";
import { describeStatus } from "./lookup.ts";

/** `GET /v1/status/{code}`: what a status code means. */
export function statusRoutes() {
  return new Elysia({ name: "status" }).get("/v1/status/:code", ({ params }) => {
    const meaning = /^\d{3}$/.test(params.code) ? describeStatus(Number(params.code)) : undefined;
    if (!meaning)
      throw new NetlensError("invalid-param", `code is a status code from 100 to 999, not "${params.code}".`);
    return jsonResponse(JSON.stringify(meaning));
  });
}
