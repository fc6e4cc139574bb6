/** Decoders of content codings, piece by piece, as those who make and use them know them. */

/** The fault of encoded data. */
export type Flaw =
  /** It is not what the coding says, from some byte on. */
  | "data"
  /** It ends before its end. */
  | "cut"
  /** All of it came, but the checksum or the length after it is another one. */
  | "checksum"
  /** All of it came, but the checksum after it did not, or not whole. */
  | "no-checksum"
  /** More bytes follow the end of gzip data, which are neither another member nor zeros. */
  | "trailing";

/** The result of one step: bytes read of the piece, and bytes written to the output. */
interface Step {
  read: number;
  made: number;
}

export interface DecodeStage {
  /** Where the stage writes; valid until its next step. */
  readonly output: Uint8Array;
  /** Set once nothing more can be decoded. What the failing step made is not counted. */
  readonly flaw: Flaw | undefined;
  /** Bytes after the end of the encoded data. */
  readonly trailingBytes: number;
  /** Gzip members that have come to their end (RFC 1952 section 2.2). */
  readonly members: number;
  /** Deflate data without its wrapping. */
  readonly isBare?: boolean;
  /** Decodes some of `piece` from `at` on. All is done where it neither reads nor fills the output. */
  step(piece: Uint8Array, at: number, isEnd: boolean): Step;
  close(): void;
}

/** A stage of the platform's own, which can begin anew. */
export interface NativeStage extends DecodeStage {
  /** Input is left though output is free: the encoded data is at its end. */
  readonly ended: boolean;
  reset(): void;
}
