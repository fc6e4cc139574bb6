import { expect, test } from "bun:test";
import { type Certificate, judgeCertificate } from "../../src/http/certificate.ts";

const NOW = Date.UTC(2026, 10, 20);
const certificate: Certificate = { valid_from: "2026-01-01", valid_to: "2027-01-01", fingerprint256: "" };
const judge = (facts: Partial<Certificate>) =>
  judgeCertificate(
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
