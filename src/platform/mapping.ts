/** IO: bytes of files, mapped if supported. */

import { type Pointer, ptr, read, toBuffer } from "bun:ffi";
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import { guard, unguard } from "./guard.ts";
import { libc } from "./libc.ts";

/** Bytes copied at once: ten times the size of a city record. */
const WINDOW = 512;

/** Indexes of 32-bit words in Linux' struct stat (64 bits): size, and seconds and nanoseconds of the last write. */
const STAT_WORDS = [12, 22, 24] as const;
const STAT_BYTES = 256;

/** Milliseconds for which a check is valid. */
const LATELY = 1;

/**
 * Bytes read by address. An array over them would count as JavaScript memory and delay garbage collection:
 * one workload peaked at 1,223 MB over a 496 MB file, at 227 MB without. Every read is bounds-checked; bytes
 * outside, or after `release`, read as zero.
 */
export class Memory {
  readonly load: "map" | "memory";
  /** Size in bytes; 0 after `release`. */
  size: number;
  /** Bytes copied by the last `near`. */
  window = pinned(WINDOW);
  private windowPointer: Pointer;
  private from = 0;
  private filled = 0;
  private readonly start: Pointer;
  /** Bytes on the heap; undefined for a mapped file. */
  private readonly bytes: Buffer | undefined;
  private readonly file: OpenFile | undefined;
  /** Parts not loaded yet. */
  private pieces: Pieces | undefined;

  constructor(
    start: Pointer,
    size: number,
    bytes: Buffer | undefined,
    file: OpenFile | undefined,
    pieces?: Pieces,
  ) {
    this.start = start;
    this.size = size;
    this.bytes = bytes;
    this.file = file;
    this.pieces = pieces;
    this.load = file === undefined ? "memory" : "map";
    this.windowPointer = ptr(this.window);
  }

  /** Reads a little-endian 32-bit number. */
  u32(at: number): number {
    if (this.pieces !== undefined) this.need(at, 4);
    return at + 4 <= this.size ? read.u32(this.start, at) : 0;
  }

  /** Copies `count` bytes at `at` into `window`; returns the index of the first one there. */
  near(at: number, count: number): number {
    const index = at - this.from;
    if (index >= 0 && index + count <= this.filled) return index;
    const there = Math.max(0, Math.min(Math.max(count, WINDOW), this.size - at));
    if (count > this.window.length) {
      this.window = pinned(count);
      this.windowPointer = ptr(this.window);
    }
    if (there < count) this.window.fill(0);
    this.need(at, there);
    if (there > 0)
      if (this.bytes !== undefined) this.bytes.copy(this.window, 0, at, at + there);
      else libc()?.memcpy(this.windowPointer, address(this.start, at), there);
    this.from = at;
    this.filled = Math.max(there, count);
    return 0;
  }

  /** All bytes, for another reader; do not keep them. */
  buffer(): Buffer {
    this.need(0, this.size);
    return this.bytes ?? toBuffer(this.start, 0, this.size);
  }

  /** Whether the file is unmodified. Check after reading: a write updates the time before the bytes. */
  intact(): boolean {
    return this.file === undefined || this.file.intact();
  }

  /** `intact`, checked at most once a millisecond: the system call takes as long as a lookup. */
  lately(): boolean {
    return this.file === undefined || this.file.lately();
  }

  private need(at: number, count: number): void {
    if (this.pieces?.need(at, count) === 0) this.pieces = undefined;
  }

  release(): void {
    const { size } = this;
    if (size === 0) return;
    this.size = 0;
    this.filled = 0;
    if (this.bytes !== undefined) return;
    if (this.file !== undefined) unguard(this.start);
    libc()?.munmap(this.start, BigInt(size));
    if (this.file !== undefined) closeSync(this.file.fd);
  }
}

/** Buffer at a fixed address: small arrays may be moved. */
function pinned(size: number): Buffer {
  return Buffer.from(new ArrayBuffer(size));
}

function address(start: Pointer, at: number): Pointer {
  return (start + at) as Pointer;
}

/** File kept open while mapped. */
class OpenFile {
  readonly fd: number;
  private readonly first = new Uint32Array(new ArrayBuffer(STAT_BYTES));
  private readonly now = new Uint32Array(new ArrayBuffer(STAT_BYTES));
  private readonly nowPointer = ptr(this.now);
  /** Last check, monotonic milliseconds. */
  private looked = Number.NEGATIVE_INFINITY;

  constructor(fd: number) {
    this.fd = fd;
    libc()?.fstat(fd, ptr(this.first));
  }

  intact(): boolean {
    libc()?.fstat(this.fd, this.nowPointer);
    const { first, now } = this;
    for (const word of STAT_WORDS)
      if (first[word] !== now[word]) {
        this.looked = Number.NEGATIVE_INFINITY;
        return false;
      }
    return true;
  }

  lately(): boolean {
    const now = performance.now();
    if (now - this.looked < LATELY) return true;
    this.looked = now;
    return this.intact();
  }
}

