/** Blocks of addresses with their countries → a MaxMind DB file (format 2.0). */

import type { Address } from "./address.ts";
import type { CountryBlock, Delegations } from "./delegated.ts";

const MARKER = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
const SEPARATOR = Buffer.alloc(16);
const NODE_BYTES = 6;
/** IPv4 addresses are the first of ::/96. */
const IPV4_DEPTH = 96;

/**
 * A binary tree over the bits of addresses. A node has two children: the number of a node, 0 for nothing, or below 0 a
 * leaf, the country's number negated.
 */
class Tree {
  private children = new Int32Array(1 << 16);
  private nodes = 1;

  /** Sets what the addresses of a block lead to; within a block that leads elsewhere it is the exception. */
  insert(address: Address, depth: number, leaf: number): void {
    let node = 0;
    for (let at = 0; at < depth - 1; at++) {
      const slot = node * 2 + bitOf(address, at);
      const child = this.children[slot] ?? 0;
      node = child > 0 ? child : this.split(slot, child);
    }
    this.children[node * 2 + bitOf(address, depth - 1)] = leaf;
  }

  /** Children of each node, where nodes that lead to one thing are gone and the others are numbered from the root on. */
  compact(): readonly (readonly [left: number, right: number])[] {
    const packed: [number, number][] = [[0, 0]];
    const visit = (node: number, target: number): number => {
      const sides = [0, 1].map((bit) => {
        const child = this.children[node * 2 + bit] ?? 0;
        if (child <= 0) return child;
        const number = packed.push([0, 0]) - 1;
        const all = visit(child, number);
        if (all > 0) return all;
        packed.length = number;
        return all;
      });
      const [left = 0, right = 0] = sides;
      if (left === right && left <= 0 && target !== 0) return left;
      packed[target] = [left, right];
      return target;
    };
    visit(0, 0);
    return packed;
  }

  private split(slot: number, both: number): number {
    const node = this.nodes++;
    if (node * 2 + 2 > this.children.length) {
      const larger = new Int32Array(this.children.length * 2);
      larger.set(this.children);
      this.children = larger;
    }
    this.children.fill(both, node * 2, node * 2 + 2);
    this.children[slot] = node;
    return node;
  }
}

function bitOf({ w0, w1, w2, w3 }: Address, at: number): number {
  const word = at < 32 ? w0 : at < 64 ? w1 : at < 96 ? w2 : w3;
  return (word >>> (31 - (at & 31))) & 1;
}

/** A value's first byte: its type and length (section "Data Field Format" of the format). */
function head(type: number, length: number): Buffer {
  return Buffer.from(type < 8 ? [(type << 5) | length] : [length, type - 7]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([head(2, bytes.length), bytes]);
}

function unsigned(type: 5 | 6 | 9, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  const used = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  return Buffer.concat([head(type, used.length), used]);
}

function map(...entries: readonly (readonly [key: string, value: Buffer])[]): Buffer {
  return Buffer.concat([head(7, entries.length), ...entries.flatMap(([key, value]) => [text(key), value])]);
}

/** The file's bytes. Where blocks overlap, the narrowest counts. Throws an Error for no blocks, and for too many. */
export function countryDatabase({ blocks, endDate }: Delegations): Buffer {
  if (blocks.length === 0 || endDate === 0) throw new Error("no blocks of countries, or no date");
  const countries = [...new Set(blocks.map(({ country }) => country))].sort();
  const leaves = new Map(countries.map((country, index) => [country, -1 - index]));
  const tree = new Tree();
  for (const { address, depth, country } of blocks.map(withDepth).sort((a, b) => a.depth - b.depth))
    tree.insert(address, depth, leaves.get(country) ?? 0);
  const nodes = tree.compact();
  const records = countries.map((country) => map(["country_code", text(country)]));
  const offsets = [0];
  for (const record of records) offsets.push((offsets.at(-1) ?? 0) + record.length);
  if (nodes.length + SEPARATOR.length + (offsets.at(-1) ?? 0) >= 2 ** 24) throw new Error("too many blocks");
  const bytes = Buffer.alloc(nodes.length * NODE_BYTES);
  const value = (child: number): number => {
    if (child > 0) return child;
    return nodes.length + (child === 0 ? 0 : SEPARATOR.length + (offsets[-1 - child] ?? 0));
  };
  for (const [index, [left, right]] of nodes.entries()) {
    bytes.writeUIntBE(value(left), index * NODE_BYTES, 3);
    bytes.writeUIntBE(value(right), index * NODE_BYTES + 3, 3);
  }
  return Buffer.concat([bytes, SEPARATOR, ...records, MARKER, metadata(nodes.length, endDate)]);
}

function withDepth({ address, prefix, country }: CountryBlock) {
  return { address, country, depth: prefix + (address.family === 4 ? IPV4_DEPTH : 0) };
}

function metadata(nodeCount: number, endDate: number): Buffer {
  return map(
    ["binary_format_major_version", unsigned(5, 2)],
    ["binary_format_minor_version", head(5, 0)],
    ["build_epoch", unsigned(9, endDate)],
    ["database_type", text("Registries-Country")],
    ["description", map(["en", text("Delegations by registries")])],
    ["ip_version", unsigned(5, 6)],
    ["languages", Buffer.concat([head(11, 1), text("en")])],
    ["node_count", unsigned(6, nodeCount)],
    ["record_size", unsigned(5, 24)],
  );
}
