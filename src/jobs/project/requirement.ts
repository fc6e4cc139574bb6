/** Parses and checks requirements of response fields. Pure. */

import { wordTable } from "../../../data/word-table.ts";
import { duration } from "../../headers/wording.ts";
import { parseHttpDate } from "../../syntax/dates.ts";

/**
 * Describes how a field's values fail the requirement; undefined if they meet it.
 * @param now time of the response, milliseconds since the epoch
 */
export type Requirement = (values: readonly string[], now: number) => string | undefined;

/** Splits `NAME`, `NAME: VALUE` and `NAME younger than 2 d`; undefined without a name. */
export function splitRequirement(line: string): readonly [name: string, text: string | true] | undefined {
  const [, name = "", value, age] =
    /^([\w!#$%&'*+.^`|~-]+)(?::\s*(.*)|\s+((?:younger|older)\s.*))?$/is.exec(line.trim()) ?? [];
  return name === "" ? undefined : [name, value || age || true];
}

/** Seconds that the clock of a date may be ahead. */
const SKEW = 60;
/** Seconds of a unit. */
const UNITS = wordTable<number>({ s: 1, min: 60, h: 3600, d: 86_400, w: 604_800 });
/** Without amount and unit if these are not valid. */
const AGED = /^(younger|older)\s(?: *than +(\d{1,9}(?:\.\d{1,9})?) *([a-z]+)$)?/i;

const COMPARED = /^([^<>=\s][^<>=]*)(>=|<=|>|<)\s*(-?\d+(?:\.\d+)?)$/;

/**
 * `true`: must be present. `false`: must be absent. `/…/`: a regular expression that some line must match.
 * With comparisons (`max-age>=31536000; includeSubDomains`): members that must be present, in any order and
 * case. `younger than 2 d`, `older than 1 h`: the age that a date or the seconds of Age give. Other text: the
 * exact value.
 */
export function parseRequirement(text: string | boolean): Requirement | { readonly wrong: string } {
  if (text === true) return (values) => (values.length > 0 ? undefined : "is missing");
  if (text === false) return (values) => (values.length > 0 ? "must not be sent" : undefined);
  const expression = /^\/(.+)\/([imsu]*)$/s.exec(text);
  if (expression) return matching(expression[1] ?? "", expression[2] ?? "");
  const [, side, amount, unit = ""] = AGED.exec(text) ?? [];
  if (side !== undefined) return aged(side.toLowerCase(), Number(amount), unit.toLowerCase());
  const members = text.split(/[;,]/).map((member) => member.trim());
  if (members.some((member) => COMPARED.test(member))) return having(members.filter(Boolean));
  return present((values) => (values.includes(text) ? undefined : `is ${quoted(values)}, not "${text}"`));
}

function matching(source: string, flags: string): Requirement | { readonly wrong: string } {
  let expression: RegExp;
  try {
    expression = new RegExp(source, flags);
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) };
  }
  return present((values) =>
    values.some((value) => expression.test(value))
      ? undefined
      : `is ${quoted(values)}, which does not match ${String(expression)}`,
  );
}

function aged(side: string, amount: number, unit: string): Requirement | { readonly wrong: string } {
  const seconds = UNITS.get(unit);
  if (seconds === undefined)
    return { wrong: 'expected an age such as "younger than 2 d", with the unit s, min, h, d or w' };
  return present((values, now) => {
    const [value = ""] = values;
    const date = parseHttpDate(value)?.ms;
    const age = /^\d+$/.test(value) ? Number(value) : date === undefined ? undefined : (now - date) / 1000;
    if (age === undefined) return `is ${quoted(values)}, which is neither a date nor seconds`;
    if (age < -SKEW) return `is dated ${duration(age)} after the response, so its age is unknown`;
    const isMet = side === "younger" ? age < amount * seconds : age > amount * seconds;
    return isMet
      ? undefined
      : `is ${duration(Math.max(0, Math.round(age)))} old, not ${side} than ${amount} ${unit}`;
  });
}

function having(members: readonly string[]): Requirement {
  return present((values) => {
    const sent = values.flatMap((value) => value.split(/[;,]/)).map((part) => part.trim().toLowerCase());
    const missed = members.filter((member) => !sent.some((part) => meets(part, member)));
    return missed.length === 0 ? undefined : `is ${quoted(values)}, without ${missed.join(" and ")}`;
  });
}

/** Whether a sent member (`max-age=600`) meets a required one (`max-age>=300`, `preload`). */
function meets(part: string, member: string): boolean {
  const [, compared = "", sign, number] = COMPARED.exec(member) ?? [];
  const name = compared.trimEnd();
  if (sign === undefined) return part === member.toLowerCase();
  const [, sentName, sentNumber] = /^([^=]*)=\s*"?(-?\d+(?:\.\d+)?)"?$/.exec(part) ?? [];
  // `value` compares the field value itself: `x-ratelimit-limit = "value>=100"`.
  const value = /^-?\d+(?:\.\d+)?$/.test(part) && name === "value" ? part : sentNumber;
  if (value === undefined || (name !== "value" && sentName?.trimEnd() !== name.toLowerCase())) return false;
  return compare(Number(value), sign, Number(number));
}

function compare(a: number, sign: string, b: number): boolean {
  if (sign === ">=") return a >= b;
  if (sign === "<=") return a <= b;
  return sign === ">" ? a > b : a < b;
}

const present =
  (more: Requirement): Requirement =>
  (values, now) =>
    values.length === 0 ? "is missing" : more(values, now);

const LONGEST = 80;
const quoted = (values: readonly string[]) => {
  const text = values.join(", ");
  return `"${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}"`;
};
