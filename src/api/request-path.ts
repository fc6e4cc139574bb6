/** Paths of request URLs without `new URL`, which takes ten times as long. Pure. */

import { percentDecoded } from "../syntax/uri.ts";
import { type ErrorCode, NetlensError } from "./errors.ts";

/** Path of an absolute URL, as sent. */
export function pathOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("//") + 2);
  const query = url.indexOf("?", start);
  return query < 0 ? url.slice(start) : url.slice(start, query);
}

/** Decodes a path part once: routers differ. @throws NetlensError of the given code */
export function decodedPart(raw: string, what: string, code: ErrorCode): string {
  const decoded = percentDecoded(raw);
  if (decoded === undefined) throw new NetlensError(code, undecodable(what));
  return decoded;
}

/** Decodes the path after `prefix`. @throws NetlensError of the given code */
export function restOfPath(url: string, prefix: string, what: string, code: ErrorCode): string {
  return decodedPart(pathOf(url).slice(prefix.length), what, code);
}

export const undecodable = (what: string) =>
  `The ${what} in the path has a % that does not begin a percent-encoded byte of UTF-8.`;
