import { transferCodings } from "../../../data/headers/directives/transfer-codings.ts";
import { field, item } from "../field.ts";
import { readWeighted } from "../reading/list.ts";
import { asRequest, invalidKind } from "../reading/value-kinds.ts";
import { isToken } from "../syntax/tokens.ts";
import { quote } from "../wording.ts";

/** TE (RFC 9110 section 10.1.4): a request field, the transfer codings that the client takes. */
export const te = field({
  name: "TE",
  type: "list",
  repeat: "list",
  kinds: invalidKind("TE", "g zip", "trailers", { as: asRequest }),
  parse: readWeighted,
  items: ({ members }) =>
    members.map(({ value, weight }) =>
      item(
        value,
        weight === 1 ? "" : `q=${weight}`,
        transferCodings.get(value.toLowerCase()) ?? "A coding that is not registered.",
      ),
    ),
  check({ members }, _context, note, line) {
    for (const [at, { value }] of members.entries())
      if (!isToken(value))
        note("te-invalid", `${quote(value)} in TE is not a transfer coding.`, line.items[at]);
  },
});
