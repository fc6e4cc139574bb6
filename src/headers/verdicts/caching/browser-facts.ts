/** The facts that each engine's cache reads from the fields, by its own parser. */

import { parseLenientDate } from "../../syntax/lenient-dates.ts";
import { members } from "../members.ts";
import { type Engine, firstLine, joinedValue, linesOf, type Response } from "../response.ts";

export interface CacheFacts {
  readonly noStore: boolean;
  readonly noCache: boolean;
  readonly mustRevalidate: boolean;
  readonly immutable: boolean;
  /** public or private is there. */
  readonly isAddressed: boolean;
  /** Seconds; undefined where there is none that the engine understands. */
  readonly maxAge: number | undefined;
  /** Milliseconds since the epoch; -Infinity where the value stands for the past. */
  readonly expires: number | undefined;
  readonly changed: number | undefined;
  /** When the response was made, as far as the engine knows. */
  readonly date: number | undefined;
  /** Seconds. */
  readonly age: number;
}

/** Seconds above which engines count no further. */
const MOST = 2 ** 31 - 1;

export function factsOf(response: Response, engine: Engine): CacheFacts {
  const control = members(response, "cache-control").map((member) => member.toLowerCase());
  const has = (word: string) => control.includes(word);
  // Firefox takes the directive with a list of fields for the one without.
  const noCache = control.some(
    (one) => one === "no-cache" || (engine === "firefox" && /^no-cache\s*=/.test(one)),
  );
  return {
    noStore: control.some(
      (one) => one === "no-store" || (engine !== "chromium" && /^no-store\s*=/.test(one)),
    ),
    noCache: noCache || isPragma(response, engine),
    mustRevalidate: has("must-revalidate"),
    immutable: has("immutable"),
    isAddressed: has("public") || has("private"),
    maxAge: maxAgeIn(control, engine),
    expires: expiresIn(response, engine),
    changed: dateIn(response, "last-modified", engine),
    date: dateIn(response, "date", engine) ?? response.receivedAt,
    age: ageIn(response, engine),
  };
}

/** Chromium takes one member for it, WebKit any value that has the word, and Firefox listens only without Cache-Control. */
function isPragma(response: Response, engine: Engine): boolean {
  const value = joinedValue(response, "pragma")?.toLowerCase();
  if (value === undefined) return false;
  if (engine === "webkit") return value.includes("no-cache");
  return members(response, "pragma").some((member) => member.toLowerCase() === "no-cache");
}

/** Chromium takes digits alone, Firefox what begins with them, and WebKit a sign and a quote as well. */
const MAX_AGE: Readonly<Record<Engine, RegExp>> = {
  chromium: /^max-age= *(\d+)$/,
  firefox: /^max-age\s*=\s*(\d{1,10})(?!\d)/,
  webkit: /^max-age\s*=\s*"?(-?\d+)"?\s*(?:;|$)/,
};

/** Of several Firefox takes the last, the others the first. */
function maxAgeIn(control: readonly string[], engine: Engine): number | undefined {
  const found = control.flatMap((member) => MAX_AGE[engine].exec(member)?.[1] ?? []);
  const digits = engine === "firefox" ? found.at(-1) : found[0];
  return digits === undefined ? undefined : Math.min(Number(digits), MOST);
}

/** Firefox reads several lines as one, and WebKit as no date at all. */
function fieldValue(response: Response, name: string, engine: Engine): string | undefined {
  if (engine === "webkit" && linesOf(response, name).length > 1) return undefined;
  return engine === "firefox" ? joinedValue(response, name) : firstLine(response, name)?.value;
}

function dateIn(response: Response, name: string, engine: Engine): number | undefined {
  const value = fieldValue(response, name, engine);
  return value === undefined ? undefined : parseLenientDate(value, engine === "chromium");
}

/** Of values that are not dates Chromium takes 0 for the past, and Firefox each. */
function expiresIn(response: Response, engine: Engine): number | undefined {
  const value = fieldValue(response, "expires", engine);
  if (value === undefined) return undefined;
  const date = parseLenientDate(value, engine === "chromium");
  const isPast = engine === "firefox" || (engine === "chromium" && value === "0");
  return date ?? (isPast ? Number.NEGATIVE_INFINITY : undefined);
}

function ageIn(response: Response, engine: Engine): number {
  const value = engine === "chromium" ? members(response, "age")[0] : joinedValue(response, "age");
  return value !== undefined && /^\d+$/.test(value) ? Math.min(Number(value), MOST) : 0;
}
