/** Routing table dumps of route collectors: MRT's TABLE_DUMP_V2 (RFC 6396 section 4.3), one record at a time. */

/** A prefix in a collector's routing table. */
export interface RibEntry {
  readonly family: 4 | 6;
  readonly bits: number;
  /** Bits of the prefix, in as many bytes as needed. */
  readonly prefix: Uint8Array;
  /** Autonomous systems that originate the prefix, with the number of peers that report each. */
  readonly origins: ReadonlyMap<number, number>;
}

const TABLE_DUMP_V2 = 13;
/** Subtypes of unicast prefixes, and of those with path identifiers (RFC 8050 section 4). */
const FAMILIES = new Map<number, { readonly family: 4 | 6; readonly hasPathId: boolean }>([
  [2, { family: 4, hasPathId: false }],
  [4, { family: 6, hasPathId: false }],
  [8, { family: 4, hasPathId: true }],
  [10, { family: 6, hasPathId: true }],
]);
const HEADER = 12;
const AS_PATH = 2;
const AS_SEQUENCE = 2;

/** Each prefix of a dump. @throws RangeError for a truncated record, Error for a truncated dump */
export async function* readRib(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<RibEntry> {
  let held: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    let at = 0;
    for (;;) {
      const view = viewOf(held.subarray(at));
      const size = view.byteLength < HEADER ? Number.POSITIVE_INFINITY : HEADER + view.getUint32(8);
      if (size > view.byteLength) break;
      const kind = view.getUint16(4) === TABLE_DUMP_V2 ? FAMILIES.get(view.getUint16(6)) : undefined;
      if (kind) yield readEntry(viewOf(held.subarray(at + HEADER, at + size)), kind);
      at += size;
    }
    held = held.subarray(at);
  }
  if (held.length > 0) throw new Error("the dump ends in the middle of a record");
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

type Kind = Pick<RibEntry, "family"> & { readonly hasPathId: boolean };

/** Section 4.3.2: a prefix, and the route of each peer. */
function readEntry(view: DataView, { family, hasPathId }: Kind): RibEntry {
  const bits = view.getUint8(4);
  const width = Math.ceil(bits / 8);
  const prefix = new Uint8Array(view.buffer, view.byteOffset + 5, width);
  const origins = new Map<number, number>();
  let at = 7 + width;
  for (let left = view.getUint16(at - 2); left > 0; left--) {
    // Peer, time, path identifier (if present) and length of the attributes.
    at += hasPathId ? 10 : 6;
    const end = at + 2 + view.getUint16(at);
    const origin = originOf(view, at + 2, end);
    if (origin !== undefined) origins.set(origin, (origins.get(origin) ?? 0) + 1);
    at = end;
  }
  return { family, bits, prefix, origins };
}

/** Last system of the path (RFC 4271 section 4.3, numbers of four bytes); undefined if an AS set ends it. */
function originOf(view: DataView, from: number, end: number): number | undefined {
  for (let at = from; at < end; ) {
    const isLong = (view.getUint8(at) & 0x10) !== 0;
    const length = isLong ? view.getUint16(at + 2) : view.getUint8(at + 2);
    const value = at + (isLong ? 4 : 3);
    if (view.getUint8(at + 1) === AS_PATH) return lastOf(view, value, value + length);
    at = value + length;
  }
  return undefined;
}

function lastOf(view: DataView, from: number, end: number): number | undefined {
  let origin: number | undefined;
  for (let at = from; at < end; ) {
    const next = at + 2 + 4 * view.getUint8(at + 1);
    const isSequence = view.getUint8(at) === AS_SEQUENCE && next > at + 2;
    origin = isSequence ? view.getUint32(next - 4) : undefined;
    at = next;
  }
  return origin;
}
