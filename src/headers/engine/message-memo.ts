/** Cache of explained messages: lookups repeat requests, and responses of a page differ only in Date. Pure. */

import { wordList } from "../../../data/headers/words.ts";
import { GenerationalCache } from "../../platform/generational-cache.ts";
import { parseImfFixdate } from "../../syntax/dates.ts";
import type { FieldLine, Message } from "../message.ts";
import type { ResponseBudget } from "../response-budget.ts";

/** Messages per generation. @perf Without it the next lookup of a URL takes 2.3 times the CPU, 1.9 by HTTPS (`bench http`). */
const ENTRIES = 64;
/** Maximum length of a key in characters. */
const LONGEST = 2048;

/** Explained messages by key; the objects are shared and must not change. Messages without a key are not cached. */
export class MessageMemo<T> {
  readonly #kept = new GenerationalCache<{ readonly explained: T; readonly spent: ResponseBudget }>(ENTRIES);

  /** Cached explanation, charged to the budget; undefined if absent or over budget. */
  recall(key: string | undefined, remaining: ResponseBudget): T | undefined {
    const known = key === undefined ? undefined : this.#kept.get(key);
    if (!known) return undefined;
    const { lines, characters, bytes } = known.spent;
    // Lines may use only half of the bytes, so a new explanation might omit some.
    if (lines > remaining.lines || characters > remaining.characters || 2 * bytes > remaining.bytes)
      return undefined;
    remaining.lines -= lines;
    remaining.characters -= characters;
    remaining.bytes -= bytes;
    return known.explained;
  }

  /** @param before the budget before the message was explained */
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

/** Request headers without secrets and without a time: those that lookups send. */
const TIMELESS_REQUEST_FIELDS = wordList("request headers of lookups");

/** Key of everything that affects the explanation of a request; undefined if it is not cached. */
export function requestKey(request: Message, fixes: boolean | undefined): string | undefined {
  const { lines, url, method, httpVersion, hasRequestLine, isWholeRequest } = request;
  if (url === undefined || url.search !== "" || url.username !== "" || url.password !== "") return undefined;
  const texts = textsOf(lines, TIMELESS_REQUEST_FIELDS);
  return texts && joined([url.href, method, httpVersion, hasRequestLine, isWholeRequest, fixes, ...texts]);
}

/**
 * Response headers whose explanation depends on no time, or only on the time since Date.
 * @internal for tests: a test explains the examples of their problems at several times
 */
export const TIMELESS_FIELDS = wordList("response headers without a time");

/** Milliseconds. Keys have the day, since software support ends by day. */
const DAY = 86_400_000;
/** Milliseconds. Keys have half seconds, since ages are rounded or truncated to seconds. */
const HALF_SECOND = 500;

/**
 * Key of everything that affects the explanation of a response, except the value of Date; undefined if it is not
 * cached. Equal keys mean the same time between Date and receipt. A message with other times has no key.
 *
 * @param how form of the explanation
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

/** Texts of all lines, without the value of Date; undefined for an unlisted header or a query (secrets). */
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
