/** Replacements for functions that browsers lack, in the library's bundle for browsers. */

import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";

const HASHES = new Map(Object.entries({ sha1, sha256, sha384, sha512 }));
const latin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

class Bytes extends Uint8Array {
  override toString(encoding = "utf8"): string {
    if (encoding === "base64") return btoa(latin1(this));
    if (encoding === "latin1") return latin1(this);
    if (encoding === "utf16le")
      return Array.from(new Uint16Array(this.buffer), (unit) => String.fromCharCode(unit)).join("");
    if (encoding === "hex") return Array.from(this, (byte) => byte.toString(16).padStart(2, "0")).join("");
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(this);
  }
}

/** The part of Node's Buffer that the library uses. */
export const $Buffer = {
  from(content: string | Uint8Array, encoding = "utf8"): Bytes {
    if (typeof content !== "string") return new Bytes(content);
    if (encoding === "utf8") return new Bytes(new TextEncoder().encode(content));
    if (encoding === "utf16le") {
      const units = Uint16Array.from({ length: content.length }, (_, at) => content.charCodeAt(at));
      return new Bytes(units.buffer);
    }
    const text =
      encoding === "base64"
        ? atob(
            content
              .replace(/[^\w+/-]/g, "")
              .replace(/-/g, "+")
              .replace(/_/g, "/"),
          )
        : content;
    return Bytes.from(text, (char) => char.charCodeAt(0) & 0xff) as Bytes;
  },
  byteLength: (text: string): number => new TextEncoder().encode(text).length,
};

export class $CryptoHasher {
  private readonly hash;
  constructor(name: string) {
    const make = HASHES.get(name);
    if (!make) throw new Error(`no hash is named ${name}`);
    this.hash = make.create();
  }
  update(data: string | Uint8Array): this {
    this.hash.update(typeof data === "string" ? new TextEncoder().encode(data) : data);
    return this;
  }
  digest(form: "hex" | "base64"): string {
    return $Buffer.from(this.hash.digest()).toString(form);
  }
}

/** Compares values in verdicts: primitives, arrays, plain objects, maps, sets, bytes and dates. */
export function $deepEquals(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Object.getPrototypeOf(a) !== Object.getPrototypeOf(b)) return false;
  if (a instanceof Date) return a.getTime() === (b as Date).getTime();
  const [these, those] = [a, b].map(partsOf) as [readonly unknown[], readonly unknown[]];
  return these.length === those.length && these.every((part, index) => $deepEquals(part, those[index]));
}

function partsOf(value: object): readonly unknown[] {
  if (Array.isArray(value) || value instanceof Set || ArrayBuffer.isView(value))
    return [...(value as Iterable<unknown>)];
  if (value instanceof Map) return [...value].flat();
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flat();
}
