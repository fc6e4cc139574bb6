import { wordList } from "../../../data/headers/words.ts";
import { invalidValue, problem } from "../field.ts";
import { tokenList } from "./shapes/token-list.ts";

/** Headers forbidden in trailers: needed before the content, or for framing (RFC 9110 section 6.5.1). */
const FORBIDDEN = wordList("fields forbidden in trailers");

/** Trailer (RFC 9110 section 6.6.2): fields that follow the content. */
export const trailer = tokenList("Trailer", {
  noun: "header name",
  invalid: invalidValue("Trailer", "X Sum", "X-Sum", "rfc9110#section-6.6.2"),
  describe: () => "A header of this name follows the content.",
  eachMember: problem("trailer-forbidden", "error", "rfc9110#section-6.5.1", {
    detect: (name) => FORBIDDEN.has(name.toLowerCase()),
    title: (_, name) => `${name} must not come after the content.`,
    bad: ["Trailer: Content-Length"],
    good: ["Trailer: Server-Timing"],
  }),
});
