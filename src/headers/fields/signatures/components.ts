/** Components that a signature can cover, by the kind of its message (RFC 9421 sections 2.1, 2.2, 2.4). */

import { signatureComponents } from "../../../../data/headers/directives/signature-components.ts";
import { wordList } from "../../../../data/headers/words.ts";
import { serializeItem } from "../../../syntax/serialize-structured-fields.ts";
import type { Member, Parameters } from "../../../syntax/structured-fields.ts";
import { repeated } from "../../reading/list.ts";
import { plain } from "../../reading/structured-items.ts";
import { quote } from "../../wording.ts";

export interface Component {
  readonly name: string;
  readonly parameters: Parameters;
}

/** A signature, or one that is asked for, with its label. */
export type Labelled = readonly [label: string, member: Member];

export type Flaw = "repeated" | "case" | "unknown" | "misplaced" | "status";

/** Components of requests; of @status responses have the only one. */
const OF_REQUESTS = wordList("signature components of requests");

/** The components that a member covers, in order. */
export function componentsOf(member: Member): readonly Component[] {
  return member.kind === "inner-list"
    ? member.items.map(({ value, parameters }) => ({ name: plain(value), parameters }))
    : [];
}

/** The fault in the components of a signature of a request or a response; `field` names the field for the title. */
export function componentFlaws(
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
        `${quote(name)} in ${field} has capital letters; covered field names must be in lower case.`,
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
