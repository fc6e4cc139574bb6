import type { Note } from "../field.ts";
import { parseDeltaSeconds } from "../syntax/integers.ts";
import { quote } from "../wording.ts";
import { type InvalidId, lower } from "./value-kinds.ts";

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
export function readSeconds<N extends string>(
  name: N,
  text: string,
  note: Note<InvalidId<N>>,
): Seconds | undefined {
  const { value, flaws } = parseDeltaSeconds(text);
  const flaw = flaws[0];
  if (flaw?.id === "empty") {
    note("value-empty", `${name} has no value: a number of seconds is expected.`);
    return undefined;
  }
  if (flaw?.id === "negative") {
    note(`${lower(name)}-invalid`, `${name} is negative (${quote(text)}): a number of seconds is 0 or more.`);
    return undefined;
  }
  if (value === undefined || (flaw && flaw.id !== "overflow")) {
    note(`${lower(name)}-invalid`, `${quote(text)} in ${name} is not a whole number of seconds.`);
    return undefined;
  }
  return { seconds: value, tooLarge: flaw !== undefined && text !== LARGEST };
}
