import type { Task } from "../../api/cooperative.ts";
import type { Memory } from "../../platform/mapping.ts";
import type { Address, Network } from "../../syntax/ip-address.ts";
import { Decoder, MmdbError, type MmdbValue } from "./decoder.ts";
import { findMarker, type Metadata, readMetadata } from "./metadata.ts";

/** Result of a search: file offset of the record, or 0; and the number of address bits that lead to it. */
export interface Found {
  readonly record: number;
  readonly prefix: number;
}

const SEPARATOR = 16;
/** Bytes searched at a time. */
const PIECE = 1 << 20;
/** Depth of IPv4 addresses in a tree of 128 bits. */
const IPV4_DEPTH = 96;
/**
 * Bits resolved by a jump table. Most IPv4 networks have 20 to 24 bits, so 20 leave a step or two; the table has 5 MB.
 */
const JUMP_BITS = { 4: 20, 6: 16 } as const;

/** Record and depth for each value of the first bits of an address. */
interface Jump {
  readonly bits: number;
  readonly records: Uint32Array;
  readonly depths: Uint8Array;
}

/** Searchable database. Every read is bounds-checked; damage throws MmdbError. */
export class Mmdb {
  readonly metadata: Metadata;
  /** Root of IPv4: node 0 in an IPv4 file, else the node after 96 zero bits. */
  private readonly ipv4: { readonly record: number; readonly depth: number };
  private readonly memory: Memory;
  private readonly nodeCount: number;
  readonly decoder: Decoder;
  private readonly dataStart: number;
  private readonly dataEnd: number;
  private readonly nodeBytes: number;
  /** Result of `find`, reused to avoid garbage. */
  private readonly found = { record: 0, prefix: 0 };
  private jump4: Jump | undefined;
  private jump6: Jump | undefined;

  /** @throws MmdbError with the file's actual type */
  constructor(memory: Memory) {
    const marker = findMarker(memory);
    this.metadata = readMetadata(memory, marker);
    this.memory = memory;
    this.nodeCount = this.metadata.nodeCount;
    this.nodeBytes = this.metadata.recordSize / 4;
    const tree = this.metadata.nodeCount * this.nodeBytes;
    this.dataStart = tree + SEPARATOR;
    this.dataEnd = marker;
    if (this.dataStart > marker) {
      throw new MmdbError(
        `truncated: ${this.metadata.nodeCount} nodes need ${this.dataStart} bytes, but there are ${marker}`,
      );
    }
    this.decoder = new Decoder(memory, this.dataStart, this.dataEnd);
    this.ipv4 = this.metadata.ipVersion === 4 ? { record: 0, depth: 0 } : this.descend();
  }

  /** Whether any record has this text of at most 28 characters: searches the bytes without decoding. */
  hasText(text: string): boolean {
    // Type 2 (UTF-8 string) and the length.
    const sought = Buffer.concat([Buffer.of(0x40 | text.length), Buffer.from(text)]);
    for (let from = this.dataStart; from < this.dataEnd; from += PIECE) {
      const length = Math.min(PIECE + sought.length, this.dataEnd - from);
      const start = this.memory.near(from, length);
      if (this.memory.window.subarray(start, start + length).includes(sought)) return true;
    }
    return false;
  }

  /**
   * Builds the jump tables, in slices.
   * @param bits4 bits of the IPv4 table: more take more memory
   */
  *prepare(bits4: number = JUMP_BITS[4]): Task<void> {
    if (this.metadata.ipVersion === 6) this.jump6 = yield* this.jumpTable(0, JUMP_BITS[6]);
    if (this.covers(4)) this.jump4 = yield* this.jumpTable(this.ipv4.record, bits4);
  }

  /** Visits records in order of addresses, until `visit` returns false. */
  eachRecord(visit: (record: number) => boolean): void {
    const open = [0];
    // A valid tree enters each node once; a damaged one may have cycles.
    let left = this.nodeCount;
    for (let node = open.pop(); node !== undefined && left-- > 0; node = open.pop()) {
      const children = [this.child(node, 0), this.child(node, 1)];
      for (const record of children) {
        if (record > this.nodeCount && !visit(this.offsetOf(record))) return;
      }
      for (const record of children.reverse()) if (record < this.nodeCount) open.push(record);
    }
  }

