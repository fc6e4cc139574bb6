/**
 * Texts for verification errors, by the code of OpenSSL, as Bun and Node.js report it.
 * Source: https://docs.openssl.org/3.0/man3/X509_STORE_CTX_get_error/ (2026-11-28).
 */

import { wordTable } from "./word-table.ts";

export const certificateErrors = wordTable({
  CERT_HAS_EXPIRED: "it has expired",
  CERT_NOT_YET_VALID: "it is not valid yet",
  CERT_REVOKED: "it was revoked",
  CERT_SIGNATURE_FAILURE: "its signature is wrong",
  CERT_UNTRUSTED: "its root is not trusted for servers",
  DEPTH_ZERO_SELF_SIGNED_CERT: "it is self-signed",
  ERR_TLS_CERT_ALTNAME_INVALID: "it covers other names",
  HOSTNAME_MISMATCH: "it covers other names",
  INVALID_CA: "a certificate in its chain may not sign certificates",
  INVALID_PURPOSE: "it is not meant for servers",
  SELF_SIGNED_CERT_IN_CHAIN: "its root is not a trusted authority",
  UNABLE_TO_GET_ISSUER_CERT: "the certificate of its issuer is missing",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its issuer is not a trusted authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its intermediate certificate is missing",
});
