import { field, item } from "../field.ts";
import { readTokens, repeated } from "../reading/list.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { rfc9110 } from "../specs.ts";

/** Fields that may not be bound to a connection: every recipient needs them. */
const END_TO_END: ReadonlySet<string> = new Set([
  "authorization",
  "cache-control",
  "content-encoding",
  "content-length",
  "content-range",
  "content-type",
  "date",
  "cookie",
  "etag",
  "expires",
  "forwarded",
  "host",
  "last-modified",
  "location",
  "set-cookie",
  "transfer-encoding",
  "vary",
  "x-forwarded-for",
  "x-forwarded-proto",
  "strict-transport-security",
  "content-security-policy",
]);

/** Connection (RFC 9110 section 7.6.1): what is for this connection only. */
export const connection = field({
  name: "Connection",
  type: "list",
  repeat: "list",
  kinds: {
    ...invalidKind("Connection", "keep alive", "keep-alive"),
    "connection-end-to-end": {
      severity: "error",
      link: rfc9110("section-7.6.1"),
      summary: "Connection names a field that is meant for all recipients: proxies remove it.",
      bad: ["Connection: close, Cache-Control"],
      good: ["Connection: close"],
    },
    "connection-conflict": {
      severity: "warning",
      link: rfc9110("section-7.6.1"),
      summary: "Connection says both close and keep-alive.",
      bad: ["Connection: keep-alive, close"],
      good: ["Connection: close"],
    },
    "connection-repeated": {
      severity: "info",
      link: rfc9110("section-7.6.1"),
      summary: "Connection says the same thing more than once.",
      bad: ["Connection: close, close"],
      good: ["Connection: close"],
    },
  },
  parse: (value, note) => readTokens("Connection", value, "connection option", note),
  items: (options) => options.map((option) => item(option, "", describe(option.toLowerCase()))),
  alternate(options) {
    const first = options.length === 1 ? options[0]?.toLowerCase() : undefined;
    if (first === "close") return "closed after this response";
    return first === "keep-alive" ? "kept open for further requests" : undefined;
  },
  check(options, _context, note, line) {
    for (const [at, option] of options.entries())
      if (END_TO_END.has(option.toLowerCase()))
        note(
          "connection-end-to-end",
          `Connection names ${option}: proxies remove that field.`,
          line.items[at],
        );
  },
  checkAll(lines, _context, note) {
    const options = lines.flatMap(({ parsed }) => parsed ?? []);
    const lower = new Set(options.map((option) => option.toLowerCase()));
    if (lower.has("close") && lower.has("keep-alive"))
      note("connection-conflict", "Connection says both close and keep-alive: close wins.");
    for (const option of repeated(options))
      note("connection-repeated", `Connection says ${option} more than once.`);
  },
});

function describe(option: string): string {
  if (option === "close") return "The connection is closed after this response.";
  if (option === "keep-alive") return "The connection stays open, which is the default since HTTP/1.1.";
  if (option === "upgrade") return "The Upgrade field is for this connection only.";
  return "A field of this name is for this connection only: proxies remove it.";
}
