/** How old the data are that answers come from, in words. Pure. */

import type { GeoDatabases } from "./mmdb/lookup-source.ts";

/** Days after which the log and `/readyz` ask for newer data: addresses move. */
const OLD_DAYS = 120;
const DAY = 86_400_000;

/** What is looked up, and the command that replaces it. */
const TABLES = [
  { role: "places", name: "places", mend: "netlens update geo" },
  { role: "asns", name: "autonomous systems", mend: "netlens update geo --asn" },
  { role: "connections", name: "kinds of networks", mend: "netlens update networks" },
] as const;

/** The data that answer first, of one kind. */
export interface TableAge {
  readonly name: (typeof TABLES)[number]["name"];
  /** RFC 3339 full-date. */
  readonly built: string;
  readonly days: number;
  readonly old: boolean;
  readonly mend: string;
}

/** The age of a file in days of UTC, so that files of one date have one age. @param now Unix time in milliseconds */
export function ageOf(built: number, now: number): { readonly days: number; readonly old: boolean } {
  const days = Math.max(0, Math.floor(now / DAY) - Math.floor(built / DAY));
  return { days, old: days > OLD_DAYS };
}

/** Of each kind the older of what answers first for IPv4 and for IPv6; none of files without a date. */
export function tableAges(geo: GeoDatabases, now: number): readonly TableAge[] {
  return TABLES.flatMap(({ role, name, mend }) => {
    const first = [geo[role]?.[4][0], geo[role]?.[6][0]];
    const dates = first.flatMap((source) => source?.mmdb.metadata.buildEpoch ?? []);
    if (dates.length === 0) return [];
    const built = Math.min(...dates) * 1000;
    return [{ name, built: new Date(built).toISOString().slice(0, 10), ...ageOf(built, now), mend }];
  });
}

/** `places of 2026-06-05 (172 days old), …`; `""` where no file has a date. */
export function agesText(ages: readonly TableAge[]): string {
  return ages.map(({ name, built, days }) => `${name} of ${built} (${days} days old)`).join(", ");
}

/** One sentence about all that is too old, the same from day to day; undefined where nothing is. */
export function oldData(ages: readonly TableAge[]): string | undefined {
  const old = ages.filter((age) => age.old);
  if (old.length === 0) return undefined;
  const names = old.map(({ name, built }) => `${name} of ${built}`).join(", ");
  return `data more than ${OLD_DAYS} days old (${names}): run ${old.map(({ mend }) => `\`${mend}\``).join(" and ")}`;
}

/** Logs that data are too old, once for each set of such data. */
export function oldDataTeller(
  current: () => GeoDatabases,
  log: (level: "warn", message: string, facts: { readonly reason: string }) => void,
  clock: () => number,
): () => void {
  let told: string | undefined;
  return () => {
    const reason = oldData(tableAges(current(), clock()));
    if (reason !== undefined && reason !== told) log("warn", "old data", { reason });
    told = reason;
  };
}
