import { field, item } from "../field.ts";
import { readTokens } from "../reading/list.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { rfc9110 } from "../specs.ts";

/** Fields that are needed before the content, or for framing: RFC 9110 section 6.5.1. */
const FORBIDDEN: ReadonlySet<string> = new Set([
  "age",
  "authorization",
  "cache-control",
  "content-encoding",
  "content-length",
  "content-range",
  "content-type",
  "expires",
  "host",
  "location",
  "retry-after",
  "set-cookie",
  "te",
  "trailer",
  "transfer-encoding",
  "vary",
  "www-authenticate",
]);

/** Trailer (RFC 9110 section 6.6.2): fields that follow the content. */
export const trailer = field({
  name: "Trailer",
  type: "list",
  repeat: "list",
  kinds: {
    ...invalidKind("Trailer", "X Sum", "X-Sum"),
    "trailer-forbidden": {
      severity: "error",
      link: rfc9110("section-6.5.1"),
      summary: "Trailer names a field that has to come before the content.",
      bad: ["Trailer: Content-Length"],
      good: ["Trailer: Server-Timing"],
    },
  },
  parse: (value, note) => readTokens("Trailer", value, "field name", note),
  items: (names) => names.map((name) => item(name, "", "A field of this name follows the content.")),
  check(names, _context, note, line) {
    for (const [at, name] of names.entries())
      if (FORBIDDEN.has(name.toLowerCase()))
        note("trailer-forbidden", `${name} must not come after the content.`, line.items[at]);
  },
});
