/** Authentication-Info headers (RFC 7615) with the parameters of RFC 7616. */

import { challengeParams } from "../../../data/headers/directives/challenge-params.ts";
import { wordTexts } from "../../../data/headers/words.ts";
import { type Directives, parseDirectives } from "../../syntax/directives.ts";
import { type AnyField, invalidValue, item, parameterRepeated, plainField, valueEmpty } from "../field.ts";
import { reportEmptyMembers } from "../reading/list.ts";
import { quote } from "../wording.ts";

const PARAMETERS = wordTexts("parameters of Authentication-Info");

function infoField(name: string, section: string): AnyField<Directives> {
  const invalid = invalidValue(name, "nextnonce", 'nextnonce="a"', `rfc9110#${section}`);
  return plainField(invalid, "parameters", {
    repeat: "list",
    parse(value, report) {
      const parsed = parseDirectives(value);
      const flaw = parsed.flaws.find(({ id }) => id !== "empty-member");
      if (flaw) report(invalid, `In ${name}, ${quote(flaw.text)} is not a name=value parameter.`);
      else reportEmptyMembers(name, parsed.flaws, report);
      if (parsed.flaws.length + parsed.directives.length === 0) report(valueEmpty, `${name} has no value.`);
      const seen = new Set<string>();
      for (const directive of parsed.directives) {
        if (seen.has(directive.name))
          report(parameterRepeated, `In ${name}, the parameter ${quote(directive.sent)} appears twice.`);
        seen.add(directive.name);
        if (directive.value === undefined && !flaw)
          report(invalid, `In ${name}, the parameter ${quote(directive.sent)} has no value.`);
      }
      return parsed;
    },
    items: ({ directives }) =>
      directives.map(({ name: key, sent, value = "" }) =>
        item(
          sent,
          value,
          PARAMETERS.get(key) ?? challengeParams.get(key) ?? "A parameter of the authentication scheme.",
        ),
      ),
  });
}

export const authenticationInfo = infoField("Authentication-Info", "section-11.6.3");
export const proxyAuthenticationInfo = infoField("Proxy-Authentication-Info", "section-11.7.3");
