/** Transfer details of a response, for verdicts. */
export interface Transfer {
  readonly end: "whole" | "cut" | "malformed-chunks" | "lengths-differ";
  /** Some chunk sizes are invalid; the content is decoded as the C library and Firefox parse these numbers. */
  readonly hasOddChunks?: boolean;
  /** Bytes of content as sent. */
  readonly wireBytes: number;
  /** Bytes after decoding, up to a flaw; encoded bytes if the coding is unknown. */
  readonly bytes: number;
  readonly flaw?: {
    readonly coding: string;
    readonly kind: "data" | "cut" | "checksum" | "no-checksum" | "trailing";
  };
  /** Decoded bytes of the first gzip member, if more follow. */
  readonly firstMemberBytes?: number;
  /** Bytes after the end of the encoded data. */
  readonly trailingBytes?: number;
  /** Deflate data without its zlib wrapping. */
  readonly isBareDeflate?: boolean;
  readonly isEncoded?: boolean;
  readonly hasLength?: boolean;
  /** The header section contains a NUL. */
  readonly hasNul?: boolean;
  /** The status line, if unusual. */
  readonly start?: {
    readonly line: string;
    /** Bytes before the status line, blank lines included. */
    readonly before: number;
    /** Bytes of the header section, including bytes before the status line. */
    readonly headBytes: number;
    /** Bytes of the first two lines, including bytes before the status line. */
    readonly firstTwoLines: number;
  };
}
