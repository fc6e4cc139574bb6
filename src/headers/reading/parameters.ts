import type { Note } from "../field.ts";
import type { ExtValueFlaw } from "../syntax/ext-value.ts";
import type { Parameter, ParameterFlaw } from "../syntax/parameters.ts";
import type { Flaw } from "../syntax/tokens.ts";
import { quote } from "../wording.ts";
import { type InvalidId, lower } from "./value-kinds.ts";

const PARAMETER_WORDS: Readonly<Record<ParameterFlaw, (text: string) => string>> = {
  "parameter-bad-name": (text) => `${text} is not a name of a parameter`,
  "parameter-missing-value": (text) => `the parameter ${text} has no value`,
  "parameter-bad-value": (text) => `the value ${text} has to be in double quotes`,
  "parameter-repeated": (text) => `the parameter ${text} appears twice`,
  "parameter-space-around-equals": (text) => `there is white space beside the equals sign of ${text}`,
  "parameter-text-after-quote": (text) => `${text} follows a closing quote`,
  "quote-unclosed": (text) => `the quote in ${text} is never closed`,
};

const EXT_VALUE_WORDS: Readonly<Record<ExtValueFlaw, (text: string) => string>> = {
  "ext-value-bad-form": (text) => `${text} is not charset'language'value`,
  "ext-value-charset": (text) => `the character set ${text} need not be understood: UTF-8 is`,
  "ext-value-bad-character": (text) => `the character ${text} has to be percent-encoded`,
  "ext-value-bad-percent": (text) => `${text} is not percent-encoding`,
  "ext-value-bad-octets": (text) => `${text} does not decode in its character set`,
};

/** A person fixes the first ones; a hostile line may have any number. */
const MOST_FLAWS = 20;

/** The field line with its one flaw mended: a value without the double quotes that it needs. */
export function quotedLine(name: string, value: string, flaws: readonly Flaw[]): string | undefined {
  const [flaw] = flaws;
  if (flaw?.id !== "parameter-bad-value" || flaws.length > 1 || /["\\]|^'/.test(flaw.text)) return undefined;
  // Word processors make quotes that quote nothing.
  const text = flaw.text.replace(/^[\u201c\u201d\u201e]+|[\u201c\u201d]+$/g, "");
  return `${name}: ${value.slice(0, flaw.at)}"${text}"${value.slice(flaw.at + flaw.text.length)}`;
}

/**
 * Notes what is odd with parameters (RFC 9110 section 5.6.6); flaws of other kinds are left to the caller. `value` is
 * the line's, where the flaws are all that it has: what needs double quotes gets them in the fix.
 */
export function noteParameters<N extends string>(
  name: N,
  flaws: readonly Flaw[],
  parameters: readonly Parameter[],
  note: Note<InvalidId<N>>,
  value?: string,
): void {
  const fix = value === undefined ? undefined : quotedLine(name, value, flaws);
  for (const { id, text } of flaws.slice(0, MOST_FLAWS)) {
    const say = PARAMETER_WORDS[id as ParameterFlaw];
    if (!say) continue;
    const title = `In ${name}, ${say(quote(text))}.`;
    note(
      id === "parameter-repeated" ? "parameter-repeated" : `${lower(name)}-invalid`,
      title,
      undefined,
      fix,
    );
  }
  for (const { sent, value: text = "", quoted } of parameters)
    if (!quoted && text.length > 1 && text.startsWith("'") && text.endsWith("'"))
      note(
        "parameter-single-quoted",
        `In ${name}, ${sent}=${quote(text)} has single quotes, which become part of the value.`,
      );
}

/** Notes what is odd with the star form of a parameter (RFC 8187 section 3.2). */
export function noteExtValue<N extends string>(
  name: N,
  flaws: readonly Flaw[],
  note: Note<InvalidId<N>>,
): void {
  for (const { id, text } of flaws.slice(0, MOST_FLAWS)) {
    const say = EXT_VALUE_WORDS[id as ExtValueFlaw];
    if (say)
      note(
        id === "ext-value-charset" ? "parameter-charset" : `${lower(name)}-invalid`,
        `In ${name}, ${say(quote(text))}.`,
      );
  }
}
