import { wordTable } from "../../../data/word-table.ts";
import { field, item } from "../field.ts";
import { swapping, unique } from "../fixing.ts";
import { MOST_MEMBERS } from "../reading/list.ts";
import { csp3, htmlStandard, mdn } from "../specs.ts";
import { quote } from "../wording.ts";

const MEANINGS = wordTable<readonly [description: string, alternate: string]>({
  deny: ["No page may show this one in a frame.", "framed by nobody"],
  sameorigin: [
    "Only pages of the same origin may show this one in a frame.",
    "framed by its own origin only",
  ],
});

const LINK = htmlStandard("speculative-loading.html#the-x-frame-options-header");

/** X-Frame-Options (HTML, section 7.4.2): who may show the page in a frame. Lines and list members count alike. */
export const xFrameOptions = field({
  name: "X-Frame-Options",
  type: "token",
  repeat: "list",
  kinds: {
    "x-frame-options-allow-from": {
      severity: "error",
      link: mdn("X-Frame-Options"),
      summary:
        "X-Frame-Options uses ALLOW-FROM, which no current browser supports: everybody may frame the page.",
      bad: ["X-Frame-Options: ALLOW-FROM https://partner.example"],
      good: ["Content-Security-Policy: frame-ancestors https://partner.example"],
    },
    "x-frame-options-unknown": {
      severity: "error",
      link: LINK,
      summary: "X-Frame-Options is neither DENY nor SAMEORIGIN, so everybody may frame the page.",
      fix: swapping(/^\W*(?:(deny)|same[-_ ]?origin)\W*$/i, (_, deny?: string) =>
        deny ? "DENY" : "SAMEORIGIN",
      ),
      bad: ["X-Frame-Options: SAME-ORIGIN"],
      good: ["X-Frame-Options: SAMEORIGIN"],
    },
    "x-frame-options-unneeded": {
      severity: "info",
      link: csp3("frame-ancestors-and-frame-options"),
      summary: "X-Frame-Options has a value that no browser knows, but frame-ancestors overrides it anyway.",
      bad: [
        "Content-Security-Policy: frame-ancestors https://partner.example",
        "X-Frame-Options: ALLOW-FROM https://partner.example",
      ],
      good: ["Content-Security-Policy: frame-ancestors https://partner.example"],
    },
    "x-frame-options-conflict": {
      severity: "error",
      link: LINK,
      summary:
        "X-Frame-Options has members that differ, an empty one included: browsers then let nobody frame the page.",
      bad: ["X-Frame-Options: DENY, SAMEORIGIN"],
      good: ["X-Frame-Options: DENY"],
    },
    "x-frame-options-repeated": {
      severity: "warning",
      link: LINK,
      summary: "X-Frame-Options has the same value twice, which not every client understands.",
      fix: unique,
      bad: ["X-Frame-Options: DENY, DENY"],
      good: ["X-Frame-Options: DENY"],
    },
  },
  parse(value, note) {
    const sent = value.split(",", MOST_MEMBERS).map((member) => member.trim());
    if (sent.some((member) => member !== ""))
      return { sent, values: [...new Set(sent.map((member) => member.toLowerCase()))] };
    note("value-empty", "X-Frame-Options has no value, so everybody may frame the page.");
    return undefined;
  },
  items: ({ sent }) =>
    sent.filter(Boolean).map((member) => {
      const [description = "No value that browsers know.", alternate] =
        MEANINGS.get(member.toLowerCase()) ?? [];
      return item(
        member.split(" ", 1)[0] ?? member,
        member.split(" ").slice(1).join(" "),
        description,
        alternate,
      );
    }),
  alternate(_, { verdicts: { framing } }) {
    if (framing?.from === "content-security-policy") return "ignored: frame-ancestors of the policy decides";
    if (framing?.by === "nobody") return "framed by nobody";
    if (framing?.by === "same-origin") return "framed by its own origin only";
    return framing && "ignored: any site may frame the page";
  },
  check({ sent }, context, note, { items }) {
    const isOverridden = context.verdicts.framing?.from === "content-security-policy";
    // Beside a known value an unknown one is a contradiction, which is told of all lines together.
    if (!isOverridden && context.verdicts.framing?.by !== "anyone") return;
    for (const [index, member] of sent.filter(Boolean).entries()) {
      const value = member.toLowerCase();
      if (MEANINGS.get(value)) continue;
      if (isOverridden)
        note(
          "x-frame-options-unneeded",
          `${quote(member)} is not a value that browsers know, but frame-ancestors overrides it anyway.`,
          items[index],
        );
      else if (value.startsWith("allow-from"))
        note(
          "x-frame-options-allow-from",
          `${quote(member)} is not supported by any current browser: there is no protection. frame-ancestors in a Content-Security-Policy can name an origin.`,
          items[index],
        );
      else
        note(
          "x-frame-options-unknown",
          `${quote(member)} is neither DENY nor SAMEORIGIN: there is no protection.`,
          items[index],
        );
    }
  },
  checkAll(lines, { verdicts }, note) {
    const sent = lines.flatMap(({ parsed }) => parsed?.sent ?? []);
    const values = new Set(sent.map((member) => member.toLowerCase()));
    const isConflict = values.size > 1 && verdicts.framing?.from === "x-frame-options";
    if (isConflict && verdicts.framing?.by === "nobody")
      note(
        "x-frame-options-conflict",
        conflictTitle([...values], lines[0]?.line.value ?? ""),
        undefined,
        onlyValue(lines.length, [...values]),
      );
    else if (sent.length > values.size)
      note(
        "x-frame-options-repeated",
        `X-Frame-Options says ${sent[0]} ${sent.length} times; once is enough.`,
      );
  },
});

function conflictTitle(values: readonly string[], sent: string): string {
  if (values.includes("") && values.length === 2)
    return `X-Frame-Options is ${quote(sent)}: its comma makes an empty second value, so browsers let nobody frame the page, the same origin included.`;
  const words = values.map((value) => (value === "" ? "nothing" : value.toUpperCase()));
  return `X-Frame-Options says ${words.join(" and ")}: where values differ, browsers let nobody frame the page.`;
}

/** The line without its empty members. */
function onlyValue(lines: number, values: readonly string[]): string | undefined {
  const told = values.filter((value) => value !== "");
  return lines === 1 && told.length === 1 && MEANINGS.has(told[0] ?? "")
    ? `X-Frame-Options: ${told[0]?.toUpperCase()}`
    : undefined;
}
