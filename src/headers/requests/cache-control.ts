/** Cache-Control in a request (RFC 9111 section 5.2.1): what the client takes from caches. */

import { wordTable } from "../../../data/word-table.ts";
import { field, item } from "../field.ts";
import { readDirectives } from "../reading/list.ts";
import { rfc9111 } from "../specs.ts";
import { isDigits } from "../syntax/tokens.ts";
import { quote } from "../wording.ts";
import { request } from "./example.ts";

const DIRECTIVES = wordTable({
  "max-age": "Takes nothing older than so many seconds.",
  "max-stale": "Takes stale answers too, up to so many seconds past their time.",
  "min-fresh": "Takes only what stays fresh for so many seconds.",
  "no-cache": "Takes nothing from a cache without asking the origin server.",
  "no-store": "Wants nothing of this exchange to be stored.",
  "no-transform": "Wants the content as it is.",
  "only-if-cached": "Wants an answer from the cache or none (504).",
  "stale-if-error": "Takes stale answers where the origin server fails.",
});

/** Directives that mean something in responses only. */
const OF_RESPONSES: ReadonlySet<string> = new Set([
  "public",
  "private",
  "must-revalidate",
  "proxy-revalidate",
  "s-maxage",
  "immutable",
  "stale-while-revalidate",
  "must-understand",
]);

const WITH_SECONDS: ReadonlySet<string> = new Set(["max-age", "min-fresh", "stale-if-error"]);

export const requestCacheControl = field({
  name: "Cache-Control",
  type: "parameters",
  repeat: "list",
  kinds: {
    "request-cache-directive-misplaced": {
      severity: "warning",
      link: rfc9111("section-5.2.1"),
      summary: "Cache-Control of a request has a directive that means something in responses only.",
      bad: request(["Cache-Control: private, no-cache"]),
      good: request(["Cache-Control: no-cache"]),
    },
    "request-cache-directive-unknown": {
      severity: "info",
      link: rfc9111("section-5.2.1"),
      summary: "Cache-Control of a request has a directive that no cache knows.",
      bad: request(["Cache-Control: fast"]),
      good: request(["Cache-Control: no-cache"]),
    },
    "request-cache-seconds-invalid": {
      severity: "error",
      link: rfc9111("section-1.2.2"),
      summary: "A directive of Cache-Control in a request has no number of seconds where one is expected.",
      bad: request(["Cache-Control: max-age=soon"]),
      good: request(["Cache-Control: max-age=0"]),
    },
  },
  parse: (value, note) => readDirectives("Cache-Control", value, note)?.directives,
  items: (directives) =>
    directives.map(({ name, value = "" }) =>
      item(name, value, DIRECTIVES.get(name) ?? "A directive that means nothing in requests."),
    ),
  check(directives, _context, note, { items }) {
    for (const [at, { name, value }] of directives.entries()) {
      if (OF_RESPONSES.has(name))
        note(
          "request-cache-directive-misplaced",
          `${name} in Cache-Control means nothing in a request.`,
          items[at],
        );
      else if (!DIRECTIVES.has(name))
        note(
          "request-cache-directive-unknown",
          `${quote(name)} in Cache-Control is not a directive that caches know.`,
          items[at],
        );
      else if (WITH_SECONDS.has(name) && !isDigits(value ?? ""))
        note(
          "request-cache-seconds-invalid",
          `${name} in Cache-Control needs a number of seconds, not ${quote(value ?? "")}.`,
          items[at],
        );
    }
  },
});
