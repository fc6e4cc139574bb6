/** A response, and facts about its request, read from pasted text. */
export interface Pasted {
  readonly status?: number;
  readonly reason?: string;
  readonly httpVersion?: string;
  readonly lines: readonly string[];
  /** Header lines of the request; in pasted text with the request line. */
  readonly requestHeaders?: readonly string[];
  readonly method?: string;
  readonly url?: string;
  /** URLs of earlier requests, if redirects were followed. */
  readonly visited?: readonly string[];
  /** Bytes of content received, before content decoding. */
  readonly bodyLength?: number;
}
