import { warnCodes } from "../../../data/headers/directives/warn-codes.ts";
import { field, invalidValue, item } from "../field.ts";
import { readMembers } from "../reading/list.ts";
import { quote } from "../wording.ts";

/** warning-value = warn-code SP warn-agent SP warn-text [ SP warn-date ]; the agent has no spaces. */
const VALUE = /^(\d{3})[ \t]+([^ \t"]+)[ \t]+"((?:[^"\\]|\\.)*)"(?:[ \t]+"[^"]*")?$/;

const invalid = invalidValue("Warning", "stale", '110 - "Response is Stale"', "rfc7234#section-5.5");

/** Warning (RFC 7234 section 5.5, removed by RFC 9111): notes of caches. */
export const warning = field(invalid, "list", {
  parse: (value, report) => readMembers(invalid, value, report),
  partItem: (member) => {
    const [, code = member, agent = ""] = VALUE.exec(member) ?? [];
    return item(code, agent, warnCodes.get(code) ?? "An unregistered warning code.", textOf(member));
  },
  alternate: (members) => textOf(members[0] ?? ""),
}).problems({
  check(members, _context, report, { items }) {
    for (const [at, member] of members.entries())
      if (!VALUE.test(member))
        report(invalid, `${quote(member)} is not a code, an agent and a quoted text.`, items[at]);
  },
});

function textOf(member: string): string | undefined {
  return VALUE.exec(member)?.[3] || undefined;
}
