import type { Elysia } from "elysia";
import { runYielding, yieldToEventLoop } from "../api/cooperative.ts";
import type { RouteDetail } from "../api/endpoint.ts";
import type { Site } from "../api/site.ts";
import type { HttpDeps } from "../http/routes.ts";
import type { IpDeps } from "../ip/deps.ts";
import type { UserAgentDeps } from "../useragent/routes.ts";

export interface McpDeps {
  readonly site: Site;
  readonly ip: Pick<IpDeps, "geo" | "hostnameOf">;
  readonly verify: UserAgentDeps["verify"];
  readonly http: HttpDeps;
  /** Undefined where assistants are not served; `origins` are host names whose pages may call besides the service's own. */
  readonly mcp?: { readonly origins: readonly string[] } | undefined;
}

/** Loads what the first call would wait for in one go: the library, the tools, and their schemas. */
export async function loadMcp(): Promise<void> {
  await import("@modelcontextprotocol/server");
  await yieldToEventLoop();
  const { prepareTools } = await import("./server.ts");
  await runYielding(prepareTools());
  await import("./answer.ts");
}

const route = (operationId: string, summary: string): { detail: RouteDetail } => ({
  detail: { operationId, tags: ["mcp"], summary, cost: 1, hide: true },
});

/** `POST /mcp`: the Model Context Protocol by Streamable HTTP, without sessions. */
export function mcpRoutes(deps: McpDeps) {
  if (!deps.mcp) return (app: Elysia) => app;
  const answer = async ({ request }: { request: Request }) => {
    const { answerMcp } = await import("./answer.ts");
    return answerMcp(request, deps);
  };
  return (app: Elysia) =>
    app
      .post("/mcp", answer, {
        ...route("mcp", "Tools for AI assistants, by the Model Context Protocol"),
        parse: "none",
      })
      .get("/mcp", answer, route("mcpStream", "Refused: there are no sessions"))
      .delete("/mcp", answer, route("mcpEnd", "Refused: there are no sessions"));
}
