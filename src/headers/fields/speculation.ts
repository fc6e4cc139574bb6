import { wordTable } from "../../../data/word-table.ts";
import { field, item } from "../field.ts";
import { kindWords, structuredList } from "../reading/structured.ts";
import { structuredKinds } from "../reading/value-kinds.ts";
import { htmlStandard, mdn } from "../specs.ts";
import { suggest } from "../suggest.ts";
import type { Member } from "../syntax/structured-fields.ts";
import { listing, quote } from "../wording.ts";

/** Speculation-Rules (HTML section 7.6.1): URLs of rule sets that say what to prefetch or prerender. */
export const speculationRules = field({
  name: "Speculation-Rules",
  type: "sf-list",
  repeat: "list",
  kinds: {
    ...structuredKinds(
      "Speculation-Rules",
      '"/rules.json"',
      "rules",
      htmlStandard("speculative-loading.html#the-speculation-rules-header"),
    ),
    "speculation-rules-insecure": {
      severity: "warning",
      link: mdn("Speculation-Rules"),
      summary: "Speculation rules come over HTTP: pages over HTTPS do not load them.",
      bad: ['Speculation-Rules: "http://example.com/rules.json"'],
      good: ['Speculation-Rules: "/rules.json"'],
    },
    "speculation-rules-url": {
      severity: "error",
      link: htmlStandard("speculative-loading.html#the-speculation-rules-header"),
      summary: "A member of Speculation-Rules is not a URL.",
      bad: ['Speculation-Rules: "https://"'],
      good: ['Speculation-Rules: "/rules.json"'],
    },
  },
  parse: (value, note) => structuredList("Speculation-Rules", value, note),
  items: (rules) =>
    rules.map((member) => item(text(member), "", "A set of rules about what to fetch ahead.")),
  check(rules, { url }, note, { items }) {
    for (const [index, member] of rules.entries()) {
      if (member.kind === "inner-list" || member.value.kind !== "string") {
        const found = member.kind === "inner-list" ? "a list" : kindWords(member.value.kind);
        note(
          "speculation-rules-type",
          `${quote(text(member))} is ${found}; a URL in double quotes is expected.`,
          items[index],
        );
        continue;
      }
      const target = URL.parse(member.value.value, url?.href ?? "https://host.invalid/");
      if (!target || member.value.value === "")
        note("speculation-rules-url", `${quote(member.value.value)} is not a URL.`, items[index]);
      else if (URL.canParse(member.value.value) && target.protocol !== "https:")
        note(
          "speculation-rules-insecure",
          `${quote(member.value.value)} is not encrypted: pages over HTTPS do not load it.`,
          items[index],
        );
    }
  },
});

function text(member: Member): string {
  return member.kind === "inner-list" ? "" : String(member.value.value);
}

const MODES = wordTable({
  "credentialed-prerender": "Pages of the same site may prerender this one with cookies.",
  "uncredentialed-prerender": "Other sites may prerender this page without cookies.",
  "uncredentialed-prefetch": "Other sites may prefetch this page without cookies.",
  "fenced-frame": "The page may be shown in a fenced frame.",
});

/** Supports-Loading-Mode: unusual ways of loading that the page agrees to. */
export const supportsLoadingMode = field({
  name: "Supports-Loading-Mode",
  type: "sf-list",
  repeat: "list",
  kinds: {
    ...structuredKinds(
      "Supports-Loading-Mode",
      "credentialed-prerender",
      '"credentialed-prerender"',
      "https://wicg.github.io/nav-speculation/prerendering.html#supports-loading-mode",
    ),
    "loading-mode-unknown": {
      severity: "warning",
      link: mdn("Supports-Loading-Mode"),
      summary: "Supports-Loading-Mode names a way of loading that browsers do not know.",
      bad: ["Supports-Loading-Mode: prerender"],
      good: ["Supports-Loading-Mode: credentialed-prerender"],
    },
  },
  parse: (value, note) => structuredList("Supports-Loading-Mode", value, note),
  items: (modes) =>
    modes.map((mode) => item(text(mode), "", MODES.get(text(mode)) ?? "No way of loading that is known.")),
  check(modes, _context, note, { items }) {
    const known = [...MODES.keys()];
    for (const [index, mode] of modes.entries()) {
      const word = text(mode);
      if (mode.kind === "inner-list" || mode.value.kind !== "token")
        note("supports-loading-mode-type", `${quote(word)} is not a token.`, items[index]);
      else if (!MODES.get(word)) {
        const meant = suggest(word, known);
        note(
          "loading-mode-unknown",
          `${quote(word)} is not a loading mode; ${meant ? `${meant} may be meant` : `it may be ${listing(known, "or")}`}.`,
          items[index],
          meant ? [word, meant] : undefined,
        );
      }
    }
  },
});
