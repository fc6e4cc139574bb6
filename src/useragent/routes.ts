import { Elysia } from "elysia";
import { contentOf, JSON_FIELDS, jsonResponse, respond } from "../content.ts";
import { spend } from "../cost.ts";
import { endpoint } from "../endpoint.ts";
import { errorItem, NetlensError } from "../errors.ts";
import { jsonContent } from "../json-content.ts";
import { restOfPath } from "../request-path.ts";
import { answersInSlices } from "../slices.ts";
import { HINT_FIELDS, readClientHints } from "./client-hints.ts";
import { MAX_BATCH, UserAgentBatch, UserAgentBatchRequest, UserAgentResult } from "./schema.ts";

/** RFC 8942 section 3.2 asks for Vary on the hints asked for; that no cache keeps the answer covers the other fields. */
const OWN_FIELDS = {
  ...JSON_FIELDS,
  "accept-ch": HINT_FIELDS.join(", "),
  vary: HINT_FIELDS.join(", "),
} as const;

async function ownLookup(request: Request): Promise<Response> {
  const hints: Record<string, string> = {};
  for (const [name, value] of request.headers) {
    if (name.startsWith("sec-ch-ua") || name.endsWith("x-requested-with")) hints[name] = value;
  }
  const { lookupUserAgent } = await loadLookup();
  const result = lookupUserAgent(request.headers.get("user-agent") ?? "", readClientHints(hints));
  return new Response(JSON.stringify(result), { headers: OWN_FIELDS });
}

const EXAMPLE = "curl/8.5.0";
const example = async () => (await loadLookup()).lookupUserAgent(EXAMPLE);

const own = endpoint({
  operationId: "ownUserAgent",
  tags: ["useragent"],
  summary: "The caller's own user agent",
  description:
    "The `User-Agent` field of the request, refined by its client hints. The answer asks for hints by `Accept-CH`.",
  answer: { schema: UserAgentResult, example },
  errors: ["invalid-useragent"],
  cost: 1,
});

const one = endpoint({
  operationId: "userAgent",
  tags: ["useragent"],
  summary: "A user agent string",
  description:
    "What the string says of device, system, engine and browser, or of the bot, app or library that sends it.",
  path: { useragent: { description: "The string, percent-encoded", example: EXAMPLE } },
  answer: { schema: UserAgentResult, example },
  errors: ["invalid-useragent"],
  cost: 1,
});

const batch = endpoint({
  operationId: "userAgents",
  tags: ["useragent"],
  summary: "Several user agents at once",
  description: "The results stand in the order of the request; a bad item gets an error object in its place.",
  content: { schema: UserAgentBatchRequest, example: () => ({ agents: [EXAMPLE] }) },
  answer: { schema: UserAgentBatch, example: async () => ({ results: [await example()] }) },
  errors: ["invalid-param"],
  cost: 1,
});

interface BatchItem {
  readonly agent: string;
  readonly hints?: Readonly<Record<string, unknown>>;
}

/** The tables take a while to load, so a process that has just started answers first. */
export const loadLookup = () => import("./lookup.ts");
type Lookup = Awaited<ReturnType<typeof loadLookup>>["lookupUserAgent"];

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A string, or an object with the string and hints. Throws `invalid-useragent`. */
function batchItem(item: unknown): BatchItem {
  if (typeof item === "string") return { agent: item };
  if (isRecord(item) && typeof item["agent"] === "string") {
    const hints = item["hints"];
    if (hints === undefined) return { agent: item["agent"] };
    if (isRecord(hints)) return { agent: item["agent"], hints };
  }
  throw new NetlensError("invalid-useragent", 'An item is a string, or {"agent": "…", "hints": {…}}.');
}

function lookupItem(item: unknown, lookupUserAgent: Lookup): UserAgentResult | ReturnType<typeof errorItem> {
  try {
    const { agent, hints } = batchItem(item);
    return lookupUserAgent(agent, hints && readClientHints(hints));
  } catch (error) {
    if (error instanceof NetlensError) return errorItem(error);
    throw error;
  }
}

/** The list of a batch's content. Throws `invalid-param`. */
function batchItems(body: unknown): readonly unknown[] {
  const agents = isRecord(body) ? body["agents"] : undefined;
  if (!Array.isArray(agents)) {
    throw new NetlensError("invalid-param", 'The content is {"agents": ["user agent", …]}.');
  }
  if (agents.length > MAX_BATCH) {
    throw new NetlensError(
      "invalid-param",
      `agents has ${agents.length} items, at most ${MAX_BATCH} are allowed.`,
    );
  }
  return agents;
}

/** `GET /v1/useragent` (the caller's own), `GET /v1/useragent/{useragent}` and `POST /v1/useragent` (a batch). */
export function useragentRoutes() {
  return new Elysia({ name: "useragent" })
    .get("/v1/useragent", ({ request }) => ownLookup(request), { detail: own })
    .get(
      "/v1/useragent/*",
      async ({ request }) => {
        // A final slash belongs to the string.
        const agent = restOfPath(request.url, "/v1/useragent/", "user agent", "invalid-useragent");
        if (agent === "") return ownLookup(request);
        const { lookupUserAgent } = await loadLookup();
        return jsonResponse(JSON.stringify(lookupUserAgent(agent)));
      },
      { detail: one },
    )
    .post(
      "/v1/useragent",
      async ({ request }) => {
        const items = batchItems(await jsonContent(request));
        spend(request, batch.cost * items.length);
        const { lookupUserAgent } = await loadLookup();
        const results = await answersInSlices(items, (item) => lookupItem(item, lookupUserAgent));
        const json = JSON.stringify({ results });
        return respond(request, contentOf(json), JSON_FIELDS);
      },
      { detail: batch, parse: "none" },
    );
}
