import { type AnyField, type Context, rule } from "../field.ts";
import { signature, signatureInput } from "../fields/signatures/signatures.ts";
import { rfc } from "../specs.ts";
import type { Dictionary } from "../syntax/structured-fields.ts";
import { listing } from "../wording.ts";

/** Signatures and what they cover stand in two fields, with the same labels (RFC 9421 section 4). */
export const signatures = rule({
  kinds: {
    "signature-input-missing": {
      severity: "error",
      link: rfc(9421, "section-4.2"),
      summary: "A signature has no entry in Signature-Input, so nobody can check it.",
      bad: ["Signature: a=:AAAA:"],
      good: ['Signature-Input: a=("@status");created=1795168800', "Signature: a=:AAAA:"],
    },
    "signature-missing": {
      severity: "error",
      link: rfc(9421, "section-4.1"),
      summary: "An entry of Signature-Input has no signature in Signature.",
      bad: ['Signature-Input: a=("@status");created=1795168800'],
      good: ['Signature-Input: a=("@status");created=1795168800', "Signature: a=:AAAA:"],
    },
  },
  check(context, note) {
    if (!context.has("signature") && !context.has("signature-input")) return;
    const signed = labels(context, signature);
    const covered = labels(context, signatureInput);
    const bare = [...signed].filter((label) => !covered.has(label));
    if (bare.length > 0)
      note(
        "signature-input-missing",
        `Signature-Input has nothing for ${listing(bare.slice(0, 6))}: nobody can check it.`,
      );
    const unsigned = [...covered].filter((label) => !signed.has(label));
    if (unsigned.length > 0)
      note(
        "signature-missing",
        `Signature has nothing for ${listing(unsigned.slice(0, 6))} of Signature-Input.`,
      );
  },
});

function labels(context: Context, field: AnyField<Dictionary>): Set<string> {
  return new Set(context.values(field).flatMap((members) => [...members.keys()]));
}
