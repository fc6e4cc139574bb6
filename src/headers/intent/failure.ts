import { wordTexts } from "../../../data/headers/words.ts";
import { statusRows } from "../../../data/status-codes.ts";
import { parseChallenges } from "../../syntax/challenges.ts";
import { parseHttpDate } from "../../syntax/dates.ts";
import { isDigits } from "../../syntax/tokens.ts";
import type { Context } from "../field.ts";
import { messageTime } from "../reading/date.ts";
import { duration, listing, moment } from "../wording.ts";
import { brief, firstValue } from "./value.ts";

export const FIXED = wordTexts("sentences on status codes");

/** Sentences for 4xx and 5xx responses that depend on headers. */
const FAILURES = new Map<number, (context: Context) => string>([
  [401, (context) => asksForLogin(context, "www-authenticate", "the server")],
  [405, (context) => withList("Refuses the method", "allow", "; allowed are", context)],
  [407, (context) => asksForLogin(context, "proxy-authenticate", "the proxy")],
  [
    415,
    (context) =>
      withList("Refuses the media type of the request's content", "accept-post", "; accepted are", context),
  ],
  [416, (context) => unsatisfied(context)],
  [426, (context) => withList("Requires another protocol", "upgrade", ":", context)],
  [429, (context) => later("Refuses the request because the client sends too many", context)],
  [503, (context) => later("Cannot serve the request at the moment", context)],
  [529, (context) => later("Cannot serve: the site is overloaded", context)],
]);

const messages: ReadonlyMap<number, string> = new Map(statusRows.map(({ code, message }) => [code, message]));

export function fails(status: number, context: Context): string {
  if (firstValue(context, "cf-mitigated")?.toLowerCase() === "challenge")
    return "Shows a Cloudflare challenge instead of the content, to block bots";
  const sentence = FAILURES.get(status)?.(context) ?? FIXED.get(String(status));
  if (sentence !== undefined) return sentence;
  const message = messages.get(status);
  const code = message ? `${status} (${message})` : `${status}, an unregistered code`;
  if (status >= 500 && status < 600) return `Failed with status ${code}`;
  return status >= 400 && status < 500
    ? `Refuses the request with status ${code}`
    : `Answers with status ${code}`;
}

function asksForLogin(context: Context, name: string, who: string): string {
  const value = context
    .named(name)
    .map(({ line }) => line.value)
    .join(", ");
  const { challenges } = parseChallenges(value);
  const schemes = [...new Set(challenges.map(({ sent }) => brief(sent, 30)))];
  if (schemes.length === 0) return `Requires a login to ${who}, but names no authentication scheme`;
  const expired = challenges.some(({ parameters }) =>
    parameters.some((one) => one.name === "error" && one.value === "invalid_token"),
  );
  if (expired) return `Refuses the token as invalid or expired (${listing(schemes)})`;
  return `Requires a login to ${who} (${listing(schemes)})`;
}

function withList(what: string, name: string, words: string, context: Context): string {
  const value = firstValue(context, name);
  return value === undefined ? what : `${what}${words} ${brief(value)}`;
}

function unsatisfied(context: Context): string {
  const size = /^bytes \*\/(\d{1,16})$/.exec(firstValue(context, "content-range") ?? "")?.[1];
  const what = "Cannot send the requested part";
  return size === undefined ? what : `${what}: the content has ${size} bytes`;
}

function later(what: string, context: Context): string {
  const value = firstValue(context, "retry-after");
  if (value === undefined) return what;
  if (isDigits(value)) return `${what}; try again in ${duration(Number(value))}`;
  const date = parseHttpDate(value);
  const sent = messageTime(context);
  const isPast = date && sent !== undefined && date.ms < sent;
  return date && !isPast ? `${what}; try again after ${moment(date.ms)}` : what;
}
