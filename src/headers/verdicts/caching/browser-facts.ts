/** The facts that each engine's cache reads from the fields, by its own parser. */

import { parseLenientDate } from "../../../syntax/lenient-dates.ts";
import { type Engine, joinedValue, linesOf, members, type Response } from "../response.ts";

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
    noCache: noCache || (isPragma(response, engine) && !(engine === "firefox" && has("immutable"))),
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

/** Chromium and Firefox take one member for it, WebKit any value that has the word; Firefox passes over it beside `immutable`. */
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

/** Of several the others take the first, and Firefox the last, or 0 where that is none. */
function maxAgeIn(control: readonly string[], engine: Engine): number | undefined {
  const all = control.filter((member) => /^max-age\b/.test(member));
  const found = all.map((member) => MAX_AGE[engine].exec(member)?.[1]);
  const first = found.find((digits) => digits !== undefined);
  if (first === undefined) return undefined;
  return Math.min(Number(engine === "firefox" ? (found.at(-1) ?? 0) : first), MOST);
}

/** Firefox and WebKit read several lines as one, in which WebKit passes over what stands before the first digit. */
function fieldValue(response: Response, name: string, engine: Engine): string | undefined {
  if (engine === "firefox") return joinedValue(response, name);
  const lines = linesOf(response, name);
  if (engine === "chromium" || lines.length < 2) return lines[0]?.value;
  return lines.slice(0, -1).some(({ value }) => /\d/.test(value)) ? undefined : lines.at(-1)?.value;
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

/** Firefox takes the number at the beginning, one below 0 for the highest. */
function ageIn(response: Response, engine: Engine): number {
  const value = (engine === "chromium" ? members(response, "age")[0] : joinedValue(response, "age")) ?? "";
  const digits = (engine === "firefox" ? /^\s*([-+]?\d+)/ : /^(\d+)$/).exec(value)?.[1];
  const seconds = Number(digits ?? 0);
  return seconds < 0 ? MOST : Math.min(seconds, MOST);
}
