/**
 * Model Context Protocol server for AI assistants: the lookups as tools. Calls go in; text and structured results come out. It
 * never looks up anything by itself and holds no sessions.
 */

import { fromJsonSchema, McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import type { Task } from "../api/cooperative.ts";
import { NetlensError } from "../api/errors.ts";
import { describeField } from "../headers/catalogue.ts";
import type { ToolDeps } from "./tool.ts";
import { problemKind, tools } from "./tools.ts";

/** Creates a server for one connection, or for one HTTP request. */
export function createMcpServer(version: string, deps: ToolDeps): McpServer {
  const server = new McpServer(
    { name: "netlens", title: "netlens", version },
    {
      instructions:
        "Facts about IP addresses, user agents, URLs and HTTP response headers. Findings have ids; explain_problem explains one.",
    },
  );
  for (const tool of tools) register(server, prepared(tool), deps);
  for (const { name, uri, title, read } of RESOURCES)
    server.registerResource(
      name,
      new ResourceTemplate(uri, { list: undefined }),
      { title, mimeType: "application/json" },
      (at, variables) => {
        const [key = ""] = [Object.values(variables)[0] ?? ""].flat();
        const text = JSON.stringify(read(decodeURIComponent(key)));
        return { contents: [{ uri: at.href, mimeType: "application/json", text }] };
      },
    );
  return server;
}

type AnyTool = (typeof tools)[number];
interface Prepared {
  readonly tool: AnyTool;
  readonly inputSchema: ReturnType<typeof fromJsonSchema>;
  readonly outputSchema: ReturnType<typeof fromJsonSchema>;
}

/** Compiled schemas, cached because each HTTP request creates a server. */
const PREPARED = new Map<AnyTool, Prepared>();

function prepared(tool: AnyTool): Prepared {
  const known = PREPARED.get(tool);
  if (known) return known;
  const inputSchema = fromJsonSchema(plain(tool.input));
  const made = { tool, inputSchema, outputSchema: fromJsonSchema(plain(tool.output)) };
  PREPARED.set(tool, made);
  return made;
}

/** Compiles the schemas of all tools, yielding after each. */
export function* prepareTools(): Task<void> {
  for (const tool of tools) {
    prepared(tool);
    yield;
  }
}

function register(server: McpServer, { tool, inputSchema, outputSchema }: Prepared, deps: ToolDeps): void {
  const { name, title, description, openWorld = false, run, text } = tool;
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema,
      outputSchema,
      annotations: {
        title,
        readOnlyHint: true,
        idempotentHint: true,
        destructiveHint: false,
        openWorldHint: openWorld,
      },
    },
    async (given) => {
      try {
        const answer = await run(given as never, deps);
        return {
          content: [{ type: "text", text: text(answer as never) }],
          structuredContent: answer as Record<string, unknown>,
        };
      } catch (error) {
        // Bugs become protocol errors and are logged by the caller.
        if (!(error instanceof NetlensError)) throw error;
        return { isError: true, content: [{ type: "text", text: error.message }] };
      }
    },
  );
}

/** JSON copy without TypeBox's symbols. */
function plain(schema: object): Parameters<typeof fromJsonSchema>[0] {
  return JSON.parse(JSON.stringify(schema), (_, value: unknown) => wordsTogether(value)) as Parameters<
    typeof fromJsonSchema
  >[0];
}

/** Rewrites a union of words as `enum`, which takes a third of the tokens. */
function wordsTogether(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("anyOf" in value)) return value;
  const { anyOf, ...rest } = value as { readonly anyOf: readonly { readonly const?: unknown }[] };
  const words = anyOf.map((each) => each.const);
  return words.every((word) => typeof word === "string") ? { ...rest, type: "string", enum: words } : value;
}

interface Resource {
  readonly name: string;
  /** RFC 6570 template with one variable. */
  readonly uri: string;
  readonly title: string;
  /** @throws NetlensError for an unknown key */
  readonly read: (key: string) => object;
}

const RESOURCES: readonly Resource[] = [
  {
    name: "field",
    uri: "netlens://fields/{name}",
    title: "What a header is for",
    read(name) {
      const entry = describeField(name.toLowerCase());
      if (!entry) throw new NetlensError("invalid-param", `No known header has the name "${name}".`);
      return entry;
    },
  },
  {
    name: "problem",
    uri: "netlens://problems/{id}",
    title: "What a kind of problem means",
    read: problemKind,
  },
];
