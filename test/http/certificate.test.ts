import { expect, test } from "bun:test";
import {
  type Certificate,
  checkCertificate,
  type TlsFacts,
  tlsReport,
} from "../../src/http/wire/certificate.ts";

const NOW = Date.UTC(2026, 10, 20);
const certificate: Certificate = { valid_from: "2026-01-01", valid_to: "2027-01-01", fingerprint256: "" };
const judge = (facts: Partial<Certificate>) =>
  checkCertificate(
    {
      protocol: "TLSv1.3",
      cipher: "",
      alpn: "",
      verifyError: "",
      forHost: true,
      certificate: { ...certificate, ...facts },
    },
    NOW,
  );

test("a key that is too short", () => {
  expect(judge({ bits: 2047 }).weakKey).toBe(2047);
  expect(judge({ bits: 2048 }).weakKey).toBe(0);
  expect(judge({ bits: 255, asn1Curve: "x" }).weakKey).toBe(255);
  expect(judge({ bits: 256, asn1Curve: "prime256v1" }).weakKey).toBe(0);
  expect(judge({}).weakKey).toBe(0);
});

test("a signature over SHA-1", () => {
  expect(judge({ raw: Buffer.from("300d06092a864886f70d0101050500", "hex") }).sha1).toBe(true);
  expect(judge({ raw: Buffer.from("300d06092a864886f70d01010b0500", "hex") }).sha1).toBe(false);
});

const facts = (more: Partial<TlsFacts>, about: Partial<Certificate> = {}): TlsFacts => ({
  protocol: "TLSv1.3",
  cipher: "TLS_AES_128_GCM_SHA256",
  alpn: "h2",
  verifyError: "",
  forHost: true,
  certificate: { ...certificate, ...about },
  ...more,
});
const at = (ms: number) => new Date(ms).toISOString();

test.each<[string, Partial<TlsFacts>, Partial<Certificate>, object, string]>([
  ["sound", {}, {}, {}, ""],
  ["good to this moment", {}, { valid_from: at(NOW), valid_to: at(NOW) }, {}, ""],
  ["over", {}, { valid_to: at(NOW - 1) }, { expired: true }, "CERT_HAS_EXPIRED"],
  ["not begun", {}, { valid_from: at(NOW + 1) }, { notYetValid: true }, "CERT_NOT_YET_VALID"],
  [
    "over, as the platform says as well",
    { verifyError: "CERT_HAS_EXPIRED" },
    { valid_to: at(NOW - 1) },
    { expired: true, chain: "" },
    "CERT_HAS_EXPIRED",
  ],
  [
    "not begun, as the platform says as well",
    { verifyError: "CERT_NOT_YET_VALID" },
    { valid_from: at(NOW + 1) },
    { notYetValid: true, chain: "" },
    "CERT_NOT_YET_VALID",
  ],
  [
    "another of the chain that is over",
    { verifyError: "CERT_HAS_EXPIRED" },
    {},
    { chain: "CERT_HAS_EXPIRED" },
    "CERT_HAS_EXPIRED",
  ],
  [
    "over and not trusted",
    { verifyError: "SELF_SIGNED_CERT_IN_CHAIN" },
    { valid_to: at(NOW - 1) },
    { expired: true, chain: "SELF_SIGNED_CERT_IN_CHAIN" },
    "CERT_HAS_EXPIRED",
  ],
  ["for another host", { forHost: false }, {}, { otherName: true }, "ERR_TLS_CERT_ALTNAME_INVALID"],
  [
    "not trusted and for another host",
    { forHost: false, verifyError: "X" },
    {},
    { otherName: true, chain: "X" },
    "X",
  ],
  ["none", { certificate: undefined, forHost: false }, {}, { chain: "NO_CERTIFICATE" }, "NO_CERTIFICATE"],
])("%s", (_name, more, about, verdict, error) => {
  const all = facts(more, about);
  const judged = checkCertificate(all, NOW);
  expect(judged).toEqual({
    chain: "",
    expired: false,
    notYetValid: false,
    otherName: false,
    weakKey: 0,
    sha1: false,
    ...verdict,
  });
  expect(tlsReport(all, judged, NOW)).toMatchObject({ error, authorized: error === "" });
});

test("report of a certificate", () => {
  const DAY = 86_400_000;
  const all = facts(
    {},
    {
      subject: { CN: "a.test", OU: ["x", "y"] },
      issuer: { O: "Authority" },
      subjectaltname: "DNS:a.test, DNS:*.a.test, IP Address:192.0.2.1, URI:http://x/, DNS:",
      fingerprint256: "AB:CD",
    },
  );
  const reported = (now: number) => tlsReport(all, checkCertificate(all, now), now);
  expect(reported(NOW)).toEqual({
    protocol: "TLSv1.3",
    cipher: "TLS_AES_128_GCM_SHA256",
    alpn: "h2",
    authorized: true,
    error: "",
    subject: "CN=a.test, OU=x+y",
    issuer: "O=Authority",
    validFrom: "2026-01-01T00:00:00.000Z",
    validTo: "2027-01-01T00:00:00.000Z",
    daysLeft: 42,
    names: ["a.test", "*.a.test", "192.0.2.1"],
    fingerprint256: "AB:CD",
  });
  const end = Date.UTC(2027, 0, 1);
  expect([end - DAY, end - DAY + 1, end, end + 1].map((now) => reported(now).daysLeft)).toEqual([
    1, 0, 0, -1,
  ]);
  const none = facts({ certificate: undefined });
  expect(tlsReport(none, checkCertificate(none, NOW), NOW)).toMatchObject({
    subject: "",
    issuer: "",
    validFrom: "",
    validTo: "",
    daysLeft: 0,
    names: [],
    fingerprint256: "",
  });
});
