/** Preferences of a client: Accept-Language, Accept-Charset, Prefer (RFC 9110 section 12.5, RFC 7240). */

import { preferences } from "../../../data/headers/directives/preferences.ts";
import { parseParameterizedList } from "../../syntax/parameterized-lists.ts";
import { field, firstOf, item, problem } from "../field.ts";
import { SUBTAG_REGISTRY, unknownSubtag } from "../reading/language-tags.ts";
import { readWeighted, repeated, weightAt, weightedItems } from "../reading/list.ts";
import { parameterProblem } from "../reading/weighted-parameters.ts";
import { quote } from "../wording.ts";
import { request } from "./example.ts";

/** language-range = (1*8ALPHA *("-" 1*8alphanum)) / "*" (RFC 4647 section 2.1) */
const LANGUAGE_RANGE = /^(?:\*|[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)$/;

/** Line with hyphens instead of underscores; undefined if it has other errors. */
function withHyphens(value: string): string | undefined {
  const line = value.replace(/_/g, "-");
  return /^[\w*;=., -]*$/.test(line) && !/-(?=[\s;,]|$)/.test(line) ? line : undefined;
}

export const acceptLanguage = field("Accept-Language", "list", {
  parse: readWeighted,
  items: (list) =>
    weightedItems(list, (value) => (value === "*" ? "Any language." : "A language that the user prefers.")),
  parts: ({ members }) => members.map(({ value }) => value),
}).problems({
  eachPart: firstOf(
    problem("accept-language-invalid", "error", "rfc9110#section-12.5.4", {
      detect: (value) => !LANGUAGE_RANGE.test(value),
      title: (_, value) => `${quote(value)} in Accept-Language is not a language range such as de or pt-BR.`,
      fix: withHyphens,
      bad: request(["Accept-Language: en_US"]),
      good: request(["Accept-Language: en-US, en;q=0.5"]),
    }),
    problem("accept-language-unregistered", "warning", SUBTAG_REGISTRY, {
      detect: (value) => (value === "*" ? undefined : unknownSubtag(value)),
      title: ({ text, what, likely }) =>
        `Accept-Language: ${quote(text)} is not a registered ${what}${likely ? `; use ${likely}` : ""}.`,
      bad: request(["Accept-Language: jp"]),
      good: request(["Accept-Language: ja"]),
    }),
  ),
  eachLine: [
    problem("accept-language-weight", "warning", "rfc9110#section-12.4.2", {
      detectAll: ({ flaws }, _, { line }) =>
        flaws.filter(({ id }) => id === "bad-weight").map(({ at }) => weightAt(line.value, at)),
      title: (weight) =>
        `The weight ${quote(weight)} in Accept-Language is not between 0 and 1 with at most three decimals.`,
      bad: request(["Accept-Language: de;q=1.5"]),
      good: request(["Accept-Language: de;q=0.5"]),
    }),
    parameterProblem("Accept-Language"),
    problem("accept-language-repeated", "info", "rfc9110#section-12.5.4", {
      detectAll: ({ members }) => repeated(members.map(({ value }) => value)),
      title: (twice) => `Accept-Language lists ${quote(twice)} more than once.`,
      bad: request(["Accept-Language: en, de, en;q=0.5"]),
      good: request(["Accept-Language: en, de"]),
    }),
  ],
});

export const acceptCharset = field("Accept-Charset", "list", {
  parse: readWeighted,
  items: (list) => weightedItems(list, () => "A character encoding that the client accepts."),
}).problems({
  eachLine: problem("accept-charset-obsolete", "info", "rfc9110#section-12.5.2", {
    detect: () => true,
    bad: request(["Accept-Charset: utf-8"]),
    good: request(["Accept: text/html"]),
  }),
});

const TAKES: ReadonlyMap<string, readonly [RegExp, string]> = new Map([
  ["return", [/^(?:minimal|representation)$/i, "minimal or representation"]],
  ["handling", [/^(?:strict|lenient)$/i, "strict or lenient"]],
  ["wait", [/^\d+$/, "a number of seconds"]],
  ["respond-async", [/^$/, "no value"]],
]);

/** Preferences; `first` is the value of the first one with the same name. */
function preferencesIn(
  members: readonly { readonly value: string; readonly parameters: readonly { readonly name: string }[] }[],
) {
  const seen = new Map<string, string>();
  return members.map(({ value, parameters: own }) => {
    const parameters = own.map(({ name }) => name.toLowerCase());
    const [name = "", argument = ""] = value.split("=").map((part) => part.trim().replace(/^"(.*)"$/, "$1"));
    const key = name.toLowerCase();
    const first = seen.get(key) ?? argument;
    seen.set(key, first);
    return { value, key, argument, first, parameters };
  });
}

function firstOfEach(value: string): string {
  const seen = new Set<string>();
  return value
    .split(",")
    .map((member) => member.trim())
    .filter((member) => seen.size < seen.add(/^[^=;\s]*/.exec(member)?.[0].toLowerCase() ?? "").size)
    .join(", ");
}

export const prefer = field("Prefer", "list", {
  parse: (value) => parseParameterizedList(value).members,
  items: (members) =>
    members.map(({ value }) =>
      item(
        value,
        "",
        preferences.get(value.toLowerCase()) ?? nameOnly(value) ?? "Not a registered preference.",
      ),
    ),
  parts: preferencesIn,
}).problems({
  eachPart: [
    problem("prefer-contradiction", "warning", "rfc7240#section-2", {
      detect: ({ argument, first }) => argument !== first,
      title: (_, { key, argument, first }) =>
        `Prefer has ${key} twice; servers use ${quote(first)}, not ${quote(argument)}.`,
      fix: firstOfEach,
      bad: request(["Prefer: return=minimal, return=representation"]),
      good: request(["Prefer: return=minimal"]),
    }),
    firstOf(
      problem("prefer-invalid", "warning", "rfc7240#section-4", {
        detect({ key, argument, value }) {
          const [form, wanted] = TAKES.get(key) ?? [];
          if (form?.test(argument) === false) return wanted;
          return !PREFERENCE.test(value) && "one word, or a string in double quotes";
        },
        title: (wanted, { key, value }) => `${quote(value)} in Prefer is not valid: ${key} takes ${wanted}.`,
        bad: request(["Prefer: wait=soon"]),
        good: request(["Prefer: wait=10"]),
      }),
      problem("prefer-unknown", "info", "rfc7240#section-2", {
        detect: ({ key, value }) =>
          !TAKES.has(key) && !preferences.has(value.toLowerCase()) && nameOnly(value) === undefined,
        title: (_, { value }) => `${quote(value)} in Prefer is not a registered preference.`,
        bad: request(["Prefer: speed=fast"]),
        good: request(["Prefer: return=minimal"]),
      }),
    ),
    problem("prefer-parameter", "warning", "rfc7240#section-2", {
      detect: ({ parameters }) => parameters.find((name) => TAKES.has(name)),
      title: (name, { key }) =>
        `${name} in Prefer is a parameter of ${key}, not a preference; put a comma before it.`,
      bad: request(["Prefer: return=minimal; wait=10"]),
      good: request(["Prefer: return=minimal, wait=10"]),
    }),
  ],
});

/** preference = token [ BWS "=" BWS word ] (RFC 7240 section 2) */
const PREFERENCE = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+(?:\s*=\s*(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]*|"[^"]*"))?$/;

function nameOnly(value: string): string | undefined {
  const name = value.split("=", 1)[0]?.trim().toLowerCase() ?? "";
  return (
    preferences.get(name) ??
    preferences.get(`${name}=`) ??
    (name === "wait" ? "How many seconds the client would wait." : undefined)
  );
}
