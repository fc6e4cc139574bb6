import { Elysia } from "elysia";
import { runYielding, yieldToEventLoop } from "../api/cooperative.ts";
import { api } from "../api/plugin.ts";
import type { McpDeps } from "./deps.ts";

/** Loads the library, the tools and their schemas in steps, before the first call needs them. */
export async function loadMcp(): Promise<void> {
  await import("@modelcontextprotocol/server");
  await yieldToEventLoop();
  const { prepareTools } = await import("./server.ts");
  await runYielding(prepareTools());
  await import("./answer.ts");
}

/** `POST /mcp`: Streamable HTTP, without sessions. */
export function mcpRoutes(deps: McpDeps) {
  const answer = async ({ request }: { request: Request }) => {
    const { answerMcp } = await import("./answer.ts");
    return answerMcp(request, deps);
  };
  const hidden = { hide: true, served: () => deps.mcp !== undefined } as const;
  const refused = (operationId: string) => ({
    cost: 1,
    detail: { ...hidden, operationId, summary: "Refused: there are no sessions" },
  });
  return new Elysia({ name: "mcp", normalize: false, prefix: "/mcp", tags: ["mcp"] })
    .use(api)
    .post("", answer, {
      cost: 1,
      parse: "none",
      detail: {
        ...hidden,
        operationId: "mcp",
        summary: "Tools for AI assistants, by the Model Context Protocol",
      },
    })
    .get("", answer, refused("mcpStream"))
    .delete("", answer, refused("mcpEnd"));
}
