import { field, item } from "../field.ts";
import { readTokens } from "../reading/list.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { rfc9110, rfc9112 } from "../specs.ts";

/** Proxy-Connection: never standardised, meant by old browsers for proxies. */
export const proxyConnection = field({
  name: "Proxy-Connection",
  type: "list",
  repeat: "list",
  kinds: {
    ...invalidKind("Proxy-Connection", "keep alive", "keep-alive", rfc9112("appendix-C.2.2")),
    "proxy-connection": {
      severity: "warning",
      link: rfc9110("section-7.6.1"),
      summary: "Proxy-Connection has no meaning: Connection says it, and HTTP/2 forbids both.",
      bad: ["Proxy-Connection: keep-alive"],
      good: ["Connection: keep-alive"],
    },
  },
  parse: (value, note) => readTokens("Proxy-Connection", value, "connection option", note),
  items: (options) =>
    options.map((option) => item(option, "", "What old browsers asked of proxies; nobody acts on it.")),
  check(_options, _context, note) {
    note("proxy-connection", "Proxy-Connection was never standardised; Connection is the field that counts.");
  },
});
