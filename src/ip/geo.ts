/** IO: the open databases of a process, from start to the last reload. */

import { dirname } from "node:path";
import { yieldToEventLoop } from "../api/cooperative.ts";
import { installGuard } from "../platform/guard.ts";
import {
  type Database,
  DatabaseError,
  embeddedDatabase,
  fileIdentity,
  prepareDatabase,
  verifyDatabase,
} from "./mmdb/database.ts";
import { type DatabaseInfo, describeDatabase, loadedFacts } from "./mmdb/database-info.ts";
import { type GeoSettings, type Wanted, wantedFiles } from "./mmdb/geo-files.ts";
import {
  arrange,
  type Geo,
  type GeoCounts,
  type GeoLog,
  openWanted,
  type ReloadResult,
  type Used,
} from "./mmdb/geo-state.ts";
import type { GeoDatabases } from "./mmdb/lookup-source.ts";

export { developmentCity, embeddedAsn, embeddedCountry, embeddedNetworks } from "./mmdb/bundled.ts";
export { attributionsOf } from "./mmdb/database-info.ts";
export type { GeoSettings } from "./mmdb/geo-files.ts";
export type { Geo } from "./mmdb/geo-state.ts";
export { watchGeo } from "./mmdb/reload.ts";

/** Milliseconds to wait for a file that is being written. */
const SETTLE = 2000;

/** Open files and the state of the last reload. */
class OpenGeo implements Geo {
  readonly prepared: Promise<void>;
  private readonly settings: GeoSettings;
  private readonly log: GeoLog;
  private used: readonly Used[] = [];
  private readonly embedded: readonly Database[];
  private databases: GeoDatabases = arrange([], []);
  /** Identities of rejected files in the default folders, so that each is reported once. */
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
    this.prepared = this.prepareFirst();
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
    // A change during a reload triggers another reload.
    const run = (this.running ?? Promise.resolve()).then(() => this.reloadOnce());
    this.running = run;
    return run;
  };

  private readonly isClosed = (): boolean => this.closed;

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

  /** Closes a database whose file was modified in place; the next one answers until the file is reopened. */
  private drop(database: Database): void {
    if (!this.used.some((entry) => entry.database === database)) return;
    this.use(this.used.filter((entry) => entry.database !== database));
    database.close();
    this.changed++;
    this.problem = `${database.file}: modified while in use, so it is not used until it is read again: replace files by renaming`;
    this.log("error", "geo database dropped", { reason: this.problem });
    // Waits, since the file is usually still being written.
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

  /** Builds the lookup tables. Does not walk the whole files: lookups are bounds-checked. */
  private async prepareFirst(): Promise<void> {
    await this.guardMaps();
    for (const { database } of this.used) if (!this.closed) await prepareDatabase(database, this.isClosed);
    await this.prepareEmbedded();
  }

  /** Prepares the bundled files that every lookup uses; bundled countries are rarely used. */
  private async prepareEmbedded(): Promise<void> {
    const given = new Set<string>(this.used.map(({ wanted }) => wanted.role));
    const asked = this.embedded.filter(({ kind }) => kind !== "country" && !given.has(kind));
    if (asked.length === 0) return;
    await yieldToEventLoop();
    for (const database of asked) if (!this.closed) await prepareDatabase(database, this.isClosed);
  }

  /** Installs the guard of mapped files after the first answer, since this takes some milliseconds. */
  private async guardMaps(): Promise<void> {
    if (!this.used.some(({ database }) => database.load === "map")) return;
    await yieldToEventLoop();
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

  /** Opens every wanted file; unchanged ones are reused, others checked completely. */
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
    // Lookups are synchronous: none is still reading the old files.
    for (const { database } of dropped) database.close();
    if (opened.length === 0 && dropped.length === 0) return;
    this.reloads++;
    for (const database of opened) this.log("info", "geo database loaded", loadedFacts(database));
  }
}

/**
 * Opens the configured databases. Invalid files in the default folders are skipped with a warning.
 * @throws DatabaseError for an invalid configured file
 */
export async function openGeo(settings: GeoSettings, log: GeoLog): Promise<Geo> {
  return new OpenGeo(settings, log);
}
