/** Bytes that are copied one by one in the time of a call. */
const CALL = 24;
const SPACE = 0x20;
const QUOTE = 0x22;
const DOT = 0x2e;
const BACKSLASH = 0x5c;
/** Characters that are written one by one in the time of a call. */
const SHORT = 64;

/** Text that is put together as bytes: pieces that are bytes already need not become text again. */
export class AnswerBytes {
  bytes: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(4096);
  length = 0;

  /** Text in ASCII, not long. */
  ascii(text: string): void {
    this.room(text.length);
    const { bytes, length: at } = this;
    for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
    this.length = at + text.length;
  }

  utf8(text: string): void {
    const count = text.length;
    // A UTF-16 code unit takes three bytes at most.
    this.room(count * 3);
    const { bytes, length: at } = this;
    let i = 0;
    for (; i < count && count <= SHORT; i++) {
      const code = text.charCodeAt(i);
      if (code > 127) break;
      bytes[at + i] = code;
    }
    this.length = at + (i === count ? count : bytes.write(text, at));
  }

  copy(from: Buffer, start: number, end: number): void {
    const count = end - start;
    this.room(count);
    const { bytes, length: at } = this;
    // A call costs as much as some bytes.
    if (count > CALL) from.copy(bytes, at, start, end);
    else for (let i = 0; i < count; i++) bytes[at + i] = from[start + i] ?? 0;
    this.length = at + count;
  }

  /** Characters of ASCII that JSON writes as they are; false, with nothing written, for others, and for space around them. */
  plain(from: Buffer, start: number, end: number): boolean {
    if (from[start] === SPACE || from[end - 1] === SPACE) return false;
    this.room(end - start);
    const { bytes, length: at } = this;
    for (let i = start; i < end; i++) {
      const byte = from[i] ?? 0;
      if (byte < SPACE || byte > 126 || byte === QUOTE || byte === BACKSLASH) return false;
      bytes[at + i - start] = byte;
    }
    this.length = at + end - start;
    return true;
  }

  /** A whole number, not negative. */
  decimal(number: number): void {
    if (number > 999) {
      this.ascii(`${number}`);
      return;
    }
    this.room(3);
    const { bytes } = this;
    if (number > 99) bytes[this.length++] = 48 + Math.floor(number / 100);
    if (number > 9) bytes[this.length++] = 48 + (Math.floor(number / 10) % 10);
    bytes[this.length++] = 48 + (number % 10);
  }

  /** An IPv4 address from its unsigned value. */
  quad(value: number): void {
    this.decimal(value >>> 24);
    this.byte(DOT);
    this.decimal((value >>> 16) & 255);
    this.byte(DOT);
    this.decimal((value >>> 8) & 255);
    this.byte(DOT);
    this.decimal(value & 255);
  }

  byte(byte: number): void {
    this.room(1);
    this.bytes[this.length++] = byte;
  }

  /** The bytes written so far, as a view that the next write changes. */
  written(): Buffer<ArrayBuffer> {
    return this.bytes.subarray(0, this.length);
  }

  toString(): string {
    return this.bytes.toString("utf8", 0, this.length);
  }

  private room(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + count));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
