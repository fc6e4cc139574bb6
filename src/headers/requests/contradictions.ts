/** Request headers that contradict each other, or lack another header. */

import { parseEntityTag } from "../../syntax/entity-tags.ts";
import { isToken } from "../../syntax/tokens.ts";
import { type Context, type ExplainedLine, problem, rule, ruleOn } from "../field.ts";
import { acceptEncoding } from "../fields/accept.ts";
import { quote } from "../wording.ts";
import { request } from "./example.ts";

const CHANGED = "Fri, 20 Nov 2026 10:00:00 GMT";
const WEBSOCKET = ["Upgrade: websocket", "Connection: Upgrade"];
const DICTIONARY = "Available-Dictionary: :pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:";

/** Values of a header, joined with commas; undefined if the request has none. */
export function joined({ named }: Context, name: string): string | undefined {
  const lines = named(name);
  return lines.length === 0 ? undefined : lines.map(({ line }) => line.value).join(", ");
}

/** If-* headers that override or contradict each other. */
export const requestConditions = rule([
  problem("if-match-contradiction", "warning", "rfc9110#section-13.2.2", {
    detect({ named }) {
      const [match] = named("if-match");
      const [none] = named("if-none-match");
      return match && match.line.value === none?.line.value && none;
    },
    title: ({ line }) =>
      `If-Match and If-None-Match are both ${quote(line.value)}, so one of them always fails.`,
    bad: request(['If-Match: "a"', 'If-None-Match: "a"'], { method: "PUT" }),
    good: request(['If-Match: "a"'], { method: "PUT" }),
  }),
  problem("if-unmodified-since-ignored", "info", "rfc9110#section-13.1.4", {
    detect({ named }) {
      const [match] = named("if-match");
      return match && parseEntityTag(match.line.value).flaws.length === 0 && named("if-unmodified-since")[0];
    },
    bad: request(['If-Match: "a"', `If-Unmodified-Since: ${CHANGED}`], { method: "PUT" }),
    good: request(['If-Match: "a"'], { method: "PUT" }),
  }),
  problem("if-modified-since-method", "warning", "rfc9110#section-13.1.3", {
    detect: ({ named, method = "GET" }) =>
      method !== "GET" && method !== "HEAD" && named("if-modified-since")[0],
    title: (_, { method }) => `Servers ignore If-Modified-Since with ${method}: it applies to GET and HEAD.`,
    bad: request([`If-Modified-Since: ${CHANGED}`], { method: "POST" }),
    good: request([`If-Modified-Since: ${CHANGED}`]),
  }),
]);

const OF_PAGES = /^(?:document|iframe|frame|fencedframe)$/;
/** Values of Sec-Fetch-Dest for navigations, plug-ins included. */
const NAVIGATED = /^(?:document|iframe|frame|fencedframe|object|embed)$/;

function fetchContradictions(context: Context) {
  const mode = joined(context, "sec-fetch-mode");
  const [dest] = context.named("sec-fetch-dest");
  const [user] = context.named("sec-fetch-user");
  const [site] = context.named("sec-fetch-site");
  const found: { line: ExplainedLine; title: string }[] = [];
  const from = URL.parse(joined(context, "origin") ?? "");
  const isOwn = from?.origin === context.url?.origin;
  // Requests from the address bar or a bookmark have `Sec-Fetch-Site: none`.
  if (
    site &&
    from &&
    context.url &&
    site.line.value !== "none" &&
    isOwn !== (site.line.value === "same-origin")
  )
    found.push({
      line: site,
      title: `Sec-Fetch-Site is ${quote(site.line.value)}, but Origin is ${isOwn ? "the site's own" : "another"}.`,
    });
  if (mode === undefined) return found;
  const value = dest?.line.value ?? "";
  if (dest && OF_PAGES.test(value) && mode !== "navigate")
    found.push({
      line: dest,
      title: `Sec-Fetch-Dest is ${value}, but Sec-Fetch-Mode is ${quote(mode)}: documents are loaded by navigation.`,
    });
  if (dest && !NAVIGATED.test(value) && mode === "navigate")
    found.push({
      line: dest,
      title: `Sec-Fetch-Mode is navigate, but Sec-Fetch-Dest is ${quote(value)}, which is never navigated to.`,
    });
  if (user && mode !== "navigate")
    found.push({
      line: user,
      title: `Sec-Fetch-User is sent with Sec-Fetch-Mode ${quote(mode)}; browsers send it with navigate only.`,
    });
  return found;
}

