/** Certificate of a TLS connection, and its faults. Pure. */

import { optional } from "../../api/body-parts.ts";
import type { HttpStep } from "../schema.ts";

/** Certificate as the report of a step has it. */
export type TlsReport = NonNullable<HttpStep["tls"]>;

/** A certificate as in `node:tls`. */
export interface Certificate {
  readonly subject?: object | undefined;
  readonly issuer?: object | undefined;
  readonly subjectaltname?: string | undefined;
  readonly valid_from: string;
  readonly valid_to: string;
  readonly fingerprint256: string;
  /** Bits of an RSA key or of a curve. */
  readonly bits?: number | undefined;
  readonly asn1Curve?: string | undefined;
  /** DER. */
  readonly raw?: Uint8Array | undefined;
}

/** Facts of a TLS connection. */
export interface TlsFacts {
  readonly protocol: string;
  readonly cipher: string;
  /** Protocol chosen by ALPN, or `""`. */
  readonly alpn: string;
  /** Code of the verification error, or `""`. */
  readonly verifyError: string;
  /** Whether the certificate covers the host. */
  readonly forHost: boolean;
  readonly certificate: Certificate | undefined;
  /** Whether the server requests a client certificate. Detected up to TLS 1.2 over HTTP/1.1 only. */
  readonly asksForCertificate?: boolean;
}

const DAY = 86_400_000;

/** Faults of a certificate; it may have several. */
export interface Verdict {
  /** Error code of the chain, or `""`. */
  readonly chain: string;
  readonly expired: boolean;
  readonly notYetValid: boolean;
  readonly otherName: boolean;
  /** Bits of a key that is too short (CA/Browser Forum: RSA at least 2048, curves 256), or 0. */
  readonly weakKey: number;
  /** Signed with SHA-1, which browsers reject. */
  readonly sha1: boolean;
  /** URL of the issuer's certificate (RFC 5280 section 4.2.2.1). */
  readonly issuerUrl?: string;
}

/** `now`: milliseconds since the epoch. */
export function checkCertificate({ certificate, verifyError, forHost }: TlsFacts, now: number): Verdict {
  const none = { expired: false, notYetValid: false, otherName: false, weakKey: 0, sha1: false };
  if (!certificate) return { ...none, chain: "NO_CERTIFICATE" };
  const expired = Date.parse(certificate.valid_to) < now;
  const notYetValid = Date.parse(certificate.valid_from) > now;
  const ofDates =
    (expired && verifyError === "CERT_HAS_EXPIRED") || (notYetValid && verifyError === "CERT_NOT_YET_VALID");
  return {
    chain: ofDates ? "" : verifyError,
    expired,
    notYetValid,
    otherName: !forHost,
    weakKey: weakBits(certificate),
    sha1: certificate.raw !== undefined && Buffer.from(certificate.raw).includes(SHA1_WITH_RSA),
    ...optional("issuerUrl", issuerUrlOf(certificate)),
  };
}

/** OpenSSL's code for a server certificate without its issuer. */
export const ALONE = "UNABLE_TO_VERIFY_LEAF_SIGNATURE";

/** Whether every browser shows a warning. Chromium and Safari fetch a missing intermediate certificate. */
export function isRefused({ chain, expired, notYetValid, otherName, issuerUrl }: Verdict): boolean {
  const isBroken = chain !== "" && (chain !== ALONE || issuerUrl === undefined);
  return expired || notYetValid || otherName || isBroken;
}

/** DER bytes of id-ad-caIssuers and the tag of the URI that follows (RFC 5280 sections 4.2.1.6 and 4.2.2.1). */
const ISSUER_URI = Buffer.from("06082b0601050507300286", "hex");

function issuerUrlOf({ raw }: Certificate): string | undefined {
  const der = Buffer.from(raw ?? []);
  const at = der.indexOf(ISSUER_URI);
  const start = at + ISSUER_URI.length + 1;
  const length = der[start - 1] ?? 0;
  // Only URLs with a one-byte length in DER are read (up to 127 bytes); real ones are shorter.
  const url = at < 0 || length > 0x7f ? "" : der.toString("latin1", start, start + length);
  return /^http:\/\/[\x21-\x7e]+$/.test(url) ? url : undefined;
}

/** DER bytes of sha1WithRSAEncryption (RFC 8017 appendix C). */
const SHA1_WITH_RSA = Buffer.from("06092a864886f70d010105", "hex");

function weakBits({ bits = 0, asn1Curve }: Certificate): number {
  return bits > 0 && bits < (asn1Curve === undefined ? 2048 : 256) ? bits : 0;
}

/** Error code of a certificate with several faults: the fault to fix first. */
function errorCode(verdict: Verdict): string {
  if (verdict.expired) return "CERT_HAS_EXPIRED";
  if (verdict.notYetValid) return "CERT_NOT_YET_VALID";
  return verdict.chain || (verdict.otherName ? "ERR_TLS_CERT_ALTNAME_INVALID" : "");
}

/** `now`: milliseconds since the epoch. */
export function tlsReport(facts: TlsFacts, verdict: Verdict, now: number): TlsReport {
  const known = facts.certificate;
  const validTo = known ? Date.parse(known.valid_to) : Number.NaN;
  const error = errorCode(verdict);
  return {
    protocol: facts.protocol,
    cipher: facts.cipher,
    alpn: facts.alpn,
    authorized: error === "",
    error,
    subject: nameText(known?.subject),
    issuer: nameText(known?.issuer),
    validFrom: dateText(known ? Date.parse(known.valid_from) : Number.NaN),
    validTo: dateText(validTo),
    daysLeft: Number.isNaN(validTo) ? 0 : Math.floor((validTo - now) / DAY),
    names: alternativeNames(known?.subjectaltname ?? ""),
    fingerprint256: known?.fingerprint256 ?? "",
  };
}

function nameText(name: object | undefined): string {
  return Object.entries(name ?? {})
    .map(([key, value]) => `${key}=${Array.isArray(value) ? value.join("+") : String(value)}`)
    .join(", ");
}

function dateText(ms: number): string {
  return Number.isNaN(ms) ? "" : new Date(ms).toISOString();
}

/** `DNS:example.com, IP Address:192.0.2.1` → the bare names. */
function alternativeNames(text: string): string[] {
  return text.split(", ").flatMap((entry) => {
    const match = /^(?:DNS|IP Address):(.+)$/.exec(entry);
    return match?.[1] ? [match[1]] : [];
  });
}
