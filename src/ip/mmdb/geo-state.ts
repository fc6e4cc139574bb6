/** Open databases of a service: their order in lookups, and their state for reports. */

import { CONNECTION_KINDS } from "../schema.ts";
import { type Database, DatabaseError, openDatabase } from "./database.ts";
import type { DatabaseInfo } from "./database-info.ts";
import type { GeoSettings, Wanted } from "./geo-files.ts";
import type { GeoDatabases, LookupSource } from "./lookup-source.ts";

export type GeoLog = (
  level: "info" | "warn" | "error",
  message: string,
  facts?: Readonly<Record<string, string | number | boolean>>,
) => void;

export interface ReloadResult {
  /** Files opened because they changed. */
  readonly opened: readonly string[];
  /** Reasons for refused files; the previous ones stay in use. */
  readonly failures: readonly string[];
}

export interface GeoCounts {
  readonly reloads: number;
  readonly failures: number;
  /** Files closed because they were modified in use. */
  readonly changed: number;
}

export interface Geo {
  /** Current databases. Call for each lookup and never keep them: files are closed when replaced. */
  readonly current: () => GeoDatabases;
  /** Files in order of precedence; `now` is Unix time in milliseconds. */
  readonly describe: (now: number) => readonly DatabaseInfo[];
  /** `ok`: any database is loaded. `reason` also reports a refused newer file. */
  readonly ready: () => { readonly ok: boolean; readonly reason?: string };
  /** Opens and checks changed files, then swaps. Never throws; one at a time. */
  readonly reload: () => Promise<ReloadResult>;
  /** Since the start. */
  readonly counts: () => GeoCounts;
  /** Changes to these trigger a reload. */
  readonly watched: () => { readonly folders: readonly string[]; readonly files: readonly string[] };
  /** Resolves when the lookup tables of the first files are built. */
  readonly prepared: Promise<void>;
  readonly close: () => void;
}

export interface Used {
  readonly wanted: Wanted;
  readonly database: Database;
}

const ROLES: Readonly<
  Record<Wanted["role"], { readonly fits: (database: Database) => boolean; readonly expected: string }>
> = {
  place: {
    fits: ({ kind }) => kind === "city" || kind === "country",
    expected: "a city or country database",
  },
  asn: { fits: ({ hasAsn }) => hasAsn, expected: "an ASN database" },
  networks: { fits: ({ kind }) => kind === "networks", expected: "a networks database" },
};

export function openWanted(wanted: Wanted, settings: GeoSettings, onChange: () => void): Database {
  const database = openDatabase(wanted.file, settings.load, onChange);
  const { fits, expected } = ROLES[wanted.role];
  if (fits(database)) return database;
  database.close();
  const is = database.kind === "asn" ? "an ASN database" : `a ${database.kind} database`;
  throw new DatabaseError(wanted.file, `${is}, where ${expected} is expected`);
}

export function arrange(used: readonly Used[], embedded: readonly Database[]): GeoDatabases {
  const inside = (wanted: Database["kind"]) => embedded.filter(({ kind }) => kind === wanted);
  const built = ({ database }: Used): number => database.metadata.buildEpoch ?? 0;
  // In the given order; files found in the default folders by date, since publishers' names differ.
  const byRole = (role: Wanted["role"]): readonly Database[] =>
    used
      .filter(({ wanted }) => wanted.role === role)
      .toSorted((a, b) => (a.wanted.named ? 0 : built(b) - built(a)))
      .map(({ database }) => database);
  // City before country, in the given order; bundled ones last.
  const given = byRole("place");
  const places = [
    ...given.filter(({ kind }) => kind === "city"),
    ...given.filter(({ kind }) => kind !== "city"),
    ...inside("country"),
  ];
  const asnFiles = byRole("asn");
  // Without an ASN file, uses place databases that contain ASNs (GeoIP2 Enterprise, IPinfo).
  const asns = [
    ...(asnFiles.length > 0 ? asnFiles : places.filter(({ hasAsn }) => hasAsn)),
    ...inside("asn"),
  ];
  // Never both files: entries of the bundled one that are missing in a newer file are obsolete.
  const networkFiles = byRole("networks");
  const connections = networkFiles.length > 0 ? networkFiles : inside("networks");
  const covering = (databases: readonly Database[], family: 4 | 6): readonly LookupSource[] =>
    databases.filter(({ families }) => families.includes(family)).map(({ source }) => source);
  const unknown = CONNECTION_KINDS.filter(
    (kind) => !connections.some(({ source }) => source.mmdb.hasText(kind)),
  );
  return {
    connectionUnknown: unknown.length === 0 ? "" : `,"connectionUnknown":${JSON.stringify(unknown)}`,
    places: { 4: covering(places, 4), 6: covering(places, 6) },
    asns: { 4: covering(asns, 4), 6: covering(asns, 6) },
    ...(connections.length > 0 && {
      connections: { 4: covering(connections, 4), 6: covering(connections, 6) },
    }),
  };
}
