/** The certificate of a TLS connection, and its faults. Pure. */

import { optional } from "../../api/body-parts.ts";

export interface TlsReport {
  /** `TLSv1.3` */
  protocol: string;
  cipher: string;
  /** The protocol agreed by ALPN; `""` for none. */
  alpn: string;
  /** Whether a browser would trust it: chain, dates and name. */
  authorized: boolean;
  /** Code of the reason where it is not authorised, such as `CERT_HAS_EXPIRED`; else `""`. */
  error: string;
  /** Names of subject and issuer: `CN=example.com, O=Example`. */
  subject: string;
  issuer: string;
  /** RFC 3339 date-times. */
  validFrom: string;
  validTo: string;
  /** Whole days until it expires; negative when it has. */
  daysLeft: number;
  /** DNS names and addresses that the certificate is for. */
  names: string[];
  /** SHA-256 of the certificate in hexadecimal, colons between the bytes. */
  fingerprint256: string;
}

/** The parts of a certificate that are used, as `node:tls` gives them. */
export interface Certificate {
  /** Absent or empty where only the alternative names count. */
  readonly subject?: object | undefined;
  readonly issuer?: object | undefined;
  readonly subjectaltname?: string | undefined;
  readonly valid_from: string;
  readonly valid_to: string;
  readonly fingerprint256: string;
  /** Bits of an RSA key, or of the field of an elliptic curve. */
  readonly bits?: number | undefined;
  /** Present for an elliptic curve. */
  readonly asn1Curve?: string | undefined;
  /** The certificate in DER. */
  readonly raw?: Uint8Array | undefined;
}

/** The facts read off a TLS connection. */
export interface TlsFacts {
  readonly protocol: string;
  readonly cipher: string;
  /** `""` where ALPN agreed on nothing. */
  readonly alpn: string;
  /** Code of the chain's verification error; `""` for none. */
  readonly verifyError: string;
  /** Whether the certificate is for the host that was asked for. */
  readonly forHost: boolean;
  readonly certificate: Certificate | undefined;
  /** The server asks for a client certificate, as far as that is seen: up to TLS 1.2, over HTTP/1.1. */
  readonly asksForCertificate?: boolean;
}

const DAY = 86_400_000;

/** Faults of a certificate: a chain, dates and a name can all be wrong at once. */
export interface Verdict {
  /** Code of the chain's error; `""` for none. */
  readonly chain: string;
  readonly expired: boolean;
  readonly notYetValid: boolean;
  readonly otherName: boolean;
  /** Bits of a key that is too short (CA/Browser Forum: RSA has 2048 at least, a curve 256); else 0. */
  readonly weakKey: number;
  /** Signed over SHA-1, which no browser accepts. */
  readonly sha1: boolean;
  /** Where the certificate says that its issuer's is to be had (RFC 5280 section 4.2.2.1). */
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

/** The code of OpenSSL where nothing but the certificate of the server came, and nobody known has signed it. */
export const ALONE = "UNABLE_TO_VERIFY_LEAF_SIGNATURE";

/** Whether every browser warns; Chromium and Safari fetch an intermediate certificate that alone is missing. */
export function isRefused({ chain, expired, notYetValid, otherName, issuerUrl }: Verdict): boolean {
  const isBroken = chain !== "" && (chain !== ALONE || issuerUrl === undefined);
  return expired || notYetValid || otherName || isBroken;
}

/** id-ad-caIssuers and the tag of a URI behind it (RFC 5280 sections 4.2.1.6 and 4.2.2.1) in DER. */
const ISSUER_URI = Buffer.from("06082b0601050507300286", "hex");

function issuerUrlOf({ raw }: Certificate): string | undefined {
  const der = Buffer.from(raw ?? []);
  const at = der.indexOf(ISSUER_URI);
  const start = at + ISSUER_URI.length + 1;
  const length = der[start - 1] ?? 0;
  // A longer one has its length in several bytes; none is that long.
  const url = at < 0 || length > 0x7f ? "" : der.toString("latin1", start, start + length);
  return /^http:\/\/[\x21-\x7e]+$/.test(url) ? url : undefined;
}

/** sha1WithRSAEncryption (RFC 8017 appendix C) in DER. */
const SHA1_WITH_RSA = Buffer.from("06092a864886f70d010105", "hex");

function weakBits({ bits = 0, asn1Curve }: Certificate): number {
  return bits > 0 && bits < (asn1Curve === undefined ? 2048 : 256) ? bits : 0;
}

/** The code that stands for the whole: what the owner can mend first. */
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
