import { proxyStatusErrors } from "../../../data/headers/directives/proxy-status-errors.ts";
import { proxyStatusParams } from "../../../data/headers/directives/proxy-status-params.ts";
import { type Member, parseList } from "../../syntax/structured-fields.ts";
import { detecting, firstOf, type Item, item, problem } from "../field.ts";
import {
  isNamed,
  kindTable,
  type ListPart,
  listParts,
  memberText,
  nameProblem,
  parameterItems,
  plain,
  structuredField,
  structuredProblems,
  wrongKind,
} from "../reading/structured.ts";

const KINDS = kindTable("types of Proxy-Status");

const [unparsed, wrongType] = structuredProblems("Proxy-Status", parseList, "rfc9209#section-2", {
  good: "proxy; error=dns_error",
  wrong: "5",
});

/** Error type in the `error` parameter. */
function errorOf({ name, bare }: ListPart): string | undefined {
  return name === "error" && bare?.kind === "token" ? bare.value : undefined;
}

/** Proxy-Status (RFC 9209): how each intermediary handled the response, nearest to the origin first. */
export const proxyStatus = structuredField(unparsed, {
  items: (list) => list.flatMap(memberItems),
  alternate: (list) =>
    list
      .filter(isNamed)
      .map((member) => {
        const error = member.parameters.get("error");
        const what = error && proxyStatusErrors.get(plain(error));
        return `${memberText(member)}: ${what ?? (error ? plain(error) : "no error")}`;
      })
      .join("; ") || undefined,
  parts: listParts,
}).problems({
  eachPart: [
    detecting(
      wrongType,
      (part: ListPart) => nameProblem(part, "the name of an intermediary") ?? wrongKind(part, KINDS),
    ),
    firstOf(
      problem("proxy-status-parameter-unknown", "info", "rfc9209#section-2.1", {
        detect: ({ name }: ListPart) => name !== undefined && !KINDS.has(name) && name,
        title: (name) => `The parameter ${name} is not registered.`,
        bad: ["Proxy-Status: ExampleProxy; mood=bad"],
        good: ["Proxy-Status: ExampleProxy; received-status=502"],
      }),
      problem("proxy-status-error", "info", "rfc9209#section-2.1.1", {
        detect: (part: ListPart) => proxyStatusErrors.get(errorOf(part) ?? ""),
        title: (what, part) => `${memberText(part.member)} reports ${errorOf(part)}. ${what}`,
        bad: ["Proxy-Status: ExampleProxy; error=connection_timeout"],
        good: ["Proxy-Status: ExampleProxy; received-status=200"],
      }),
      problem("proxy-status-error-unknown", "warning", "rfc9209#section-2.3", {
        detect: errorOf,
        title: (error) => `error=${error} is not a registered error type.`,
        bad: ["Proxy-Status: ExampleProxy; error=bad_mood"],
        good: ["Proxy-Status: ExampleProxy; error=connection_timeout"],
      }),
    ),
  ],
});

function memberItems(member: Member): Item[] {
  return [
    item(memberText(member), "", "An intermediary along the way, by the name it gives itself."),
    ...parameterItems(member.parameters, (name, bare) => [
      proxyStatusParams.get(name) ?? "An unregistered parameter.",
      name === "error" ? proxyStatusErrors.get(plain(bare)) : undefined,
    ]),
  ];
}
