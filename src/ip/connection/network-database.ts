/** Builds a MaxMind DB file of kinds of networks. Pure. */

import type { Address, Network } from "../../syntax/ip-address.ts";
import { networkContains } from "../../syntax/ip-address.ts";
import { array, map, mmdbFile, pointer, type RecordBlock, text } from "../mmdb/writer.ts";
import { CONNECTION_KEY } from "../names/record.ts";
import type { Connection } from "../schema.ts";
import { CONNECTION_KEYS } from "./connection.ts";

/** Network with its data from a list. */
export interface ListedNetwork {
  readonly network: Network;
  readonly connection: Connection;
}

/** Maximum entries per address. */
const MOST = 16;

/**
 * Serializes the networks as an MMDB file. Each address gets the narrowest network of every list; a
 * registration (AS number) is used only if no list has an entry of the same kind.
 * @param built Unix time in seconds
 * @throws Error for too many networks
 */
export function networkDatabase(listed: readonly ListedNetwork[], built: number): Buffer {
  const [shared, encode] = encoder();
  const records: Buffer[] = [];
  const numbers = new Map<string, number>();
  const blocks: RecordBlock[] = [];
  const around: { readonly network: Network; readonly connections: readonly Connection[] }[] = [];
  for (const { network, connections } of byNetwork(listed)) {
    for (
      let outer = around.at(-1);
      outer && !networkContains(outer.network, network.address);
      outer = around.at(-1)
    )
      around.pop();
    const all = joined(around.at(-1)?.connections ?? [], connections);
    around.push({ network, connections: all });
    const key = JSON.stringify(all);
    const known = numbers.get(key) ?? records.push(encode(all)) - 1;
    numbers.set(key, known);
    blocks.push({ ...network, record: known });
  }
  const facts = { type: "netlens-Networks", description: "Kinds of networks, by published lists", built };
  return mmdbFile(blocks, records, facts, shared);
}

/** Entries grouped by network, wide networks first. */
function byNetwork(
  listed: readonly ListedNetwork[],
): readonly { network: Network; connections: Connection[] }[] {
  const ordered = listed.toSorted((a, b) => compare(a.network, b.network));
  const found: { network: Network; connections: Connection[] }[] = [];
  for (const { network, connection } of ordered) {
    const last = found.at(-1);
    if (last && compare(last.network, network) === 0) last.connections.push(connection);
    else found.push({ network, connections: [connection] });
  }
  return found;
}

function compare({ address: a, prefix }: Network, { address: b, prefix: other }: Network): number {
  return a.family - b.family || wordsOf(a, b) || prefix - other;
}

function wordsOf(a: Address, b: Address): number {
  return a.w0 - b.w0 || a.w1 - b.w1 || a.w2 - b.w2 || a.w3 - b.w3;
}

/** The source of a registration is an AS number. */
export function isRegistration({ source }: Connection): boolean {
  return /^AS\d+$/.test(source);
}

/** Entries of a network merged with those of the enclosing networks. */
function joined(outer: readonly Connection[], own: readonly Connection[]): readonly Connection[] {
  const lists = new Set(own.map(({ source }) => source));
  const each = [...outer.filter(({ source }) => !lists.has(source)), ...own];
  const specific = each.filter(
    (one) =>
      // An entry for a part of a service replaces the entry for the whole service.
      !each.some((other) => other.source === one.source && other.service?.startsWith(`${one.service} `)),
  );
  const known = new Set(specific.filter((one) => !isRegistration(one)).map(({ kind }) => kind));
  const kept = specific.filter((one) => !isRegistration(one) || !known.has(one.kind));
  return [...new Map(kept.map((one) => [JSON.stringify(one), one])).values()].slice(0, MOST);
}

/** Member names for the start of the data section, and an encoder of records with pointers to these names. */
function encoder(): readonly [shared: Buffer, encode: (connections: readonly Connection[]) => Buffer] {
  const names = [CONNECTION_KEY, ...CONNECTION_KEYS].map((name) => text(name));
  const pointers = names.map((_, index) => pointer(Buffer.concat(names.slice(0, index)).length));
  const [list = Buffer.alloc(0), ...keys] = pointers;
  const entry = (connection: Connection) =>
    map(
      ...CONNECTION_KEYS.flatMap((name, index) => {
        const value = connection[name];
        return value ? [[keys[index] ?? Buffer.alloc(0), text(value)] as const] : [];
      }),
    );
  return [Buffer.concat(names), (connections) => map([list, array(...connections.map(entry))])];
}
