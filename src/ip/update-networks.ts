/** IO: builds the database of kinds of networks from the operators' lists. */

import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { textUpTo } from "../api/responses.ts";
import { putInPlace, replaceFile, UpdateError, updating } from "../platform/replace-file.ts";
import { readConnections } from "./connection/connection.ts";
import { isRegistration, type ListedNetwork, networkDatabase } from "./connection/network-database.ts";
import { ListError, type NetworkList, type ReadList, readList } from "./connection/network-lists.ts";
import { embeddedNetworks } from "./mmdb/bundled.ts";
import { embeddedDatabase, openDatabase } from "./mmdb/database.ts";
import { request } from "./update/download.ts";
import { verifyAll } from "./verify-records.ts";

export { type NetworkList, publishedNetworks } from "./connection/network-lists.ts";

export interface NetworksUpdate {
  /** File to replace. Previous lists are kept in `networks.mmdb.lists` in the same folder. */
  readonly target: string;
  readonly lists: readonly NetworkList[];
  /** Base URL of copies of the lists, by id; replaces the operators' URLs. */
  readonly mirror?: string;
  /** Accept lists that lost half of their networks. */
  readonly force?: boolean;
  /** Unix time in milliseconds. */
  readonly now: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface NetworksUpdateResult {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly networks: number;
  readonly lists: readonly { readonly id: string; readonly networks: number; readonly since: string }[];
  /** Lists that failed, with the reason; their previous networks are kept. */
  readonly failed: readonly { readonly id: string; readonly reason: string }[];
}

/** Maximum bytes and milliseconds of a download: Apple's list has 12 MB. */
const MOST_BYTES = 64 * 2 ** 20;
const TIMEOUT = 60_000;
/** Minimum fraction of the previous networks that a new list must have. */
const LEAST_KEPT = 0.5;
const MOST_REASON = 200;

/**
 * Downloads and checks each list, and writes one file with the lists and the bundled registrations.
 * @throws UpdateError if every list fails, or the file is invalid
 */
export function updateNetworks(update: NetworksUpdate): Promise<NetworksUpdateResult> {
  const { target, lists, now } = update;
  const folder = `${target}.lists`;
  const failed: { id: string; reason: string }[] = [];
  const read: { list: NetworkList; found: ReadList; since: string }[] = [];
  return updating(target, async (fresh) => {
    await mkdir(folder, { recursive: true });
    for (const [done, list] of lists.entries()) {
      update.onProgress?.(done, lists.length);
      const kept = join(folder, list.id);
      const before = await keptList(list, kept);
      try {
        const text = await textOfList(list, update);
        const found = readList(list, text);
        const had = before?.found.networks.length ?? 0;
        if (update.force !== true && found.networks.length < had * LEAST_KEPT)
          throw new ListError(
            `with ${found.networks.length} networks, where it had ${had}: --force accepts it`,
          );
        await replaceFile(kept, text);
        read.push({ list, found, since: found.date ?? dayOf(now) });
      } catch (error) {
        update.signal?.throwIfAborted();
        const reason = error instanceof Error ? error.message : String(error);
        failed.push({ id: list.id, reason: reason.slice(0, MOST_REASON) });
        if (before) read.push({ list, ...before });
      }
    }
    if (failed.length === lists.length)
      throw new UpdateError(`none of the ${lists.length} lists could be read: ${failed[0]?.reason ?? ""}`);
    const listed = read.flatMap(({ list, found, since }) => networksOfList(list, found, since));
    const covered = new Set(read.map(({ list }) => list.kind));
    const bytes = networkDatabase([...bundledNetworks(covered), ...listed], Math.floor(now / 1000));
    await writeFile(fresh, bytes);
    const database = openDatabase(fresh, "map");
    await verifyAll(database).finally(database.close);
    await putInPlace(fresh, target);
    const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
    await replaceFile(`${target}.sha256`, `${sha256}  ${target.split("/").at(-1) ?? ""}\n`);
    return {
      ...{ file: target, sha256, bytes: bytes.length, networks: listed.length, failed },
      lists: read.map(({ list: { id }, found, since }) => ({ id, networks: found.networks.length, since })),
    };
  });
}

function networksOfList(
  { kind, url }: NetworkList,
  { networks }: ReadList,
  since: string,
): readonly ListedNetwork[] {
  return networks.map(({ network, service, region }) => ({
    network,
    connection: { kind, service, ...(region && { region }), source: url, since },
  }));
}

/** Bundled registrations, and bundled lists of kinds that no newer list covers. */
function bundledNetworks(covered: ReadonlySet<string>): readonly ListedNetwork[] {
  return embeddedNetworks.flatMap((file) => {
    const database = embeddedDatabase(file, "networks");
    const { mmdb } = database.source;
    const listed = [...mmdb.networks()].flatMap(({ record, ...network }) =>
      readConnections(mmdb.decode(record))
        .filter((connection) => isRegistration(connection) || !covered.has(connection.kind))
        .map((connection) => ({ network, connection })),
    );
    database.close();
    return listed;
  });
}

/** Previous list and its date; undefined if missing or unreadable. */
async function keptList(
  list: NetworkList,
  file: string,
): Promise<{ readonly found: ReadList; readonly since: string } | undefined> {
  try {
    const found = readList(list, await readFile(file, "utf8"));
    return { found, since: found.date ?? dayOf((await stat(file)).mtimeMs) };
  } catch {
    return undefined;
  }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

async function textOfList(
  { id, url, find }: NetworkList,
  { mirror, signal }: NetworksUpdate,
): Promise<string> {
  if (mirror !== undefined) return fetchList(`${mirror.replace(/\/$/, "")}/${id}`, signal);
  if (find === undefined) return fetchList(url, signal);
  const found = find(await fetchList(url, signal));
  if (found === undefined) throw new ListError(`: ${url} does not say where it is`);
  return fetchList(found, signal);
}

async function fetchList(url: string, signal?: AbortSignal): Promise<string> {
  const timeout = AbortSignal.timeout(TIMEOUT);
  const response = await request(url, {}, signal ? AbortSignal.any([signal, timeout]) : timeout);
  if (!response.ok) throw new UpdateError(`${url} returned ${response.status}`);
  const text = await textUpTo(MOST_BYTES, response);
  if (text === undefined) throw new UpdateError(`${url} is larger than ${MOST_BYTES} bytes`);
  return text;
}
