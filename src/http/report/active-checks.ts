/** Extra requests that test a server's behaviour, and their problems. Pure: sends nothing. */

import type { FieldLine } from "../../headers/message.ts";
import type { Problem } from "../../headers/schema.ts";
import { fieldLines, fieldValues } from "../wire/framing.ts";
import type { ResponseHead } from "../wire/head.ts";
import { finding, lookupProblem, rfc } from "./problem.ts";

export interface Answer {
  readonly head: ResponseHead;
  /** Size of complete content in bytes, before decoding. */
  readonly bytes?: number | undefined;
}

export interface ActiveCheck {
  readonly name: string;
  /** Returns the fields of the extra request, from those of the first request. */
  readonly fields: (fields: readonly Field[]) => readonly Field[];
  readonly judge: (first: Answer, second: Answer) => readonly Problem[];
}

type Field = readonly [name: string, value: string];

const LAST = 9;
const ASKED = `A request for bytes 0 to ${LAST}`;

/** Name and value of a validator or its condition, and the answer to the condition. */
interface Revalidation {
  readonly name: string;
  readonly sent: string;
  readonly status: number;
  readonly now: string | undefined;
}

const ignored = lookupProblem("revalidation-ignored", "warning", rfc(9110, "13.1"), {
  title: ({ name, sent, status }: Revalidation) =>
    `The server answers a request with ${name}: ${sent} with ${status} instead of 304.`,
});

const lost = lookupProblem("revalidation-fields-lost", "warning", rfc(9110, "15.4.5"), {
  title: (names: readonly string[]) =>
    `The 304 response lacks ${names.join(", ")}, which the full response has.`,
});

const changes = lookupProblem("validator-changes", "warning", rfc(9110, "8.8"), {
  title: ({ name, sent, now }: Revalidation) =>
    `${name} was ${sent}, and ${now ?? "absent"} a moment later, so caches can never revalidate.`,
});

const untrue = lookupProblem("accept-ranges-untrue", "warning", rfc(9110, "14.3"), {
  title: () => `${ASKED} is answered in full although Accept-Ranges promises ranges.`,
});

const wrong = lookupProblem("range-wrong", "error", rfc(9110, "15.3.7"), {
  title: (answer: string) => `${ASKED} is answered with ${answer}.`,
});

const forced = lookupProblem("coding-forced", "warning", rfc(9110, "12.5.3"), {
  title: (given: string) => `The content is encoded (${given}) even for a request without Accept-Encoding.`,
});

const shared = lookupProblem("etag-shared", "warning", rfc(9110, "8.8.3.3"), {
  title: (tag: string) => `The encoded and the unencoded content have the same strong ETag ${tag}.`,
});

const unvaried = lookupProblem("negotiation-without-vary", "error", rfc(9110, "12.5.5"), {
  title: (given: string) =>
    `The content is encoded (${given}) or not depending on Accept-Encoding, but Vary does not say so.`,
});

const repeated = lookupProblem("csp-nonce-repeated", "error", "https://www.w3.org/TR/CSP3/#security-nonces", {
  title: (nonce: string) =>
    `Two responses have the same nonce ${nonce} in Content-Security-Policy: an injected script can use it.`,
});

export const checkRows = [repeated, ignored, lost, changes, untrue, wrong, forced, shared, unvaried];

/** Checks that apply to a response to GET; each sends one request. */
export function activeChecks(first: Answer): readonly ActiveCheck[] {
  if (first.head.status !== 200) return [];
  return [revalidation(first), range(first), noCoding].filter((check) => check !== undefined);
}

const value = (head: ResponseHead, name: string): string | undefined =>
  fieldLines(head.lines, name)[0]?.value || undefined;
const coding = (lines: readonly FieldLine[]): string => fieldValues(lines, "content-encoding").join(", ");

/** Conditional request by entity tag; without a tag, by date (RFC 9110 section 13.1). */
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
      const { status } = second.head;
      const now = value(second.head, etag ? "etag" : "last-modified");
      if (status === 200 && now !== sent)
        return [finding(changes, { name: etag ? "ETag" : "Last-Modified", sent, status, now })];
      return [finding(ignored, { name, sent, status, now })];
    },
  };
}

/** Fields that a 304 must repeat (RFC 9110 section 15.4.5). Date is omitted, because caches set it. */
const REPEATED = ["Cache-Control", "Content-Location", "ETag", "Expires", "Vary"];

function lostFields(first: ResponseHead, second: ResponseHead): readonly Problem[] {
  const names = REPEATED.filter(
    (name) => value(first, name.toLowerCase()) && !value(second, name.toLowerCase()),
  );
  return names.length === 0 ? [] : [finding(lost, names)];
}

/** Range request; undefined unless the server advertises ranges and the content is long enough. */
function range({ head, bytes = 0 }: Answer): ActiveCheck | undefined {
  const promised = fieldValues(head.lines, "accept-ranges").some((unit) => unit.toLowerCase() === "bytes");
  if (!promised || bytes <= LAST + 1) return undefined;
  return {
    name: "range",
    fields: (fields) => [...fields, ["Range", `bytes=0-${LAST}`]],
    judge(_, second) {
      const { status } = second.head;
      if (status === 200) return [finding(untrue, undefined)];
      if (status !== 206) return [finding(wrong, String(status))];
      const given = value(second.head, "content-range") ?? "none";
      if (!given.startsWith(`bytes 0-${LAST}/`)) return [finding(wrong, `the Content-Range ${given}`)];
      if (second.bytes === undefined || second.bytes === LAST + 1) return [];
      return [finding(wrong, `${second.bytes} bytes`)];
    },
  };
}

const noCoding: ActiveCheck = {
  name: "coding",
  fields: (fields) => fields.filter(([name]) => name !== "Accept-Encoding"),
  judge(first, second) {
    if (second.head.status !== 200) return [];
    const nonces = new Set(noncesOf(first.head));
    const nonce = noncesOf(second.head).find((each) => nonces.has(each));
    const same = nonce === undefined ? [] : [finding(repeated, nonce)];
    const [before, after] = [coding(first.head.lines), coding(second.head.lines)];
    if (after !== "" && after !== "identity") return [...same, finding(forced, after)];
    if (before === "" || before === "identity") return same;
    return [...same, ...missingVary(first.head, before), ...sharedTag(first.head, second.head)];
  },
};

function noncesOf({ lines }: ResponseHead): readonly string[] {
  return fieldLines(lines, "content-security-policy").flatMap(
    ({ value }) => value.match(/'nonce-[^'\s]+'/g) ?? [],
  );
}

function missingVary(head: ResponseHead, before: string): readonly Problem[] {
  const vary = fieldValues(head.lines, "vary").map((name) => name.toLowerCase());
  if (vary.includes("accept-encoding") || vary.includes("*")) return [];
  return [finding(unvaried, before)];
}

/** Finding if two representations have the same strong entity tag (RFC 9110 section 8.8.3.3). */
function sharedTag(first: ResponseHead, second: ResponseHead): readonly Problem[] {
  const tag = value(first, "etag");
  if (!tag || tag.startsWith("W/") || tag !== value(second, "etag")) return [];
  return [finding(shared, tag)];
}
