/** Writes MaxMind DB files (format 2.0) for tests, valid or deliberately invalid. */

import { Mmdb } from "../../src/ip/mmdb/mmdb.ts";
import { memoryOf } from "../../src/platform/mapping.ts";
import { type Network, parseNetwork } from "../../src/syntax/ip-address.ts";

export type Value =
  | string
  | number
  | boolean
  | Double
  | Float
  | Raw
  | readonly Value[]
  | { readonly [key: string]: Value };
/** Number as a double; plain numbers are written as unsigned integers. */
export class Double {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}
export class Float extends Double {}

/** Raw bytes of the data section, valid or not. */
export class Raw {
  readonly bytes: Buffer;
  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

export interface DatabaseOptions {
  readonly type: string;
  readonly ipVersion?: 4 | 6;
  readonly recordSize?: 24 | 28 | 32;
  readonly buildEpoch?: number;
  readonly languages?: readonly string[];
  /** Metadata fields to override. */
  readonly metadata?: Readonly<Record<string, Value>>;
}

const MARKER = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");

function control(type: number, size: number): Buffer {
  const head =
    size < 29 ? [size] : size < 285 ? [29, size - 29] : [30, (size - 285) >> 8, (size - 285) & 255];
  const [first = 0, ...rest] = head;
  return type < 8 ? Buffer.from([(type << 5) | first, ...rest]) : Buffer.from([first, type - 7, ...rest]);
}

function unsigned(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; left > 0; left = Math.floor(left / 256)) bytes.unshift(left % 256);
  return Buffer.from(bytes);
}

/** Unsigned integer with this type. */
function typed(type: number, value: number): Raw {
  const bytes = unsigned(value);
  return new Raw(Buffer.concat([control(type, bytes.length), bytes]));
}

/** Encodes a value for the data section, without pointers. */
export function encode(value: Value): Buffer {
  if (value instanceof Raw) return value.bytes;
  if (typeof value === "string") {
    const text = Buffer.from(value);
    return Buffer.concat([control(2, text.length), text]);
  }
  if (typeof value === "boolean") return control(14, value ? 1 : 0);
  if (typeof value === "number") {
    const bytes = unsigned(value);
    return Buffer.concat([control(bytes.length > 4 ? 9 : bytes.length > 2 ? 6 : 5, bytes.length), bytes]);
  }
  if (value instanceof Float) {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatBE(value.value);
    return Buffer.concat([control(15, 4), bytes]);
  }
  if (value instanceof Double) {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value.value);
    return Buffer.concat([control(3, 8), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([
    control(7, entries.length),
    ...entries.flatMap(([key, item]) => [encode(key), encode(item)]),
  ]);
}

interface Node {
  left?: Node | number;
  right?: Node | number;
}

function bitsOf({ address, prefix }: Network, ipVersion: 4 | 6): number[] {
  const words = [address.w0, address.w1, address.w2, address.w3];
  const bits = words.flatMap((word) => Array.from({ length: 32 }, (_, i) => (word >>> (31 - i)) & 1));
  if (ipVersion === 4) return bits.slice(96, 96 + prefix);
  return bits.slice(0, address.family === 4 ? 96 + prefix : prefix);
}

function insert(node: Node, bits: readonly number[], data: number): void {
  const [bit, ...rest] = bits;
  const side = bit === 0 ? "left" : "right";
  if (rest.length === 0) {
    node[side] = data;
    return;
  }
  const next = node[side] ?? {};
  if (typeof next === "number") throw new Error("networks overlap");
  node[side] = next;
  insert(next, rest, data);
}

/** Nodes → numbers, breadth first from the root. */
function numbered(root: Node): Map<Node, number> {
  const numbers = new Map<Node, number>([[root, 0]]);
  for (const node of numbers.keys()) {
    for (const child of [node.left, node.right])
      if (typeof child === "object") numbers.set(child, numbers.size);
  }
  return numbers;
}

function packNode(left: number, right: number, recordSize: 24 | 28 | 32): number[] {
  const low = (value: number): number[] => [(value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  if (recordSize === 24) return [...low(left), ...low(right)];
  if (recordSize === 32) return [left >>> 24, ...low(left), right >>> 24, ...low(right)];
  return [...low(left), ((left >>> 24) << 4) | (right >>> 24), ...low(right)];
}

/** Writes a database from CIDR → record. Equal records are written once. */
export function writeDatabase(networks: Readonly<Record<string, Value>>, options: DatabaseOptions): Buffer {
  const { ipVersion = 6, recordSize = 24 } = options;
  const data: Buffer[] = [];
  const places = new Map<string, number>();
  let length = 0;
  const root: Node = {};
  for (const [cidr, record] of Object.entries(networks)) {
    const network = parseNetwork(cidr);
    if (network === undefined) throw new Error(`${cidr} is not a network`);
    const bytes = encode(record);
    const key = bytes.toString("latin1");
    if (!places.has(key)) {
      places.set(key, length);
      data.push(bytes);
      length += bytes.length;
    }
    insert(root, bitsOf(network, ipVersion), places.get(key) ?? 0);
  }
  const nodes = numbered(root);
  const recordOf = (child: Node | number | undefined): number => {
    if (child === undefined) return nodes.size;
    return typeof child === "number" ? nodes.size + 16 + child : (nodes.get(child) ?? 0);
  };
  const tree = [...nodes.keys()].flatMap(({ left, right }) =>
    packNode(recordOf(left), recordOf(right), recordSize),
  );
  // libmaxminddb requires the integer types that the format specifies for metadata.
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: typed(9, options.buildEpoch ?? 1_780_000_000),
    database_type: options.type,
    description: { en: "made by a test" },
    ip_version: ipVersion,
    languages: options.languages ?? ["en"],
    node_count: typed(6, nodes.size),
    record_size: recordSize,
    ...options.metadata,
  };
  return Buffer.concat([Buffer.from(tree), Buffer.alloc(16), ...data, MARKER, encode(metadata)]);
}

/** Opens a database in memory. */
export function mmdbOf(bytes: Uint8Array): Mmdb {
  return new Mmdb(memoryOf(bytes));
}
