/** What a client would like to have: Accept-Language, Accept-Charset, Prefer (RFC 9110 section 12.5, RFC 7240). */

import { preferences } from "../../../data/headers/directives/preferences.ts";
import { field, item } from "../field.ts";
import { SUBTAG_REGISTRY, unknownSubtag } from "../reading/language-tags.ts";
import { readWeighted, repeated, weightAt, weightedItems } from "../reading/list.ts";
import { rfc, rfc9110 } from "../specs.ts";
import { parseParameterizedList } from "../syntax/parameterized-lists.ts";
import { quote } from "../wording.ts";
import { request } from "./example.ts";

/** language-range = (1*8ALPHA *("-" 1*8alphanum)) / "*" (RFC 4647 section 2.1) */
const LANGUAGE_RANGE = /^(?:\*|[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)$/;

export const acceptLanguage = field({
  name: "Accept-Language",
  type: "list",
  repeat: "list",
  kinds: {
    "accept-language-invalid": {
      severity: "error",
      link: rfc9110("section-12.5.4"),
      summary: "Accept-Language has a member that is not a language range such as de or pt-BR.",
      bad: request(["Accept-Language: en_US"]),
      good: request(["Accept-Language: en-US, en;q=0.5"]),
    },
    "accept-language-unregistered": {
      severity: "warning",
      link: SUBTAG_REGISTRY,
      summary: "Accept-Language has a language, script or region that IANA's registry does not have.",
      bad: request(["Accept-Language: jp"]),
      good: request(["Accept-Language: ja"]),
    },
    "accept-language-repeated": {
      severity: "info",
      link: rfc9110("section-12.5.4"),
      summary: "Accept-Language names a language more than once.",
      bad: request(["Accept-Language: en, de, en;q=0.5"]),
      good: request(["Accept-Language: en, de"]),
    },
    "accept-language-weight": {
      severity: "warning",
      link: rfc9110("section-12.4.2"),
      summary: "A weight in Accept-Language is not between 0 and 1 with three digits at most.",
      bad: request(["Accept-Language: de;q=1.5"]),
      good: request(["Accept-Language: de;q=0.5"]),
    },
  },
  parse: readWeighted,
  items: (list) =>
    weightedItems(list, (value) => (value === "*" ? "Any language." : "A language that the user reads.")),
  check({ members, flaws }, _context, note, { items, line }) {
    for (const flaw of flaws)
      if (flaw.id === "bad-weight")
        note(
          "accept-language-weight",
          `The weight ${quote(weightAt(line.value, flaw.at))} in Accept-Language is not between 0 and 1 with three digits at most.`,
        );
    for (const twice of repeated(members.map(({ value }) => value)))
      note("accept-language-repeated", `Accept-Language names ${quote(twice)} more than once.`);
    for (const [at, { value }] of members.entries()) {
      const unknown = value !== "*" && LANGUAGE_RANGE.test(value) ? unknownSubtag(value) : undefined;
      if (unknown)
        note(
          "accept-language-unregistered",
          `Accept-Language: ${quote(unknown.text)} is not a registered ${unknown.what}${unknown.meant ? `; ${unknown.meant} is meant` : ""}.`,
          items[at],
        );
      if (!LANGUAGE_RANGE.test(value))
        note(
          "accept-language-invalid",
          `${quote(value)} in Accept-Language is not a language range such as de or pt-BR.`,
          items[at],
        );
    }
  },
});

export const acceptCharset = field({
  name: "Accept-Charset",
  type: "list",
  repeat: "list",
  kinds: {
    "accept-charset-obsolete": {
      severity: "info",
      link: rfc9110("section-12.5.2"),
      summary:
        "Accept-Charset is deprecated: UTF-8 is everywhere, and the field only helps to fingerprint users.",
      bad: request(["Accept-Charset: utf-8"]),
      good: request(["Accept: text/html"]),
    },
  },
  parse: readWeighted,
  items: (list) => weightedItems(list, () => "A character encoding that the client reads."),
  check: (_, _context, note) =>
    note(
      "accept-charset-obsolete",
      "Accept-Charset is deprecated: servers ignore it, and it only helps to fingerprint users.",
    ),
});

/** What registered preferences take. */
const TAKES: ReadonlyMap<string, readonly [RegExp, string]> = new Map([
  ["return", [/^(?:minimal|representation)$/i, "minimal or representation"]],
  ["handling", [/^(?:strict|lenient)$/i, "strict or lenient"]],
  ["wait", [/^\d+$/, "a number of seconds"]],
  ["respond-async", [/^$/, "no value"]],
]);

export const prefer = field({
  name: "Prefer",
  type: "list",
  repeat: "list",
  kinds: {
    "prefer-invalid": {
      severity: "warning",
      link: rfc(7240, "section-4"),
      summary: "Prefer has a value that the preference does not take, so servers ignore it.",
      bad: request(["Prefer: wait=soon"]),
      good: request(["Prefer: wait=10"]),
    },
    "prefer-contradiction": {
      severity: "warning",
      link: rfc(7240, "section-2"),
      summary: "Prefer has a preference twice with different values; only the first counts.",
      bad: request(["Prefer: return=minimal, return=representation"]),
      good: request(["Prefer: return=minimal"]),
    },
    "prefer-unknown": {
      severity: "info",
      link: rfc(7240, "section-2"),
      summary: "Prefer names a preference that is not registered.",
      bad: request(["Prefer: speed=fast"]),
      good: request(["Prefer: return=minimal"]),
    },
  },
  parse: (value) => parseParameterizedList(value).members,
  items: (members) =>
    members.map(({ value }) =>
      item(value, "", preferences.get(value.toLowerCase()) ?? nameOnly(value) ?? "No registered preference."),
    ),
  check(members, _context, note, { items }) {
    const seen = new Map<string, string>();
    for (const [at, { value }] of members.entries()) {
      const [name = "", told = ""] = value.split("=").map((part) => part.trim().replace(/^"(.*)"$/, "$1"));
      const key = name.toLowerCase();
      const before = seen.get(key);
      if (before !== undefined && before !== told)
        note(
          "prefer-contradiction",
          `Prefer says ${key} twice: ${quote(before)} counts, ${quote(told)} does not.`,
          items[at],
        );
      else seen.set(key, told);
      const wanted = TAKES.get(key);
      if (wanted && !wanted[0].test(told)) {
        note(
          "prefer-invalid",
          `${quote(value)} in Prefer is not valid: ${key} takes ${wanted[1]}.`,
          items[at],
        );
        continue;
      }
      if (!wanted && !preferences.has(value.toLowerCase()) && nameOnly(value) === undefined)
        note("prefer-unknown", `${quote(value)} in Prefer is not a registered preference.`, items[at]);
    }
  },
});

/** A preference whose value is free, such as `wait=10`. */
function nameOnly(value: string): string | undefined {
  const name = value.split("=", 1)[0]?.trim().toLowerCase() ?? "";
  return (
    preferences.get(name) ??
    preferences.get(`${name}=`) ??
    (name === "wait" ? "How many seconds the client would wait." : undefined)
  );
}
