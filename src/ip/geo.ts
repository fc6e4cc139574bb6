/** IO: the databases a process uses, from opening to the last reload. */

import { dirname } from "node:path";
import { installGuard } from "../platform/guard.ts";
import {
  type Database,
  DatabaseError,
  embeddedDatabase,
  fileIdentity,
  openDatabase,
  prepareDatabase,
  verifyDatabase,
} from "./database.ts";
import { type DatabaseInfo, describeDatabase, loadedFacts } from "./database-info.ts";
import { type GeoSettings, type Wanted, wantedFiles } from "./geo-files.ts";
import type { GeoDatabases, LookupSource } from "./lookup-source.ts";

export type GeoLog = (
  level: "info" | "warn" | "error",
  message: string,
  facts?: Readonly<Record<string, string | number | boolean>>,
) => void;

interface ReloadResult {
  /** Files that were opened, having changed. */
  readonly opened: readonly string[];
  /** Why files were refused; what was in use before stays. */
  readonly failures: readonly string[];
}

interface GeoCounts {
  readonly reloads: number;
  readonly failures: number;
  /** Files that were written to while they were in use, and were dropped for it. */
  readonly changed: number;
}

export interface Geo {
  /** What lookups use now. Take it for each lookup and never keep it: its files are closed when replaced. */
  readonly current: () => GeoDatabases;
  /** The files in use in the order of trust; `now` is Unix time in milliseconds. */
  readonly describe: (now: number) => readonly DatabaseInfo[];
  /** `ok` is whether any database is loaded; `reason` also tells of a refused newer file while an older one serves. */
  readonly ready: () => { readonly ok: boolean; readonly reason?: string };
  /** Opens what has changed, checks all of it, and swaps. Never throws; one at a time. */
  readonly reload: () => Promise<ReloadResult>;
  /** Counts since the start. */
  readonly counts: () => GeoCounts;
  /** Folders and files whose change means a reload. */
  readonly watched: () => { readonly folders: readonly string[]; readonly files: readonly string[] };
  /** Settles when the files opened at the start have been checked to the last node; rejects with the first DatabaseError. */
  readonly verified: Promise<void>;
  readonly close: () => void;
}

/** Milliseconds that a file which is being written to is given. */
const SETTLE = 2000;
/** Milliseconds in which a service that starts gives its first answers. @perf */
const FIRST_ANSWER = 20;

/** A file in use and what it is used for. */
interface Used {
  readonly wanted: Wanted;
  readonly database: Database;
}

/** What a file may be used for. */
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

function openWanted(wanted: Wanted, settings: GeoSettings, onChange: () => void): Database {
  const database = openDatabase(wanted.file, settings.load, onChange);
  const { fits, expected } = ROLES[wanted.role];
  if (fits(database)) return database;
  database.close();
  const is = database.kind === "asn" ? "an ASN database" : `a ${database.kind} database`;
  throw new DatabaseError(wanted.file, `${is}, where ${expected} is expected`);
}

function arrange(used: readonly Used[], embedded: readonly Database[]): GeoDatabases {
  const inside = (wanted: Database["kind"]) => embedded.filter(({ kind }) => kind === wanted);
  const byRole = (role: Wanted["role"]): readonly Database[] =>
    used.filter(({ wanted }) => wanted.role === role).map(({ database }) => database);
  // City before country, each in the order given; what is embedded answers last.
  const given = byRole("place");
  const places = [
    ...given.filter(({ kind }) => kind === "city"),
    ...given.filter(({ kind }) => kind !== "city"),
    ...inside("country"),
  ];
  const asnFiles = byRole("asn");
  // Without an ASN file, what place records have (GeoIP2 Enterprise, IPinfo).
  const asns = [
    ...(asnFiles.length > 0 ? asnFiles : places.filter(({ hasAsn }) => hasAsn)),
    ...inside("asn"),
  ];
  // What an older list says of an address that a newer one leaves out holds no more: the newer one answers alone.
  const networkFiles = byRole("networks");
  const connections = networkFiles.length > 0 ? networkFiles : inside("networks");
  const covering = (databases: readonly Database[], family: 4 | 6): readonly LookupSource[] =>
    databases.filter(({ families }) => families.includes(family)).map(({ source }) => source);
  return {
    places: { 4: covering(places, 4), 6: covering(places, 6) },
    asns: { 4: covering(asns, 4), 6: covering(asns, 6) },
    ...(connections.length > 0 && {
      connections: { 4: covering(connections, 4), 6: covering(connections, 6) },
    }),
  };
}

