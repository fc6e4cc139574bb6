import { expect, test } from "bun:test";
import { HttpFailure } from "../../src/http/wire/failures.ts";
import { tlsFailure } from "../../src/http/wire/tls-failure.ts";
import { TLS_FLOOD } from "../../src/platform/socket.ts";

const error = (message: string, code: string) => Object.assign(new Error(message), code !== "" && { code });

test.each([
  ["", "ERR_SSL_WRONG_VERSION_NUMBER", "not-tls"],
  ["error:100000f7:SSL routines:OPENSSL_internal:HTTP_REQUEST", "", "not-tls"],
  ["", "ERR_SSL_PACKET_LENGTH_TOO_LONG", "not-tls"],
  ["", "ERR_SSL_UNSUPPORTED_PROTOCOL", "tls-version"],
  ["tlsv1 alert PROTOCOL_VERSION", "", "tls-version"],
  ["", "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL", "tls-alpn"],
  ["CERTIFICATE_REQUIRED", "", "client-certificate"],
  ["BAD_CERTIFICATE", "", "client-certificate"],
  ["CERTIFICATE_UNKNOWN", "", "client-certificate"],
  ["UNKNOWN_CA", "", "client-certificate"],
  ["UNRECOGNIZED_NAME", "", "tls-unknown-name"],
  ["SSLV3_ALERT_HANDSHAKE_FAILURE", "", "tls-handshake"],
  ["NO_SHARED_CIPHER", "", "tls-handshake"],
  ["INSUFFICIENT_SECURITY", "", "tls-handshake"],
  ["more of TLS than it carries", TLS_FLOOD, "tls-flood"],
  ["read", "ECONNRESET", "tls-closed"],
  ["write", "EPIPE", "tls-closed"],
  ["Client network socket disconnected before secure TLS connection was established", "", "tls-closed"],
])("%j %s is %s", (message, cause, code) => {
  expect(tlsFailure(error(message, cause))).toMatchObject({ code, phase: "tls" });
});

test.each([
  ["error:1000042e:SSL routines:OPENSSL_internal:DECRYPT_ERROR", "EPROTO", "DECRYPT_ERROR"],
  ["something", "ERR_SSL_DECRYPT_ERROR", "DECRYPT_ERROR"],
  ["something", "EPROTO", "EPROTO"],
  ["something", "", "no reason given"],
])("%j %s is reported", (message, cause, reason) => {
  expect(tlsFailure(error(message, cause))).toMatchObject({
    code: "tls-handshake",
    message: `The TLS handshake failed (${reason}).`,
  });
});

test.each(["something", undefined, null, {}])("a value that is not an Error has no reason: %j", (cause) => {
  expect(tlsFailure(cause).message).toBe("The TLS handshake failed (no reason given).");
});

test("a failure stays unchanged", () => {
  const failure = new HttpFailure("tls-timeout", "Late.");
  expect(tlsFailure(failure)).toBe(failure);
});
