import { frameOptions } from "../../../data/headers/directives/x-frame-options.ts";
import { type Context, field, firstOf, item, problem, valueEmpty } from "../field.ts";
import { swapping, unique } from "../reading/fixing.ts";
import { MOST_MEMBERS } from "../reading/list.ts";
import { quote } from "../wording.ts";

const LINK = "html/speculative-loading.html#the-x-frame-options-header";

/** X-Frame-Options (HTML section 7.4.2): who may frame the page. Several lines are read as one list. */
export const xFrameOptions = field("X-Frame-Options", "token", {
  repeat: "list",
  parse(value, report) {
    const sent = value.split(",", MOST_MEMBERS).map((member) => member.trim());
    if (sent.some((member) => member !== ""))
      return { sent, values: [...new Set(sent.map((member) => member.toLowerCase()))] };
    return void report(valueEmpty, "X-Frame-Options has no value, so browsers ignore it.");
  },
  parts: ({ sent }) => sent.filter(Boolean),
  partItem(member) {
    const [name = "", ...rest] = member.split(" ");
    const description = frameOptions.get(member.toLowerCase()) ?? "An unknown value, which browsers ignore.";
    return item(name, rest.join(" "), description);
  },
  alternateInMessage(_, { verdicts: { framing } }) {
    if (framing?.from === "content-security-policy")
      return "ignored: frame-ancestors in the CSP overrides it";
    if (framing?.by === "nobody") return "no site may frame it";
    if (framing?.by === "same-origin") return "only its own origin may frame it";
    return framing && "ignored: any site may frame it";
  },
  together: (lines) => lines.flatMap(({ parsed }) => parsed?.sent ?? []),
}).problems({
  eachPart: firstOf(
    problem("x-frame-options-unneeded", "info", "csp3#frame-ancestors-and-frame-options", {
      detect: (value, { verdicts: { framing } }) =>
        framing?.from === "content-security-policy" && isUnknown(value),
      title: (_, value) => `${quote(value)} is unknown, but frame-ancestors overrides it anyway.`,
      bad: ["Content-Security-Policy: frame-ancestors a.example", "X-Frame-Options: ALLOW-FROM a.example"],
      good: ["Content-Security-Policy: frame-ancestors a.example"],
    }),
    problem("x-frame-options-allow-from", "error", "mdn/X-Frame-Options", {
      detect: (value, context) => isNoProtection(value, context) && /^allow-from/i.test(value),
      title: (_, value) => `Browsers ignore ${quote(value)}: any site may frame it; use frame-ancestors.`,
      bad: ["X-Frame-Options: ALLOW-FROM https://partner.example"],
      good: ["Content-Security-Policy: frame-ancestors https://partner.example"],
    }),
    problem("x-frame-options-unknown", "error", LINK, {
      detect: isNoProtection,
      title: (_, value) => `${quote(value)} is neither DENY nor SAMEORIGIN: any site may frame the page.`,
      fix: swapping(/^\W*(?:(deny)|same[-_ ]?origin)\W*$/i, (_, deny?: string) =>
        deny ? "DENY" : "SAMEORIGIN",
      ),
      bad: ["X-Frame-Options: SAME-ORIGIN"],
      good: ["X-Frame-Options: SAMEORIGIN"],
    }),
  ),
  allLines: firstOf(
    problem("x-frame-options-conflict", "error", LINK, {
      detect(sent, { verdicts: { framing } }) {
        const values = distinct(sent);
        const isNobody = framing?.from === "x-frame-options" && framing.by === "nobody";
        return values.length > 1 && isNobody && values;
      },
      title: (values, _, { named }) => conflictTitle(values, named("x-frame-options")[0]?.line.value ?? ""),
      fix: onlyValue,
      bad: ["X-Frame-Options: DENY, SAMEORIGIN"],
      good: ["X-Frame-Options: DENY"],
    }),
    problem("x-frame-options-repeated", "warning", LINK, {
      detect: (sent) => sent.length > distinct(sent).length,
      title: (_, sent) => `X-Frame-Options has ${sent[0]} ${sent.length} times; once is enough.`,
      fix: unique,
      bad: ["X-Frame-Options: DENY, DENY"],
      good: ["X-Frame-Options: DENY"],
    }),
  ),
});

function distinct(sent: readonly string[]): readonly string[] {
  return [...new Set(sent.map((member) => member.toLowerCase()))];
}

function isUnknown(value: string): boolean {
  return !frameOptions.has(value.toLowerCase());
}

/** True for an unknown value without a known one; both together are a conflict (another finding). */
function isNoProtection(value: string, { verdicts: { framing } }: Context): boolean {
  return framing?.by === "anyone" && isUnknown(value);
}

function conflictTitle(values: readonly string[], sent: string): string {
  if (values.includes("") && values.length === 2)
    return `X-Frame-Options is ${quote(sent)}: its comma adds an empty value, so browsers let no site frame the page, not even its own.`;
  const words = values.map((value) => (value === "" ? "nothing" : value.toUpperCase()));
  return `X-Frame-Options has both ${words.join(" and ")}, so browsers let no site frame the page.`;
}

/** Value without empty members; undefined if several remain. */
function onlyValue(value: string): string | undefined {
  const [only = "", ...others] = distinct(value.split(",").map((member) => member.trim())).filter(Boolean);
  return others.length === 0 && !isUnknown(only) ? only.toUpperCase() : undefined;
}
