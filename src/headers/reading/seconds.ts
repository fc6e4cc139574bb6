import { parseDeltaSeconds } from "../../syntax/integers.ts";
import type { Report } from "../problem.ts";
import { quote } from "../wording.ts";
import { type Invalid, valueEmpty } from "./value-problems.ts";

export interface Seconds {
  /** Seconds, 0 to 2147483648. */
  readonly seconds: number;
  /** Larger than recipients must support (RFC 9111 section 1.2.2). */
  readonly tooLarge: boolean;
}

/** 2^31, supported by every cache. */
const LARGEST = "2147483648";

/** Parses delta-seconds (RFC 9111 section 1.2.2); undefined after a report. */
export function readSeconds(invalid: Invalid, text: string, report: Report): Seconds | undefined {
  const { field: name } = invalid;
  const { value, flaws } = parseDeltaSeconds(text);
  const flaw = flaws[0];
  if (flaw?.id === "empty")
    return void report(valueEmpty, `${name} has no value: a number of seconds is expected.`);
  if (flaw?.id === "negative")
    return void report(invalid, `${name} is negative (${quote(text)}); it must be 0 seconds or more.`);
  if (value === undefined || (flaw && flaw.id !== "overflow"))
    return void report(invalid, `${quote(text)} in ${name} is not a whole number of seconds.`);
  return { seconds: value, tooLarge: flaw !== undefined && text !== LARGEST };
}
