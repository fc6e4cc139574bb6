import { wordList } from "../../../data/headers/words.ts";
import { invalidValue, problem } from "../field.ts";
import { dropping, swapping, unique } from "../reading/fixing.ts";
import { repeated } from "../reading/list.ts";
import { tokenList } from "./shapes/token-list.ts";

/** End-to-end headers, which must not be connection options. */
const END_TO_END = wordList("end-to-end fields");

/** Connection (RFC 9110 section 7.6.1): options and headers for this connection only. */
export const connection = tokenList("Connection", {
  noun: "connection option",
  invalid: invalidValue("Connection", "keep alive", "keep-alive", "rfc9110#section-7.6.1", {
    fix: swapping(/\bkeep\s+alive\b/gi, "keep-alive"),
  }),
  describe: (option) => describe(option.toLowerCase()),
  alternate(options) {
    const first = options.length === 1 ? options[0]?.toLowerCase() : undefined;
    if (first === "close") return "closed after this response";
    return first === "keep-alive" ? "kept open for further requests" : undefined;
  },
  eachMember: problem("connection-end-to-end", "error", "rfc9110#section-7.6.1", {
    detect: (option) => END_TO_END.has(option.toLowerCase()),
    title: (_, option) => `Connection names ${option}, so proxies remove that header.`,
    fix: dropping(/^(?!close$|keep-alive$|upgrade$|te$)/i),
    bad: ["Connection: close, Cache-Control"],
    good: ["Connection: close"],
  }),
  allMembers: [
    problem("connection-conflict", "warning", "rfc9110#section-7.6.1", {
      detect: (options) => hasOption(options, "close") && hasOption(options, "keep-alive"),
      fix: dropping(/^keep-alive$/i),
      bad: ["Connection: keep-alive, close"],
      good: ["Connection: close"],
    }),
    problem("connection-repeated", "info", "rfc9110#section-7.6.1", {
      detectAll: repeated,
      title: (option) => `Connection lists ${option} more than once.`,
      fix: unique,
      bad: ["Connection: close, close"],
      good: ["Connection: close"],
    }),
  ],
});

function hasOption(options: readonly string[], name: string): boolean {
  return options.some((option) => option.toLowerCase() === name);
}

function describe(option: string): string {
  if (option === "close") return "The connection is closed after this response.";
  if (option === "keep-alive") return "The connection stays open, which is the default since HTTP/1.1.";
  if (option === "upgrade") return "The Upgrade header is for this connection only.";
  return "The header of this name is for this connection only: proxies remove it.";
}
