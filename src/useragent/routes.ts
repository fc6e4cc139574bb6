import { Elysia } from "elysia";
import { HINT_FIELDS } from "../../data/agents/hint-fields.ts";
import { Answer, contentOf, JSON_FIELDS, respond } from "../api/answer.ts";
import { mapYielding } from "../api/cooperative.ts";
import { spend, spendLookups } from "../api/cost.ts";
import { errorItem, NetlensError } from "../api/errors.ts";
import { cacheableAnswer, cachedAnswer } from "../api/http-validators.ts";
import { api } from "../api/plugin.ts";
import { flag, format, itemsOf, query, text } from "../api/query.ts";
import { decodedPart } from "../api/request-path.ts";
import { memoize } from "../platform/memoize.ts";
import { parseAddress } from "../syntax/ip-address.ts";
import { isRecord } from "../syntax/json-field.ts";
import { readClientHints } from "./client-hints.ts";
import { type Bot, UserAgentBatch, UserAgentBatchRequest, UserAgentResult, type Verified } from "./schema.ts";
import { tablesState } from "./tables/tables-state.ts";

export interface UserAgentDeps {
  /** Verifies a bot by its address; may use DNS. Bounded in time, never rejects. */
  readonly verify: (bot: Bot, ip: string) => Promise<Verified>;
  /**
   * Result after checking the request's signature: the robot it proves, `failed`, or undefined if it proves
   * nothing. May fetch a page; bounded in time, never rejects.
   */
  readonly signature: (
    request: Request,
    result: UserAgentResult,
  ) => Promise<UserAgentResult | "failed" | undefined>;
  /** Client address; undefined if unknown (Unix socket). */
  readonly caller: (request: Request) => { readonly ip: string } | undefined;
}

const verify = flag(
  "verify",
  "Whether to check that a bot is what it claims to be, by its operator's published addresses, by DNS and, for the caller's own lookup, by the request's signature (Web Bot Auth): `bot.verified`",
);
const ip = text("The address that the string came from, for `verify=true`", "66.249.66.1");

/**
 * RFC 8942 section 3.2: Vary names the requested hints. No cache stores the answer, so other headers are not listed.
 */
const OWN_FIELDS = {
  ...JSON_FIELDS,
  "accept-ch": HINT_FIELDS.join(", "),
  vary: HINT_FIELDS.join(", "),
} as const;

async function ownLookup(request: Request, wanted: boolean, deps: UserAgentDeps): Promise<Response> {
  const hints: Record<string, string> = {};
  for (const [name, value] of request.headers) {
    if (name.startsWith("sec-ch-ua") || name.endsWith("x-requested-with")) hints[name] = value;
  }
  const { lookupUserAgent } = await loadLookup();
  const found = lookupUserAgent(request.headers.get("user-agent") ?? "", readClientHints(hints));
  const result = wanted ? await verifiedRequest(request, found, deps) : found;
  return new Answer(JSON.stringify(result), { headers: OWN_FIELDS });
}

/** Rate-limit cost of a check that may fetch a page. */
const SIGNED_COST = 5;

/** Verifies a bot by signature, else by address. An invalid signature is final. */
async function verifiedRequest(
  request: Request,
  found: UserAgentResult,
  { signature, verify, caller }: UserAgentDeps,
): Promise<UserAgentResult> {
  const isSigned = request.headers.has("signature-agent") && request.headers.has("signature-input");
  if (isSigned) {
    spend(request, SIGNED_COST);
    // Charged as a lookup: the client chooses the URL of the keys.
    await spendLookups(request, 1);
  }
  const signed = isSigned ? await signature(request, found) : undefined;
  if (signed !== undefined && signed !== "failed") return signed;
  const result = await verified(found, caller(request)?.ip, verify);
  const { bot } = result;
  if (signed !== "failed" || !bot || bot.verified === "ip" || bot.verified === "dns") return result;
  return { ...result, bot: { ...bot, verified: "failed" } };
}

/** Adds the result of the verification, if there is a bot. */
async function verified(
  result: UserAgentResult,
  ip: string | undefined,
  verify: UserAgentDeps["verify"],
): Promise<UserAgentResult> {
  const { bot } = result;
  if (!bot) return result;
  return { ...result, bot: { ...bot, verified: ip === undefined ? "unknown" : await verify(bot, ip) } };
}

const EXAMPLE = "curl/8.5.0";
const example = async () => (await loadLookup()).lookupUserAgent(EXAMPLE);

/** Loaded late: reading the tables takes time. */
export const loadLookup = () => import("./lookup.ts");
type Lookup = Awaited<ReturnType<typeof loadLookup>>["lookupUserAgent"];

type ItemAnswer = UserAgentResult | ReturnType<typeof errorItem>;

/** Work of an item with hints, in characters: 1000 items take 66 ms. */
const HINTED = 300;

