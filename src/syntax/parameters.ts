/** Parameters after a value (RFC 9110 section 5.6.6). */

import { type Flaw, isToken, Scanner, trimOws } from "./tokens.ts";

export interface Parameter {
  /** Lower case: parameter names are case-insensitive. */
  readonly name: string;
  readonly sent: string;
  /** Value without quotes and escapes; absent without an equals sign. */
  readonly value?: string;
  readonly quoted: boolean;
  readonly at: number;
  /** Offset of the value or its opening quote; without a value, offset of the name. */
  readonly valueAt: number;
}

export type ParameterFlaw =
  | "parameter-bad-name"
  | "parameter-missing-value"
  | "parameter-bad-value"
  | "parameter-repeated"
  | "parameter-space-around-equals"
  | "parameter-text-after-quote"
  | "quote-unclosed";

export interface Parameters {
  readonly parameters: readonly Parameter[];
  readonly flaws: readonly Flaw<ParameterFlaw>[];
  readonly end: number;
}

/** Characters that end all parameters, outside quotes. */
type Stop = "" | ",";

/** Characters that end a name or a value, by `Stop`. */
const NAME_ENDS = { "": "=;", ",": "=;," } as const;
const VALUE_ENDS = { "": ";", ",": ";," } as const;

/**
 * parameters = *( OWS ";" OWS [ parameter ] ) parameter = parameter-name "=" ( token / quoted-string ) Parses from a
 * semicolon at `at` to the end or to `stop` outside quotes.
 */
export function parseParameters(text: string, at = 0, stop: Stop = ""): Parameters {
  const scanner = new Scanner(text, at);
  const parameters: Parameter[] = [];
  const flaws: Flaw<ParameterFlaw>[] = [];
  let seen: Set<string> | undefined;
  while (scanner.eat(";")) {
    scanner.ows();
    const parameter = readParameter(scanner, stop, flaws);
    if (!parameter) continue;
    if (parameters.length > 0) {
      seen ??= new Set(parameters.map(({ name }) => name));
      if (seen.has(parameter.name))
        flaws.push({ id: "parameter-repeated", at: parameter.at, text: parameter.sent });
      seen.add(parameter.name);
    }
    parameters.push(parameter);
  }
  return { parameters, flaws, end: scanner.at };
}

export function parameterValue(parameters: readonly Parameter[], name: string): string | undefined {
  for (const parameter of parameters) if (parameter.name === name) return parameter.value;
  return undefined;
}

function readParameter(scanner: Scanner, stop: Stop, flaws: Flaw<ParameterFlaw>[]): Parameter | undefined {
  const at = scanner.at;
  const raw = scanner.until(NAME_ENDS[stop]);
  const sent = trimOws(raw);
  const name = sent.toLowerCase();
  if (!scanner.eat("=")) {
    if (sent === "") return undefined;
    flaws.push({ id: isToken(sent) ? "parameter-missing-value" : "parameter-bad-name", at, text: sent });
    return { name, sent, quoted: false, at, valueAt: at };
  }
  if (!isToken(sent)) flaws.push({ id: "parameter-bad-name", at, text: sent });
  if (scanner.ows() || raw !== sent) flaws.push({ id: "parameter-space-around-equals", at, text: sent });
  const valueAt = scanner.at;
  if (scanner.sees('"'))
    return { name, sent, value: quotedValue(scanner, stop, flaws), quoted: true, at, valueAt };
  const value = trimOws(scanner.until(VALUE_ENDS[stop]));
  if (value === "") flaws.push({ id: "parameter-missing-value", at, text: sent });
  else if (!isToken(value)) flaws.push({ id: "parameter-bad-value", at: valueAt, text: value });
  return { name, sent, value, quoted: false, at, valueAt };
}

function quotedValue(scanner: Scanner, stop: Stop, flaws: Flaw<ParameterFlaw>[]): string {
  const start = scanner.at;
  const { value, closed } = scanner.quotedString();
  if (!closed) flaws.push({ id: "quote-unclosed", at: start, text: scanner.text.slice(start) });
  const after = scanner.at;
  const rest = trimOws(scanner.until(VALUE_ENDS[stop]));
  if (rest !== "") flaws.push({ id: "parameter-text-after-quote", at: after, text: rest });
  return value;
}
