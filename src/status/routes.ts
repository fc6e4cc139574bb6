import { Elysia } from "elysia";
import { NetlensError } from "../errors.ts";
import { describeStatus } from "./lookup.ts";
import { StatusMeaning } from "./schema.ts";

/** `GET /v1/status/{code}`: what a status code means. */
export function statusRoutes() {
  return new Elysia({ name: "status" }).get(
    "/v1/status/:code",
    ({ params }) => {
      const meaning = /^\d{3}$/.test(params.code) ? describeStatus(Number(params.code)) : undefined;
      if (!meaning)
        throw new NetlensError(
          "invalid-param",
          `code is a status code from 100 to 999, not "${params.code}".`,
        );
      return meaning;
    },
    { response: StatusMeaning },
  );
}
