/** Formats values as words. Pure: the clock is a parameter. */

const UNITS: readonly (readonly [name: string, seconds: number])[] = [
  ["year", 31_536_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** Seconds in one or two units: `1 hour`, `1 day 12 hours`, `2 years`. */
export function duration(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  let at = 0;
  while (at < UNITS.length && whole < (UNITS[at]?.[1] ?? 0)) at++;
  const unit = UNITS[at];
  if (!unit) return "0 seconds";
  const [name, size] = unit;
  // Exact multiples use the common unit: 30 days, not 4 weeks 2 days.
  if (name === "week" && whole % 604_800 !== 0) return twoUnits(whole, ["day", 86_400], ["hour", 3_600]);
  if (name === "year")
    return whole % size === 0 ? plural(whole / size, name) : twoUnits(whole, unit, ["day", 86_400]);
  return twoUnits(whole, unit, UNITS[at + 1] ?? unit);
}

/** Whether an age in seconds is worth showing: Date has whole seconds, so a new response can look 1 second old. */
export function hasAged(age: number): boolean {
  return age > 1;
}

function twoUnits(
  whole: number,
  [name, size]: readonly [string, number],
  [nextName, nextSize]: readonly [string, number],
): string {
  const count = Math.floor(whole / size);
  const rest = Math.floor((whole - count * size) / nextSize);
  return rest > 0 && nextSize < size && count < 30
    ? `${plural(count, name)} ${plural(rest, nextName)}`
    : plural(count, name);
}

/** Milliseconds: `0.4 ms`, `12 ms`, `2.35 s`. */
export function milliseconds(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms >= 10 ? Math.round(ms) : Number(ms.toFixed(1))} ms`;
}

/** `1 day`, `2 days`. */
export function plural(count: number, noun: string): string {
  return `${groupDigits(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** `4,999`. */
export function groupDigits(value: number): string {
  return value < 1000 ? String(value) : String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** UTC: `4 March 2027`. */
export function day(ms: number): string {
  const date = new Date(ms);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** UTC: `4 March 2027, 10:00 UTC`. */
export function moment(ms: number): string {
  const date = new Date(ms);
  return `${day(ms)}, ${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())} UTC`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}

/** Relative time of milliseconds since the epoch: `3 days ago`, `in 2 hours`, `just now`. */
export function ago(ms: number, reference: number): string {
  const seconds = Math.round((reference - ms) / 1000);
  if (Math.abs(seconds) < 2) return "just now";
  return seconds > 0 ? `${duration(seconds)} ago` : `in ${duration(-seconds)}`;
}

/** `512 bytes`, `1.5 KB`, `20 MB` (powers of 1000). */
export function bytes(count: number): string {
  if (count < 1000) return plural(count, "byte");
  const at = Math.min(Math.floor(Math.log10(count) / 3), 5);
  const value = count / 1000 ** at;
  return `${value >= 100 ? Math.round(value) : Number(value.toFixed(1))} ${["", "KB", "MB", "GB", "TB", "PB"][at]}`;
}

/** Quotes and truncates text for a title. Quoted text stays as it is; text with double quotes gets single ones. */
export function quote(text: string, limit = 60): string {
  const shown = text.length > limit ? `${text.slice(0, limit)}…` : text;
  if (/^"[^"]*"$/.test(shown)) return shown;
  return shown.includes('"') ? `'${shown}'` : `"${shown}"`;
}

const ROOM_FOR_WORDS = 36;

/** The first words of a list that fit into a title, and the number of others. */
export function someOf(words: readonly string[], last: "and" | "or" = "or"): string {
  const count = words.findIndex((_, at) => words.slice(0, at + 1).join(", ").length > ROOM_FOR_WORDS);
  const shown = count < 0 ? words : words.slice(0, Math.max(count, 1));
  const more = words.length - shown.length;
  if (more === 0) return listing(shown, last);
  return `${shown.join(", ")} ${last} ${last === "or" ? `one of ${more} others` : `${more} more`}`;
}

export function capital(text = ""): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `(did you mean X?)`, if there is a suggestion. */
export function perhaps(meant: string | undefined): string {
  return meant === undefined ? "" : ` (did you mean ${meant}?)`;
}

/** `a`, `a and b`, `a, b and c`; with `or` for alternatives. */
export function listing(words: readonly string[], joint: "and" | "or" = "and"): string {
  return words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} ${joint} ${words.at(-1)}`;
}
