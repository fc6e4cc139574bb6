/** HTTP message signatures (RFC 9421): Signature-Input says what is signed, Signature has the signatures. */

import { signatureComponents } from "../../../data/headers/directives/signature-components.ts";
import { signatureParams } from "../../../data/headers/directives/signature-params.ts";
import { type AnyField, type Context, type ExplainedLine, field, item, type Note } from "../field.ts";
import { messageTime } from "../reading/date.ts";
import { repeated } from "../reading/list.ts";
import { structuredDictionary } from "../reading/structured.ts";
import { plain } from "../reading/structured-items.ts";
import { type InvalidId, lower, structuredKinds, type TypeId, withOwn } from "../reading/value-kinds.ts";
import type { Item } from "../schema.ts";
import { rfc } from "../specs.ts";
import { serializeItem } from "../syntax/serialize-structured-fields.ts";
import type { Dictionary, Member } from "../syntax/structured-fields.ts";
import { ago, bytes, listing, quote } from "../wording.ts";

type InputKind =
  | "signature-expired"
  | "signature-component-unknown"
  | "signature-component-repeated"
  | "signature-component-case"
  | "signature-created-invalid";

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

function inputField<N extends string>(
  name: N,
  check?: (
    members: Dictionary,
    context: Context,
    note: Note<InputKind>,
    line: ExplainedLine<Dictionary>,
  ) => void,
): AnyField<Dictionary> {
  return field<Dictionary, InputKind | InvalidId<N> | TypeId<N>>({
    name,
    type: "sf-dictionary",
    repeat: "list",
    kinds: withOwn(check && INPUT_KINDS, structuredKinds(name, 'a=("@authority")', "a=1")),
    ...(check && { check }),
    parse(value, note) {
      const members = structuredDictionary(name, value, note);
      for (const [label, member] of members ?? [])
        if (member.kind !== "inner-list")
          note(
            `${lower(name)}-type`,
            `${quote(label)} in ${name} is not a list of components in parentheses.`,
          );
      return members;
    },
    items: (members) => [...members].map(([label, member]) => componentsItem(label, member)),
  });
}

/** The components with their parameters, as a signature tells them apart. */
function componentTexts(member: Member): string[] {
  return member.kind === "inner-list" ? member.items.map((one) => serializeItem(one) ?? "") : [];
}

const INPUT_KINDS = {
  "signature-component-repeated": {
    severity: "error",
    link: rfc(9421, "section-2.5"),
    summary: "A signature covers a component twice, which voids it.",
    bad: ['Signature-Input: a=("date" "date");created=1', "Signature: a=:AAAA:"],
    good: ['Signature-Input: a=("date");created=1', "Signature: a=:AAAA:"],
  },
  "signature-created-invalid": {
    severity: "error",
    link: rfc(9421, "section-2.3"),
    summary: "The creation time of a signature is not a number of seconds.",
    bad: ['Signature-Input: a=("date");created="today"', "Signature: a=:AAAA:"],
    good: ['Signature-Input: a=("date");created=1', "Signature: a=:AAAA:"],
  },
  "signature-component-case": {
    severity: "error",
    link: rfc(9421, "section-2.1"),
    summary: "A signature covers a field by a name with capital letters; names stand there in lower case.",
    bad: ['Signature-Input: a=("Content-Type");created=1', "Signature: a=:AAAA:"],
    good: ['Signature-Input: a=("content-type");created=1', "Signature: a=:AAAA:"],
  },
  "signature-expired": {
    severity: "warning",
    link: rfc(9421, "section-2.3"),
    summary: "A signature had expired when the response was sent.",
    bad: [
      "Date: Fri, 20 Nov 2026 10:00:00 GMT",
      'Signature-Input: a=("@status");created=1700000000;expires=1700000300',
      "Signature: a=:AAAA:",
    ],
    good: [
      "Date: Fri, 20 Nov 2026 10:00:00 GMT",
      'Signature-Input: a=("@status");created=1795168800',
      "Signature: a=:AAAA:",
    ],
  },
  "signature-component-unknown": {
    severity: "warning",
    link: rfc(9421, "section-2.2"),
    summary: "A signature covers a derived component that the standard does not have.",
    bad: ['Signature-Input: a=("@state");created=1', "Signature: a=:AAAA:"],
    good: ['Signature-Input: a=("@status");created=1', "Signature: a=:AAAA:"],
  },
} as const;

/** Signature-Input: what each signature covers. */
export const signatureInput = inputField("Signature-Input", (members, context, note, { items }) => {
  const at = messageTime(context);
  for (const [index, [label, member]] of [...members].entries()) {
    const expires = member.parameters.get("expires");
    if (at !== undefined && expires?.kind === "integer" && expires.value * 1000 < at)
      note("signature-expired", `Signature ${label} expired ${ago(expires.value * 1000, at)}.`, items[index]);
    const components = member.kind === "inner-list" ? member.items.map(({ value }) => plain(value)) : [];
    const [twice] = repeated(componentTexts(member));
    if (twice !== undefined)
      note(
        "signature-component-repeated",
        `Signature ${label} covers ${quote(twice)} twice, so nobody accepts it.`,
        items[index],
      );
    const capital = components.find((name) => /[A-Z]/.test(name));
    if (capital !== undefined)
      note(
        "signature-component-case",
        `${quote(capital)} in Signature-Input has capital letters: field names are covered in lower case.`,
        items[index],
      );
    const created = member.parameters.get("created");
    if (created && created.kind !== "integer")
      note(
        "signature-created-invalid",
        `created of ${label} in Signature-Input is not a number of seconds.`,
        items[index],
      );
    for (const name of components)
      if (name.startsWith("@") && signatureComponents.get(name) === undefined)
        note(
          "signature-component-unknown",
          `${quote(name)} is not a component that can be signed.`,
          items[index],
        );
  }
});
/** Accept-Signature: which signatures the server wants of requests. */
export const acceptSignature = inputField("Accept-Signature");

/** Signature: the signatures by label. */
export const signature = field({
  name: "Signature",
  type: "sf-dictionary",
  repeat: "list",
  kinds: structuredKinds("Signature", "a=:AAAA:", 'a="AAAA"'),
  parse(value, note) {
    const members = structuredDictionary("Signature", value, note);
    for (const [label, member] of members ?? [])
      if (member.kind !== "item" || member.value.kind !== "binary")
        note("signature-type", `${quote(label)} in Signature is not a byte sequence between colons.`);
    return members;
  },
  items: (members) =>
    [...members].map(([label, member]) =>
      item(label, member.kind === "item" ? plain(member.value) : "", "A signature.", sizeOf(member)),
    ),
});

function sizeOf(member: Member): string | undefined {
  return member.kind === "item" && member.value.kind === "binary"
    ? bytes(member.value.value.length)
    : undefined;
}
