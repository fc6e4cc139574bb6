/** HTTP message signatures (RFC 9421): Signature-Input lists what is signed, Signature holds the signatures. */

import { signatureComponents } from "../../../../data/headers/directives/signature-components.ts";
import { signatureParams } from "../../../../data/headers/directives/signature-params.ts";
import { wordList } from "../../../../data/headers/words.ts";
import { serializeItem } from "../../../syntax/serialize-structured-fields.ts";
import {
  type BareItem,
  type Dictionary,
  type Member,
  type Parameters,
  parseDictionary,
} from "../../../syntax/structured-fields.ts";
import {
  type AnyField,
  asRequest,
  type Checks,
  type Context,
  field,
  firstOf,
  type Item,
  item,
  problem,
  type Worded,
} from "../../field.ts";
import { messageTime } from "../../reading/date.ts";
import { repeated } from "../../reading/list.ts";
import { isRequest } from "../../reading/response-kind.ts";
import { plain, readStructured, structuredProblems, type Unparsed } from "../../reading/structured.ts";
import { ago, bytes, listing, quote } from "../../wording.ts";

interface Component {
  readonly name: string;
  readonly parameters: Parameters;
}

/** A signature, or a request for a signature, with its label. */
type Labelled = readonly [label: string, member: Member];

type Flaw = "repeated" | "case" | "unknown" | "misplaced" | "status";

/** Components that only requests have. */
const OF_REQUESTS = wordList("signature components of requests");

function componentsOf(member: Member): readonly Component[] {
  return member.kind === "inner-list"
    ? member.items.map(({ value, parameters }) => ({ name: plain(value), parameters }))
    : [];
}

/** Flaws of the components that a signature covers (RFC 9421 sections 2.1, 2.2, 2.4), with titles. */
function componentFlaws(
  [label, member]: Labelled,
  of: "request" | "response",
  field: string,
): readonly (readonly [Flaw, title: string])[] {
  const found: (readonly [Flaw, string])[] = [];
  const texts = member.kind === "inner-list" ? member.items.map((one) => serializeItem(one) ?? "") : [];
  const [twice] = repeated(texts);
  if (twice !== undefined)
    found.push([
      "repeated",
      `Signature ${label} in ${field} covers ${quote(twice)} twice, so verifiers reject it.`,
    ]);
  for (const { name, parameters } of componentsOf(member)) {
    const isRequests = OF_REQUESTS.has(name);
    if (/[A-Z]/.test(name))
      found.push([
        "case",
        `${quote(name)} in ${field} has capital letters; covered header names must be in lower case.`,
      ]);
    else if (name.startsWith("@") && signatureComponents.get(name) === undefined)
      found.push(["unknown", `${quote(name)} in ${field} is not a known component.`]);
    else if (of === "request" && name === "@status")
      found.push(["status", `Signature ${label} in ${field} covers @status, which a request does not have.`]);
    else if (of === "request" && parameters.has("req"))
      found.push([
        "misplaced",
        `Signature ${label} in ${field} covers ${name} with req, which is only for signatures of responses.`,
      ]);
    else if (of === "response" && isRequests && !parameters.has("req"))
      found.push([
        "misplaced",
        `Signature ${label} in ${field} covers ${name}, which responses lack; for its request, write "${name}";req.`,
      ]);
  }
  return found;
}

const SIGNATURE = "Signature: a=:AAAA:";
const DATE = "Date: Fri, 20 Nov 2026 10:00:00 GMT";

const kindOf = (context: Context) => (isRequest(context) ? "request" : "response");

function covering(flaw: Flaw) {
  return {
    detectAll: (signature: Labelled, context: Context): readonly string[] =>
      componentFlaws(signature, kindOf(context), "Signature-Input").flatMap(([found, title]) =>
        found === flaw ? [title] : [],
      ),
    title: (title: string) => title,
  };
}

/** True if a signed header is absent; false if that is unknown, as for trailers and partial requests. */
function isAbsent({ name, parameters }: Component, context: Context): boolean {
  if (name.startsWith("@") || /[A-Z]/.test(name) || parameters.has("tr")) return false;
  if (isRequest(context)) return context.message.isWholeRequest === true && !context.has(name);
  if (!parameters.has("req")) return !context.has(name);
  return context.message.request !== undefined && context.request(name) === undefined;
}

