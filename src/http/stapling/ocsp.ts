/** A stapled OCSP response: the state of a certificate, and whether the certificate demands one. Pure. */

import { optional } from "../body-parts.ts";
import { constructed, type Der, derInside, derValues, generalizedTime, INTEGER, SEQUENCE } from "./der.ts";

/** The stapled response, or its absence; times in milliseconds since the epoch. */
export interface Stapled {
  /** `none` came, it is `unreadable`, it is about `other` certificates, or what it says of this one. */
  readonly status: "none" | "unreadable" | "other" | "good" | "revoked" | "unknown";
  readonly thisUpdate?: number;
  readonly nextUpdate?: number;
  readonly revokedAt?: number;
  /** Why it was revoked, as RFC 5280 section 5.3.1 names it. */
  readonly reason?: string;
}

/** id-pe-tlsfeature (RFC 7633 section 4.1). */
const TLS_FEATURE = "2b06010505070118";
/** status_request (RFC 6066 section 8). */
const STATUS_REQUEST = 5;

/** Whether the certificate demands a stapled answer ("must-staple"). `der`: the certificate. */
export function demandsStaple(der: Uint8Array): boolean {
  const extensions = derInside(certificateParts(der).find(({ tag }) => tag === constructed(3)));
  return derInside(extensions[0]).some((extension) => {
    const [oid, ...rest] = derInside(extension);
    if (hex(oid) !== TLS_FEATURE) return false;
    // A flag whether it is critical may come before the value.
    const [features] = derInside(rest.at(-1));
    return derInside(features).some(({ content }) => content.length === 1 && content[0] === STATUS_REQUEST);
  });
}

/** The parts of TBSCertificate (RFC 5280 section 4.1). */
function certificateParts(der: Uint8Array): readonly Der[] {
  const [certificate] = derValues(der);
  return derInside(derInside(certificate)[0]);
}

const hex = (value: Der | undefined): string => Buffer.from(value?.content ?? []).toString("hex");

/** `successful` (RFC 6960 section 4.2.1). */
const SUCCESSFUL = "00";
/** id-pkix-ocsp-basic. */
const BASIC = "2b0601050507300101";

/**
 * The content of the response. Its signature is not verified: it came from the server whose certificate it is about.
 * @param answer OCSPResponse; undefined where none came
 * @param certificate DER
 */
export function readStapled(answer: Uint8Array | undefined, certificate: Uint8Array): Stapled {
  if (answer === undefined || answer.length === 0) return { status: "none" };
  const [status, holder] = derInside(derValues(answer)[0]);
  const [type, bytes] = derInside(derInside(holder)[0]);
  if (hex(status) !== SUCCESSFUL || hex(type) !== BASIC) return { status: "unreadable" };
  const [basic] = derInside(bytes);
  const responses = derInside(derInside(basic)[0]).find(({ tag }) => tag === SEQUENCE);
  const singles = derInside(responses);
  if (singles.length === 0) return { status: "unreadable" };
  const serial = hex(certificateParts(certificate).find(({ tag }) => tag === INTEGER));
  const mine = singles.find((single) => hex(derInside(derInside(single)[0])[3]) === serial);
  return mine ? readSingle(mine) : { status: "other" };
}

/** CertStatus by its tag: `[0]`, `[1]` with its parts, `[2]`. */
const STATES: ReadonlyMap<number, "good" | "revoked" | "unknown"> = new Map([
  [0x80, "good"],
  [0xa1, "revoked"],
  [0x82, "unknown"],
]);

/** RFC 5280 section 5.3.1; 7 is not used. */
const REASONS: readonly string[] = [
  "unspecified",
  "keyCompromise",
  "cACompromise",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
  "certificateHold",
  "",
  "removeFromCRL",
  "privilegeWithdrawn",
  "aACompromise",
];

/** SingleResponse (RFC 6960 section 4.2.1). */
function readSingle(single: Der): Stapled {
  const [, state, thisUpdate, ...rest] = derInside(single);
  const status = STATES.get(state?.tag ?? 0);
  const from = generalizedTime(thisUpdate);
  if (status === undefined || from === undefined) return { status: "unreadable" };
  const until = generalizedTime(derInside(rest.find(({ tag }) => tag === constructed(0)))[0]);
  const [at, why] = status === "revoked" ? derInside(state) : [];
  const revokedAt = generalizedTime(at);
  const reason = REASONS[derInside(why)[0]?.content[0] ?? 0];
  return {
    status,
    thisUpdate: from,
    ...(until !== undefined && { nextUpdate: until }),
    ...(revokedAt !== undefined && { revokedAt }),
    ...(why && reason && { reason }),
  };
}

/** The same with its times as RFC 3339 date-times. */
export function stapledReport({ thisUpdate, nextUpdate, revokedAt, ...rest }: Stapled) {
  return {
    ...rest,
    ...optional("thisUpdate", dateTime(thisUpdate)),
    ...optional("nextUpdate", dateTime(nextUpdate)),
    ...optional("revokedAt", dateTime(revokedAt)),
  };
}

function dateTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
