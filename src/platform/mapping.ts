/** IO: the bytes of a file, mapped where the platform allows. */

import { type Pointer, ptr, read, toBuffer } from "bun:ffi";
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import { guard, unguard } from "./guard.ts";
import { libc } from "./libc.ts";

/** Bytes copied at once: a record of a city database is a tenth of it. */
const WINDOW = 512;

/** Words of 32 bits in struct stat of Linux (64 bits): the size, and seconds and nanoseconds of the last write. */
const STAT_WORDS = [12, 22, 24] as const;
const STAT_BYTES = 256;

/** Milliseconds for which a look at a file holds. */
const LATELY = 1;

/**
 * Bytes that are read by their address. An array over them would count as memory of the platform's own, whatever is in
 * memory of it, and garbage would lie so much longer: the same work peaked at 1,223 MB over a file of 496 MB, and at
 * 227 MB without. Every read is bounds-checked; bytes outside, or after `release`, read as zero.
 */
export class Memory {
  readonly load: "map" | "memory";
  /** 0 after `release`. */
  size: number;
  /** The last window that `near` copied. */
  window = pinned(WINDOW);
  private windowPointer: Pointer;
  private from = 0;
  private filled = 0;
  private readonly start: Pointer;
  /** Those of the heap; undefined where they are outside of it. */
  private readonly bytes: Buffer | undefined;
  /** The file whose bytes are mapped. */
  private readonly file: OpenFile | undefined;
  /** The parts that are not in memory yet. */
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

  /** Four bytes from `at` on, the first the least significant. */
  u32(at: number): number {
    if (this.pieces !== undefined) this.need(at, 4);
    return at + 4 <= this.size ? read.u32(this.start, at) : 0;
  }

  /** Makes `count` bytes from `at` on readable in `window`, and gives the index of the first. */
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

  /** All of it as an array, for another reader: not to be kept. */
  buffer(): Buffer {
    this.need(0, this.size);
    return this.bytes ?? toBuffer(this.start, 0, this.size);
  }

  /**
   * Whether the file holds what it held when it was opened. Whoever asks after a read knows that what was read is of one
   * state: a write sets the time before it changes the bytes.
   */
  intact(): boolean {
    return this.file === undefined || this.file.intact();
  }

  /** As `intact`, but a look in the last millisecond will do: the system call takes as long as the lookup. */
  lately(): boolean {
    return this.file === undefined || this.file.lately();
  }

  private need(at: number, count: number): void {
    if (this.pieces?.need(at, count) === 0) this.pieces = undefined;
  }

  /** Unmaps. */
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

/** Bytes that stay where they are: the platform may move those of a small array that it made without a buffer. */
function pinned(size: number): Buffer {
  return Buffer.from(new ArrayBuffer(size));
}

function address(start: Pointer, at: number): Pointer {
  return (start + at) as Pointer;
}

/** A file that stays open while it is mapped. */
class OpenFile {
  readonly fd: number;
  private readonly first = new Uint32Array(new ArrayBuffer(STAT_BYTES));
  private readonly now = new Uint32Array(new ArrayBuffer(STAT_BYTES));
  private readonly nowPointer = ptr(this.now);
  /** When it was last asked about, on the monotonic clock. */
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

/**
 * Bytes that are there already.
 * @internal for tests: tests read databases that they make
 */
export function memoryOf(bytes: Uint8Array): Memory {
  return memoryIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

function memoryIn(bytes: Buffer, pieces?: Pieces): Memory {
  return new Memory(bytes.length === 0 ? (0 as Pointer) : ptr(bytes), bytes.length, bytes, undefined, pieces);
}

// Linux' numbers.
const PROT_READ = 1;
const PROT_WRITE = 2;
const MAP_SHARED = 1;
const MAP_PRIVATE = 2;
const MAP_ANONYMOUS = 0x20;

/** Bytes read at once of a file inside the executable. @perf Read whole, `netlens ip` takes 2.2 times the CPU (`bench start`). */
const PIECE = 16_384;

/** Where files inside the executable seem to be. To ask for a list of them takes half a millisecond. */
const INSIDE = "/$bunfs/";

type ReadPiece = (from: number, to: number) => Uint8Array;

/** Fills memory piece by piece, as its bytes are asked for. */
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

  /** Makes `count` bytes from `at` on readable, and gives how many pieces are missing still. */
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
 * Bytes of which each piece is read when it is first asked for. They are outside of the heap where that is possible, for
 * garbage lies longer the more the heap has: three million lookups peaked at 144 MB with them in it, and at 112 MB without.
 * @internal for tests: tests count which pieces are read
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
 * A file inside the executable: to copy all of it would take longer than the rest of a first answer, and an answer needs
 * a few pages. Its bytes are in memory, so that what promises them has them at once. Any other file is read whole.
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

/** The code of the error for what is neither a file nor a directory. */
const NOT_REGULAR = "NOT_REGULAR";

/**
 * Maps a file read-only and shared, so that processes share its pages and only touched pages are in memory.
 * (Bun.file reads everything; Bun.mmap opens for writing, which a root-owned file refuses.) Reads it where mapping is
 * not possible or `load` is "memory". Throws the platform's error when the file cannot be opened.
 */
export function fileMemory(path: string, load: "map" | "memory"): Memory {
  // To open a named pipe waits for a writer, and a device may have no end.
  const stat = statSync(path);
  if (!stat.isFile() && !stat.isDirectory()) throw Object.assign(new Error(path), { code: NOT_REGULAR });
  return (load === "map" ? map(path) : undefined) ?? memoryOf(readFileSync(path));
}

// The tree is read here and there: reading ahead would fill memory with pages nobody asked for.
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

/** MAP_FAILED is (void *) -1, which arrives as a number beyond any address. */
function isMapping(address: Pointer | bigint | null | undefined): address is Pointer {
  return typeof address === "number" && address > 0 && address < 2 ** 53;
}
