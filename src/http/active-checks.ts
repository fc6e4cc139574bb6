/** Extra requests that show how a server behaves, and what their answers mean. Pure: nothing is sent from here. */

import type { FieldLine } from "../headers/message.ts";
import type { Problem } from "../headers/schema.ts";
import { fieldLines, fieldValues } from "./framing.ts";
import type { ResponseHead } from "./head.ts";
import { type HttpProblem, httpProblem } from "./problems.ts";

/** A response as a check sees it. */
export interface Answer {
  readonly head: ResponseHead;
  /** Bytes of content before decoding, where it arrived whole. */
  readonly bytes?: number | undefined;
}

export interface ActiveCheck {
  readonly name: string;
  /** The fields of the first request → those of the extra one. */
  readonly fields: (fields: readonly Field[]) => readonly Field[];
  readonly judge: (first: Answer, second: Answer) => readonly Problem[];
}

type Field = readonly [name: string, value: string];

/** The checks that make sense for this response to a GET, at most one request each. */
export function activeChecks(first: Answer): readonly ActiveCheck[] {
  if (first.head.status !== 200) return [];
  return [revalidation(first), range(first), noCoding].filter((check) => check !== undefined);
}

const value = (head: ResponseHead, name: string): string | undefined =>
  fieldLines(head.lines, name)[0]?.value || undefined;
const found = (name: HttpProblem, title: string): readonly Problem[] => [httpProblem(name, title)];

/** RFC 9110 section 13.1: the entity tag where there is one, else the date. */
function revalidation({ head }: Answer): ActiveCheck | undefined {
  const etag = value(head, "etag");
  const modified = value(head, "last-modified");
  const field: Field | undefined = etag
    ? ["If-None-Match", etag]
    : modified
      ? ["If-Modified-Since", modified]
      : undefined;
  if (!field) return undefined;
  const [name, sent] = field;
  return {
    name: "revalidation",
    fields: (fields) => [...fields, field],
    judge(first, second) {
      if (second.head.status === 304) return lostFields(first.head, second.head);
      const now = value(second.head, etag ? "etag" : "last-modified");
      if (second.head.status === 200 && now !== sent)
        return found(
          "validator-changes",
          `${etag ? "ETag" : "Last-Modified"} was ${sent} first and ${now ?? "absent"} a moment later, so caches can never revalidate.`,
        );
      return found(
        "revalidation-ignored",
        `A request with ${name}: ${sent} is answered with ${second.head.status} instead of 304.`,
      );
    },
  };
}

/** Fields that a 304 has to repeat when the 200 has them (RFC 9110 section 15.4.5); caches have a Date of their own. */
const REPEATED = ["Cache-Control", "Content-Location", "ETag", "Expires", "Vary"];

function lostFields(first: ResponseHead, second: ResponseHead): readonly Problem[] {
  const lost = REPEATED.filter(
    (name) => value(first, name.toLowerCase()) && !value(second, name.toLowerCase()),
  );
  return lost.length === 0
    ? []
    : found(
        "revalidation-fields-lost",
        `The 304 response lacks ${lost.join(", ")}, which the full response has.`,
      );
}

const LAST = 9;

/** Only a server that promises ranges is asked for one. */
function range({ head, bytes = 0 }: Answer): ActiveCheck | undefined {
  const promised = fieldValues(head.lines, "accept-ranges").some((unit) => unit.toLowerCase() === "bytes");
  if (!promised || bytes <= LAST + 1) return undefined;
  return {
    name: "range",
    fields: (fields) => [...fields, ["Range", `bytes=0-${LAST}`]],
    judge(_, second) {
      const { status } = second.head;
      const asked = `A request for bytes 0 to ${LAST}`;
      if (status === 200)
        return found(
          "accept-ranges-untrue",
          `${asked} is answered in full although Accept-Ranges promises ranges.`,
        );
      if (status !== 206) return found("range-wrong", `${asked} is answered with ${status}.`);
      const given = value(second.head, "content-range") ?? "none";
      if (!given.startsWith(`bytes 0-${LAST}/`))
        return found("range-wrong", `${asked} is answered with the Content-Range ${given}.`);
      if (second.bytes === undefined || second.bytes === LAST + 1) return [];
      return found("range-wrong", `${asked} is answered with ${second.bytes} bytes.`);
    },
  };
}

const coding = (lines: readonly FieldLine[]): string => fieldValues(lines, "content-encoding").join(", ");

const noCoding: ActiveCheck = {
  name: "coding",
  fields: (fields) => fields.filter(([name]) => name !== "Accept-Encoding"),
  judge(first, second) {
    if (second.head.status !== 200) return [];
    const [before, after] = [coding(first.head.lines), coding(second.head.lines)];
    if (after !== "" && after !== "identity")
      return found(
        "coding-forced",
        `The content is encoded (${after}) even for a request without Accept-Encoding.`,
      );
    if (before === "" || before === "identity") return [];
    return [...missingVary(first.head, before), ...sharedTag(first.head, second.head)];
  },
};

function missingVary(head: ResponseHead, before: string): readonly Problem[] {
  const vary = fieldValues(head.lines, "vary").map((name) => name.toLowerCase());
  if (vary.includes("accept-encoding") || vary.includes("*")) return [];
  return found(
    "negotiation-without-vary",
    `The content is encoded (${before}) or not depending on Accept-Encoding, and Vary does not say so.`,
  );
}

/** Two representations must not share a strong entity tag (RFC 9110 section 8.8.3.3). */
function sharedTag(first: ResponseHead, second: ResponseHead): readonly Problem[] {
  const tag = value(first, "etag");
  if (!tag || tag.startsWith("W/") || tag !== value(second, "etag")) return [];
  return found("etag-shared", `The encoded and the plain content have the same strong ETag ${tag}.`);
}
