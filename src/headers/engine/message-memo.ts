/** Messages explained before: lookups send the same request again and again, and responses of a page differ in Date. Pure. */

import { GenerationalCache } from "../../platform/generational-cache.ts";
import { parseImfFixdate } from "../../syntax/dates.ts";
import type { FieldLine, Message } from "../message.ts";
import type { ResponseBudget } from "../response-budget.ts";

/** Messages in a generation. @perf Without, the next lookup of a URL takes 2.3 times the CPU, by https 1.9 (`bench http`). */
const ENTRIES = 64;
/** Characters of lines and URL that are remembered. */
const LONGEST = 2048;

/** Explained messages, whose objects nobody changes, by their keys; a message without a key is not remembered. */
export class MessageMemo<T> {
  readonly #kept = new GenerationalCache<{ readonly explained: T; readonly spent: ResponseBudget }>(ENTRIES);

  /** The message as it was explained before, its room taken; undefined where that is not known, or room is short. */
  recall(key: string | undefined, remaining: ResponseBudget): T | undefined {
    const known = key === undefined ? undefined : this.#kept.get(key);
    if (!known) return undefined;
    const { lines, characters, bytes } = known.spent;
    // A message may take half of the bytes for its lines.
    if (lines > remaining.lines || characters > remaining.characters || 2 * bytes > remaining.bytes)
      return undefined;
    remaining.lines -= lines;
    remaining.characters -= characters;
    remaining.bytes -= bytes;
    return known.explained;
  }

  /** @param before the budget before it was explained */
  keep(key: string | undefined, explained: T, before: ResponseBudget, after: ResponseBudget): void {
    if (key === undefined) return;
    const spent = {
      lines: before.lines - after.lines,
      characters: before.characters - after.characters,
      bytes: before.bytes - after.bytes,
    };
    this.#kept.put(key, { explained, spent });
  }
}

/** Request fields that mean the same at any time, and hold no secrets: those that lookups send by themselves. */
const TIMELESS_REQUEST_FIELDS: ReadonlySet<string> = new Set([
  ...[":method", ":scheme", ":authority", ":path", "host", "connection"],
  ...["user-agent", "accept", "accept-encoding", "accept-language", "cdn-loop", "upgrade-insecure-requests"],
]);

/** The key of a request, of all that decides how it is explained; undefined where it is not remembered. */
export function requestKey(request: Message, fixes: boolean | undefined): string | undefined {
  const { lines, url, method, httpVersion, hasRequestLine, isWholeRequest } = request;
  if (url === undefined || url.search !== "" || url.username !== "" || url.password !== "") return undefined;
  const texts = textsOf(lines, TIMELESS_REQUEST_FIELDS);
  return texts && joined([url.href, method, httpVersion, hasRequestLine, isWholeRequest, fixes, ...texts]);
}

/**
 * Response fields that name no moment: where time matters to what they mean, it is the time since Date.
 * @internal for tests: one explains each example of their problems at several times
 */
export const TIMELESS_FIELDS: ReadonlySet<string> = new Set([
  ...["accept-ranges", "age", "allow", "alt-svc", "cache-control", "connection", "content-encoding"],
  ...["content-language", "content-length", "content-security-policy", "content-type", "etag", "keep-alive"],
  ...["cross-origin-embedder-policy", "cross-origin-opener-policy", "cross-origin-resource-policy", "link"],
  ...["location", "origin-agent-cluster", "permissions-policy", "pragma", "referrer-policy", "server"],
  ...["strict-transport-security", "timing-allow-origin", "transfer-encoding", "upgrade", "vary", "via"],
  ...["x-content-type-options", "x-frame-options", "x-powered-by", "x-redirect-by", "x-xss-protection"],
  ...["access-control-allow-credentials", "access-control-allow-headers", "access-control-allow-methods"],
  ...["access-control-allow-origin", "access-control-expose-headers", "access-control-max-age"],
]);

/** Days decide whether software still gets fixes; milliseconds. */
const DAY = 86_400_000;
/** Ages are rounded to seconds or cut: within half a second they mean the same; milliseconds. */
const HALF_SECOND = 500;

/**
 * The key of a response, of all that decides how it is explained but the value of Date: of two with the same key one came
 * as long after its Date as the other, and nothing else in them names a moment. Undefined where it is not remembered.
 *
 * @param how in which form it is explained
 */
export function responseKey(message: Message, how: string): string | undefined {
  const { lines, requestMessage, receivedAt, status, reason, httpVersion, bodyLength, transfer } = message;
  const request = requestMessage && requestKey(requestMessage, undefined);
  const dates = lines.filter(({ name }) => name === "date");
  const sent = parseImfFixdate(dates[0]?.value ?? "");
  const isDated = dates.length === 1 && sent?.flaws.length === 0;
  const texts = request !== undefined && isDated ? textsOf(lines, TIMELESS_FIELDS) : undefined;
  if (!texts || receivedAt === undefined || !sent) return undefined;
  const halves = (receivedAt - sent.ms) / HALF_SECOND;
  const times = [Math.floor(sent.ms / DAY), Math.floor(halves), Number.isInteger(halves)];
  const facts = [status, reason, httpVersion, bodyLength, transfer && JSON.stringify(transfer)];
  return joined([request, how, ...times, ...facts, ...texts]);
}

/** The lines without the value of Date; undefined where one is of another field, or has a query, which may hold a secret. */
function textsOf(lines: readonly FieldLine[], timeless: ReadonlySet<string>): string[] | undefined {
  const texts: string[] = [];
  for (const { name, sent, value, flaws, octets } of lines) {
    const isDate = name === "date";
    if (octets || !(timeless.has(name) || isDate) || value.includes("?")) return undefined;
    texts.push(sent, isDate ? "" : value, flaws.join());
  }
  return texts;
}

function joined(parts: readonly unknown[]): string | undefined {
  const key = parts.join("\n");
  return key.length > LONGEST ? undefined : key;
}
