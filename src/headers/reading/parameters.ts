import { wordTexts } from "../../../data/headers/words.ts";
import type { Parameter } from "../../syntax/parameters.ts";
import type { Flaw } from "../../syntax/tokens.ts";
import { trimEndOf } from "../../syntax/trim.ts";
import type { At, Report } from "../problem.ts";
import { quote } from "../wording.ts";
import { reportKind } from "./parameter-kinds.ts";
import {
  type Invalid,
  parameterCharset,
  parameterRepeated,
  parameterSingleQuoted,
} from "./value-problems.ts";

/** Flaws by id in the parsers of `syntax/`; the text replaces `{}`. */
const FLAWS = wordTexts("flaws of values");

/** Flaw of a parameter, link, challenge or alternative in words; undefined for other flaws. */
export function flawWords(id: string, text: string): string | undefined {
  return FLAWS.get(id)?.replace("{}", () => quote(text));
}

/** Bound for foreign input: flaws per value. */
const MOST_FLAWS = 20;

/** Adds missing double quotes; undefined if the value has other flaws. */
export function quotedValue(value: string, flaws: readonly Flaw[]): string | undefined {
  const [flaw] = flaws;
  if (flaw?.id !== "parameter-bad-value" || flaws.length > 1 || /["\\]|^'/.test(flaw.text)) return undefined;
  // Curly quotes, which word processors insert.
  const text = trimEndOf(flaw.text.replace(/^[\u201c\u201d\u201e]+/, ""), /[\u201c\u201d]/);
  return `${value.slice(0, flaw.at)}"${text}"${value.slice(flaw.at + flaw.text.length)}`;
}

/** Reports flaws of parameters (RFC 9110 section 5.6.6); the caller reports other flaws. */
export function reportParameters(
  invalid: Invalid,
  flaws: readonly Flaw[],
  parameters: readonly Parameter[],
  report: Report,
  at?: At,
): void {
  const { field } = invalid;
  for (const { id, text } of flaws.slice(0, MOST_FLAWS)) {
    // A value of RFC 8187, such as UTF-8''a,b, must not be quoted.
    const isExtended = id === "parameter-bad-value" && /^[\w-]+'/.test(text);
    const words = !isExtended && /^(?:parameter|quote)-/.test(id) && flawWords(id, text);
    if (words)
      report(id === "parameter-repeated" ? parameterRepeated : invalid, `In ${field}, ${words}.`, at);
  }
  for (const parameter of parameters) reportKind(field, parameter, report, at);
  for (const { sent, value: text = "", quoted } of parameters)
    if (!quoted && text.length > 1 && text.startsWith("'") && text.endsWith("'"))
      report(parameterSingleQuoted, `In ${field}, single quotes become part of ${sent}=${quote(text)}.`, at);
}

/** Reports flaws of extended parameters (RFC 8187 section 3.2). */
export function reportExtValue(invalid: Invalid, flaws: readonly Flaw[], report: Report, at?: At): void {
  for (const { id, text } of flaws.slice(0, MOST_FLAWS)) {
    const row = id === "ext-value-charset" ? parameterCharset : invalid;
    const words = id.startsWith("ext-") && flawWords(id, text);
    if (words) report(row, `In ${invalid.field}, ${words}.`, at);
  }
}
