/** Reads DER (ITU-T X.690), as far as certificates and OCSP answers need it. Pure. */

/** One value: its tag, and its content. */
export interface Der {
  readonly tag: number;
  readonly content: Uint8Array;
}

export const INTEGER = 0x02;
export const SEQUENCE = 0x30;

/** `[n]` that holds other values (X.690 section 8.1.2). */
export const constructed = (n: number): number => 0xa0 | n;

/** The values that stand one after the other; empty where the bytes are no DER. */
export function derValues(bytes: Uint8Array): readonly Der[] {
  const values: Der[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] ?? 0;
    const short = bytes[at + 1];
    if (short === undefined) return [];
    const more = short > 0x7f ? short & 0x7f : 0;
    // Four bytes of length are more than any message that is read here.
    if (more > 4 || at + 2 + more > bytes.length) return [];
    let length = more === 0 ? short : 0;
    for (let i = 0; i < more; i++) length = length * 256 + (bytes[at + 2 + i] ?? 0);
    const start = at + 2 + more;
    if (start + length > bytes.length) return [];
    values.push({ tag, content: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return values;
}

/** The content of a value; empty without one. */
export function derInside(value: Der | undefined): readonly Der[] {
  return value ? derValues(value.content) : [];
}

/** GeneralizedTime of RFC 5280 section 4.1.2.5.2, milliseconds since the epoch; undefined for anything else. */
export function generalizedTime(value: Der | undefined): number | undefined {
  const text = Buffer.from(value?.content ?? []).toString("latin1");
  const parts = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text);
  if (!parts) return undefined;
  const [year = 0, month = 0, ...rest] = parts.slice(1).map(Number);
  return Date.UTC(year, month - 1, ...rest);
}
