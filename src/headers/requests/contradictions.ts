/** Request fields that contradict each other, or stand without what they need. */

import { type Context, type Note, rule } from "../field.ts";
import { acceptEncoding } from "../fields/accept.ts";
import { mdn, rfc, rfc9110, rfc9112 } from "../specs.ts";
import { parseEntityTag } from "../syntax/entity-tags.ts";
import { quote } from "../wording.ts";
import { request } from "./example.ts";

type Kind =
  | "if-match-contradiction"
  | "if-unmodified-since-ignored"
  | "if-modified-since-method"
  | "sec-fetch-contradiction"
  | "websocket-request-incomplete"
  | "request-upgrade-without-connection"
  | "request-te-without-connection"
  | "request-chunked-missing"
  | "accept-encoding-nothing"
  | "content-type-without-content"
  | "request-content-range"
  | "dictionary-coding-missing"
  | "prefetch-purpose-old";

const CHANGED = "Fri, 20 Nov 2026 10:00:00 GMT";
const WEBSOCKET = ["Upgrade: websocket", "Connection: Upgrade"];

export const contradictions = rule<Kind>({
  kinds: {
    "if-match-contradiction": {
      severity: "warning",
      link: rfc9110("section-13.2.2"),
      summary: "If-Match and If-None-Match name the same version: the request can never succeed.",
      bad: request(['If-Match: "a"', 'If-None-Match: "a"'], { method: "PUT" }),
      good: request(['If-Match: "a"'], { method: "PUT" }),
    },
    "if-unmodified-since-ignored": {
      severity: "info",
      link: rfc9110("section-13.1.4"),
      summary: "If-Unmodified-Since is sent beside If-Match, which overrides it.",
      bad: request(['If-Match: "a"', `If-Unmodified-Since: ${CHANGED}`], { method: "PUT" }),
      good: request(['If-Match: "a"'], { method: "PUT" }),
    },
    "if-modified-since-method": {
      severity: "warning",
      link: rfc9110("section-13.1.3"),
      summary: "If-Modified-Since counts for GET and HEAD only; servers ignore it with other methods.",
      bad: request([`If-Modified-Since: ${CHANGED}`], { method: "POST" }),
      good: request([`If-Modified-Since: ${CHANGED}`]),
    },
    "sec-fetch-contradiction": {
      severity: "warning",
      link: mdn("Sec-Fetch-Mode"),
      summary: "Sec-Fetch-* fields contradict each other, so the request is not a browser's.",
      bad: request(["Sec-Fetch-Mode: cors", "Sec-Fetch-Dest: document"]),
      good: request(["Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"]),
    },
    "websocket-request-incomplete": {
      severity: "error",
      link: rfc(6455, "section-4.1"),
      summary:
        "A request for a WebSocket lacks its key, its version or Connection: Upgrade: servers answer 400.",
      bad: request(WEBSOCKET),
      good: request([
        ...WEBSOCKET,
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      ]),
    },
    "request-upgrade-without-connection": {
      severity: "error",
      link: rfc9110("section-7.8"),
      summary:
        "Upgrade of a request is not named in Connection, so the next recipient ignores it or passes it on.",
      bad: request(["Upgrade: h2c"]),
      good: request(["Upgrade: h2c", "Connection: Upgrade"]),
    },
    "request-te-without-connection": {
      severity: "info",
      link: rfc9110("section-10.1.4"),
      summary: "TE of a request of HTTP/1.1 is not named in Connection, so proxies may pass it on.",
      bad: { lines: [], requestHeaders: ["GET / HTTP/1.1", "Host: a.example", "TE: gzip"] },
      good: {
        lines: [],
        requestHeaders: ["GET / HTTP/1.1", "Host: a.example", "TE: gzip", "Connection: TE"],
      },
    },
    "request-chunked-missing": {
      severity: "error",
      link: rfc9112("section-6.3"),
      summary:
        "Transfer-Encoding of a request does not end in chunked, so nobody knows where it ends: servers answer 400.",
      bad: request(["Transfer-Encoding: gzip"], { method: "POST" }),
      good: request(["Transfer-Encoding: gzip, chunked"], { method: "POST" }),
    },
    "content-type-without-content": {
      severity: "info",
      link: rfc9110("section-8.3"),
      summary:
        "Content-Type is sent in a request without content, where it describes nothing; Accept may be meant.",
      bad: request(["Content-Type: application/json"]),
      good: request(["Accept: application/json"]),
    },
    "request-content-range": {
      severity: "warning",
      link: rfc9110("section-14.5"),
      summary:
        "Content-Range of a PUT asks to store a part, which most servers take for the whole or refuse.",
      bad: request(["Content-Range: bytes 0-9/100"], { method: "PUT" }),
      good: request(["Content-Length: 5"], { method: "PUT" }),
    },
    "dictionary-coding-missing": {
      severity: "warning",
      link: rfc(9842, "section-2.2"),
      summary: "Available-Dictionary is sent without dcb or dcz in Accept-Encoding, so it is of no use.",
      bad: request([
        "Available-Dictionary: :pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:",
        "Accept-Encoding: gzip",
      ]),
      good: request([
        "Available-Dictionary: :pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4=:",
        "Accept-Encoding: dcb",
      ]),
    },
    "accept-encoding-nothing": {
      severity: "warning",
      link: rfc9110("section-12.5.3"),
      summary: "Accept-Encoding refuses every coding and content without one too: nothing can be sent.",
      bad: request(["Accept-Encoding: gzip;q=0, identity;q=0"]),
      good: request(["Accept-Encoding: gzip, identity;q=0"]),
      edge: [
        request(["Accept-Encoding: gzip;q=0, *;q=0"]),
        request(["Accept-Encoding: gzip;q=0.001, *;q=0"]),
      ],
    },
    "prefetch-purpose-old": {
      severity: "info",
      link: mdn("Sec-Purpose"),
      summary: "Purpose and X-Moz are old names for what Sec-Purpose says.",
      bad: request(["Purpose: prefetch"]),
      good: request(["Sec-Purpose: prefetch"]),
    },
  },
  check(context, note) {
    checkConditions(context, note);
    checkFetch(context, note);
    checkConnection(context, note);
    checkContent(context, note);
    const [dictionary] = context.named("available-dictionary");
    if (dictionary && !/\bdc[bz]\b/i.test(joined(context, "accept-encoding") ?? ""))
      note(
        "dictionary-coding-missing",
        "Available-Dictionary is of no use: Accept-Encoding names neither dcb nor dcz.",
        dictionary,
      );
    checkCodings(context, note);
    for (const line of [...context.named("purpose"), ...context.named("x-moz")])
      note("prefetch-purpose-old", `${line.line.sent} is an old name; browsers send Sec-Purpose now.`, line);
  },
});

