/** Checks parts of a JSON body. Errors name the invalid part. */

import { NetlensError } from "./errors.ts";

/** Maximum field lines of a message. */
export const MOST_LINES = 2000;

export function optional<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { [P in K]: V });
}

export function linesOf(value: unknown, name: string): string[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value))
    throw new NetlensError("invalid-headers", `${name} is not an array of "Name: value" strings.`);
  if (value.length > MOST_LINES)
    throw new NetlensError("invalid-headers", `${name} has more than ${MOST_LINES} lines.`);
  return value.map((line: unknown, index) => {
    if (typeof line === "string") return line;
    throw new NetlensError("invalid-headers", `${name}[${index}] is not a string.`);
  });
}

export function wrong(name: string, expected: string): NetlensError {
  return new NetlensError("invalid-param", `${name} is not ${expected}.`);
}

export function methodOf(value: unknown, name = "method"): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string" && /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,40}$/.test(value))
    return value.toUpperCase();
  throw wrong(name, "a request method such as GET");
}
