import { statusRows } from "../../../data/status-codes.ts";
import { parseChallenges } from "../../syntax/challenges.ts";
import { parseHttpDate } from "../../syntax/dates.ts";
import { isDigits } from "../../syntax/tokens.ts";
import type { Context } from "../field.ts";
import { messageTime } from "../reading/date.ts";
import { duration, listing, moment } from "../wording.ts";
import { brief, firstValue } from "./value.ts";

type Sentence = string | ((context: Context) => string);

/** Sentences for 4xx and 5xx responses. */
const FAILURES: ReadonlyMap<number, Sentence> = new Map<number, Sentence>([
  [400, "Refuses the request because it is malformed"],
  [401, (context) => asksForLogin(context, "www-authenticate", "the server")],
  [402, "Requires payment first"],
  [403, "Refuses access"],
  [404, "Finds nothing at this address"],
  [405, (context) => withList("Refuses the method", "allow", "; allowed are", context)],
  [406, "Has no representation that the client accepts"],
  [407, (context) => asksForLogin(context, "proxy-authenticate", "the proxy")],
  [408, "Gave up waiting for the request"],
  [409, "Refuses the request because it conflicts with the current state of the resource"],
  [410, "Reports that the resource is permanently gone"],
  [411, "Requires the request to declare the length of its content"],
  [412, "Refuses the request because its conditions are not met"],
  [413, "Refuses the request because its content is too large"],
  [414, "Refuses the request because its URL is too long"],
  [
    415,
    (context) =>
      withList("Refuses the media type of the request's content", "accept-post", "; accepted are", context),
  ],
  [416, (context) => unsatisfied(context)],
  [417, "Cannot meet the expectation in the request's Expect header"],
  [418, "Claims to be a teapot: a joke, sometimes used to block bots"],
  [419, "Reports that the page has expired: reload it to get a new token (Laravel)"],
  [420, "Refuses the request because the client sends too many"],
  [421, "Reports that this server does not serve that host name"],
  [422, "Understands the request, but cannot process its content"],
  [423, "Refuses the request because the resource is locked"],
  [424, "Failed because another request that it depends on failed"],
  [425, "Requests a retry after the TLS handshake, because early requests can be replayed"],
  [426, (context) => withList("Requires another protocol", "upgrade", ":", context)],
  [428, "Requires a conditional request, to prevent lost updates"],
  [429, (context) => later("Refuses the request because the client sends too many", context)],
  [430, "Refuses the request as suspicious (Shopify)"],
  [431, "Refuses the request because its headers are too large"],
  [440, "Reports that the login has expired (IIS)"],
  [444, "Closed the connection without a response (nginx)"],
  [449, "Requests a retry with more information (Microsoft)"],
  [450, "Refuses access because of parental controls (Windows)"],
  [451, "Refuses access for legal reasons"],
  [460, "Lost the client before the response was ready (AWS load balancer)"],
  [463, "Refuses the request because X-Forwarded-For holds too many addresses (AWS load balancer)"],
  [464, "Refuses the request because its HTTP version is incompatible with the target (AWS load balancer)"],
  [494, "Refuses the request because its header section is too large (nginx)"],
  [495, "Refuses the client's certificate (nginx)"],
  [496, "Requires a client certificate (nginx)"],
  [497, "Received plain HTTP on an HTTPS port (nginx)"],
  [498, "Refuses the token as invalid or expired"],
  [499, "Lost the client before the response was ready (nginx)"],
  [500, "Failed: something went wrong inside the server"],
  [501, "Does not support what the request's method requires"],
  [502, "Failed: the proxy got no usable response from the server behind it"],
  [503, (context) => later("Cannot serve the request at the moment", context)],
  [504, "Failed: the proxy waited too long for the server behind it"],
  [505, "Refuses the request's HTTP version"],
  [506, "Failed: its content negotiation is circular"],
  [507, "Failed: the server is out of storage"],
  [508, "Failed: the server found an endless loop"],
  [509, "Cannot serve: the site has exceeded its bandwidth limit"],
  [510, "Requires extensions that the request lacks"],
  [511, "Requires a login to the network first, as captive portals do"],
  [520, "Failed: Cloudflare got a response from the origin that it could not understand"],
  [521, "Failed: the origin refuses connections from Cloudflare"],
  [522, "Failed: Cloudflare could not connect to the origin in time"],
  [523, "Failed: Cloudflare found no route to the origin"],
  [524, "Failed: the origin accepted Cloudflare's connection, but did not respond in time"],
  [525, "Failed: the TLS handshake between Cloudflare and the origin failed"],
  [526, "Failed: Cloudflare does not trust the origin's certificate"],
  [527, "Failed: the Railgun connection between Cloudflare and the origin broke"],
  [529, (context) => later("Cannot serve: the site is overloaded", context)],
  [530, "Failed: Cloudflare could not find the origin, or the site is frozen"],
  [540, "Cannot serve: the site is temporarily disabled"],
  [561, "Refuses the login of the identity provider (AWS load balancer)"],
  [598, "Failed: a proxy waited too long for a response"],
  [599, "Failed: a proxy could not connect in time"],
  [999, "Turns the client away as a bot (LinkedIn)"],
]);

const messages: ReadonlyMap<number, string> = new Map(statusRows.map(({ code, message }) => [code, message]));

/** The sentence for a 4xx, 5xx or unregistered status. */
export function fails(status: number, context: Context): string {
  if (firstValue(context, "cf-mitigated")?.toLowerCase() === "challenge")
    return "Shows a Cloudflare challenge instead of the content, to block bots";
  const sentence = FAILURES.get(status);
  if (sentence !== undefined) return typeof sentence === "string" ? sentence : sentence(context);
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