/** Without a word on identity it is accepted, unless an asterisk refuses it (RFC 9110 section 12.5.3). */
function checkCodings(context: Context, note: Note<Kind>): void {
  const members = context.values(acceptEncoding).flatMap((list) => list.members);
  const refusesIdentity = members.some(({ value }) => /^(?:identity|\*)$/i.test(value));
  if (refusesIdentity && members.every(({ weight }) => weight === 0))
    note(
      "accept-encoding-nothing",
      "Accept-Encoding refuses every coding and content without one too: nothing can be sent.",
      context.named("accept-encoding")[0],
    );
}

function joined(context: Context, name: string): string | undefined {
  const lines = context.named(name);
  return lines.length === 0 ? undefined : lines.map(({ line }) => line.value).join(", ");
}

function checkConditions(context: Context, note: Note<Kind>): void {
  const [match] = context.named("if-match");
  const [none] = context.named("if-none-match");
  const [since] = context.named("if-modified-since");
  const [unmodified] = context.named("if-unmodified-since");
  const { method } = context;
  if (match && none && match.line.value === none.line.value)
    note(
      "if-match-contradiction",
      `If-Match and If-None-Match are both ${quote(match.line.value)}: one of them always fails.`,
      none,
    );
  if (match && unmodified && parseEntityTag(match.line.value).flaws.length === 0)
    note("if-unmodified-since-ignored", "If-Unmodified-Since is ignored beside If-Match.", unmodified);
  if (since && method !== undefined && method !== "GET" && method !== "HEAD")
    note(
      "if-modified-since-method",
      `If-Modified-Since is ignored with ${method}: it counts for GET and HEAD.`,
      since,
    );
}

