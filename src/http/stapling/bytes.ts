/** Reads and writes the vectors of TLS (RFC 8446 section 3). Pure. */

/** A number of so many bytes. */
export function uint(value: number, bytes: number): Buffer {
  const made = Buffer.alloc(bytes);
  made.writeUIntBE(value, 0, bytes);
  return made;
}

/** Bytes with their length in front, in so many bytes. */
export function vector(lengthBytes: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([uint(content.length, lengthBytes), content]);
}

/** Takes one part after the other; what the bytes do not have comes out shorter. */
export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get left(): number {
    return this.#bytes.length - this.#at;
  }

  take(count: number): Buffer {
    const taken = this.#bytes.subarray(this.#at, this.#at + count);
    this.#at += taken.length;
    return taken;
  }

  /** 0 where there are not that many bytes. */
  uint(bytes: number): number {
    const taken = this.take(bytes);
    return taken.length === bytes ? taken.readUIntBE(0, bytes) : 0;
  }

  vector(lengthBytes: number): Buffer {
    return this.take(this.uint(lengthBytes));
  }
}
