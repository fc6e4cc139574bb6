/** OCSP answers (RFC 6960 section 4.2.1) without a signature, for tests. */

const tlv = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
};
const time = (ms: number) =>
  tlv(0x18, Buffer.from(`${new Date(ms).toISOString().slice(0, 19).replace(/[-T:]/g, "")}Z`));
const bytes = (hex: string) => Buffer.from(hex, "hex");

export const NOW = Date.UTC(2026, 10, 20);

/** `[0]` good, `[2]` unknown. */
export const GOOD = bytes("8000");
export const UNKNOWN = bytes("8200");
export const revoked = (at: number, reason?: number): Buffer =>
  tlv(0xa1, time(at), ...(reason === undefined ? [] : [tlv(0xa0, tlv(0x0a, Buffer.from([reason])))]));

/** About one certificate; `serial` in hexadecimal. */
export function single(serial: string, status: Uint8Array, nextUpdate?: number): Buffer {
  const id = tlv(0x30, tlv(0x30, bytes("06052b0e03021a0500")), tlv(4), tlv(4), tlv(2, bytes(serial)));
  return tlv(0x30, id, status, time(NOW), ...(nextUpdate === undefined ? [] : [tlv(0xa0, time(nextUpdate))]));
}

export function ocspAnswer(...singles: readonly Uint8Array[]): Buffer {
  const data = tlv(0x30, tlv(0xa2, tlv(4)), time(NOW), tlv(0x30, ...singles));
  const basic = tlv(0x30, data, tlv(0x30), tlv(3));
  const holder = tlv(0x30, bytes("06092b0601050507300101"), tlv(4, basic));
  return tlv(0x30, bytes("0a0100"), tlv(0xa0, holder));
}
