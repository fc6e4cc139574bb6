import { wordTable } from "../../../data/word-table.ts";
import { field, item } from "../field.ts";
import { swapping } from "../fixing.ts";
import { structuredDictionary } from "../reading/structured.ts";
import { memberText } from "../reading/structured-items.ts";
import { structuredKinds } from "../reading/value-kinds.ts";
import { mdn } from "../specs.ts";
import type { Member } from "../syntax/structured-fields.ts";

const KEYS = wordTable({
  "key-order": "The order of query parameters does not matter.",
  params: "These query parameters, or all of them, do not matter for the cache.",
  except: "With params for all: these query parameters still matter.",
});

/** No-Vary-Search: which differences of the query a cache may overlook. */
export const noVarySearch = field({
  name: "No-Vary-Search",
  type: "sf-dictionary",
  repeat: "list",
  kinds: {
    ...structuredKinds("No-Vary-Search", "params", "params=5", mdn("No-Vary-Search")),
    "no-vary-search-unknown": {
      severity: "warning",
      link: mdn("No-Vary-Search"),
      summary: "No-Vary-Search has a key that browsers do not know.",
      fix: swapping(/\bkey[_-]?order\b/gi, "key-order"),
      bad: ["No-Vary-Search: keyorder"],
      good: ["No-Vary-Search: key-order"],
    },
    "no-vary-search-except": {
      severity: "error",
      link: mdn("No-Vary-Search"),
      summary: "except has no meaning unless params covers all parameters: the whole field is ignored.",
      bad: ['No-Vary-Search: except=("id")'],
      good: ['No-Vary-Search: params, except=("id")'],
    },
  },
  parse: (value, note) => structuredDictionary("No-Vary-Search", value, note),
  items: (dictionary) =>
    [...dictionary].map(([key, member]) =>
      item(key, memberText(member), KEYS.get(key) ?? "A key that browsers do not know."),
    ),
  check(dictionary, _context, note, line) {
    for (const [at, [key, member]] of [...dictionary].entries()) {
      const place = line.items[at];
      if (KEYS.get(key) === undefined)
        note("no-vary-search-unknown", `Browsers do not know the key ${key}.`, place);
      else if (!hasRightType(key, member))
        note(
          "no-vary-search-type",
          `${key}=${memberText(member)} has the wrong type: ${WANTED.get(key)} is expected.`,
          place,
        );
      else if (key === "except" && !isTrue(dictionary.get("params")))
        note("no-vary-search-except", "except has no meaning without params for all parameters.", place);
    }
  },
});

const WANTED = wordTable({
  "key-order": "a boolean",
  params: "a boolean or a list of strings",
  except: "a list of strings",
});

function isTrue(member: Member | undefined): boolean {
  return member?.kind === "item" && member.value.kind === "boolean" && member.value.value;
}

function hasRightType(key: string, member: Member): boolean {
  if (member.kind === "inner-list")
    return key !== "key-order" && member.items.every(({ value }) => value.kind === "string");
  return key !== "except" && member.value.kind === "boolean";
}
