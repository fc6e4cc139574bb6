import { Elysia } from "elysia";
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
import { HINT_FIELDS, readClientHints } from "./client-hints.ts";
import { type Bot, UserAgentBatch, UserAgentBatchRequest, UserAgentResult, type Verified } from "./schema.ts";
import { tablesState } from "./tables/tables-state.ts";

export interface UserAgentDeps {
  /** Is the bot whom it says, at this address? It may ask DNS; bounded in time, never rejects. */
  readonly verify: (bot: Bot, ip: string) => Promise<Verified>;
  /**
   * The effect of a request's signature on the answer to its string: the answer with the robot that it proves,
   * `failed`, or undefined where it says nothing. It may fetch a page; bounded in time, never rejects.
   */
  readonly signature: (
    request: Request,
    result: UserAgentResult,
  ) => Promise<UserAgentResult | "failed" | undefined>;
  /** The caller's address; undefined when it is not known, as on a Unix socket. */
  readonly caller: (request: Request) => { readonly ip: string } | undefined;
}

const verify = flag(
  "verify",
  "Whether to check that a bot is what it claims to be, by its operator's published addresses, by DNS and, for the caller's own lookup, by the request's signature (Web Bot Auth): `bot.verified`",
);
const ip = text("The address that the string came from, for `verify=true`", "66.249.66.1");

/** RFC 8942 section 3.2 asks for Vary on the hints asked for; that no cache keeps the answer covers the other fields. */
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

/** The cost of a check that may fetch a page. */
const SIGNED_COST = 5;

/** By signature; else by address, which a signature that failed does not outweigh. */
async function verifiedRequest(
  request: Request,
  found: UserAgentResult,
  { signature, verify, caller }: UserAgentDeps,
): Promise<UserAgentResult> {
  const isSigned = request.headers.has("signature-agent") && request.headers.has("signature-input");
  if (isSigned) {
    spend(request, SIGNED_COST);
    // The keys are at a URL of the caller's choice.
    await spendLookups(request, 1);
  }
  const signed = isSigned ? await signature(request, found) : undefined;
  if (signed !== undefined && signed !== "failed") return signed;
  const result = await verified(found, caller(request)?.ip, verify);
  const { bot } = result;
  if (signed !== "failed" || !bot || bot.verified === "ip" || bot.verified === "dns") return result;
  return { ...result, bot: { ...bot, verified: "failed" } };
}

/** The result with what the check says of its bot; as it is where there is no bot. */
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

/** The tables take a while to load, so a process that has just started answers first. */
export const loadLookup = () => import("./lookup.ts");
type Lookup = Awaited<ReturnType<typeof loadLookup>>["lookupUserAgent"];

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type ItemAnswer = UserAgentResult | ReturnType<typeof errorItem>;

/** Work of an item with hints, in characters: 1000 items take 66 ms. */
const HINTED = 300;

/** Characters of work that an item of a batch is. */
const sizeOf = (item: unknown): number => (typeof item === "string" ? item.length : HINTED);

type Member = "agent" | "hints" | "ip";

/** The answer to one item, a string or an object with the string and hints, and where its string came from. */
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

/** Checks that are under way at once for one batch: each may ask DNS a few questions. */
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

/** The header fields of answers, by the tables that they follow from. */
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
          "The `User-Agent` field of the request, refined by its client hints. The answer requests hints with `Accept-CH`.",
        answer: { schema: UserAgentResult, example },
        errors: ["invalid-useragent", "loop-detected"],
      },
    })
    .get(
      "/*",
      async ({ params, query: { verify, ip }, request }) => {
        // As it was sent: slashes belong to the string, a final one too.
        const agent = decodedPart(params["*"], "user agent", "invalid-useragent");
        const { lookupUserAgent } = await loadLookup();
        const found = lookupUserAgent(agent);
        if (ip !== undefined && parseAddress(ip) === undefined)
          throw new NetlensError("invalid-param", `ip must be an IP address, not "${ip}".`);
        // The answer of DNS about a bot holds for the moment.
        if (verify === "true") return verified(found, ip, deps.verify);
        return cachedAnswer(request, JSON.stringify(found), headersOf(tablesState()));
      },
      {
        cost: 1,
        query: query({ verify, ip, format }),
        detail: {
          operationId: "userAgent",
          // Elysia cannot check a part of this name.
          rest: { useragent: { description: "The string, percent-encoded", example: EXAMPLE } },
          summary: "A user agent string",
          description:
            "What the string says about the device, operating system, engine and browser, or about the bot, app or library that sends it.",
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
