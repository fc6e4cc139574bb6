/** Via (RFC 9110 section 7.6.3). */

import { memoize } from "../platform/memoize.ts";
import { readComment } from "./products.ts";
import { type Flaw, isToken, readMembers, Scanner } from "./tokens.ts";

export interface ViaHop {
  /** `HTTP` if omitted. */
  readonly protocol: string;
  readonly version: string;
  /** Host with optional port, or a pseudonym; `""` if missing. */
  readonly receivedBy: string;
  readonly comment?: string;
  readonly at: number;
  readonly text: string;
}

type ViaFlaw =
  | "empty-member"
  | "via-bad-protocol"
  | "via-missing-received-by"
  | "via-bad-received-by"
  | "comment-unclosed"
  | "via-trailing-text";

export interface Via {
  readonly hops: readonly ViaHop[];
  readonly flaws: readonly Flaw<ViaFlaw>[];
}

/**
 * Via = #( received-protocol RWS received-by [ RWS comment ] ) received-protocol = [ protocol-name "/" ]
 * protocol-version; received-by = pseudonym [ ":" port ] A comma within a comment does not end the member.
 */
export const parseVia = memoize(readVia);

function readVia(value: string): Via {
  const scanner = new Scanner(value);
  const hops: ViaHop[] = [];
  const flaws: Flaw<ViaFlaw>[] = [];
  readMembers(scanner, flaws, () => hops.push(readHop(scanner, flaws)));
  return { hops, flaws };
}

/** reg-name or IPv6 literal, with an optional port */
const RECEIVED_BY = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9!#$%&'*+\-.^_`|~;=]+)(?::\d*)?$/;

function readHop(scanner: Scanner, flaws: Flaw<ViaFlaw>[]): ViaHop {
  const at = scanner.at;
  const word = scanner.until(" \t,");
  const slash = word.indexOf("/");
  const protocol = slash < 0 ? "HTTP" : word.slice(0, slash);
  const version = word.slice(slash + 1);
  if (!isToken(protocol) || !isToken(version)) flaws.push({ id: "via-bad-protocol", at, text: word });
  scanner.ows();
  const nameAt = scanner.at;
  const receivedBy = scanner.sees("(") ? "" : scanner.until(" \t,(");
  if (receivedBy === "") flaws.push({ id: "via-missing-received-by", at, text: word });
  else if (!RECEIVED_BY.test(receivedBy))
    flaws.push({ id: "via-bad-received-by", at: nameAt, text: receivedBy });
  scanner.ows();
  const commentAt = scanner.at;
  const comment = scanner.sees("(") ? readComment(scanner) : undefined;
  if (comment?.closed === false)
    flaws.push({ id: "comment-unclosed", at: commentAt, text: scanner.text.slice(commentAt) });
  scanner.ows();
  const restAt = scanner.at;
  const rest = scanner.until(",").trim();
  if (rest !== "") flaws.push({ id: "via-trailing-text", at: restAt, text: rest });
  const text = scanner.text.slice(at, scanner.at).trimEnd();
  return { protocol, version, receivedBy, ...(comment && { comment: comment.text }), at, text };
}