/** Work of a batch item, in characters. */
const sizeOf = (item: unknown): number => (typeof item === "string" ? item.length : HINTED);

type Member = "agent" | "hints" | "ip";

/** Result for one item, and the address to verify. */
function lookupItem(item: unknown, lookupUserAgent: Lookup): readonly [ItemAnswer, ip?: string | undefined] {
  const members: Partial<Record<Member, unknown>> = typeof item === "string" ? { agent: item } : Object(item);
  const { agent, hints, ip } = members;
  const isWhole = (hints === undefined || isRecord(hints)) && (ip === undefined || typeof ip === "string");
  try {
    if (typeof agent !== "string" || !isWhole)
      throw new NetlensError(
        "invalid-useragent",
        'An item must be a string or {"agent": "…", "hints": {…}, "ip": "…"}.',
      );
    if (ip !== undefined && parseAddress(ip) === undefined)
      throw new NetlensError("invalid-ip", `ip must be an IP address, not "${ip}".`);
    return [lookupUserAgent(agent, hints && readClientHints(hints)), ip];
  } catch (error) {
    if (error instanceof NetlensError) return [errorItem(error)];
    throw error;
  }
}

/** Concurrent checks of one batch: each may send several DNS queries. */
const AT_ONCE = 20;

async function verifiedAll(
  answers: readonly (readonly [ItemAnswer, ip?: string | undefined])[],
  verify: UserAgentDeps["verify"],
): Promise<ItemAnswer[]> {
  const results: ItemAnswer[] = [];
  for (let start = 0; start < answers.length; start += AT_ONCE) {
    const slice = answers.slice(start, start + AT_ONCE);
    const checked = slice.map(([answer, ip]) => ("error" in answer ? answer : verified(answer, ip, verify)));
    results.push(...(await Promise.all(checked)));
  }
  return results;
}

/** Response headers by state of the tables. */
const headersOf = memoize((state) => cacheableAnswer(state.replace(/[^\w-]/g, "")), 1);

/** `GET /v1/useragent` (the caller's own), `GET /v1/useragent/{useragent}` and `POST /v1/useragent` (a batch). */
export const useragentRoutes = (deps: UserAgentDeps) =>
  new Elysia({ name: "useragent", normalize: false, prefix: "/v1/useragent", tags: ["useragent"] })
    .use(api)
    .get("", ({ query: { verify }, request }) => ownLookup(request, verify === "true", deps), {
      cost: 1,
      query: query({ verify, format }),
      detail: {
        operationId: "ownUserAgent",
        summary: "The caller's own user agent",
        description:
          "The `User-Agent` header of the request, refined by its client hints. The answer requests hints with `Accept-CH`.",
        answer: { schema: UserAgentResult, example },
        errors: ["invalid-useragent", "loop-detected"],
      },
    })
    .get(
      "/*",
      async ({ params, query: { verify, ip }, request }) => {
        // Not normalized: slashes belong to the string, even a trailing one.
        const agent = decodedPart(params["*"], "user agent", "invalid-useragent");
        const { lookupUserAgent } = await loadLookup();
        const found = lookupUserAgent(agent);
        if (ip !== undefined && parseAddress(ip) === undefined)
          throw new NetlensError("invalid-param", `ip must be an IP address, not "${ip}".`);
        // Not cacheable: DNS answers change.
        if (verify === "true") return verified(found, ip, deps.verify);
        return cachedAnswer(request, JSON.stringify(found), headersOf(tablesState()));
      },
      {
        cost: 1,
        query: query({ verify, ip, format }),
        detail: {
          operationId: "userAgent",
          // Elysia cannot validate the wildcard.
          rest: { useragent: { description: "The string, percent-encoded", example: EXAMPLE } },
          summary: "A user agent string",
          description:
            "Device, operating system, engine and browser of a string, or its bot, app or library.",
          answer: { schema: UserAgentResult, example },
          errors: ["invalid-useragent"],
        },
      },
    )
    .post(
      "",
      async ({ body: { agents }, query: { verify }, request }) => {
        spend(request, agents.length);
        const { lookupUserAgent } = await loadLookup();
        const answers = await mapYielding(agents, sizeOf, (item) => lookupItem(item, lookupUserAgent));
        const results =
          verify === "true" ? await verifiedAll(answers, deps.verify) : answers.map(([answer]) => answer);
        return respond(request, contentOf(JSON.stringify({ results })), JSON_FIELDS);
      },
      {
        cost: 1,
        parse: "content",
        body: itemsOf("agents", "user agent"),
        query: query({ verify }),
        detail: {
          operationId: "userAgents",
          summary: "Several user agents at once",
          description:
            "Results are in the order of the request; an invalid item gets an error object in its place.",
          content: { schema: UserAgentBatchRequest, example: () => ({ agents: [EXAMPLE] }) },
          answer: { schema: UserAgentBatch, example: async () => ({ results: [await example()] }) },
          errors: ["invalid-param"],
        },
      },
    );