/** What is open now and how the last reload went. */
class OpenGeo implements Geo {
  readonly verified: Promise<void>;
  private readonly settings: GeoSettings;
  private readonly log: GeoLog;
  private used: readonly Used[] = [];
  private readonly embedded: readonly Database[];
  private databases: GeoDatabases = arrange([], []);
  /** Files of the usual places that were passed over, by identity: a reload does not report them again. */
  private readonly passedOver = new Set<string>();
  private problem: string | undefined;
  private reloads = 0;
  private failures = 0;
  private changed = 0;
  private running: Promise<ReloadResult> | undefined;
  private closed = false;

  constructor(settings: GeoSettings, log: GeoLog) {
    this.settings = settings;
    this.log = log;
    this.embedded = [
      ...settings.embeddedCountry.map((file) => embeddedDatabase(file, "country")),
      ...(settings.embeddedAsn ?? []).map((file) => embeddedDatabase(file, "asn")),
      ...(settings.embeddedNetworks ?? []).map((file) => embeddedDatabase(file, "networks")),
    ];
    const used: Used[] = [];
    try {
      for (const wanted of wantedFiles(settings)) this.openFirst(wanted, used);
    } catch (error) {
      for (const { database } of used) database.close();
      throw error;
    }
    this.use(used);
    this.verified = this.verifyFirst();
    // Whoever does not wait for it learns from the log and from `ready`.
    this.verified.catch(() => {});
  }

  readonly current = (): GeoDatabases => this.databases;

  readonly describe = (now: number): readonly DatabaseInfo[] => [
    ...this.used.map(({ database, wanted }) => describeDatabase(database, now, wanted.bundled === true)),
    ...this.embedded.map((database) => describeDatabase(database, now, true)),
  ];

  readonly ready = (): { readonly ok: boolean; readonly reason?: string } => {
    if (this.used.length + this.embedded.length === 0)
      return { ok: false, reason: this.problem ?? "no geo database" };
    return this.problem === undefined ? { ok: true } : { ok: true, reason: this.problem };
  };

  readonly counts = (): GeoCounts => ({
    reloads: this.reloads,
    failures: this.failures,
    changed: this.changed,
  });

  readonly watched = (): { readonly folders: readonly string[]; readonly files: readonly string[] } => {
    const files = wantedFiles(this.settings).map(({ file }) => file);
    return {
      files,
      folders: [...new Set([...this.settings.usualPlaces, ...files.map((file) => dirname(file))])],
    };
  };

  readonly reload = (): Promise<ReloadResult> => {
    // A change during a reload is seen by one more after it.
    const run = (this.running ?? Promise.resolve()).then(() => this.reloadOnce());
    this.running = run;
    return run;
  };

  readonly close = (): void => {
    this.closed = true;
    const { used } = this;
    this.use([]);
    for (const database of [...used.map((entry) => entry.database), ...this.embedded]) database.close();
  };

  private open(wanted: Wanted): Database {
    const database: Database = openWanted(wanted, this.settings, () => this.drop(database));
    return database;
  }

  /** A lookup has found the file written to. The next database answers until this one can be opened anew. */
  private drop(database: Database): void {
    if (!this.used.some((entry) => entry.database === database)) return;
    this.use(this.used.filter((entry) => entry.database !== database));
    database.close();
    this.changed++;
    this.problem = `${database.file}: modified while in use, so it is not used until it is read again: replace files by renaming`;
    this.log("error", "geo database dropped", { reason: this.problem });
    // Whoever writes into a file has seldom done with it at once.
    setTimeout(() => this.closed || void this.reload(), this.settings.settle ?? SETTLE).unref();
  }

  private use(used: readonly Used[]): void {
    this.used = used;
    this.databases = arrange(used, this.embedded);
  }

