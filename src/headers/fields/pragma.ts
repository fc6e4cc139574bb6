import { field, item } from "../field.ts";
import { readMembers } from "../reading/list.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { rfc9111 } from "../specs.ts";
import { pragmaOverrides } from "../verdicts/caching.ts";
import { quote } from "../wording.ts";

/** Pragma (RFC 9111 section 5.4): a request field of HTTP/1.0, without meaning in responses. */
export const pragma = field({
  name: "Pragma",
  type: "list",
  repeat: "list",
  kinds: {
    ...invalidKind("Pragma", 'x="no', "no-cache", rfc9111("section-5.4")),
    "pragma-in-response": {
      severity: "info",
      link: rfc9111("section-5.4"),
      summary:
        "Pragma: no-cache was only ever defined for requests and is deprecated: Cache-Control says it.",
      bad: ["Pragma: no-cache"],
      good: ["Cache-Control: no-cache"],
    },
    "pragma-unknown": {
      severity: "warning",
      link: rfc9111("section-5.4"),
      summary: "Pragma has a directive that means nothing to anybody.",
      bad: ["Pragma: public"],
      good: ["Cache-Control: public"],
    },
  },
  parse: (value, note) => readMembers("Pragma", value, note),
  items: (members) =>
    members.map((member) =>
      item(
        member,
        "",
        member.toLowerCase() === "no-cache"
          ? "Browsers take it for Cache-Control: no-cache; the standard gives it no meaning in a response."
          : "No recipient knows this directive.",
      ),
    ),
  check(members, { verdicts: { caching } }, note, line) {
    for (const [at, member] of members.entries()) {
      if (member.toLowerCase() === "no-cache") {
        // Where it undoes a lifetime, that is the finding.
        if (caching && pragmaOverrides(caching)) continue;
        note(
          "pragma-in-response",
          "Pragma: no-cache is deprecated and defined for requests only: use Cache-Control.",
          line.items[at],
        );
      } else
        note("pragma-unknown", `Pragma: ${quote(member)} means nothing to any recipient.`, line.items[at]);
    }
  },
});
