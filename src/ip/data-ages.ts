/** Age of the data, in words. Pure. */

import type { GeoDatabases } from "./mmdb/lookup-source.ts";

/** Days after which the log and `/readyz` recommend an update: addresses move. */
const OLD_DAYS = 120;
const DAY = 86_400_000;

const TABLES = [
  { role: "places", name: "places" },
  { role: "asns", name: "autonomous systems" },
  { role: "connections", name: "kinds of networks" },
] as const;

/** Age of the first database of a kind. */
export interface TableAge {
  readonly name: (typeof TABLES)[number]["name"];
  /** RFC 3339 full-date. */
  readonly built: string;
  readonly days: number;
  readonly old: boolean;
}

/** Age in UTC days, equal for all files of one date. @param now Unix time in milliseconds */
export function ageOf(built: number, now: number): { readonly days: number; readonly old: boolean } {
  const days = Math.max(0, Math.floor(now / DAY) - Math.floor(built / DAY));
  return { days, old: days > OLD_DAYS };
}

/** Age of each kind of data: the older of the first IPv4 and IPv6 files. Kinds without a date are omitted. */
export function tableAges(geo: GeoDatabases, now: number): readonly TableAge[] {
  return TABLES.flatMap(({ role, name }) => {
    const first = [geo[role]?.[4][0], geo[role]?.[6][0]];
    const dates = first.flatMap((source) => source?.mmdb.metadata.buildEpoch ?? []);
    if (dates.length === 0) return [];
    const built = Math.min(...dates) * 1000;
    return [{ name, built: new Date(built).toISOString().slice(0, 10), ...ageOf(built, now) }];
  });
}

/** `2026-06-05 (172 days old): places, autonomous systems; 2026-06-17 …`; `""` without dated files. */
export function agesText(ages: readonly TableAge[]): string {
  return [...Map.groupBy(ages, ({ built, days }) => `${built} (${days} ${days === 1 ? "day" : "days"} old)`)]
    .map(([age, of]) => `${age}: ${of.map(({ name }) => name).join(", ")}`)
    .join("; ");
}

/** One sentence about data that is too old, the same every day; undefined without old data. */
export function oldData(ages: readonly TableAge[]): string | undefined {
  const old = ages.filter((age) => age.old);
  if (old.length === 0) return undefined;
  const names = old.map(({ name, built }) => `${name} of ${built}`).join(", ");
  return `data more than ${OLD_DAYS} days old (${names}): run \`netlens update\``;
}

/** Creates a function that logs old data, once per set of kinds. */
export function oldDataLogger(
  current: () => GeoDatabases,
  log: (level: "warn", message: string, facts: { readonly reason: string }) => void,
  clock: () => number,
): () => void {
  let logged: string | undefined;
  return () => {
    const reason = oldData(tableAges(current(), clock()));
    if (reason !== undefined && reason !== logged) log("warn", "old data", { reason });
    logged = reason;
  };
}
