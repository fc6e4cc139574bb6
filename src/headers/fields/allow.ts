import { wordTable } from "../../../data/word-table.ts";
import { type Context, field, item } from "../field.ts";
import { readTokens, repeated } from "../reading/list.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { rfc9110 } from "../specs.ts";
import { suggest } from "../suggest.ts";

/** Methods of the IANA registry that are in common use, in words. */
const METHODS = wordTable({
  GET: "Fetches the representation.",
  HEAD: "Fetches the header section only, as GET would send it.",
  POST: "Hands data to the resource, which does with it what it is for.",
  PUT: "Creates the resource or replaces its state.",
  DELETE: "Removes the resource.",
  CONNECT: "Opens a tunnel through a proxy.",
  OPTIONS: "Asks what can be done with the resource.",
  TRACE: "Echoes the request for diagnosis; best switched off.",
  PATCH: "Changes a part of the resource.",
  QUERY: "Asks a question with content, safely and repeatably.",
  PROPFIND: "WebDAV: reads properties.",
  PROPPATCH: "WebDAV: sets properties.",
  MKCOL: "WebDAV: creates a collection.",
  COPY: "WebDAV: copies the resource.",
  MOVE: "WebDAV: moves the resource.",
  LOCK: "WebDAV: locks the resource.",
  UNLOCK: "WebDAV: removes a lock.",
  REPORT: "WebDAV: asks for a report.",
  SEARCH: "WebDAV: searches.",
  ACL: "WebDAV: sets access rights.",
  BIND: "WebDAV: binds a further name to the resource.",
  LINK: "Ties resources together; rarely supported.",
  UNLINK: "Unties resources; rarely supported.",
  PURGE: "Not registered: removes the resource from a cache.",
});

/** Allow (RFC 9110 section 10.2.1): the methods that the resource supports. */
export const allow = field({
  name: "Allow",
  type: "list",
  repeat: "list",
  kinds: {
    ...invalidKind("Allow", "GET HEAD", "GET, HEAD"),
    "allow-method-unknown": {
      severity: "warning",
      link: rfc9110("section-9.1"),
      summary: "Allow names a method that looks like a slip: names of methods are case-sensitive.",
      bad: ["Allow: get, POST"],
      good: ["Allow: GET, POST"],
    },
    "allow-trace": {
      severity: "info",
      link: rfc9110("section-9.3.8"),
      summary: "The resource supports TRACE, which echoes requests, credentials included.",
      bad: ["Allow: GET, TRACE"],
      good: ["Allow: GET, HEAD"],
    },
    "allow-repeated": {
      severity: "info",
      link: rfc9110("section-10.2.1"),
      summary: "Allow names a method more than once.",
      bad: ["Allow: GET, GET"],
      good: ["Allow: GET, HEAD"],
    },
    "allow-own-method": {
      severity: "warning",
      link: rfc9110("section-15.5.6"),
      summary: "The response is 405, but Allow names the method that was used.",
      bad: { lines: ["Allow: GET, POST"], status: 405, method: "GET" },
      good: { lines: ["Allow: POST"], status: 405, method: "GET" },
    },
  },
  parse: (value, note) => readTokens("Allow", value, "method", note, true),
  items: (methods) =>
    methods.map((method) => item(method, "", METHODS.get(method) ?? "A method that is not in common use.")),
  alternate: (methods) => (methods.length === 0 ? "no method at all" : undefined),
  check(methods, context, note, line) {
    for (const [at, method] of methods.entries()) {
      if (METHODS.get(method) === undefined) {
        const meant = METHODS.get(method.toUpperCase())
          ? method.toUpperCase()
          : suggest(method, [...METHODS.keys()], 1);
        if (meant)
          note(
            "allow-method-unknown",
            `${method} in Allow is not a method: ${meant} may be meant.`,
            line.items[at],
            [method, meant],
          );
      } else if (method === "TRACE")
        note("allow-trace", "TRACE is allowed, which echoes requests, credentials included.", line.items[at]);
      else if (isRefused(method, context))
        note(
          "allow-own-method",
          `Allow names ${method}, the method that this response refuses.`,
          line.items[at],
        );
    }
  },
  checkAll(lines, _context, note) {
    for (const method of repeated(lines.flatMap(({ parsed }) => parsed ?? [])))
      note("allow-repeated", `Allow names ${method} more than once.`);
  },
});

function isRefused(method: string, context: Context): boolean {
  return context.status === 405 && context.method === method;
}
