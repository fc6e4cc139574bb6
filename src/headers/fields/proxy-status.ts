import { proxyStatusErrors } from "../../../data/headers/directives/proxy-status-errors.ts";
import { proxyStatusParams } from "../../../data/headers/directives/proxy-status-params.ts";
import { field, item } from "../field.ts";
import { structuredList } from "../reading/structured.ts";
import {
  type KindTable,
  memberText,
  noteWrongKinds,
  parameterItems,
  plain,
} from "../reading/structured-items.ts";
import { structuredKinds } from "../reading/value-kinds.ts";
import type { Item } from "../schema.ts";
import { rfc } from "../specs.ts";
import type { Member } from "../syntax/structured-fields.ts";
import { quote } from "../wording.ts";

const KINDS: KindTable = new Map([
  ["error", ["token"]],
  ["next-hop", ["string", "token"]],
  ["next-protocol", ["token", "binary"]],
  ["received-status", ["integer"]],
  ["details", ["string"]],
  ["rcode", ["string"]],
  ["info-code", ["integer"]],
  ["alert-id", ["integer"]],
  ["alert-message", ["token", "string"]],
  ["status-code", ["integer"]],
  ["status-phrase", ["string"]],
  ["header-section-size", ["integer"]],
  ["header-name", ["string"]],
  ["header-size", ["integer"]],
  ["trailer-section-size", ["integer"]],
  ["trailer-name", ["string"]],
  ["trailer-size", ["integer"]],
  ["body-size", ["integer"]],
  ["coding", ["token"]],
]);

/** Proxy-Status (RFC 9209): what each intermediary met on the way, nearest to the origin first. */
export const proxyStatus = field({
  name: "Proxy-Status",
  type: "sf-list",
  repeat: "list",
  kinds: {
    ...structuredKinds("Proxy-Status", "proxy; error=dns_error", "5", rfc(9209, "section-2")),
    "proxy-status-error-unknown": {
      severity: "warning",
      link: rfc(9209, "section-2.3"),
      summary: "The type of error is not registered.",
      bad: ["Proxy-Status: ExampleProxy; error=bad_mood"],
      good: ["Proxy-Status: ExampleProxy; error=connection_timeout"],
    },
    "proxy-status-parameter-unknown": {
      severity: "info",
      link: rfc(9209, "section-2.1"),
      summary: "A parameter of Proxy-Status is not registered.",
      bad: ["Proxy-Status: ExampleProxy; mood=bad"],
      good: ["Proxy-Status: ExampleProxy; received-status=502"],
    },
    "proxy-status-error": {
      severity: "info",
      link: rfc(9209, "section-2.1.1"),
      summary: "An intermediary reports an error.",
      bad: ["Proxy-Status: ExampleProxy; error=connection_timeout"],
      good: ["Proxy-Status: ExampleProxy; received-status=200"],
    },
  },
  parse: (value, note) => structuredList("Proxy-Status", value, note),
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
  check(list, _context, note, line) {
    let at = 0;
    for (const member of list) {
      if (!isNamed(member))
        note(
          "proxy-status-type",
          `${quote(memberText(member))} is not a name of an intermediary.`,
          line.items[at],
        );
      noteWrongKinds("Proxy-Status", member.parameters, KINDS, line.items, at + 1, note);
      for (const [offset, [name, bare]] of [...member.parameters].entries()) {
        const place = line.items[at + 1 + offset];
        if (!KINDS.has(name))
          note("proxy-status-parameter-unknown", `The parameter ${name} is not registered.`, place);
        else if (name === "error" && bare.kind === "token") {
          const what = proxyStatusErrors.get(bare.value);
          if (what) note("proxy-status-error", `${memberText(member)} reports ${bare.value}. ${what}`, place);
          else note("proxy-status-error-unknown", `error=${bare.value} is not a registered type.`, place);
        }
      }
      at += 1 + member.parameters.size;
    }
  },
});

/** An intermediary by its name, which is a token or a string. */
function isNamed(member: Member): boolean {
  return member.kind === "item" && ["string", "token"].includes(member.value.kind);
}

function memberItems(member: Member): Item[] {
  return [
    item(memberText(member), "", "An intermediary on the way, by the name it gives itself."),
    ...parameterItems(member.parameters, (name, bare) => [
      proxyStatusParams.get(name) ?? "A parameter that is not registered.",
      name === "error" ? proxyStatusErrors.get(plain(bare)) : undefined,
    ]),
  ];
}
