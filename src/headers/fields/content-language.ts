import { field, item } from "../field.ts";
import { unique } from "../fixing.ts";
import { languageName, SUBTAG_REGISTRY, unknownSubtag } from "../reading/language-tags.ts";
import { readMembers, repeated } from "../reading/list.ts";
import { rfc9110 } from "../specs.ts";
import { listing, quote } from "../wording.ts";

/** langtag of RFC 5646 section 2.1, by shape: subtags of one to eight letters and digits, the first of letters. */
const TAG = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/;
const MOST = 5;

/** Content-Language (RFC 9110 section 8.5): the languages of the intended audience. */
export const contentLanguage = field({
  name: "Content-Language",
  type: "list",
  repeat: "list",
  kinds: {
    "content-language-invalid": {
      severity: "warning",
      link: rfc9110("section-8.5.1"),
      summary: "A language is not a language tag such as en or pt-BR.",
      bad: ["Content-Language: en_US"],
      good: ["Content-Language: en-US"],
    },
    "content-language-unregistered": {
      severity: "warning",
      link: SUBTAG_REGISTRY,
      summary: "Content-Language has a language, script or region that IANA's registry does not have.",
      bad: ["Content-Language: en-UK"],
      good: ["Content-Language: en-GB"],
    },
    "content-language-repeated": {
      severity: "info",
      link: rfc9110("section-8.5"),
      summary: "A language is named more than once.",
      fix: unique,
      bad: ["Content-Language: en, en"],
      good: ["Content-Language: en, fr"],
    },
    "content-language-many": {
      severity: "info",
      link: rfc9110("section-8.5"),
      summary: "Many languages are named: the field is for the intended audience, not for all translations.",
      bad: ["Content-Language: en, fr, de, es, it, pt, nl"],
      good: ["Content-Language: en, fr"],
      edge: [["Content-Language: en, de, fr, it, es, pt"], ["Content-Language: en, de, fr, it, es"]],
    },
  },
  parse: (value, note) => readMembers("Content-Language", value, note),
  items: (tags) =>
    tags.map((tag) => item(tag, "", "A language that the content is meant for.", languageName(tag))),
  alternate: (tags) => {
    const known = tags.flatMap((tag) => languageName(tag) ?? []);
    return known.length === tags.length ? listing([...new Set(known)]) : undefined;
  },
  check(tags, _context, note, line) {
    for (const [at, tag] of tags.entries()) {
      const unknown = TAG.test(tag) ? unknownSubtag(tag) : undefined;
      if (unknown)
        note(
          "content-language-unregistered",
          `Content-Language: ${quote(unknown.text)} is not a registered ${unknown.what}${unknown.meant ? `; ${unknown.meant} is meant` : ""}.`,
          line.items[at],
          tags.length === 1 && unknown.meant ? `Content-Language: ${unknown.meant}` : undefined,
        );
      if (!TAG.test(tag))
        note(
          "content-language-invalid",
          `${quote(tag)} is not a language tag such as pt-BR.`,
          line.items[at],
        );
    }
  },
  checkAll(lines, _context, note) {
    const tags = lines.flatMap(({ parsed }) => parsed ?? []);
    for (const tag of repeated(tags))
      note("content-language-repeated", `The language ${quote(tag)} is named more than once.`);
    if (tags.length > MOST)
      note("content-language-many", `${tags.length} languages are named as the intended audience.`);
  },
});
