/** What verdicts are made from: the response as it came over the wire, and what is known of its surroundings. */

/** Whose behaviour a verdict tells. One parse, few variants: where engines agree the parameter is not read. */
export type Engine = "chromium" | "firefox";

/** A field line. One character stands for one byte (U+0000 to U+00FF), as it was received. */
export interface RawLine {
  /** Field name in lower case. */
  readonly name: string;
  /** Field value without its outer white space. */
  readonly value: string;
  /** Where the line stands in the message, from 0. */
  readonly index: number;
  /** White space stood before the colon: Firefox ignores such a line, Chromium takes it. */
  readonly spaceBeforeColon?: boolean;
}

/** A response in its surroundings. What is absent is unknown, and a verdict that needs it is absent too. */
export interface Response {
  /** All field lines, in wire order: some fields take the first line, some join them, in some one bad item voids all. */
  readonly lines: readonly RawLine[];
  readonly status?: number;
  /** The URL that was asked for. */
  readonly url?: URL;
  /** Request method, in upper case. */
  readonly method?: string;
  /** The request's field lines; empty when it is known to have none, absent when unknown. */
  readonly request?: readonly RawLine[];
  /** When the response arrived, milliseconds since the epoch. */
  readonly receivedAt?: number;
}
