import { transferCodings } from "../../../data/headers/directives/transfer-codings.ts";
import { field } from "../field.ts";
import { readWeighted, weightAt, weightedItems } from "../reading/list.ts";
import { asRequest, invalidKind } from "../reading/value-kinds.ts";
import { rfc9110 } from "../specs.ts";
import { isToken } from "../syntax/tokens.ts";
import { quote } from "../wording.ts";

/** TE (RFC 9110 section 10.1.4): a request field, the transfer codings that the client takes. */
export const te = field({
  name: "TE",
  type: "list",
  repeat: "list",
  kinds: {
    ...invalidKind("TE", "g zip", "trailers", rfc9110("section-10.1.4"), { as: asRequest }),
    "te-chunked": {
      severity: "warning",
      link: rfc9110("section-10.1.4"),
      summary: "TE names chunked, which every recipient understands and which must not be listed.",
      bad: asRequest(["TE: chunked"]),
      good: asRequest(["TE: trailers"]),
    },
  },
  parse: readWeighted,
  items: (list) =>
    weightedItems(
      list,
      (value) => transferCodings.get(value.toLowerCase()) ?? "A coding that is not registered.",
    ),
  check({ members, flaws }, _context, note, line) {
    for (const [at, { value }] of members.entries())
      if (!isToken(value))
        note("te-invalid", `${quote(value)} in TE is not a transfer coding.`, line.items[at]);
      else if (value.toLowerCase() === "chunked")
        note(
          "te-chunked",
          "TE names chunked, which is always understood and must not be listed.",
          line.items[at],
        );
    for (const flaw of flaws)
      if (flaw.id === "bad-weight")
        note(
          "te-invalid",
          `The weight ${quote(weightAt(line.line.value, flaw.at))} in TE is not between 0 and 1 with three digits at most.`,
        );
  },
});
