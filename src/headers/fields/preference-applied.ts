import { preferences } from "../../../data/headers/directives/preferences.ts";
import { type Directive, type Directives, parseDirectives } from "../../syntax/directives.ts";
import { detecting, field, invalidValue, item, problem } from "../field.ts";
import { readDirectives } from "../reading/list.ts";
import { reportKind } from "../reading/parameter-kinds.ts";
import { quote } from "../wording.ts";

/** Preference-Applied (RFC 7240 section 3): preferences of the request that the server followed. */
export const preferenceApplied = field("Preference-Applied", "list", {
  parse: (value, report) => readDirectives("Preference-Applied", value, report),
  parts: ({ directives }) => directives,
  partItem: ({ name, value = "", text }) =>
    item(
      name,
      value,
      preferences.get(text.toLowerCase()) ?? preferences.get(name) ?? "An unregistered preference.",
    ),
}).problems({
  check({ directives }, _context, report, { items }) {
    for (const [at, { name, value }] of directives.entries())
      reportKind("Preference-Applied", { name, value: value?.split(";", 1)[0]?.trim() }, report, items[at]);
  },
  eachLine: detecting(
    invalidValue("Preference-Applied", "return=minimal;;x y", "return=minimal", "rfc7240#section-3"),
    ({ flaws: [flaw] }: Directives) =>
      flaw && `${quote(flaw.text)} in Preference-Applied is not a preference.`,
  ),
  eachPart: problem("preference-not-asked", "warning", "rfc7240#section-3", {
    detect: ({ name }: Directive, { message, request }) =>
      message.request &&
      !parseDirectives(request("prefer") ?? "").directives.some((one) => one.name === name) &&
      name,
    title: (name) => `The request did not express the preference ${name}.`,
    bad: { lines: ["Preference-Applied: return=minimal"], requestHeaders: ["Accept: */*"] },
    good: { lines: ["Preference-Applied: return=minimal"], requestHeaders: ["Prefer: return=minimal"] },
  }),
});
