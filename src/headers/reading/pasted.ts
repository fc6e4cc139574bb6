/** A response, and facts about its request, read from pasted text. */
export interface Pasted {
  readonly status?: number;
  readonly reason?: string;
  readonly httpVersion?: string;
  readonly lines: readonly string[];
  /** The request, if pasted: request line and header lines. */
  readonly requestHeaders?: readonly string[];
  /** From a curl command, or from the overview of developer tools. */
  readonly method?: string;
  readonly url?: string;
  /** URLs of earlier requests, if redirects were followed. */
  readonly visited?: readonly string[];
  /** Bytes of content that arrived, by curl's note on a connection that was closed early. */
  readonly bodyLength?: number;
}