  private openFirst(wanted: Wanted, used: Used[]): void {
    try {
      used.push({ wanted, database: this.open(wanted) });
    } catch (error) {
      if (wanted.named || !(error instanceof DatabaseError)) throw error;
      this.passedOver.add(wanted.file + fileIdentity(wanted.file));
      this.log("warn", "geo database skipped", { reason: error.message });
    }
  }

  private async verifyFirst(): Promise<void> {
    await this.guardMaps();
    for (const entry of this.used) {
      try {
        await (this.settings.unchecked ? prepareDatabase : verifyDatabase)(entry.database);
      } catch (error) {
        if (!(error instanceof DatabaseError)) throw error;
        this.problem = error.message;
        this.log("error", "geo database refused", { reason: error.message });
        if (this.used.includes(entry)) {
          this.use(this.used.filter((other) => other !== entry));
          entry.database.close();
        }
        throw error;
      }
    }
    await this.prepareEmbedded();
  }

  /** Autonomous systems are looked up with each address, unlike the embedded countries. */
  private async prepareEmbedded(): Promise<void> {
    const asns = this.embedded.filter(({ kind }) => kind === "asn");
    if (asns.length === 0 || this.used.some(({ wanted }) => wanted.role === "asn")) return;
    await Bun.sleep(FIRST_ANSWER);
    for (const database of asns) if (!this.closed) await prepareDatabase(database);
  }

  /** The guard takes some milliseconds, which a first answer need not wait for. */
  private async guardMaps(): Promise<void> {
    if (!this.used.some(({ database }) => database.load === "map")) return;
    await Bun.sleep(FIRST_ANSWER);
    if (!this.closed && !installGuard())
      this.log("warn", "geo databases are memory-mapped without a guard", {
        reason:
          "a file that is truncated in place crashes the process: replace files by renaming, or use --geo-load memory",
      });
  }

  private async reloadOnce(): Promise<ReloadResult> {
    const opened: Database[] = [];
    try {
      const used = await this.openChanged(opened);
      if (this.closed) throw new DatabaseError("geo databases", "closed while they were reloaded");
      this.swap(used, opened);
      return { opened: opened.map(({ file }) => file), failures: [] };
    } catch (error) {
      for (const database of opened) database.close();
      const reason = error instanceof Error ? error.message : String(error);
      this.failures++;
      this.problem = `${reason} (the databases loaded before stay in use)`;
      this.log("error", "geo reload refused", { reason });
      return { opened: [], failures: [reason] };
    }
  }

  /** Every wanted file, open: those that have not changed as they are, the others anew and checked to the last node. */
  private async openChanged(opened: Database[]): Promise<readonly Used[]> {
    const used: Used[] = [];
    for (const wanted of wantedFiles(this.settings)) {
      const identity = fileIdentity(wanted.file);
      if (this.passedOver.has(wanted.file + identity)) continue;
      const same = this.used.find(
        ({ wanted: { file, role }, database }) =>
          file === wanted.file && role === wanted.role && database.identity === identity,
      );
      const database = same?.database ?? this.open(wanted);
      if (same === undefined) {
        opened.push(database);
        await verifyDatabase(database);
      }
      used.push({ wanted, database });
    }
    return used;
  }

  private swap(used: readonly Used[], opened: readonly Database[]): void {
    const kept = new Set(used.map(({ database }) => database));
    const dropped = this.used.filter(({ database }) => !kept.has(database));
    this.use(used);
    this.problem = undefined;
    // Lookups are synchronous: none is under way here that could still read the old files.
    for (const { database } of dropped) database.close();
    if (opened.length === 0 && dropped.length === 0) return;
    this.reloads++;
    for (const database of opened) this.log("info", "geo database loaded", loadedFacts(database));
  }
}

/**
 * Opens the databases that the settings lead to. Rejects with DatabaseError when a named file is not sound; files found
 * in the usual places are passed over with a warning.
 */
export async function openGeo(settings: GeoSettings, log: GeoLog): Promise<Geo> {
  const geo = new OpenGeo(settings, log);
  return geo;
}
