/** Paths of other services, so that their clients and links work here. */

import { Type } from "@sinclair/typebox";
import type { Elysia } from "elysia";
import { Answer, DEFAULT_FIELDS, JSON_FIELDS } from "../api/answer.ts";
import { type Endpoint, endpoint, type RouteDetail, text } from "../api/endpoint.ts";
import { NetlensError } from "../api/errors.ts";
import { inputOf } from "../api/input.ts";
import { pathOf, restOfPath } from "../api/request-path.ts";
import type { IpDeps } from "../ip/deps.ts";
import { lookupIp } from "../ip/lookup.ts";
import type { IpResult } from "../ip/schema.ts";
import { EchoipAnswer, echoipJson, TEXT_ANSWERS, type TextAnswer } from "./echoip.ts";

const query = { ip: text("Address to look up instead of the caller's", "8.8.8.8") };

const shared = {
  tags: ["compat"],
  query,
  errors: ["invalid-ip", "geo-database-unavailable"],
  cost: 1,
} satisfies Partial<Endpoint>;

const describedText = ({ operationId, what }: TextAnswer) =>
  endpoint({
    ...shared,
    operationId,
    summary: `The ${what}, as in echoip`,
    description: `One line of text: the ${what} of the caller or of the given address; empty if unknown.`,
    answer: { type: "text/plain", schema: Type.String() },
  });

const describedJson = endpoint({
  ...shared,
  operationId: "echoipJson",
  summary: "All about an address, as in echoip",
  description: "The caller's address or the given one, with echoip's member names.",
  answer: {
    schema: EchoipAnswer,
    example: () => ({ ip: "192.168.1.1", ip_decimal: 3_232_235_777, user_agent: { raw_value: "example" } }),
  },
});

/** Where a link of another site leads here: `parameter` of the old path → the page. */
const LINKS: readonly { readonly path: string; readonly parameter: string; readonly page: string }[] = [
  { path: "/map", parameter: "ip", page: "/?ip=" },
  { path: "/agent", parameter: "agent", page: "/?useragent=" },
  { path: "/http", parameter: "url", page: "/?url=" },
];

const link = (operationId: string, summary: string): { detail: RouteDetail } => ({
  detail: { operationId, tags: ["compat"], summary, cost: 1, hide: true },
});

/** echoip's paths, and links to the pages of redirect.li. */
export function compatRoutes(deps: IpDeps, base: string) {
  return (app: Elysia) => {
    app
      .get(
        "/json",
        ({ request }) =>
          new Answer(echoipJson(lookedUp(deps, request), request.headers.get("user-agent") ?? ""), {
            headers: JSON_FIELDS,
          }),
        { detail: describedJson },
      )
      .get(
        "/http/status/code/*",
        ({ request }) => {
          const code = restOfPath(request.url, "/http/status/code/", "status code", "invalid-param");
          return redirect(`${base}/v1/status/${encodeURIComponent(code.replace(/\/$/, ""))}`);
        },
        link("statusLink", "The page of a status code"),
      );
    for (const answer of TEXT_ANSWERS)
      app.get(answer.path, ({ request }) => line(answer.text(lookedUp(deps, request))), {
        detail: describedText(answer),
      });
    for (const { path, parameter, page } of LINKS)
      app.get(
        path,
        ({ request }) => {
          const value = new URL(request.url).searchParams.get(parameter);
          return redirect(`${base}${value ? page + encodeURIComponent(value) : "/"}`);
        },
        link(`${path.slice(1)}Link`, `The page of one ${parameter}`),
      );
    return app;
  };
}

/** All of them take the same. */
const input = inputOf(describedJson);

function lookedUp(deps: IpDeps, request: Request): IpResult {
  const ip = input.query(request.url).ip || deps.caller(request)?.ip;
  if (ip === undefined)
    throw new NetlensError("invalid-ip", `The caller's address is unknown; use ${pathOf(request.url)}?ip=….`);
  return lookupIp(ip, deps.geo());
}

function line(text: string): Response {
  return new Answer(`${text}\n`, {
    headers: { ...DEFAULT_FIELDS, "content-type": "text/plain; charset=utf-8" },
  });
}

function redirect(location: string): Response {
  return new Answer(null, { status: 302, headers: { ...DEFAULT_FIELDS, location } });
}
