import type { Elysia } from "elysia";
import { Answer } from "../api/answer.ts";
import { endpoint, format } from "../api/endpoint.ts";
import { NetlensError } from "../api/errors.ts";
import { cacheableAnswer, isNotModified } from "../api/http-validators.ts";
import { inputOf } from "../api/input.ts";
import { explainStatus } from "./practice.ts";
import { StatusMeaning } from "./schema.ts";

const meaning = endpoint({
  operationId: "status",
  tags: ["status"],
  summary: "What a status code means",
  description:
    "The registered meaning; for unregistered codes that of a well-known sender, else that of the class.",
  query: { format },
  path: {
    code: {
      description: "Status code, 100 to 999",
      example: "404",
      after: "/v1/status/",
      name: "status code",
      invalid: "invalid-param",
    },
  },
  answer: { schema: StatusMeaning, example: () => explainStatus(404) },
  errors: ["invalid-param"],
  cost: 1,
});

const KEPT = cacheableAnswer();

const input = inputOf(meaning);

/** `GET /v1/status/{code}`. */
export function statusRoutes() {
  return (app: Elysia) =>
    app.get(
      "/v1/status/*",
      ({ request }) => {
        const code = input.path(request.url).replace(/\/$/, "");
        const meaning = /^\d{3}$/.test(code) ? explainStatus(Number(code)) : undefined;
        if (!meaning)
          throw new NetlensError(
            "invalid-param",
            `code must be a status code from 100 to 999, not "${code}".`,
          );
        if (isNotModified(request, KEPT)) return new Answer(null, KEPT.unchanged);
        return new Answer(JSON.stringify(meaning), KEPT.init);
      },
      { detail: meaning },
    );
}
