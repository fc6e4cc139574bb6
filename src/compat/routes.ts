/** Paths of other services, so that their clients and links work here. */

import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { Answer, DEFAULT_FIELDS, JSON_FIELDS } from "../api/answer.ts";
import { NetlensError } from "../api/errors.ts";
import { api } from "../api/plugin.ts";
import { query, text } from "../api/query.ts";
import { decodedPart, pathOf } from "../api/request-path.ts";
import type { Site } from "../api/site.ts";
import type { IpDeps } from "../ip/deps.ts";
import { lookupIp } from "../ip/lookup.ts";
import type { IpResult } from "../ip/schema.ts";
import { EchoipAnswer, echoipJson, TEXT_ANSWERS } from "./echoip.ts";

const ip = query({ ip: text("Address to look up instead of the caller's", "8.8.8.8") });
const errors = ["invalid-ip", "geo-database-unavailable"] as const;

/** Links of redirect.li: redirects `parameter` of the old path to `page`. */
const LINKS: readonly { readonly path: string; readonly parameter: string; readonly page: string }[] = [
  { path: "/map", parameter: "ip", page: "/?ip=" },
  { path: "/agent", parameter: "agent", page: "/?useragent=" },
  { path: "/http", parameter: "url", page: "/?url=" },
];

/** echoip's paths, and links of redirect.li. */
export function compatRoutes(deps: IpDeps, site: Pick<Site, "base">) {
  const found = (given: string | undefined, request: Request): IpResult => {
    const address = given || deps.caller(request)?.ip;
    if (address !== undefined) return lookupIp(address, deps.geo());
    throw new NetlensError("invalid-ip", `The caller's address is unknown; use ${pathOf(request.url)}?ip=….`);
  };
  const app = new Elysia({ name: "compat", normalize: false, tags: ["compat"] })
    .use(api)
    .get(
      "/json",
      ({ query, request }) => {
        const json = echoipJson(found(query.ip, request), request.headers.get("user-agent") ?? "");
        return new Answer(json, { headers: JSON_FIELDS });
      },
      {
        cost: 1,
        query: ip,
        detail: {
          operationId: "echoipJson",
          summary: "Address in echoip's format",
          description: "The caller's address or the given one, with echoip's member names.",
          answer: {
            schema: EchoipAnswer,
            example: () => ({
              ip: "192.168.1.1",
              ip_decimal: 3_232_235_777,
              user_agent: { raw_value: "example" },
            }),
          },
          errors,
        },
      },
    )
    .get(
      "/http/status/code/*",
      ({ params }) => {
        const code = decodedPart(params["*"], "status code", "invalid-param");
        return redirect(`${site.base}/v1/status/${encodeURIComponent(code.replace(/\/$/, ""))}`);
      },
      { cost: 1, detail: { operationId: "statusLink", summary: "The page of a status code", hide: true } },
    );
  for (const { path, operationId, what, text } of TEXT_ANSWERS)
    app.get(path, ({ query, request }) => line(text(found(query.ip, request))), {
      cost: 1,
      query: ip,
      detail: {
        operationId,
        summary: `The ${what}, as in echoip`,
        description: `One line of text: the ${what} of the caller or of the given address; empty if unknown.`,
        answer: { type: "text/plain", schema: Type.String() },
        errors,
      },
    });
  for (const { path, parameter, page } of LINKS)
    app.get(
      path,
      ({ request }) => {
        const value = new URL(request.url).searchParams.get(parameter);
        return redirect(`${site.base}${value ? page + encodeURIComponent(value) : "/"}`);
      },
      {
        cost: 1,
        detail: { operationId: `${path.slice(1)}Link`, summary: `The page of one ${parameter}`, hide: true },
      },
    );
  return app;
}

function line(text: string): Response {
  return new Answer(`${text}\n`, {
    headers: { ...DEFAULT_FIELDS, "content-type": "text/plain; charset=utf-8" },
  });
}

function redirect(location: string): Response {
  return new Answer(null, { status: 302, headers: { ...DEFAULT_FIELDS, location } });
}
