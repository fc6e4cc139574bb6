/**
 * Meanings of HTTP status codes. Takes a code, returns message, description, class and source. Never requests anything;
 * practice is in `practice.ts`.
 */

import type { Static } from "@sinclair/typebox";
import { type StatusRow, statusRows } from "../../data/status-codes.ts";
import type { StatusMeaning as Schema } from "./schema.ts";

export type StatusMeaning = Static<typeof Schema>;
type StatusClass = StatusMeaning["class"];

const classes: Readonly<Record<number, readonly [name: StatusClass, description: string]>> = {
  1: ["informational", "An unregistered interim response; the final response follows."],
  2: ["successful", "An unregistered success code: the request was received, understood and accepted."],
  3: ["redirection", "An unregistered redirection code: the client needs to take further action."],
  4: ["client-error", "An unregistered client error code: the request is at fault."],
  5: ["server-error", "An unregistered server error code: the server failed to fulfil the request."],
};

const REGISTRY = "https://www.iana.org/assignments/http-status-codes/http-status-codes.xhtml";

const byCode: ReadonlyMap<number, StatusRow> = new Map(statusRows.map((row) => [row.code, row]));

/**
 * Meaning of a status code from 100 to 999; undefined for other numbers. Unregistered codes are treated as
 * the x00 of their class (RFC 9110 section 15).
 */
export function describeStatus(code: number): StatusMeaning | undefined {
  if (!Number.isInteger(code) || code < 100 || code > 999) return undefined;
  const [name, description] = classes[Math.floor(code / 100)] ?? [
    "unknown",
    "Not a valid HTTP status code: these run from 100 to 599.",
  ];
  const row = byCode.get(code);
  if (!row)
    return { code, message: "", description, class: name as StatusClass, registered: false, link: REGISTRY };
  return { ...row, class: name as StatusClass, registered: row.sender === undefined };
}

/** Reason phrase as received, else the registered one, and the meaning. */
export function statusTexts(code: number, reason: string | undefined) {
  const { message = "", description = "" } = describeStatus(code) ?? {};
  return { statusMessage: reason || message, statusDescription: description };
}
