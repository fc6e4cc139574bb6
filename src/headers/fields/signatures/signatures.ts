/** HTTP message signatures (RFC 9421): Signature-Input says what is signed, Signature has the signatures. */

import { signatureComponents } from "../../../../data/headers/directives/signature-components.ts";
import { signatureParams } from "../../../../data/headers/directives/signature-params.ts";
import { type Dictionary, type Member, parseDictionary } from "../../../syntax/structured-fields.ts";
import { type AnyField, field, item } from "../../field.ts";
import { type Checks, problem } from "../../problem.ts";
import { readStructured, structuredProblems, type Unparsed } from "../../reading/structured.ts";
import { plain } from "../../reading/structured-items.ts";
import { asRequest, type Worded } from "../../reading/value-problems.ts";
import type { Item } from "../../schema.ts";
import { rfc } from "../../specs.ts";
import { bytes, listing, quote } from "../../wording.ts";
import type { Labelled } from "./components.ts";
import { acceptProblems, inputProblems } from "./signature-problems.ts";

/** Label by label: the components that are covered, and the signature's parameters. */
function componentsItem(label: string, member: Member): Item {
  const names = member.kind === "inner-list" ? member.items.map(({ value }) => plain(value)) : [];
  const parts = names.map((name) => {
    const description = signatureComponents.get(name);
    return description ? `${name} (${description.replace(/\.$/, "").toLowerCase()})` : name;
  });
  const parameters = [...member.parameters].map(
    ([name, bare]) =>
      `${name} ${plain(bare)}: ${signatureParams.get(name) ?? "a parameter that is not registered."}`,
  );
  return item(
    label,
    names.join(" "),
    `Signs ${parts.length > 0 ? listing(parts) : "nothing"}.`,
    parameters.join(" ") || undefined,
  );
}

function inputField(
  name: string,
  named: readonly [Unparsed<Dictionary>, Worded],
  eachPart: Checks<Labelled, unknown>,
): AnyField<Dictionary> {
  const [unparsed, wrongType] = named;
  return field({
    name,
    type: "sf-dictionary",
    repeat: "list",
    parse(value, report) {
      const members = readStructured(unparsed, value, report);
      for (const [label, member] of members ?? [])
        if (member.kind !== "inner-list")
          report(wrongType, `${quote(label)} in ${name} is not a list of components in parentheses.`);
      return members;
    },
    items: (members) => [...members].map(([label, member]) => componentsItem(label, member)),
    parts: (members) => [...members],
  }).problems({ named, eachPart });
}

/** Signature-Input: what each signature covers. */
export const signatureInput = inputField(
  "Signature-Input",
  structuredProblems("Signature-Input", parseDictionary, 'a=("@status")', "a=1", rfc(9421, "section-4.1"), {
    as: (lines) => [...lines, "Signature: a=:AAAA:"],
  }),
  inputProblems,
);

/** Accept-Signature: which signatures a server wants of requests, or a client of responses. */
export const acceptSignature = inputField(
  "Accept-Signature",
  structuredProblems("Accept-Signature", parseDictionary, 'a=("@method")', "a=1", rfc(9421, "section-5.1")),
  acceptProblems,
);

/** draft-cavage-http-signatures, which many servers of the fediverse speak. */
const OLD_FORM = /(?:^|,\s*)(?:keyId|signature|headers)="/;

const [unparsed, wrongType] = structuredProblems(
  "Signature",
  parseDictionary,
  "a=:AAAA:",
  'a="AAAA"',
  rfc(9421, "section-4.2"),
  { as: (lines) => ['Signature-Input: a=("@status")', ...lines] },
);

const oldForm = problem({
  id: "signature-old-form",
  severity: "info",
  link: rfc(9421, "appendix-A"),
  summary: "Signature uses the form of an expired draft, with everything in one field.",
  title: () => "Signature uses the form of an expired draft; RFC 9421 with Signature-Input replaced it.",
  bad: asRequest(['Signature: keyId="k",headers="date",signature="AAAA"']),
  good: asRequest(['Signature-Input: a=("@method");created=1', "Signature: a=:AAAA:"]),
});

/** Signature: the signatures by label. */
export const signature = field({
  name: "Signature",
  type: "sf-dictionary",
  repeat: "list",
  parse(value, report) {
    if (OLD_FORM.test(value)) {
      report(oldForm, undefined);
      return undefined;
    }
    const members = readStructured(unparsed, value, report);
    for (const [label, member] of members ?? [])
      if (member.kind !== "item" || member.value.kind !== "binary")
        report(wrongType, `${quote(label)} in Signature is not a byte sequence between colons.`);
    return members;
  },
  items: (members) =>
    [...members].map(([label, member]) =>
      item(label, member.kind === "item" ? plain(member.value) : "", "A signature.", sizeOf(member)),
    ),
}).problems({ named: [unparsed, wrongType, oldForm] });

function sizeOf(member: Member): string | undefined {
  return member.kind === "item" && member.value.kind === "binary"
    ? bytes(member.value.value.length)
    : undefined;
}
