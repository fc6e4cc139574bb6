import { parseDeltaSeconds } from "../../syntax/integers.ts";
import type { Report } from "../problem.ts";
import { quote } from "../wording.ts";
import { valueEmpty } from "./common-problems.ts";
import type { Invalid } from "./value-problems.ts";

/** delta-seconds as a line has it. */
export interface Seconds {
  /** Seconds, 0 to 2147483648. */
  readonly seconds: number;
  /** More than recipients need to count (RFC 9111 section 1.2.2). */
  readonly tooLarge: boolean;
}

/** The largest value that every cache understands, 2^31. */
const LARGEST = "2147483648";

/** Reads delta-seconds (RFC 9111 section 1.2.2); undefined after a note where the text is anything else. */
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
