/** Writes MaxMind DB files (format 2.0). */

import type { Network } from "../../syntax/ip-address.ts";

const MARKER = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");
const SEPARATOR = Buffer.alloc(16);
const NODE_BYTES = 6;
/** IPv4 addresses are in ::/96. */
const IPV4_DEPTH = 96;

/** Nodes addressable by 24 bits. */
const MOST_NODES = 2 ** 24;

/** Children of each node. */
type Nodes = readonly (readonly [left: number, right: number])[];

/**
 * Binary tree over the bits of addresses. A child is the number of a node, 0 for nothing, or a negated record number.
 */
class Tree {
  private children = new Int32Array(1 << 16);
  private nodes = 1;

  /** Sets the record of a block; overrides a wider block. */
  insert(address: Network["address"], depth: number, leaf: number): void {
    let node = 0;
    for (let at = 0; at < depth - 1; at++) {
      const slot = node * 2 + bitOf(address, at);
      const child = this.children[slot] ?? 0;
      node = child > 0 ? child : this.split(slot, child);
    }
    this.children[node * 2 + bitOf(address, depth - 1)] = leaf;
  }

  /** Children of each node, numbered from the root. Merges nodes whose two children are equal. */
  compact(): Nodes {
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
    if (this.nodes >= MOST_NODES) throw new Error("too many blocks");
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

/** Levels of the tree whose nodes come first in the file, for building lookup tables. */
const HEAD = 16;

/** Nodes in file order; the root stays first. */
function headFirst(nodes: Nodes): Nodes {
  const order: number[] = [];
  const placed = new Uint8Array(nodes.length);
  const place = (root: number) => {
    let level = [root];
    for (let depth = 0; depth <= HEAD && level.length > 0; depth++) {
      const fresh = level.filter((node) => placed[node] === 0);
      for (const node of fresh) placed[node] = 1;
      for (const node of fresh) order.push(node);
      level = level.flatMap((node) => (nodes[node] ?? []).filter((child) => child > 0));
    }
  };
  place(0);
  let ipv4 = 0;
  for (let depth = 0; depth < IPV4_DEPTH && ipv4 >= 0; depth++) ipv4 = nodes[ipv4]?.[0] || -1;
  if (ipv4 > 0) place(ipv4);
  for (const node of nodes.keys()) if (placed[node] === 0) order.push(node);
  const numbers = new Uint32Array(nodes.length);
  for (const [number, node] of order.entries()) numbers[node] = number;
  const renumbered = (child: number) => (child > 0 ? (numbers[child] ?? 0) : child);
  return order.map((node) => {
    const [left, right] = nodes[node] ?? [0, 0];
    return [renumbered(left), renumbered(right)];
  });
}

function bitOf({ w0, w1, w2, w3 }: Network["address"], at: number): number {
  const word = at < 32 ? w0 : at < 64 ? w1 : at < 96 ? w2 : w3;
  return (word >>> (31 - (at & 31))) & 1;
}

/** Type and length of a value (section "Data Field Format"). */
function head(type: number, length: number): Buffer {
  return Buffer.from(type < 8 ? [(type << 5) | length] : [length, type - 7]);
}

/** Lengths of 29 to 284 take another byte. */
const LONG = 29;

/** String, truncated to 284 bytes. */
export function text(value: string): Buffer {
  const all = Buffer.from(value);
  let end = Math.min(all.length, LONG + 255);
  while (end < all.length && ((all[end] ?? 0) & 0xc0) === 0x80) end--;
  const bytes = all.subarray(0, end);
  if (bytes.length < LONG) return Buffer.concat([head(2, bytes.length), bytes]);
  return Buffer.concat([head(2, LONG), Buffer.from([bytes.length - LONG]), bytes]);
}

/** Unsigned integer of 16 (5), 32 (6) or 64 (9) bits. @internal for tests */
export function unsigned(type: 5 | 6 | 9, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  const used = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  return Buffer.concat([head(type, used.length), used]);
}

/** Map. Keys are names, or pointers to names. */
export function map(...entries: readonly (readonly [key: string | Buffer, value: Buffer])[]): Buffer {
  const parts = entries.flatMap(([key, value]) => [typeof key === "string" ? text(key) : key, value]);
  return Buffer.concat([head(7, entries.length), ...parts]);
}

/** Array of at most 28 values. */
export function array(...values: readonly Buffer[]): Buffer {
  return Buffer.concat([head(11, values.length), ...values]);
}

/** Pointer to an offset of the data section below 2,048. */
export function pointer(offset: number): Buffer {
  if (offset >= 0x800) throw new Error(`no pointer of two bytes to ${offset}`);
  return Buffer.from([(1 << 5) | (offset >> 8), offset & 0xff]);
}

export interface FileFacts {
  readonly type: string;
  readonly description: string;
  /** Unix time in seconds. */
  readonly built: number;
}

/** Block and its record number. */
export interface RecordBlock extends Network {
  readonly record: number;
}

/**
 * Bytes of an MMDB file. The narrowest of overlapping blocks wins.
 * @param records encoded values of blocks
 * @param shared values that records point to, at the start of the data section
 * @throws Error for too many
 */
export function mmdbFile(
  blocks: readonly RecordBlock[],
  records: readonly Buffer[],
  facts: FileFacts,
  shared: Buffer = Buffer.alloc(0),
): Buffer {
  const tree = new Tree();
  const deep = blocks.map(({ address, prefix, record }) => ({
    ...{ address, record },
    depth: prefix + (address.family === 4 ? IPV4_DEPTH : 0),
  }));
  for (const { address, depth, record } of deep.sort((a, b) => a.depth - b.depth))
    tree.insert(address, depth, -1 - record);
  const nodes = headFirst(tree.compact());
  const offsets = [shared.length];
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
  return Buffer.concat([bytes, SEPARATOR, shared, ...records, MARKER, metadata(nodes.length, facts)]);
}

function metadata(nodeCount: number, { type, description, built }: FileFacts): Buffer {
  return map(
    ["binary_format_major_version", unsigned(5, 2)],
    ["binary_format_minor_version", head(5, 0)],
    ["build_epoch", unsigned(9, built)],
    ["database_type", text(type)],
    ["description", map(["en", text(description)])],
    ["ip_version", unsigned(5, 6)],
    ["languages", array(text("en"))],
    ["node_count", unsigned(6, nodeCount)],
    ["record_size", unsigned(5, 24)],
  );
}