/** @internal for tests: tests read databases that they make */
export function memoryOf(bytes: Uint8Array): Memory {
  return memoryIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

function memoryIn(bytes: Buffer, pieces?: Pieces): Memory {
  return new Memory(bytes.length === 0 ? (0 as Pointer) : ptr(bytes), bytes.length, bytes, undefined, pieces);
}

// Constants of Linux.
const PROT_READ = 1;
const PROT_WRITE = 2;
const MAP_SHARED = 1;
const MAP_PRIVATE = 2;
const MAP_ANONYMOUS = 0x20;

/** Bytes read at once of an embedded file. @perf Read whole, `netlens ip` takes 2.2 times the CPU (`bench start`). */
const PIECE = 16_384;

/** Path of embedded files. Listing them takes half a millisecond. */
const INSIDE = "/$bunfs/";

type ReadPiece = (from: number, to: number) => Uint8Array;

/** Loads memory piece by piece, on demand. */
class Pieces {
  private readonly size: number;
  private readonly fill: (from: number, to: number) => void;
  private readonly there: Uint8Array;
  private missing: number;

  constructor(size: number, fill: (from: number, to: number) => void) {
    this.size = size;
    this.fill = fill;
    this.missing = Math.ceil(size / PIECE);
    this.there = new Uint8Array(this.missing);
  }

  /** Loads `count` bytes at `at`; returns the number of missing pieces. */
  need(at: number, count: number): number {
    for (let piece = Math.floor(at / PIECE); piece * PIECE < at + count; piece++) {
      if (this.there[piece] !== 0) continue;
      this.fill(piece * PIECE, Math.min((piece + 1) * PIECE, this.size));
      this.there[piece] = 1;
      this.missing--;
    }
    return this.missing;
  }
}

/**
 * @internal for tests: memory loaded piece by piece, outside of the heap if possible, since a larger heap
 * delays garbage collection: three million lookups peaked at 144 MB with it, at 112 MB without.
 */
export function piecewise(size: number, read: ReadPiece): Memory {
  const library = libc();
  const start = library?.mmap(
    null,
    BigInt(size),
    PROT_READ | PROT_WRITE,
    MAP_PRIVATE | MAP_ANONYMOUS,
    -1,
    0n,
  );
  if (library === undefined || !isMapping(start)) {
    const bytes = pinned(size);
    return memoryIn(bytes, new Pieces(size, (from, to) => bytes.set(read(from, to), from)));
  }
  const fill = (from: number, to: number): void => {
    const piece = read(from, to);
    library.memcpy(address(start, from), ptr(piece), piece.length);
  };
  return new Memory(start, size, undefined, undefined, new Pieces(size, fill));
}

/**
 * Embedded file, loaded on demand: copying all of it takes longer than a first answer, which needs a few
 * pages. Its bytes are in memory, so promises are already settled. Other files are read whole.
 */
export function embeddedMemory(path: string): Memory {
  if (!path.startsWith(INSIDE)) return memoryOf(readFileSync(path));
  const file = Bun.file(path);
  return piecewise(file.size, (from, to) => {
    const piece = Bun.peek(file.slice(from, to).bytes());
    if (piece instanceof Promise) throw new Error(`${path} is not in memory`);
    return piece;
  });
}

/** Error code for a file that is neither regular nor a directory. */
const NOT_REGULAR = "NOT_REGULAR";

/**
 * Maps a file read-only and shared, so that processes share its pages and only used pages take memory.
 * (Bun.file reads everything; Bun.mmap opens for writing.) Reads it if mapping is not possible or `load` is
 * "memory". Throws the system's error.
 */
export function fileMemory(path: string, load: "map" | "memory"): Memory {
  // Opening a named pipe blocks, and a device may be endless.
  const stat = statSync(path);
  if (!stat.isFile() && !stat.isDirectory()) throw Object.assign(new Error(path), { code: NOT_REGULAR });
  return (load === "map" ? map(path) : undefined) ?? memoryOf(readFileSync(path));
}

// Random access: read-ahead would load unused pages.
const MADV_RANDOM = 1;

function map(path: string): Memory | undefined {
  const library = libc();
  if (library === undefined) return undefined;
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stat = fstatSync(fd);
  const size = BigInt(stat.size);
  const start =
    stat.isFile() && stat.size > 0 ? library.mmap(null, size, PROT_READ, MAP_SHARED, fd, 0n) : null;
  if (!isMapping(start)) {
    closeSync(fd);
    return undefined;
  }
  library.madvise(start, size, MADV_RANDOM);
  guard(start, stat.size);
  return new Memory(start, stat.size, undefined, new OpenFile(fd));
}

/** MAP_FAILED is (void *) -1, a number beyond any address. */
function isMapping(address: Pointer | bigint | null | undefined): address is Pointer {
  return typeof address === "number" && address > 0 && address < 2 ** 53;
}
