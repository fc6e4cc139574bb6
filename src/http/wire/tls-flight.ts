/** The part of a TLS handshake that a server sends in the clear. Pure. */

const HANDSHAKE_RECORD = 22;
const CERTIFICATE_REQUEST = 13;

/**
 * Whether a server asks for a client certificate: CertificateRequest (RFC 5246 section 7.4.4) among the messages before
 * encryption begins. From TLS 1.3 on that message is encrypted, so the answer is false there.
 * @param bytes as received, from the first record of the server
 */
export function asksForCertificate(bytes: Uint8Array): boolean {
  const messages = Buffer.concat(handshakeRecords(bytes));
  // HandshakeType, and a length of three bytes.
  for (let at = 0; at + 4 <= messages.length; at += 4 + messages.readUIntBE(at + 1, 3))
    if (messages[at] === CERTIFICATE_REQUEST) return true;
  return false;
}

/** The payloads of the records before the first of another kind: type, version, a length of two bytes. */
function handshakeRecords(bytes: Uint8Array): Uint8Array[] {
  const payloads: Uint8Array[] = [];
  for (let at = 0; at + 5 <= bytes.length && bytes[at] === HANDSHAKE_RECORD; ) {
    const length = ((bytes[at + 3] ?? 0) << 8) | (bytes[at + 4] ?? 0);
    payloads.push(bytes.subarray(at + 5, at + 5 + length));
    at += 5 + length;
  }
  return payloads;
}
