/** Parses and checks requirements of response fields. Pure. */

/** Describes how a field's values fail the requirement; undefined if they meet it. */
export type Requirement = (values: readonly string[]) => string | undefined;

const COMPARED = /^([^<>=\s][^<>=]*)(>=|<=|>|<)\s*(-?\d+(?:\.\d+)?)$/;

/**
 * `true`: must be present. `false`: must be absent. `/…/`: a regular expression that some line must match.
 * With comparisons (`max-age>=31536000; includeSubDomains`): members that must be present, in any order and
 * case. Other text: the exact value.
 */
export function parseRequirement(text: string | boolean): Requirement | { readonly wrong: string } {
  if (text === true) return (values) => (values.length > 0 ? undefined : "is missing");
  if (text === false) return (values) => (values.length > 0 ? "must not be sent" : undefined);
  const expression = /^\/(.+)\/([imsu]*)$/s.exec(text);
  if (expression) return matching(expression[1] ?? "", expression[2] ?? "");
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
  (values) =>
    values.length === 0 ? "is missing" : more(values);

const LONGEST = 80;
const quoted = (values: readonly string[]) => {
  const text = values.join(", ");
  return `"${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}"`;
};
