/** Whether a stored response answers another request (RFC 9111 section 4). */

import { parseContentRange } from "../../../syntax/content-range.ts";
import { parseRanges, type RangeSpec } from "../../../syntax/ranges.ts";
import { firstLine, joinedValue, type NextRequest, type RawLine, type Response } from "../response.ts";
import { requestDirectives, secondsOf } from "./policy.ts";
import { varies } from "./storing.ts";

export type Again = "from-cache" | "after-check" | "from-origin";

/** The stored response as far as reuse is concerned. Seconds. */
export interface Stored {
  readonly age: number;
  readonly lifetime: number;
  /** Each use is checked. */
  readonly checked: boolean;
  /** Nothing allows it to be used once stale. */
  readonly strict: boolean;
  readonly staleWhileRevalidate: number;
  readonly validator: boolean;
}

/** Undefined where Vary names fields of a request that is not known. */
export function again(response: Response, stored: Stored, next: NextRequest): Again | undefined {
  const { method = "GET" } = next;
  const storedMethod = response.method === "POST" ? "GET" : (response.method ?? "GET");
  if (method !== storedMethod && !(method === "HEAD" && storedMethod === "GET")) return "from-origin";
  const matches = selects(response, next);
  if (matches === undefined) return undefined;
  if (!matches || !hasRange(response, next)) return "from-origin";
  if (isUsable(stored, next)) return "from-cache";
  return stored.validator ? "after-check" : "from-origin";
}

/** Sections 4.2 and 5.2.1: fresh enough for the response and for the request. */
function isUsable(stored: Stored, next: NextRequest): boolean {
  const asked = requestDirectives(next.lines);
  if (stored.checked || asked.has("no-cache")) return false;
  const age = stored.age + next.after;
  const most = secondsOf(asked, "max-age");
  if (typeof most === "number" && age > most) return false;
  const left = stored.lifetime - age;
  const wanted = secondsOf(asked, "min-fresh");
  if (typeof wanted === "number") return left >= wanted;
  if (left > 0) return true;
  if (stored.strict) return false;
  const tolerated = asked.get("max-stale") === "" ? Number.POSITIVE_INFINITY : secondsOf(asked, "max-stale");
  return -left < Math.max(stored.staleWhileRevalidate, tolerated ?? 0);
}

/** Section 4.1: each field that Vary names has the same value in both requests, or is absent from both. */
function selects(response: Response, next: NextRequest): boolean | undefined {
  const names = varies(response);
  if (names.length === 0) return true;
  if (names.includes("*")) return false;
  const { request } = response;
  if (!request) return undefined;
  return names.every((name) => normalized(request, name) === normalized(next.lines, name));
}

/** Content negotiation does not turn on the order of what has weights, nor on white space. */
function normalized(lines: readonly RawLine[], name: string): string | undefined {
  const value = joinedValue({ lines }, name);
  if (value === undefined) return undefined;
  const members = value.split(",").map((member) =>
    member
      .split(";")
      .map((part) => part.trim())
      .join(";"),
  );
  return name.startsWith("accept")
    ? members
        .map((one) => one.toLowerCase())
        .sort()
        .join()
    : members.join();
}

/** Section 3.3: a whole response has every part of itself; a part answers only for what lies within it. */
function hasRange(response: Response, next: NextRequest): boolean {
  if (response.status !== 206) return true;
  const asked = joinedValue({ lines: next.lines }, "range");
  const range = parseContentRange(firstLine(response, "content-range")?.value ?? "");
  if (asked === undefined || range?.first === undefined || range.last === undefined) return false;
  const { ranges, flaws } = parseRanges(asked);
  const [spec] = ranges;
  if (!spec || ranges.length > 1 || flaws.length > 0) return false;
  const wanted = positions(spec, range.size);
  return wanted !== undefined && wanted.first >= range.first && wanted.last <= range.last;
}

function positions(spec: RangeSpec, size: number | undefined) {
  if (spec.kind === "int" && spec.last !== undefined)
    return { first: spec.first, last: Math.min(spec.last, (size ?? Number.POSITIVE_INFINITY) - 1) };
  if (size === undefined) return undefined;
  return spec.kind === "int"
    ? { first: spec.first, last: size - 1 }
    : { first: Math.max(0, size - spec.length), last: size - 1 };
}