  /** Networks with their records, in order of addresses. IPv4 networks are inside `::/96`. */
  *networks(): Generator<Network & { readonly record: number }, void, undefined> {
    const v4 = this.metadata.ipVersion === 4;
    const open: (readonly [node: number, depth: number, words: readonly number[]])[] = [
      [0, v4 ? IPV4_DEPTH : 0, [0, 0, 0, 0]],
    ];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [node, depth, words] = next;
      if (node > this.nodeCount) yield { ...blockOf(words, depth), record: this.offsetOf(node) };
      if (node >= this.nodeCount) continue;
      if (depth === 128) throw new MmdbError("corrupt: the search tree is deeper than an address");
      for (const bit of [1, 0]) {
        const further = words.map((word, at) =>
          at === depth >> 5 && bit === 1 ? (word | (1 << (31 - (depth & 31)))) >>> 0 : word,
        );
        open.push([this.child(node, bit), depth + 1, further]);
      }
    }
  }

  /** Whether the tree covers the family. An IPv6 file may have no IPv4 addresses. */
  covers(family: 4 | 6): boolean {
    if (family === 6) return this.metadata.ipVersion === 6;
    return this.ipv4.depth === 96 || this.metadata.ipVersion === 4 || this.ipv4.record > this.nodeCount;
  }

  /** Searches an address. The next call overwrites the result. */
  find(address: Address): Found {
    return address.family === 4 ? this.findIpv4(address.w3) : this.findIpv6(address);
  }

  decode(record: number): MmdbValue {
    return this.decoder.decode(record);
  }

  /** Whether the file is unmodified; check it after reading. */
  intact(): boolean {
    return this.memory.intact();
  }

  /** `intact`, checked at most once a millisecond. */
  lately(): boolean {
    return this.memory.lately();
  }

  /** Checks that the records of nodes `from` to `to` point to a node, to nothing, or into the data section. */
  checkNodes(from: number, to: number): void {
    const { nodeCount } = this;
    const limit = nodeCount + SEPARATOR + (this.dataEnd - this.dataStart);
    for (let node = from; node < Math.min(to, nodeCount); node++) {
      for (let bit = 0; bit < 2; bit++) {
        const record = this.child(node, bit);
        if (record > nodeCount && (record < nodeCount + SEPARATOR || record >= limit))
          throw new MmdbError(`corrupt: node ${node} of the search tree points outside the data section`);
      }
    }
  }

  private findIpv4(value: number): Found {
    const jump = this.jump4;
    const head = jump === undefined ? 0 : value >>> (32 - jump.bits);
    let record = jump?.records[head] ?? this.ipv4.record;
    let depth = this.depthAfter(jump, head, record);
    while (record < this.nodeCount) {
      if (depth === 32) throw new MmdbError("corrupt: the search tree is deeper than an address");
      record = this.child(record, (value >>> (31 - depth)) & 1);
      depth++;
    }
    return this.ended(record, depth);
  }

  private findIpv6(address: Address): Found {
    if (this.metadata.ipVersion === 4) return this.ended(0, 0);
    const jump = this.jump6;
    const head = jump === undefined ? 0 : address.w0 >>> (32 - jump.bits);
    let record = jump?.records[head] ?? 0;
    let depth = this.depthAfter(jump, head, record);
    while (record < this.nodeCount) {
      if (depth === 128) throw new MmdbError("corrupt: the search tree is deeper than an address");
      const word = depth < 32 ? address.w0 : depth < 64 ? address.w1 : depth < 96 ? address.w2 : address.w3;
      record = this.child(record, (word >>> (31 - (depth & 31))) & 1);
      depth++;
    }
    return this.ended(record, depth);
  }

  private ended(record: number, depth: number): Found {
    const { found } = this;
    found.record = this.offsetOf(record);
    found.prefix = depth;
    return found;
  }

  /** Bits resolved by a jump table: all of its bits if it leads to a node, which saves a memory access. */
  private depthAfter(jump: Jump | undefined, head: number, record: number): number {
    if (jump === undefined) return 0;
    return record < this.nodeCount ? jump.bits : (jump.depths[head] ?? 0);
  }

  private offsetOf(record: number): number {
    if (record <= this.nodeCount) return 0;
    const offset = record - this.nodeCount - SEPARATOR + this.dataStart;
    if (offset < this.dataStart || offset >= this.dataEnd)
      throw new MmdbError("corrupt: the search tree points outside the data section");
    return offset;
  }

  /** Left (0) or right (1) record of a node: 24, 28 or 32 bits; at 28 the middle byte has both high nibbles. */
  private child(node: number, bit: number): number {
    const size = this.nodeBytes;
    if (size === 7) {
      const four = this.memory.u32(node * 7 + bit * 3);
      if (bit === 0) return ((four >>> 28) << 24) | reversed(four);
      return ((four & 15) << 24) | reversed(four >>> 8);
    }
    const four = this.memory.u32(node * size + (bit === 0 ? 0 : size / 2));
    return size === 6 ? reversed(four) : reversed(four) * 256 + (four >>> 24);
  }

  private descend(): { record: number; depth: number } {
    let record = 0;
    let depth = 0;
    for (; depth < 96 && record < this.nodeCount; depth++) record = this.child(record, 0);
    return { record, depth };
  }

  private *jumpTable(root: number, bits: number): Task<Jump> {
    const records = new Uint32Array(1 << bits);
    const depths = new Uint8Array(1 << bits);
    const fill = (record: number, depth: number, from: number): void => {
      const width = 1 << (bits - depth);
      if (depth === bits || record >= this.nodeCount) {
        records.fill(record, from, from + width);
        depths.fill(depth, from, from + width);
        return;
      }
      fill(this.child(record, 0), depth + 1, from);
      fill(this.child(record, 1), depth + 1, from + width / 2);
    };
    // One slice per value of the first six bits.
    for (let head = 0; head < 64; head++) {
      let record = root;
      let depth = 0;
      for (; depth < 6 && record < this.nodeCount; depth++)
        record = this.child(record, (head >>> (5 - depth)) & 1);
      if (depth === 6) fill(record, depth, head << (bits - 6));
      else {
        // The tree ends earlier: one record for the whole slice.
        records.fill(record, head << (bits - 6), (head + 1) << (bits - 6));
        depths.fill(depth, head << (bits - 6), (head + 1) << (bits - 6));
      }
      yield;
    }
    return { bits, records, depths };
  }
}

/** Block of the first `depth` bits; an IPv4 block below `::/96`. */
function blockOf(words: readonly number[], depth: number): Network {
  const [w0 = 0, w1 = 0, w2 = 0, w3 = 0] = words;
  const is4 = depth > IPV4_DEPTH && w0 === 0 && w1 === 0 && w2 === 0;
  return {
    address: { family: is4 ? 4 : 6, w0, w1, w2, w3, mapped: false },
    prefix: is4 ? depth - IPV4_DEPTH : depth,
  };
}

/** Reverses the three low bytes. */
function reversed(three: number): number {
  return ((three & 255) << 16) | (three & 0xff00) | ((three >>> 16) & 255);
}
