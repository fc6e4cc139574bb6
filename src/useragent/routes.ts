import { Elysia } from "elysia";
import { contentOf, JSON_FIELDS, jsonResponse, respond } from "../content.ts";
import { errorItem, NetlensError } from "../errors.ts";
import { jsonContent } from "../json-content.ts";
import { HINT_FIELDS, readClientHints } from "./client-hints.ts";
import { MAX_BATCH, type UserAgentResult } from "./schema.ts";

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

/** The raw path behind `/v1/useragent/`, decoded once. A final slash belongs to the string. */
function agentOfPath(url: string): string {
  const path = /^[a-z]+:\/\/[^/]*\/v1\/useragent\/([^?#]*)/i.exec(url)?.[1] ?? "";
  try {
    return decodeURIComponent(path);
  } catch {
    throw new NetlensError(
      "invalid-useragent",
      "The user agent in the path has a % that two hexadecimal digits of UTF-8 do not follow.",
    );
  }
}

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
  const own = ({ request }: { request: Request }) => ownLookup(request);
  const one = async ({ request }: { request: Request }) => {
    const agent = agentOfPath(request.url);
    if (agent === "") return ownLookup(request);
    const { lookupUserAgent } = await loadLookup();
    return jsonResponse(JSON.stringify(lookupUserAgent(agent)));
  };
  const batch = async ({ request }: { request: Request }) => {
    const items = batchItems(await jsonContent(request));
    const { lookupUserAgent } = await loadLookup();
    return respond(
      request,
      contentOf(JSON.stringify({ results: items.map((item) => lookupItem(item, lookupUserAgent)) })),
      {
        "content-type": "application/json",
        "cache-control": "no-store",
      },
    );
  };
  return new Elysia({ name: "useragent" })
    .get("/v1/useragent", own)
    .get("/v1/useragent/*", one)
    .post("/v1/useragent", batch, { parse: "none" });
}
