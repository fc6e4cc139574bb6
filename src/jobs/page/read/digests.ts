/** Subresource Integrity: integrity attributes and digests of content (SRI section 3.3). Pure. */

import type { Task } from "../../../api/cooperative.ts";
import { type Engine, javascriptUrlText } from "../../../headers/verdicts.ts";
import { trimEndOf } from "../../../syntax/trim.ts";
import type { Inline } from "./reference.ts";

export interface IntegrityToken {
  readonly algorithm: "sha256" | "sha384" | "sha512";
  readonly digest: string;
  /** Digest as in a policy source, without quotes. */
  readonly token: string;
}

const STRENGTH = ["sha256", "sha384", "sha512"] as const;

/** Tokens of the strongest algorithm; invalid tokens are ignored. */
export function integrityTokens(integrity: string | undefined): IntegrityToken[] {
  const all = (integrity ?? "").split(/[\t\n\f\r ]+/).flatMap((text): IntegrityToken[] => {
    const [, name = "", digest = ""] =
      /^(sha256|sha384|sha512)-([A-Za-z0-9+/_-]+={0,2})(?:\?.*)?$/i.exec(text) ?? [];
    const algorithm = STRENGTH.find((known) => known === name.toLowerCase());
    return algorithm ? [{ algorithm, digest: standard(digest), token: `${algorithm}-${digest}` }] : [];
  });
  const best = STRENGTH.findLast((name) => all.some(({ algorithm }) => algorithm === name));
  return all.filter(({ algorithm }) => algorithm === best);
}

export type Digests = ReadonlyMap<IntegrityToken["algorithm"], string>;

/** Bytes per turn of a task. */
const BYTES_A_TURN = 262_144;

export function* digestsOf(content: Uint8Array): Task<Digests> {
  const hashers = STRENGTH.map((name) => [name, new Bun.CryptoHasher(name)] as const);
  for (let at = 0; at < content.length; at += BYTES_A_TURN) {
    for (const [, hasher] of hashers) hasher.update(content.subarray(at, at + BYTES_A_TURN));
    yield;
  }
  return new Map(hashers.map(([name, hasher]) => [name, standard(hasher.digest("base64"))]));
}

export function integrityMatches(tokens: readonly IntegrityToken[], digests: Digests): boolean {
  return tokens.some(({ algorithm, digest }) => digests.get(algorithm) === digest);
}

/** Policy sources that allow inline code, Chromium's first: engines hash javascript: URLs differently. */
export function inlineSources({ inline, text }: Pick<Inline, "inline" | "text">): Inline["sources"] {
  if (inline !== "javascript-url") return [sourceOf(text)];
  const of = (engine: Engine) => sourceOf(javascriptUrlText(text, engine));
  return [of("chromium"), of("firefox"), of("webkit")];
}

const sourceOf = (text: string) => `'sha256-${new Bun.CryptoHasher("sha256").update(text).digest("base64")}'`;

function standard(digest: string): string {
  return trimEndOf(digest.replaceAll("-", "+").replaceAll("_", "/"), /=/);
}
