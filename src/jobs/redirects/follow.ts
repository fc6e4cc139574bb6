/**
 * Follows redirects with plain requests, without timing stages and certificate details: fast for many URLs on
 * few hosts. IO.
 */

import type { Budget } from "../../api/budget.ts";
import type { FieldLine } from "../../headers/message.ts";
import { LOOKED_INTO } from "../../http/browser.ts";
import { type Hop as ChainHop, nextHop } from "../../http/chain.ts";
import { fieldLines, type KeptConnections, lookUp, type ResponseHead } from "../../http/exchange.ts";
import { BROWSER_FIELDS, type LookupOptions, type LookupSettings } from "../../http/lookup.ts";
import { fieldsFor, requestFields } from "../../http/network.ts";
import { HttpFailure } from "../../http/target.ts";
import type { Address } from "../../syntax/ip-address.ts";
import { factsOfPage } from "./page-facts.ts";
import type { Hop, Trail } from "./trail.ts";

interface PlainRequest {
  readonly url: URL;
  readonly method: string;
  /** First URL of the chain; credentials are sent only to the origin of this URL. */
  readonly start: URL;
  /** Whether to read the start of an HTML page. */
  readonly content: boolean;
}

interface PlainAnswer {
  readonly status: number;
  readonly lines: readonly FieldLine[];
  /** Start of the HTML page, if requested. */
  readonly markup?: string | undefined;
}

/** @throws HttpFailure if the request fails */
export type Send = (request: PlainRequest, signal: AbortSignal) => Promise<PlainAnswer>;

interface FollowOptions extends Pick<PlainRequest, "content"> {
  readonly send: Send;
  readonly maxRedirects: number;
  readonly budget: Budget;
}

/** Follows a URL; a failed request ends the trail. */
export async function followPlainly(
  url: string,
  method: "GET" | "HEAD",
  { send, maxRedirects, content, budget }: FollowOptions,
  signal: AbortSignal,
): Promise<Trail> {
  const begun = performance.now();
  const chain: ChainHop[] = [];
  let redirectBy: string | undefined;
  const start = new URL(url);
  let at = start;
  let by: string = method;
  for (;;) {
    const answer = await send({ url: at, method: by, content, start }, signal).catch(failureOf);
    if (answer instanceof HttpFailure) {
      const hops = [...hopsOf(chain), { url: at.href, status: 0 }];
      return { hops, stop: "error", error: answer.message, ms: performance.now() - begun, redirectBy };
    }
    budget.charge("requests");
    chain.push({ url: at, method: by, status: answer.status, lines: answer.lines });
    redirectBy ??= fieldValue(answer.lines, "x-redirect-by");
    const next = nextHop(chain, {
      follow: true,
      maxRedirects: Math.min(maxRedirects, chain.length - 1 + budget.left("requests")),
    });
    if (next.follow !== undefined) {
      at = next.follow;
      by = next.method;
      continue;
    }
    return {
      hops: hopsOf(chain),
      stop: next.stop,
      location: next.stop === "done" ? undefined : next.location?.href,
      ms: performance.now() - begun,
      redirectBy,
      retryAfter: fieldValue(answer.lines, "retry-after"),
      ...(content && next.stop === "done" && { content: factsOfPage(answer.lines, answer.markup, at.href) }),
    };
  }
}

function failureOf(error: unknown): HttpFailure {
  if (error instanceof HttpFailure) return error;
  throw error;
}

function hopsOf(chain: readonly ChainHop[]): Hop[] {
  return chain.map(({ url, status }) => ({ url: url.href, status }));
}

function fieldValue(lines: readonly FieldLine[], wanted: string): string | undefined {
  return lines.find(({ name }) => name === wanted)?.value;
}

/** Milliseconds for which a host's address is reused without a DNS lookup. */
const RECENT = 5000;
/** Maximum number of cached addresses. */
const MOST_HOSTS = 1000;

const PAGES = /^[\t ]*(?:text\/html|application\/xhtml\+xml)\b/i;

function isPage({ status, lines }: ResponseHead): boolean {
  const [type] = fieldLines(lines, "content-type");
  return status >= 200 && status < 300 && (!type || PAGES.test(type.value));
}

/** Returns a function that sends requests with these settings; the guard checks each address. */
export function plainSender(
  settings: LookupSettings,
  options: LookupOptions = {},
  kept?: KeptConnections,
): Send {
  const { agent = settings.userAgent, network, version = "auto" } = options;
  // Most servers compress pages only if the request accepts it, as BROWSER_FIELDS do.
  const own = [["User-Agent", agent], ...BROWSER_FIELDS] as const;
  const recent = new Map<string, { readonly address: Address; readonly until: number }>();
  return async ({ url, method, content, start }, signal) => {
    const known = recent.get(url.host);
    const isKnown = known !== undefined && known.until > performance.now();
    const answer = await lookUp(url, {
      method,
      version,
      fields: fieldsFor(url, start, requestFields(own, start, options)),
      ...(network && { family: network === "4" ? 4 : 6 }),
      plain: !content,
      content: content && isPage,
      ...(isKnown && { address: known.address }),
      settings: { ...settings, kept: LOOKED_INTO },
      signal,
      kept,
    });
    const { head, failure, address, content: read } = answer;
    if (!head || !address) {
      recent.delete(url.host);
      throw failure ?? new HttpFailure("connect-failed", "There is no answer.");
    }
    if (!isKnown) {
      if (recent.size >= MOST_HOSTS) recent.clear();
      recent.set(url.host, { address, until: performance.now() + RECENT });
    }
    const { status, lines } = head;
    const markup = read?.opening && new TextDecoder().decode(read.opening);
    return { status, lines, ...(markup !== undefined && { markup }) };
  };
}
