import { transferCodings } from "../../../data/headers/directives/transfer-codings.ts";
import { isToken } from "../../syntax/tokens.ts";
import type { WeightedMember } from "../../syntax/weighted-lists.ts";
import { asRequest, field, firstOf, invalidValue, problem } from "../field.ts";
import { readWeighted, weightAt, weightedItems } from "../reading/list.ts";
import { parameterProblem } from "../reading/weighted-parameters.ts";
import { quote } from "../wording.ts";

const invalid = invalidValue<WeightedMember>("TE", "g zip", "trailers", "rfc9110#section-10.1.4", {
  as: asRequest,
  detect: ({ value }) => !isToken(value) && `${quote(value)} in TE is not a transfer coding.`,
});

/** TE (RFC 9110 section 10.1.4): request header, transfer codings that the client accepts. */
export const te = field("TE", "list", {
  parse: readWeighted,
  items: (list) =>
    weightedItems(list, (value) => transferCodings.get(value.toLowerCase()) ?? "An unregistered coding."),
  parts: ({ members }) => members,
}).problems({
  eachPart: firstOf(
    invalid,
    problem("te-chunked", "warning", "rfc9110#section-10.1.4", {
      detect: ({ value }) => value.toLowerCase() === "chunked",
      bad: asRequest(["TE: chunked"]),
      good: asRequest(["TE: trailers"]),
    }),
  ),
  eachLine: [parameterProblem("TE")],
  check({ flaws }, _context, report, line) {
    for (const flaw of flaws)
      if (flaw.id === "bad-weight")
        report(
          invalid,
          `The weight ${quote(weightAt(line.line.value, flaw.at))} in TE is not from 0 to 1 with up to three decimals.`,
        );
  },
});