function integer(bare: BareItem | undefined): number | undefined {
  return bare?.kind === "integer" ? bare.value : undefined;
}

/** IANA registry of HTTP signature algorithms. */
const ALGORITHMS = wordList("signature algorithms");

const inputProblems: Checks<Labelled, unknown> = [
  problem("signature-component-repeated", "error", "rfc9421#section-2.5", {
    ...covering("repeated"),
    bad: [DATE, 'Signature-Input: a=("date" "date");created=1', SIGNATURE],
    good: [DATE, 'Signature-Input: a=("date");created=1', SIGNATURE],
  }),
  problem("signature-component-case", "error", "rfc9421#section-2.1", {
    ...covering("case"),
    bad: [DATE, 'Signature-Input: a=("Date");created=1', SIGNATURE],
    good: [DATE, 'Signature-Input: a=("date");created=1', SIGNATURE],
  }),
  problem("signature-component-unknown", "warning", "rfc9421#section-2.2", {
    ...covering("unknown"),
    bad: ['Signature-Input: a=("@state");created=1', SIGNATURE],
    good: ['Signature-Input: a=("@status");created=1', SIGNATURE],
  }),
  problem("signature-component-misplaced", "error", "rfc9421#section-2.4", {
    ...covering("misplaced"),
    bad: ['Signature-Input: a=("@method" "@status");created=1', SIGNATURE],
    good: ['Signature-Input: a=("@method";req "@status");created=1', SIGNATURE],
  }),
  problem("request-signature-status", "error", "rfc9421#section-2.2.9", {
    ...covering("status"),
    bad: asRequest(['Signature-Input: a=("@method" "@status");created=1', SIGNATURE]),
    good: asRequest(['Signature-Input: a=("@method" "@path");created=1', SIGNATURE]),
  }),
  problem("signature-component-absent", "error", "rfc9421#section-2.5", {
    detect: ([, member], context) => componentsOf(member).find((component) => isAbsent(component, context)),
    title: ({ name, parameters }, [label], context) =>
      `Signature ${label} in Signature-Input covers ${name}, which the ${parameters.has("req") ? "request" : kindOf(context)} lacks: it cannot be verified.`,
    bad: ['Signature-Input: a=("content-digest");created=1', SIGNATURE],
    good: [
      "Content-Digest: sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:",
      'Signature-Input: a=("content-digest");created=1',
      SIGNATURE,
    ],
  }),
  problem("signature-created-invalid", "error", "rfc9421#section-2.3", {
    detect([, { parameters }]) {
      const created = parameters.get("created");
      return created !== undefined && created.kind !== "integer";
    },
    title: (_, [label]) => `The created time of ${label} in Signature-Input is not a number of seconds.`,
    bad: [DATE, 'Signature-Input: a=("date");created="today"', SIGNATURE],
    good: [DATE, 'Signature-Input: a=("date");created=1', SIGNATURE],
  }),
  firstOf(
    problem("signature-never-valid", "error", "rfc9421#section-2.3", {
      detect([, { parameters }]) {
        const created = integer(parameters.get("created"));
        const expires = integer(parameters.get("expires"));
        return created !== undefined && expires !== undefined && expires <= created;
      },
      title: (_, [label]) => `Signature ${label} in Signature-Input expires before it is created.`,
      bad: ['Signature-Input: a=("@status");created=1795168800;expires=1795165200', SIGNATURE],
      good: ['Signature-Input: a=("@status");created=1795168800;expires=1795172400', SIGNATURE],
    }),
    problem("signature-expired", "warning", "rfc9421#section-2.3", {
      detect([, { parameters }], context) {
        const at = messageTime(context);
        const expires = integer(parameters.get("expires"));
        return at !== undefined && expires !== undefined && expires * 1000 < at && ago(expires * 1000, at);
      },
      title: (when, [label]) => `Signature ${label} expired ${when}.`,
      bad: [DATE, 'Signature-Input: a=("@status");created=1700000000;expires=1700000300', SIGNATURE],
      good: [DATE, 'Signature-Input: a=("@status");created=1795168800', SIGNATURE],
    }),
  ),
  problem("signature-algorithm-unknown", "warning", "rfc9421#section-6.2", {
    detect([, { parameters }]) {
      const algorithm = parameters.get("alg");
      return algorithm !== undefined && !ALGORITHMS.has(plain(algorithm)) && { name: plain(algorithm) };
    },
    title: ({ name }, [label]) =>
      `Algorithm ${quote(name)} of ${label} in Signature-Input is not registered.`,
    bad: ['Signature-Input: a=("@status");created=1;alg="hmac-md5"', SIGNATURE],
    good: ['Signature-Input: a=("@status");created=1;alg="hmac-sha256"', SIGNATURE],
  }),
];