const OF_PAGES = /^(?:document|iframe|frame|fencedframe)$/;
/** Plug-ins are navigated to as well. */
const NAVIGATED = /^(?:document|iframe|frame|fencedframe|object|embed)$/;

function checkFetch(context: Context, note: Note<Kind>): void {
  const mode = joined(context, "sec-fetch-mode");
  const [dest] = context.named("sec-fetch-dest");
  const [user] = context.named("sec-fetch-user");
  if (mode === undefined) return;
  if (dest && OF_PAGES.test(dest.line.value) && mode !== "navigate")
    note(
      "sec-fetch-contradiction",
      `Sec-Fetch-Dest is ${dest.line.value}, but Sec-Fetch-Mode is ${quote(mode)}: documents are loaded by navigation.`,
      dest,
    );
  else if (dest && mode === "navigate" && !NAVIGATED.test(dest.line.value))
    note(
      "sec-fetch-contradiction",
      `Sec-Fetch-Mode is navigate, but Sec-Fetch-Dest is ${quote(dest.line.value)}, which nobody navigates to.`,
      dest,
    );
  if (user && mode !== "navigate")
    note(
      "sec-fetch-contradiction",
      `Sec-Fetch-User is sent with Sec-Fetch-Mode ${quote(mode)}; browsers send it with navigate only.`,
      user,
    );
}

function checkConnection(context: Context, note: Note<Kind>): void {
  const named = (joined(context, "connection") ?? "").toLowerCase().split(/[\s,]+/);
  if (context.all.some(({ line }) => line.name.startsWith(":"))) return;
  const [upgrade] = context.named("upgrade");
  const isWebSocket = upgrade?.line.value.toLowerCase() === "websocket";
  if (upgrade && !named.includes("upgrade"))
    note("request-upgrade-without-connection", "Upgrade does nothing: Connection does not name it.", upgrade);
  if (isWebSocket) {
    const missing = ["Sec-WebSocket-Key", "Sec-WebSocket-Version"].filter(
      (name) => !context.has(name.toLowerCase()),
    );
    if (missing.length > 0)
      note(
        "websocket-request-incomplete",
        `Upgrade asks for a WebSocket, but ${missing.join(" and ")} ${missing.length > 1 ? "are" : "is"} missing.`,
        upgrade,
      );
  }
  const [version] = context.named("sec-websocket-version");
  if (version && version.line.value !== "13")
    note(
      "websocket-request-incomplete",
      `Sec-WebSocket-Version is ${quote(version.line.value)}; 13 is the only one that is spoken.`,
      version,
    );
  const [te] = context.named("te");
  if (te && context.message.hasRequestLine && !named.includes("te"))
    note("request-te-without-connection", "TE is not named in Connection, so proxies may pass it on.", te);
}

const WITH_CONTENT: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "QUERY"]);

function checkContent(context: Context, note: Note<Kind>): void {
  const [coding] = context.named("transfer-encoding");
  const last = coding && joined(context, "transfer-encoding")?.split(",").at(-1)?.trim().toLowerCase();
  if (
    coding &&
    last !== undefined &&
    last !== "identity" &&
    !last.startsWith("chunked") &&
    !/\bchunked\b/i.test(coding.line.value)
  )
    note(
      "request-chunked-missing",
      `Transfer-Encoding is ${quote(coding.line.value)}, which does not end in chunked: servers answer 400.`,
      coding,
    );
  const [type] = context.named("content-type");
  const [length] = context.named("content-length");
  const { method } = context;
  const isBare =
    method !== undefined && !WITH_CONTENT.has(method) && !coding && (!length || length.line.value === "0");
  if (type && isBare && method !== "DELETE" && method !== "OPTIONS")
    note(
      "content-type-without-content",
      `Content-Type describes nothing in a ${method} without content; Accept may be meant.`,
      type,
    );
  const [range] = context.named("content-range");
  if (range && method === "PUT")
    note(
      "request-content-range",
      "Content-Range of a PUT asks to store a part: most servers store it as the whole, or refuse.",
      range,
    );
}
