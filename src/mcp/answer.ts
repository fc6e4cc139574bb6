/** Model Context Protocol over HTTP. */

import { createMcpHandler, originValidationResponse } from "@modelcontextprotocol/server";
import { DEFAULT_FIELDS } from "../api/answer.ts";
import { needRight, spend } from "../api/cost.ts";
import { LOOKUP_COST } from "../http/routes.ts";
import { serveLookup } from "../http/serve.ts";
import { withHostname } from "../ip/hostname.ts";
import { REVERSE_COST } from "../ip/routes.ts";
import { servePage } from "../jobs/page/serve-page.ts";
import { parseAddress } from "../syntax/ip-address.ts";
import { briefOf } from "../view/brief.ts";
import type { McpDeps } from "./deps.ts";
import { createMcpServer } from "./server.ts";
import type { ToolDeps } from "./tool.ts";

/** Serves one request without a session. Refuses pages of other sites, even if their DNS name points here. */
export async function answerMcp(request: Request, deps: McpDeps): Promise<Response> {
  const { site, mcp } = deps;
  const own = new URL(site.urlFor(request)).hostname;
  const known = site.base !== "" || isOwnByNature(own) ? [own] : [];
  const response =
    originValidationResponse(request, [...known, ...(mcp?.origins ?? [])]) ??
    (await createMcpHandler(() => createMcpServer(site.version, toolsOf(request, deps))).fetch(request));
  for (const [name, value] of Object.entries(DEFAULT_FIELDS)) response.headers.set(name, value);
  return response;
}

/** False for names that an attacker's DNS could point to this service (DNS rebinding). */
function isOwnByNature(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || parseAddress(hostLiteral(host)) !== undefined;
}

const hostLiteral = (host: string) => host.replace(/^\[|\]$/g, "");

function toolsOf(request: Request, { ip, http, verify }: McpDeps): ToolDeps {
  let cost = 0;
  const pay = (more: number) => {
    cost += more;
    spend(request, cost);
  };
  return {
    need: (tag) => needRight(request, tag),
    geo: ip.geo,
    async named(result) {
      pay(REVERSE_COST);
      return ip.hostnameOf ? withHostname(result, ip.hostnameOf) : result;
    },
    verify(bot, address) {
      pay(REVERSE_COST);
      return verify(bot, address);
    },
    look(url, options) {
      pay(LOOKUP_COST);
      return serveLookup(request, url, options, http);
    },
    async audit(url, options) {
      pay(LOOKUP_COST);
      const paying = (count: number) => pay(count * LOOKUP_COST);
      return (await servePage(request, url, options, http, briefOf, undefined, paying)).report;
    },
    clock: Date.now,
  };
}
