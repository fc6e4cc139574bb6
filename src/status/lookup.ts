import type { Static } from "@sinclair/typebox";
import { type StatusRow, statusRows } from "../../data/status-codes.ts";
import type { StatusMeaning as Schema } from "./schema.ts";

export type StatusMeaning = Static<typeof Schema>;
type StatusClass = StatusMeaning["class"];

const classes: Readonly<Record<number, readonly [name: StatusClass, description: string]>> = {
  1: ["informational", "An interim response that is not registered: the final one follows."],
  2: [
    "successful",
    "A success code that is not registered: the request was received, understood and accepted.",
  ],
  3: ["redirection", "A redirection code that is not registered: the client has to do something more."],
  4: ["client-error", "A client error code that is not registered: the request is at fault."],
  5: ["server-error", "A server error code that is not registered: the server failed to serve the request."],
};

const REGISTRY = "https://www.iana.org/assignments/http-status-codes/http-status-codes.xhtml";

const byCode: ReadonlyMap<number, StatusRow> = new Map(statusRows.map((row) => [row.code, row]));

/**
 * The meaning of a status code, 100 to 999. A code that no table knows is treated as the x00 of its class
 * (RFC 9110 section 15). Undefined for a number that is not a status code.
 */
export function describeStatus(code: number): StatusMeaning | undefined {
  if (!Number.isInteger(code) || code < 100 || code > 999) return undefined;
  const [name, description] = classes[Math.floor(code / 100)] ?? [
    "unknown",
    "Not a valid HTTP status code: valid ones run from 100 to 599.",
  ];
  const row = byCode.get(code);
  if (!row)
    return { code, message: "", description, class: name as StatusClass, registered: false, link: REGISTRY };
  return { ...row, class: name as StatusClass, registered: row.sender === undefined };
}