export const fetchMetadata = rule([
  problem("sec-fetch-contradiction", "warning", "mdn/Sec-Fetch-Mode", {
    detectAll: fetchContradictions,
    title: ({ title }) => title,
    bad: request(["Sec-Fetch-Mode: cors", "Sec-Fetch-Dest: document"]),
    good: request(["Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]),
  }),
]);

interface Http1Connection {
  readonly options: readonly string[];
  readonly upgrade: ExplainedLine | undefined;
}

/** Connection and Upgrade of an HTTP/1 request; undefined for HTTP/2 and HTTP/3. */
function http1Connection(context: Context): Http1Connection | undefined {
  const isNewer = /^[23]/.test(context.message.httpVersion ?? "");
  if (isNewer || context.all.some(({ line }) => line.name.startsWith(":"))) return undefined;
  const options = (joined(context, "connection") ?? "").toLowerCase().split(/[\s,]+/);
  return { options, upgrade: context.named("upgrade")[0] };
}

/** Errors in a WebSocket request (RFC 6455 section 4.1), each with its line. */
function webSocketFlaws({ upgrade }: Http1Connection, { named, has, method = "GET", message }: Context) {
  const [version] = named("sec-websocket-version");
  const [protocol] = named("sec-websocket-protocol");
  const flaws: { line: ExplainedLine; title: string }[] = [];
  if (upgrade && upgrade.line.value.toLowerCase() === "websocket") {
    const missing = ["Sec-WebSocket-Key", "Sec-WebSocket-Version"].filter((name) => !has(name.toLowerCase()));
    const are = missing.length > 1 ? "are" : "is";
    const asks = "Upgrade requests a WebSocket, but";
    if (missing.length > 0)
      flaws.push({ line: upgrade, title: `${asks} ${missing.join(" and ")} ${are} missing.` });
    if (method !== "GET") flaws.push({ line: upgrade, title: `${asks} the method is ${method}, not GET.` });
    if (message.httpVersion === "1.0")
      flaws.push({ line: upgrade, title: `${asks} it requires HTTP/1.1, not HTTP/1.0.` });
  }
  if (version && version.line.value !== "13")
    flaws.push({
      line: version,
      title: `Sec-WebSocket-Version is ${quote(version.line.value)}; 13 is the only version in use.`,
    });
  const protocols = named("sec-websocket-protocol").flatMap(({ line }) => line.value.split(","));
  const names = protocols.map((name) => name.trim());
  const twice = names.find((name, at) => name !== "" && names.indexOf(name) < at);
  if (protocol && twice !== undefined)
    flaws.push({ line: protocol, title: `Sec-WebSocket-Protocol names ${quote(twice)} twice.` });
  const odd = names.find((name) => !isToken(name));
  if (protocol && odd !== undefined)
    flaws.push({ line: protocol, title: `Sec-WebSocket-Protocol has ${quote(odd)}, which is not a token.` });
  return flaws;
}

export const requestConnection = ruleOn(http1Connection, [
  problem("request-upgrade-without-connection", "error", "rfc9110#section-7.8", {
    detect: ({ options, upgrade }) => !options.includes("upgrade") && upgrade,
    bad: request(["Upgrade: h2c"]),
    good: request(["Upgrade: h2c", "Connection: Upgrade"]),
  }),
  problem("websocket-request-incomplete", "error", "rfc6455#section-4.1", {
    detectAll: webSocketFlaws,
    title: ({ title }) => title,
    bad: request(WEBSOCKET),
    good: request([...WEBSOCKET, "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="]),
  }),
  problem("request-te-without-connection", "warning", "rfc9110#section-10.1.4", {
    detect: ({ options }, { message, named }) =>
      message.httpVersion !== undefined && !options.includes("te") && named("te")[0],
    bad: { lines: [], requestHeaders: ["GET / HTTP/1.1", "Host: a.example", "TE: gzip"] },
    good: { lines: [], requestHeaders: ["GET / HTTP/1.1", "Host: a.example", "TE: gzip", "Connection: TE"] },
  }),
]);

/** identity is accepted by default, unless an asterisk refuses it (RFC 9110 section 12.5.3). */
function refusesAll(context: Context): boolean {
  const members = context.values(acceptEncoding).flatMap((list) => list.members);
  const refusesIdentity = members.some(({ value }) => /^(?:identity|\*)$/i.test(value));
  return refusesIdentity && members.every(({ weight }) => weight === 0);
}

export const requestCodings = rule([
  problem("dictionary-coding-missing", "warning", "rfc9842#section-2.2", {
    detect: (context) =>
      !/\bdc[bz]\b/i.test(joined(context, "accept-encoding") ?? "") &&
      context.named("available-dictionary")[0],
    bad: request([DICTIONARY, "Accept-Encoding: gzip"]),
    good: request([DICTIONARY, "Accept-Encoding: dcb"]),
  }),
  problem("accept-encoding-nothing", "warning", "rfc9110#section-12.5.3", {
    detect: (context) => refusesAll(context) && context.named("accept-encoding")[0],
    bad: request(["Accept-Encoding: gzip;q=0, identity;q=0"]),
    good: request(["Accept-Encoding: gzip, identity;q=0"]),
  }),
  problem("prefetch-purpose-old", "info", "mdn/Sec-Purpose", {
    detectAll: ({ named }) => [...named("purpose"), ...named("x-moz")],
    title: ({ line }) => `${line.sent} is an old name; browsers now send Sec-Purpose.`,
    bad: request(["Purpose: prefetch"]),
    good: request(["Sec-Purpose: prefetch"]),
  }),
]);
