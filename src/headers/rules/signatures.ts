import type { Dictionary } from "../../syntax/structured-fields.ts";
import { type AnyField, type Context, problem, ruleOn } from "../field.ts";
import { signature, signatureInput } from "../fields/signatures/signatures.ts";
import { listing } from "../wording.ts";

function labelsOf(context: Context) {
  if (!context.has("signature") && !context.has("signature-input")) return undefined;
  return { signed: labels(context, signature), covered: labels(context, signatureInput) };
}

function labels(context: Context, field: AnyField<Dictionary>): Set<string> {
  return new Set(context.values(field).flatMap((members) => [...members.keys()]));
}

/** Labels missing from the others, six at most. */
function lacking(some: ReadonlySet<string>, others: ReadonlySet<string>): string | undefined {
  const missing = [...some].filter((label) => !others.has(label)).slice(0, 6);
  return missing.length > 0 ? listing(missing) : undefined;
}

/** Signatures and their covered components are in two headers, with the same labels (RFC 9421 section 4). */
export const signatures = ruleOn(labelsOf, [
  problem({
    id: "signature-input-missing",
    severity: "error",
    link: "rfc9421#section-4.2",
    summary: "A signature has no entry in Signature-Input, so it cannot be verified.",
    detect: ({ signed, covered }) => lacking(signed, covered),
    title: (missing) => `Signature-Input has no entry for ${missing}, so verification fails.`,
    bad: ["Signature: a=:AAAA:"],
    good: ['Signature-Input: a=("@status");created=1795168800', "Signature: a=:AAAA:"],
  }),
  problem({
    id: "signature-missing",
    severity: "error",
    link: "rfc9421#section-4.1",
    summary: "An entry of Signature-Input has no signature in Signature.",
    detect: ({ signed, covered }) => lacking(covered, signed),
    title: (missing) => `Signature has no entry for ${missing} of Signature-Input.`,
    bad: ['Signature-Input: a=("@status");created=1795168800'],
    good: ['Signature-Input: a=("@status");created=1795168800', "Signature: a=:AAAA:"],
  }),
]);
