import { preferences } from "../../../data/headers/directives/preferences.ts";
import { field, item } from "../field.ts";
import { readDirectives } from "../reading/list.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { rfc } from "../specs.ts";
import { parseDirectives } from "../syntax/directives.ts";
import { quote } from "../wording.ts";

/** Preference-Applied (RFC 7240 section 3): which of the request's preferences the server followed. */
export const preferenceApplied = field({
  name: "Preference-Applied",
  type: "list",
  repeat: "list",
  kinds: {
    ...invalidKind("Preference-Applied", "return=minimal;;x y", "return=minimal", rfc(7240, "section-3")),
    "preference-not-asked": {
      severity: "warning",
      link: rfc(7240, "section-3"),
      summary: "The server applied a preference that the request did not state.",
      bad: { lines: ["Preference-Applied: return=minimal"], requestHeaders: ["Accept: */*"] },
      good: { lines: ["Preference-Applied: return=minimal"], requestHeaders: ["Prefer: return=minimal"] },
    },
  },
  parse: (value, note) => readDirectives("Preference-Applied", value, note),
  items: ({ directives }) =>
    directives.map(({ name, value = "", text }) =>
      item(
        name,
        value,
        preferences.get(text.toLowerCase()) ??
          preferences.get(name) ??
          "A preference that is not registered.",
      ),
    ),
  check({ directives, flaws }, context, note, line) {
    if (flaws[0])
      note(
        "preference-applied-invalid",
        `${quote(flaws[0].text)} in Preference-Applied is not a preference.`,
      );
    if (!context.message.request) return;
    const asked = parseDirectives(context.request("prefer") ?? "").directives;
    for (const [at, { name }] of directives.entries())
      if (!asked.some((one) => one.name === name))
        note("preference-not-asked", `The request did not state the preference ${name}.`, line.items[at]);
  },
});
