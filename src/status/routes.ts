import { Elysia, t } from "elysia";
import { NetlensError } from "../api/errors.ts";
import { cacheableAnswer } from "../api/http-validators.ts";
import { api } from "../api/plugin.ts";
import { format, part, query } from "../api/query.ts";
import { explainStatus } from "./practice.ts";
import { StatusMeaning } from "./schema.ts";

const KEPT = cacheableAnswer();

/** `GET /v1/status/{code}`. */
export const statusRoutes = () =>
  new Elysia({ name: "status", normalize: false, prefix: "/v1/status", tags: ["status"] }).use(api).get(
    "/:code",
    ({ params: { code } }) => {
      const meaning = /^\d{3}$/.test(code) ? explainStatus(Number(code)) : undefined;
      if (meaning) return meaning;
      throw new NetlensError("invalid-param", `code must be a status code from 100 to 999, not "${code}".`);
    },
    {
      cost: 1,
      cached: () => KEPT,
      params: t.Object({ code: part("Status code, 100 to 999", "404", "status code", "invalid-param") }),
      query: query({ format }),
      detail: {
        operationId: "status",
        summary: "Meaning of status codes",
        description:
          "Registered meaning; for unregistered codes that of a well-known sender, else of the class.",
        answer: { schema: StatusMeaning, example: () => explainStatus(404) },
        errors: ["invalid-param"],
      },
    },
  );
