/** Problems of a certificate and its TLS, in report order. Pure. */

import { certificateErrors } from "../../../data/certificate-errors.ts";
import type { Problem } from "../../headers/schema.ts";
import { ALONE, type TlsReport, type Verdict } from "../wire/certificate.ts";
import { truncateList } from "../wire/truncate.ts";
import { type AnyLookupRow, findings, lookupProblem, rfc } from "./problem.ts";

/** `now`: milliseconds since the epoch. */
interface Secured {
  readonly tls: TlsReport;
  readonly verdict: Verdict;
  readonly host: string;
  readonly now: number;
}

export function certificateProblems(secured: Secured): Problem[] {
  return findings(certificateRows, secured);
}

const DAY = 86_400_000;
/** Time before expiry that is reported. */
const SOON = 14 * DAY;
/** AEAD ciphers, by OpenSSL's names. */
const AUTHENTICATED = /GCM|CCM|CHACHA20/;

function daysText(ms: number): string {
  const days = Math.floor(ms / DAY);
  if (days < 1) return "less than a day";
  return days === 1 ? "1 day" : `${days} days`;
}

const leftOf = ({ tls, now }: Secured) => Date.parse(tls.validTo) - now;

/** Titles of chains without a public authority. */
const SELF_SIGNED: ReadonlyMap<string, string> = new Map([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "The certificate is self-signed, so browsers do not trust it."],
  ["SELF_SIGNED_CERT_IN_CHAIN", "The certificate was issued by a private CA, which browsers do not trust."],
]);

export const certificateRows: readonly AnyLookupRow<Secured>[] = [
  lookupProblem("certificate-expired", "error", rfc(5280, "4.1.2.5"), {
    detectAll: (secured: Secured) => (secured.verdict.expired ? [-leftOf(secured)] : []),
    title: (ago) => `The certificate expired ${daysText(ago)} ago.`,
  }),
  lookupProblem("certificate-expires-soon", "warning", rfc(5280, "4.1.2.5"), {
    detectAll: (secured: Secured) =>
      !secured.verdict.expired && leftOf(secured) < SOON ? [leftOf(secured)] : [],
    title: (left) => `The certificate expires in ${daysText(left)}.`,
  }),
  lookupProblem("certificate-not-yet-valid", "error", rfc(5280, "4.1.2.5"), {
    detectAll: ({ verdict, tls, now }: Secured) =>
      verdict.notYetValid ? [Date.parse(tls.validFrom) - now] : [],
    title: (left) => `The certificate will not be valid for another ${daysText(left)}.`,
  }),
  lookupProblem("certificate-wrong-name", "error", rfc(9525, "6"), {
    detectAll: ({ verdict, tls }: Secured) =>
      verdict.otherName ? [tls.names.length > 0 ? tls.names : [tls.subject || "no name"]] : [],
    title: (names, { host }) => `The certificate is not for ${host} but for ${truncateList(names)}.`,
  }),
  lookupProblem("certificate-self-signed", "error", rfc(5280, "6.1"), {
    detectAll: ({ verdict }: Secured) => [SELF_SIGNED.get(verdict.chain) ?? []].flat(),
    title: (title) => title,
  }),
  lookupProblem("certificate-intermediate-missing", "error", rfc(8446, "4.4.2"), {
    detectAll: ({ verdict: { chain, issuerUrl } }: Secured) =>
      chain === ALONE && issuerUrl !== undefined ? [issuerUrl] : [],
    title: (url) =>
      `The issuer's certificate is missing; browsers may fetch it from ${url}, other clients refuse to connect.`,
  }),
  lookupProblem("certificate-untrusted", "error", rfc(5280, "6.1"), {
    detectAll: ({ verdict: { chain, issuerUrl } }: Secured) => {
      const isTold = SELF_SIGNED.has(chain) || (chain === ALONE && issuerUrl !== undefined);
      return chain === "" || isTold ? [] : [chain];
    },
    title: (chain) => `The certificate is not trusted: ${certificateErrors.get(chain) ?? chain}.`,
  }),
  lookupProblem(
    "certificate-weak-key",
    "error",
    "https://cabforum.org/working-groups/server/baseline-requirements/",
    {
      detectAll: ({ verdict: { weakKey } }: Secured) => (weakKey > 0 ? [weakKey] : []),
      title: (bits) => `The certificate's key has ${bits} bits, too few to be safe.`,
    },
  ),
  lookupProblem("certificate-sha1", "error", rfc(9155, "2"), {
    detect: ({ verdict }: Secured) => verdict.sha1,
    title: () => "The certificate is signed with SHA-1, which browsers reject.",
  }),
  lookupProblem("tls-cipher-cbc", "warning", rfc(9325, "4.2.1"), {
    detectAll: ({ tls }: Secured) =>
      tls.protocol === "TLSv1.2" && !AUTHENTICATED.test(tls.cipher) ? [tls.cipher] : [],
    title: (cipher) => `The server chose ${cipher}, a CBC cipher, which attacks such as Lucky 13 target.`,
  }),
  lookupProblem("tls-version-old", "warning", rfc(8996, "4"), {
    detectAll: ({ tls: { protocol } }: Secured) =>
      protocol === "TLSv1" || protocol === "TLSv1.1" ? [protocol] : [],
    title: (protocol) => `The server uses ${protocol}, which browsers refuse.`,
  }),
];
