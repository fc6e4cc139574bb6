/** How a response came over the wire, as far as verdicts need it. */

/** The facts of a response's transfer. */
export interface Transfer {
  readonly end: "whole" | "cut" | "malformed-chunks" | "lengths-differ";
  /** Sizes of its chunks are none; what follows is of the content as the C library reads such numbers, and Firefox. */
  readonly hasOddChunks?: boolean;
  /** Bytes of content as sent. */
  readonly wireBytes: number;
  /** Bytes after decoding, up to a flaw; of an unknown coding those that were sent. */
  readonly bytes: number;
  /** The fault of encoded content, and the coding it is in. */
  readonly flaw?: {
    readonly coding: string;
    readonly kind: "data" | "cut" | "checksum" | "no-checksum" | "trailing";
  };
  /** Decoded bytes of the first gzip member, where others follow. */
  readonly firstMemberBytes?: number;
  /** Bytes after the end of the encoded data. */
  readonly trailingBytes?: number;
  /** The content is deflate data without its wrapping. */
  readonly isBareDeflate?: boolean;
  readonly isEncoded?: boolean;
  /** It was delimited by Content-Length. */
  readonly hasLength?: boolean;
  /** A NUL stands in the header section. */
  readonly hasNul?: boolean;
  /** The status line, where it is not as usual. */
  readonly start?: {
    readonly line: string;
    /** Bytes before it, blank lines included. */
    readonly before: number;
    /** All bytes of the header section, with those before it. */
    readonly headBytes: number;
    /** The bytes up to the third line, of those. */
    readonly firstTwoLines: number;
  };
}
