/** What a signature of a request can cover (RFC 9421 section 2.2). */

import { rule } from "../field.ts";
import { signatureInput } from "../fields/signatures.ts";
import { plain } from "../reading/structured-items.ts";
import { rfc } from "../specs.ts";
import { request } from "./example.ts";

const SIGNATURE = "Signature: a=:AAAA:";

export const signedComponents = rule({
  kinds: {
    "request-signature-status": {
      severity: "error",
      link: rfc(9421, "section-2.2.9"),
      summary: "A signature of a request covers @status, which only responses have: nobody can check it.",
      bad: request(['Signature-Input: a=("@method" "@status");created=1', SIGNATURE]),
      good: request(['Signature-Input: a=("@method" "@path");created=1', SIGNATURE]),
    },
  },
  check(context, note) {
    for (const { parsed, items } of context.lines(signatureInput))
      for (const [at, [label, member]] of [...(parsed ?? [])].entries())
        if (member.kind === "inner-list" && member.items.some(({ value }) => plain(value) === "@status"))
          note(
            "request-signature-status",
            `Signature ${label} in Signature-Input covers @status, which a request does not have.`,
            items[at],
          );
  },
});
