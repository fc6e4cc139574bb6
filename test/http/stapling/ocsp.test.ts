import { expect, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import { derValues } from "../../../src/http/stapling/der.ts";
import { demandsStaple, readStapled, stapledReport } from "../../../src/http/stapling/ocsp.ts";
import { certificate } from "../servers.ts";
import { GOOD, NOW, ocspAnswer, revoked, single, UNKNOWN } from "./ocsp-answer.ts";

const der = (name: "good" | "must-staple") => new X509Certificate(certificate(name)).raw;
const demanding = der("must-staple");
/** Its number. */
const SERIAL = "1234567890";
const DAY = 86_400_000;

test("demands a staple", () => {
  expect(demandsStaple(demanding)).toBe(true);
  expect(demandsStaple(der("good"))).toBe(false);
  // The same extension for another feature, and cut bytes.
  const other = Buffer.from(demanding);
  const at = other.indexOf(Buffer.from("06082b06010505070118", "hex"));
  other[at + 16] = 6;
  expect(demandsStaple(other)).toBe(false);
  expect(demandsStaple(demanding.subarray(0, -1))).toBe(false);
  expect(demandsStaple(Buffer.alloc(0))).toBe(false);
});

test.each([
  ["nothing", undefined, { status: "none" }],
  ["no bytes", Buffer.alloc(0), { status: "none" }],
  ["an error of the responder", Buffer.from("30030a0103", "hex"), { status: "unreadable" }],
  ["noise", Buffer.from("zzz"), { status: "unreadable" }],
  ["no certificates at all", ocspAnswer(), { status: "unreadable" }],
  ["another certificate", ocspAnswer(single("1234567891", GOOD)), { status: "other" }],
  ["good", ocspAnswer(single(SERIAL, GOOD)), { status: "good", thisUpdate: NOW }],
  [
    "good for a while, after another",
    ocspAnswer(single("01", revoked(NOW)), single(SERIAL, GOOD, NOW + DAY)),
    { status: "good", thisUpdate: NOW, nextUpdate: NOW + DAY },
  ],
  ["unknown", ocspAnswer(single(SERIAL, UNKNOWN)), { status: "unknown", thisUpdate: NOW }],
  [
    "revoked",
    ocspAnswer(single(SERIAL, revoked(NOW - DAY), NOW)),
    { status: "revoked", thisUpdate: NOW, nextUpdate: NOW, revokedAt: NOW - DAY },
  ],
  [
    "revoked for a reason",
    ocspAnswer(single(SERIAL, revoked(NOW, 1))),
    { status: "revoked", thisUpdate: NOW, revokedAt: NOW, reason: "keyCompromise" },
  ],
  [
    "revoked for a reason that has no name",
    ocspAnswer(single(SERIAL, revoked(NOW, 7))),
    { status: "revoked", thisUpdate: NOW, revokedAt: NOW },
  ],
] as const)("%s", (_, answer, stapled) => {
  expect(readStapled(answer, demanding)).toEqual(stapled);
});

test("an answer that is cut anywhere is unreadable, and never throws", () => {
  const answer = ocspAnswer(single(SERIAL, revoked(NOW, 1), NOW));
  for (let end = 1; end < answer.length; end++)
    expect(readStapled(answer.subarray(0, end), demanding).status).toBe("unreadable");
});

test("times are reported as date-times", () => {
  expect(stapledReport({ status: "revoked", thisUpdate: NOW, nextUpdate: NOW, revokedAt: NOW })).toEqual({
    status: "revoked",
    thisUpdate: "2026-11-20T00:00:00.000Z",
    nextUpdate: "2026-11-20T00:00:00.000Z",
    revokedAt: "2026-11-20T00:00:00.000Z",
  });
});

test("a length of more bytes than anything here is no DER", () => {
  expect(derValues(Buffer.from("3084000000010a", "hex")).length).toBe(1);
  expect(derValues(Buffer.from("308500000000010a", "hex"))).toEqual([]);
  expect(derValues(Buffer.from("30", "hex"))).toEqual([]);
});
