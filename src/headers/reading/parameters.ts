import type { ExtValueFlaw } from "../../syntax/ext-value.ts";
import type { Parameter, ParameterFlaw } from "../../syntax/parameters.ts";
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

const PARAMETER_WORDS: Readonly<Record<ParameterFlaw, (text: string) => string>> = {
  "parameter-bad-name": (text) => `${text} is not a valid parameter name`,
  "parameter-missing-value": (text) => `the parameter ${text} has no value`,
  "parameter-bad-value": (text) => `the value ${text} must be in double quotes`,
  "parameter-repeated": (text) => `the parameter ${text} appears twice`,
  "parameter-space-around-equals": (text) => `there is white space around the equals sign of ${text}`,
  "parameter-text-after-quote": (text) => `${text} follows a closing quote`,
  "quote-unclosed": (text) => `${text} has an unclosed quote`,
};

const EXT_VALUE_WORDS: Readonly<Record<ExtValueFlaw, (text: string) => string>> = {
  "ext-value-bad-form": (text) => `${text} is not charset'language'value`,
  "ext-value-charset": (text) => `recipients need not support the character set ${text}, only UTF-8`,
  "ext-value-bad-character": (text) => `the character ${text} must be percent-encoded`,
  "ext-value-bad-percent": (text) => `${text} is not valid percent-encoding`,
  "ext-value-bad-octets": (text) => `${text} is not valid in its character set`,
};

/** Parameter flaw in words; undefined for other flaws. */
export function flawWords(id: string, text: string): string | undefined {
  return PARAMETER_WORDS[id as ParameterFlaw]?.(quote(text));
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
    const words = PARAMETER_WORDS[id as ParameterFlaw];
    if (words)
      report(
        id === "parameter-repeated" ? parameterRepeated : invalid,
        `In ${field}, ${words(quote(text))}.`,
        at,
      );
  }
  for (const parameter of parameters) reportKind(field, parameter, report, at);
  for (const { sent, value: text = "", quoted } of parameters)
    if (!quoted && text.length > 1 && text.startsWith("'") && text.endsWith("'"))
      report(parameterSingleQuoted, `In ${field}, single quotes become part of ${sent}=${quote(text)}.`, at);
}

/** Reports flaws of extended parameters (RFC 8187 section 3.2). */
export function reportExtValue(invalid: Invalid, flaws: readonly Flaw[], report: Report, at?: At): void {
  for (const { id, text } of flaws.slice(0, MOST_FLAWS)) {
    const words = EXT_VALUE_WORDS[id as ExtValueFlaw];
    if (words)
      report(
        id === "ext-value-charset" ? parameterCharset : invalid,
        `In ${invalid.field}, ${words(quote(text))}.`,
        at,
      );
  }
}
