/** HTTP message signatures (RFC 9421): Signature-Input says what is signed, Signature has the signatures. */

import { signatureComponents } from "../../../../data/headers/directives/signature-components.ts";
import { signatureParams } from "../../../../data/headers/directives/signature-params.ts";
import {
  type AnyField,
  type Context,
  type Example,
  type ExplainedLine,
  field,
  item,
  type Note,
  type ProblemKind,
} from "../../field.ts";
import { messageTime } from "../../reading/date.ts";
import { structuredDictionary } from "../../reading/structured.ts";
import { plain } from "../../reading/structured-items.ts";
import {
  asRequest,
  type InvalidId,
  lower,
  structuredKinds,
  type TypeId,
  withOwn,
} from "../../reading/value-kinds.ts";
import { isRequest } from "../../response-kind.ts";
import type { Item } from "../../schema.ts";
import { rfc } from "../../specs.ts";
import type { Dictionary, Member } from "../../syntax/structured-fields.ts";
import { ago, bytes, listing, quote } from "../../wording.ts";
import { type Component, componentFlaws, componentsOf, type Flaw } from "./components.ts";
import { acceptKinds, inputKinds } from "./kinds.ts";

type InputKind = keyof typeof inputKinds;
type AcceptKind = keyof typeof acceptKinds;

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

type Check<K extends string> = (
  members: Dictionary,
  context: Context,
  note: Note<K>,
  line: ExplainedLine<Dictionary>,
) => void;

function inputField<N extends string, K extends string>(
  name: N,
  good: string,
  link: string,
  as: (lines: readonly string[]) => Example,
  own: Readonly<Record<K, ProblemKind>>,
  check: Check<K>,
): AnyField<Dictionary> {
  return field<Dictionary, K | InvalidId<N> | TypeId<N>>({
    name,
    type: "sf-dictionary",
    repeat: "list",
    kinds: withOwn(own, structuredKinds(name, good, "a=1", link, { as })),
    check,
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

const INPUT_IDS: Readonly<Record<Flaw, InputKind>> = {
  repeated: "signature-component-repeated",
  case: "signature-component-case",
  unknown: "signature-component-unknown",
  misplaced: "signature-component-misplaced",
  status: "request-signature-status",
};

/** Signature-Input: what each signature covers. */
export const signatureInput = inputField(
  "Signature-Input",
  'a=("@status")',
  rfc(9421, "section-4.1"),
  (lines) => [...lines, "Signature: a=:AAAA:"],
  inputKinds,
  (members, context, note, { items }) => {
    const of = isRequest(context) ? "request" : "response";
    for (const [index, [label, member]] of [...members].entries()) {
      const toItem: Note<InputKind> = (id, title) => note(id, title, items[index]);
      for (const [flaw, title] of componentFlaws(label, member, of, "Signature-Input"))
        toItem(INPUT_IDS[flaw], title);
      const absent = componentsOf(member).find((component) => isAbsent(component, context));
      if (absent)
        toItem(
          "signature-component-absent",
          `Signature ${label} in Signature-Input covers ${absent.name}, which is not in the ${absent.parameters.has("req") ? "request" : of}: nobody can check it.`,
        );
      checkParameters(label, member, context, toItem);
    }
  },
);

/** A field that a signature covers and the message lacks; trailers and the rest of a request may not be known. */
function isAbsent({ name, parameters }: Component, context: Context): boolean {
  if (name.startsWith("@") || /[A-Z]/.test(name) || parameters.has("tr")) return false;
  if (isRequest(context)) return context.message.isWholeRequest === true && !context.has(name);
  if (!parameters.has("req")) return !context.has(name);
  return context.message.request !== undefined && context.request(name) === undefined;
}

/** Those of IANA's registry of HTTP signature algorithms. */
const ALGORITHMS: ReadonlySet<string> = new Set([
  "rsa-pss-sha512",
  "rsa-v1_5-sha256",
  "hmac-sha256",
  "ecdsa-p256-sha256",
  "ecdsa-p384-sha384",
  "ed25519",
]);

function checkParameters(
  label: string,
  { parameters }: Member,
  context: Context,
  note: Note<InputKind>,
): void {
  const created = parameters.get("created");
  const expires = parameters.get("expires");
  const at = messageTime(context);
  if (created && created.kind !== "integer")
    note("signature-created-invalid", `created of ${label} in Signature-Input is not a number of seconds.`);
  if (created?.kind === "integer" && expires?.kind === "integer" && expires.value <= created.value)
    note("signature-never-valid", `Signature ${label} in Signature-Input expires before it is made.`);
  else if (at !== undefined && expires?.kind === "integer" && expires.value * 1000 < at)
    note("signature-expired", `Signature ${label} expired ${ago(expires.value * 1000, at)}.`);
  const algorithm = parameters.get("alg");
  if (algorithm && !ALGORITHMS.has(plain(algorithm)))
    note(
      "signature-algorithm-unknown",
      `alg of ${label} in Signature-Input is ${quote(plain(algorithm))}, which is not a registered algorithm.`,
    );
}

/** Accept-Signature: which signatures a server wants of requests, or a client of responses. */
export const acceptSignature = inputField(
  "Accept-Signature",
  'a=("@method")',
  rfc(9421, "section-5.1"),
  (lines) => lines,
  acceptKinds,
  (members, context, note, { items }) => {
    const of = isRequest(context) ? "response" : "request";
    for (const [index, [label, member]] of [...members].entries()) {
      const toItem: Note<AcceptKind> = (id, title) => note(id, title, items[index]);
      for (const [, title] of componentFlaws(label, member, of, "Accept-Signature"))
        toItem("accept-signature-component", title);
      for (const name of ["created", "expires"]) {
        const bare = member.parameters.get(name);
        if (bare && bare.kind !== "boolean")
          toItem(
            "accept-signature-parameter",
            `${name} of ${label} in Accept-Signature has a value: the signer chooses the time.`,
          );
      }
    }
  },
);

/** draft-cavage-http-signatures, which many servers of the fediverse speak. */
const OLD_FORM = /(?:^|,\s*)(?:keyId|signature|headers)="/;

/** Signature: the signatures by label. */
export const signature = field({
  name: "Signature",
  type: "sf-dictionary",
  repeat: "list",
  kinds: {
    ...structuredKinds("Signature", "a=:AAAA:", 'a="AAAA"', rfc(9421, "section-4.2"), {
      as: (lines) => ['Signature-Input: a=("@status")', ...lines],
    }),
    "signature-old-form": {
      severity: "info",
      link: rfc(9421, "appendix-A"),
      summary: "Signature is in the form of an expired draft, with all of it in one field.",
      bad: asRequest(['Signature: keyId="k",headers="date",signature="AAAA"']),
      good: asRequest(['Signature-Input: a=("@method");created=1', "Signature: a=:AAAA:"]),
    },
  },
  parse(value, note) {
    if (OLD_FORM.test(value)) {
      note(
        "signature-old-form",
        "Signature is in the form of an expired draft (keyId, headers, signature); RFC 9421 with Signature-Input has replaced it.",
      );
      return undefined;
    }
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
