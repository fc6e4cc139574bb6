/** Facts of a visitor, and time zones. Pure. */

/** Facts of a visitor; `""` if unknown. */
export interface Seen {
  readonly ip: string;
  readonly agent: string;
  readonly hints?: Readonly<Record<string, unknown>> | undefined;
  /** Unix time in milliseconds. */
  readonly time: number;
  readonly timeZone: string;
  readonly language: string;
  readonly url: string;
}

/** RFC 3339 with the offset of a zone; undefined if the zone is unknown. @param time Unix time in milliseconds */
export function timeIn(timeZone: string, time: number): string | undefined {
  const offset = offsetOf(timeZone, time);
  if (offset === undefined) return undefined;
  const local = new Date(time + offset * 60_000).toISOString().slice(0, 19);
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  const two = (number: number) => String(number).padStart(2, "0");
  return `${local}${offset < 0 ? "-" : "+"}${two(hours)}:${two(minutes)}`;
}

/** Offset of a zone from UTC in minutes; undefined if the zone is unknown. */
export function offsetOf(timeZone: string, time: number): number | undefined {
  try {
    const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    const name = format.formatToParts(time).find(({ type }) => type === "timeZoneName")?.value ?? "";
    const [, sign, hours = "0", minutes = "0"] = /^GMT(?:([+-])(\d\d):(\d\d))?/.exec(name) ?? [];
    return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  } catch {
    return undefined;
  }
}
