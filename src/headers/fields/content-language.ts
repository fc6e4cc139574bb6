import { field, invalidValue, item, problem } from "../field.ts";
import { mapping, unique } from "../reading/fixing.ts";
import { isLanguageTag, languageName, SUBTAG_REGISTRY, unknownSubtag } from "../reading/language-tags.ts";
import { readMembers, repeated } from "../reading/list.ts";
import { listing, quote } from "../wording.ts";

const MOST = 5;

const invalid = invalidValue("Content-Language", "en_US", "en-US", "rfc9110#section-8.5.1", {
  severity: "warning",
  summary: "Content-Language has a value that is not a language tag such as en or pt-BR.",
  detect: (tag: string) => !isLanguageTag(tag) && `${quote(tag)} is not a language tag such as pt-BR.`,
  fix: mapping((member) => member.replace(/_/g, "-")),
});

/** Content-Language (RFC 9110 section 8.5): languages of the intended audience. */
export const contentLanguage = field("Content-Language", "list", {
  parse: (value, report) => readMembers(invalid, value, report),
  partItem: (tag) => item(tag, "", "A language of the intended audience.", languageName(tag)),
  alternate: (tags) => {
    const known = tags.flatMap((tag) => languageName(tag) ?? []);
    return known.length === tags.length ? listing([...new Set(known)]) : undefined;
  },
  together: (lines) => lines.flatMap(({ parsed }) => parsed ?? []),
}).problems({
  eachPart: [
    invalid,
    problem("content-language-unregistered", "warning", SUBTAG_REGISTRY, {
      detect: (tag) => isLanguageTag(tag) && unknownSubtag(tag),
      title: ({ text, what, likely }) =>
        `Content-Language: ${quote(text)} is not a registered ${what}${likely ? `; use ${likely}` : ""}.`,
      fix: (value, { likely }) => (isLanguageTag(value) ? likely : undefined),
      bad: ["Content-Language: en-UK"],
      good: ["Content-Language: en-GB"],
    }),
  ],
  allLines: [
    problem("content-language-repeated", "info", "rfc9110#section-8.5", {
      detectAll: repeated,
      title: (tag) => `The language ${quote(tag)} is listed more than once.`,
      fix: unique,
      bad: ["Content-Language: en, en"],
      good: ["Content-Language: en, fr"],
    }),
    problem("content-language-many", "info", "rfc9110#section-8.5", {
      detect: (tags) => tags.length > MOST,
      title: (_, tags) => `${tags.length} languages are listed as the intended audience.`,
      bad: ["Content-Language: en, fr, de, es, it, pt, nl"],
      good: ["Content-Language: en, fr"],
    }),
  ],
});
