/** Replacements for functions of Bun, in the library's bundle for Node. */

import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";

export const $deepEquals = isDeepStrictEqual;

export class $CryptoHasher {
  private readonly hash;
  constructor(name: string) {
    this.hash = createHash(name);
  }
  update(data: string | Uint8Array): this {
    this.hash.update(data);
    return this;
  }
  digest(form: "hex" | "base64"): string {
    return this.hash.digest(form);
  }
}
