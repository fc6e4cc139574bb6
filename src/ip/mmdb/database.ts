/** IO: opens and checks database files. */

import { statSync } from "node:fs";
import { basename } from "node:path";
import { type Attribution, attributionOf } from "../../../data/geo/attributions.ts";
import { runYielding, yieldToEventLoop } from "../../api/cooperative.ts";
import { fileReason } from "../../api/file-reason.ts";
import { embeddedMemory, fileMemory, type Memory } from "../../platform/mapping.ts";
import { ipv4 } from "../../syntax/ip-address.ts";
import { KINDS, type Kind, kindsIn } from "../names/record.ts";
import { MmdbError } from "./decoder.ts";
import type { EmbeddedFile } from "./geo-files.ts";
import { type LookupSource, lookupSource, recordCaches } from "./lookup-source.ts";
import type { Metadata } from "./metadata.ts";
import { Mmdb } from "./mmdb.ts";

export type { Kind };

/** Unusable file; the message has its name and the reason. */
export class DatabaseError extends Error {
  readonly file: string;

  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`);
    this.name = "DatabaseError";
    this.file = file;
  }
}

export interface Database {
  readonly file: string;
  readonly kind: Kind;
  /** Whether records contain the autonomous system. */
  readonly hasAsn: boolean;
  readonly families: readonly (4 | 6)[];
  readonly source: LookupSource;
  readonly metadata: Metadata;
  readonly load: "map" | "memory";
  readonly bytes: number;
  readonly attribution: Attribution | undefined;
  /** State of the file, from `fileIdentity`: changes when the file is replaced or modified. */
  readonly identity: string;
  /** Absent until an embedded file is opened. */
  readonly memory?: Memory;
  /** Releases the memory; later lookups fail as for a damaged file. */
  readonly close: () => void;
}

/** Device, inode, size and modification time; `""` for a missing file. */
export function fileIdentity(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat === undefined ? "" : `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeMs}`;
}

// Amounts checked when a file is opened; `verifyDatabase` checks the rest after the first answer.
const CANARIES = 32;
const SAMPLE = 32;
const FIRST_NODES = 4096;

/** Kinds of data in some records, or in all records of a small tree. @throws MmdbError */
function sample(mmdb: Mmdb): ReadonlySet<Kind> {
  const kinds = new Set<Kind>();
  let left = mmdb.metadata.nodeCount <= FIRST_NODES ? Number.POSITIVE_INFINITY : SAMPLE;
  const add = (record: number): boolean => {
    for (const kind of kindsIn(mmdb.decode(record))) kinds.add(kind);
    return --left > 0;
  };
  mmdb.eachRecord(add);
  for (let i = 0; i < CANARIES; i++) {
    const { record } = mmdb.find(ipv4(i * 0x8000000 + 0x010101));
    if (record !== 0) add(record);
  }
  return kinds;
}

function openMemory(file: string, load: "map" | "memory"): Memory {
  try {
    return fileMemory(file, load);
  } catch (error) {
    throw new DatabaseError(file, fileReason(error));
  }
}

/**
 * Opens a file and checks metadata, size, the first nodes and some records. `verifyDatabase` checks the rest;
 * until then lookups are bounds-checked and find nothing in damaged parts. `onChange` is called by a lookup
 * that finds the file modified; its answer is discarded.
 * @throws DatabaseError
 */
export function openDatabase(file: string, load: "map" | "memory", onChange?: () => void): Database {
  const identity = fileIdentity(file);
  const memory = openMemory(file, load);
  try {
    const mmdb = new Mmdb(memory);
    mmdb.checkNodes(0, FIRST_NODES);
    const kinds = sample(mmdb);
    const { type } = mmdb.metadata;
    const kind = KINDS.find((one) => kinds.has(one));
    if (kind === undefined) {
      throw new MmdbError(
        `a database of type ${JSON.stringify(type)}, without places, autonomous systems and kinds of networks`,
      );
    }
    return {
      file,
      kind,
      hasAsn: kinds.has("asn"),
      families: ([4, 6] as const).filter((family) => mmdb.covers(family)),
      source: lookupSource(mmdb, onChange),
      metadata: mmdb.metadata,
      load: memory.load,
      bytes: memory.size,
      attribution: attributionOf(type, basename(file)),
      identity,
      memory,
      close: () => memory.release(),
    };
  } catch (error) {
    memory.release();
    if (error instanceof MmdbError) throw new DatabaseError(file, error.message);
    throw error;
  }
}

/**
 * Bundled file: not checked, and opened at first use, since countries are rarely used next to a city
 * database. Not mapped, since it has no path outside of the process.
 */
export function embeddedDatabase({ file, families }: EmbeddedFile, kind: Exclude<Kind, "city">): Database {
  const read = () => {
    const memory = embeddedMemory(file);
    return { memory, mmdb: new Mmdb(memory) };
  };
  let opened: ReturnType<typeof read> | undefined;
  const open = () => {
    opened ??= read();
    return opened;
  };
  let described: Metadata | undefined;
  const caches = recordCaches();
  return {
    file,
    kind,
    hasAsn: kind === "asn",
    families,
    source: {
      ...caches,
      // Constant within a release.
      state: basename(file),
      intact: () => true,
      lately: () => true,
      get mmdb() {
        return open().mmdb;
      },
    },
    // Reading only the metadata does not keep the file open.
    get metadata() {
      if (described !== undefined) return described;
      const { memory, mmdb } = opened ?? read();
      described = mmdb.metadata;
      if (opened === undefined) memory.release();
      return described;
    },
    load: "memory",
    get bytes() {
      return Bun.file(file).size;
    },
    attribution: attributionOf("", basename(file)),
    identity: file,
    close: () => opened?.memory.release(),
  };
}

// Small trees fit the processor's cache. @perf Without tables a city file takes 1.5 times the CPU (`bench ip`).
const WORTH_TABLES = 100_000;

/** Nodes checked per slice: 0.7 ms. */
const SLICE = 20_000;

/** Checks the whole tree in slices, and builds the lookup tables. @throws DatabaseError */
export async function verifyDatabase(database: Database): Promise<void> {
  const { mmdb } = database.source;
  try {
    for (let node = 0; node < mmdb.metadata.nodeCount; node += SLICE) {
      mmdb.checkNodes(node, node + SLICE);
      await yieldToEventLoop();
    }
    if (!mmdb.intact()) throw new MmdbError("modified during the check: replace files by renaming");
    await prepareDatabase(database);
  } catch (error) {
    throw error instanceof MmdbError ? new DatabaseError(database.file, error.message) : error;
  }
}

/** IPv4 bits of the lookup table of a bundled file: a table of 24 bits takes 17 MB more. */
const BITS_INSIDE = 16;

/** Builds the lookup tables in a few slices. Stops at the next slice once `isClosed` returns true. */
export async function prepareDatabase(
  { source: { mmdb }, memory }: Database,
  isClosed: () => boolean = () => false,
): Promise<void> {
  if (mmdb.metadata.nodeCount <= WORTH_TABLES) return;
  const whole = mmdb.prepare(memory ? undefined : BITS_INSIDE);
  await runYielding(
    (function* () {
      for (const pause of whole) {
        if (isClosed()) return;
        yield pause;
      }
    })(),
  );
}
