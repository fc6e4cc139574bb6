/** Transfer details of a response, for verdicts. */
export interface Transfer {
  readonly end: "whole" | "cut" | "malformed-chunks" | "lengths-differ";
  /** Invalid chunk sizes; the rest of the content is as the C library and Firefox parse such numbers. */
  readonly hasOddChunks?: boolean;
  /** Bytes of content as sent. */
  readonly wireBytes: number;
  /** Decoded bytes, up to a flaw; raw bytes for an unknown coding. */
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
    /** Bytes before it, blank lines included. */
    readonly before: number;
    /** Bytes of the header section, including those before it. */
    readonly headBytes: number;
    /** Bytes of them up to the third line. */
    readonly firstTwoLines: number;
  };
}
