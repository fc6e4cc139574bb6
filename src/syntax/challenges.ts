/** Challenges of WWW-Authenticate and Proxy-Authenticate (RFC 9110 sections 11.2 and 11.6.1). */

import type { Parameter } from "./parameters.ts";
import { type Flaw, isToken, readMembers, Scanner, trimOws } from "./tokens.ts";

export interface Challenge {
  /** Lower case: schemes are case-insensitive. */
  readonly scheme: string;
  readonly sent: string;
  readonly token68?: string;
  readonly parameters: readonly Parameter[];
  readonly at: number;
}

type ChallengeFlaw =
  | "empty-member"
  /** A member that does not start with a scheme and is not a parameter of the previous challenge. */
  | "challenge-bad-scheme"
  /** A comma between a scheme and its first parameter. */
  | "challenge-comma"
  | "parameter-bad-value"
  | "parameter-missing-value"
  | "parameter-repeated"
  /** Bad white space, which senders must not generate. */
  | "parameter-space-around-equals"
  /** White space instead of a comma, or other text, after the named parameter's value. */
  | "parameter-missing-comma"
  | "quote-unclosed";

export interface Challenges {
  readonly challenges: readonly Challenge[];
  readonly flaws: readonly Flaw<ChallengeFlaw>[];
}

interface OpenChallenge extends Challenge {
  readonly parameters: Parameter[];
}

interface State {
  readonly scanner: Scanner;
  readonly challenges: OpenChallenge[];
  readonly flaws: Flaw<ChallengeFlaw>[];
  names: Set<string>;
}

/** token68 = 1*( ALPHA / DIGIT / "-" / "." / "_" / "~" / "+" / "/" ) *"=" */
const TOKEN68 = /^[A-Za-z0-9\-._~+/]+=*$/;

/**
 * WWW-Authenticate = #challenge challenge = auth-scheme [ 1*SP ( token68 / #auth-param ) ] auth-param = token BWS "="
 * BWS ( token / quoted-string ) Commas separate both challenges and parameters: a member with an equals sign after its
 * first token continues the challenge before it.
 */
export function parseChallenges(value: string): Challenges {
  const scanner = new Scanner(value);
  const state: State = { scanner, challenges: [], flaws: [], names: new Set() };
  readMembers(scanner, state.flaws, () => readMember(state));
  return { challenges: state.challenges, flaws: state.flaws };
}

function readMember(state: State): void {
  const { scanner, challenges, flaws } = state;
  const at = scanner.at;
  const sent = scanner.token();
  const spaced = scanner.ows();
  const open = challenges.at(-1);
  if (open && sent !== "" && scanner.sees("=")) {
    const isFirst = open.parameters.length === 0 && open.token68 === undefined;
    if (isFirst) flaws.push({ id: "challenge-comma", at: open.at, text: open.sent });
    readParameter(state, open, sent, at, spaced);
    return;
  }
  if (sent === "" || (!spaced && !scanner.done && !scanner.sees(","))) {
    scanner.until(",");
    flaws.push({ id: "challenge-bad-scheme", at, text: trimOws(scanner.text.slice(at, scanner.at)) });
    return;
  }
  const challenge = { scheme: sent.toLowerCase(), sent, parameters: [], at };
  const token68 = readToken68(scanner);
  challenges.push(token68 === undefined ? challenge : { ...challenge, token68 });
  state.names = new Set();
  if (token68 === undefined && !scanner.done && !scanner.sees(",")) readFirstParameter(state, challenge);
}

/** The first parameter follows the scheme without a comma. */
function readFirstParameter(state: State, open: OpenChallenge): void {
  const { scanner, flaws } = state;
  const at = scanner.at;
  const name = scanner.token();
  const spaced = scanner.ows();
  if (name !== "" && scanner.sees("=")) readParameter(state, open, name, at, spaced);
  else {
    scanner.until(",");
    flaws.push({ id: "challenge-bad-scheme", at, text: trimOws(scanner.text.slice(at, scanner.at)) });
  }
}

/** Takes a token68 up to the comma or the end; `realm=` is a parameter without a value, not a token68. */
function readToken68(scanner: Scanner): string | undefined {
  const start = scanner.at;
  const text = trimOws(scanner.until(',"'));
  if (TOKEN68.test(text) && !scanner.sees('"') && text.toLowerCase() !== "realm=") return text;
  scanner.at = start;
  return undefined;
}

function readParameter(state: State, open: OpenChallenge, sent: string, at: number, spaced: boolean): void {
  const { scanner, flaws, names } = state;
  scanner.eat("=");
  if (scanner.ows() || spaced) flaws.push({ id: "parameter-space-around-equals", at, text: sent });
  const name = sent.toLowerCase();
  if (names.has(name)) flaws.push({ id: "parameter-repeated", at, text: sent });
  names.add(name);
  const valueAt = scanner.at;
  const quoted = scanner.sees('"');
  const value = quoted ? quotedValue(scanner, flaws) : scanner.until(", \t") + moreWords(scanner);
  if (value === "" && !quoted) flaws.push({ id: "parameter-missing-value", at, text: sent });
  else if (!quoted && !isToken(value)) flaws.push({ id: "parameter-bad-value", at: valueAt, text: value });
  open.parameters.push({ name, sent, value, quoted, at, valueAt });
  scanner.ows();
  if (scanner.done || scanner.sees(",")) return;
  flaws.push({ id: "parameter-missing-comma", at, text: sent });
  scanner.eat(";");
  scanner.ows();
}

/** Unquoted words up to the comma or the end, without an equals sign. */
const WORDS = /[ \t]+[^\s,="]+(?:[ \t]+[^\s,="]+)*(?=[ \t]*(?:,|$))/y;

function moreWords(scanner: Scanner): string {
  WORDS.lastIndex = scanner.at;
  const [words = ""] = WORDS.exec(scanner.text) ?? [];
  scanner.at += words.length;
  return words;
}

function quotedValue(scanner: Scanner, flaws: Flaw<ChallengeFlaw>[]): string {
  const start = scanner.at;
  const { value, closed } = scanner.quotedString();
  if (!closed) flaws.push({ id: "quote-unclosed", at: start, text: scanner.text.slice(start) });
  return value;
}