const acceptProblems: Checks<Labelled, unknown> = [
  problem("accept-signature-component", "error", "rfc9421#section-5.1", {
    // In a response, Accept-Signature lists components of requests; in a request, of the response.
    detectAll: (signature, context) =>
      componentFlaws(signature, isRequest(context) ? "response" : "request", "Accept-Signature"),
    title: ([, title]) => title,
    bad: ['Accept-Signature: a=("@method" "@status");created'],
    good: ['Accept-Signature: a=("@method" "@path");created'],
  }),
  problem("accept-signature-parameter", "warning", "rfc9421#section-5.1", {
    detectAll: ([, { parameters }]) =>
      ["created", "expires"].filter((name) => (parameters.get(name)?.kind ?? "boolean") !== "boolean"),
    title: (name, [label]) =>
      `${name} of ${label} in Accept-Signature must have no value; the signer sets it.`,
    bad: ['Accept-Signature: a=("@method");created=1795168800'],
    good: ['Accept-Signature: a=("@method");created'],
  }),
];

/** Item of a signature: covered components and parameters. */
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
  return field(name, "sf-dictionary", {
    parse(value, report) {
      const members = readStructured(unparsed, value, report);
      for (const [label, member] of members ?? [])
        if (member.kind !== "inner-list")
          report(wrongType, `${quote(label)} in ${name} is not a list of components in parentheses.`);
      return members;
    },
    partItem: ([label, member]) => componentsItem(label, member),
  }).problems({ named, eachPart });
}

export const signatureInput = inputField(
  "Signature-Input",
  structuredProblems("Signature-Input", parseDictionary, "rfc9421#section-4.1", {
    good: 'a=("@status")',
    wrong: "a=1",
    as: (lines) => [...lines, "Signature: a=:AAAA:"],
  }),
  inputProblems,
);

/** Accept-Signature: signatures that the sender wants: a server in requests, a client in responses. */
export const acceptSignature = inputField(
  "Accept-Signature",
  structuredProblems("Accept-Signature", parseDictionary, "rfc9421#section-5.1", {
    good: 'a=("@method")',
    wrong: "a=1",
  }),
  acceptProblems,
);

/** draft-cavage-http-signatures, common in the fediverse. */
const OLD_FORM = /(?:^|,\s*)(?:keyId|signature|headers)="/;

const [unparsed, wrongType] = structuredProblems("Signature", parseDictionary, "rfc9421#section-4.2", {
  good: "a=:AAAA:",
  wrong: 'a="AAAA"',
  as: (lines) => ['Signature-Input: a=("@status")', ...lines],
});

const oldForm = problem("signature-old-form", "info", "rfc9421#appendix-A", {
  bad: asRequest(['Signature: keyId="k",headers="date",signature="AAAA"']),
  good: asRequest(['Signature-Input: a=("@method");created=1', "Signature: a=:AAAA:"]),
});

export const signature = field("Signature", "sf-dictionary", {
  parse(value, report) {
    if (OLD_FORM.test(value)) return void report(oldForm, undefined);
    const members = readStructured(unparsed, value, report);
    for (const [label, member] of members ?? [])
      if (member.kind !== "item" || member.value.kind !== "binary")
        report(wrongType, `${quote(label)} in Signature is not a byte sequence between colons.`);
    return members;
  },
  partItem: ([label, member]) =>
    item(label, member.kind === "item" ? plain(member.value) : "", "A signature.", sizeOf(member)),
}).problems({ named: [unparsed, wrongType, oldForm] });

function sizeOf(member: Member): string | undefined {
  return member.kind === "item" && member.value.kind === "binary"
    ? bytes(member.value.value.length)
    : undefined;
}
