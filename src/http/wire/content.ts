import type { Budget } from "../../api/budget.ts";
import { LOOKED_INTO } from "../chain/browser/meta-refresh.ts";
import type { HttpSettings } from "../settings.ts";
import { type Decoder, type DecodingFacts, isDecodable, openDecoder } from "./decoder.ts";
import { fieldLines, fieldValues } from "./framing.ts";
import type { ResponseHead } from "./head.ts";

interface BodyReport {
  /** Bytes of content as sent, after chunks were joined and before decoding. */
  wireBytes: number;
  /** Bytes after decoding; absent where the content could not be decoded. */
  decodedBytes?: number;
  /** Content codings in the order they were applied, as in `Content-Encoding`; `""` for none. */
  encoding: string;
  /** Reading stopped at a limit, or the content was cut off. */
  truncated: boolean;
  /** Chunks with extensions, where there are any. */
  extensions?: number;
}

/** @internal for tests: tests name limits */
export type ContentLimit = "maxBodyBytes" | "maxDecodedBytes" | "timeout";

export interface ContentResult {
  readonly body: BodyReport;
  /** The limit that was passed. */
  readonly limit?: ContentLimit;
  /** The content is not what Content-Encoding says. */
  readonly undecodable: boolean;
  /** The result of decoding; `bytes` came out, up to the flaw if there is one. */
  readonly decoding?: DecodingFacts & { readonly bytes: number };
  /** Its first bytes, decoded, where they were to be kept. */
  readonly opening?: Uint8Array;
}

export interface ContentReader {
  /** Takes a piece; false when enough has been read. Only decoding takes time. */
  write(piece: Uint8Array): boolean | Promise<boolean>;
  /** More comes than is read, in whatever wrapping. */
  stopAt(limit: ContentLimit): void;
  /** `complete`: whether the content came to its end. Only decoding takes time. */
  end(complete: boolean): ContentResult | Promise<ContentResult>;
  /** The result so far, where decoding takes too long. */
  stop(): ContentResult;
}

const NO_BYTES: Uint8Array = new Uint8Array();

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [first] = pieces;
  return first && pieces.length === 1 ? first : Buffer.concat(pieces);
}

/** Bytes of content that are read though nobody wants them, so that the connection can be used again. */
export const MOST_DRAINED = 16_384;

/** Many codings on top of one another serve only to exhaust the recipient. */
const MOST_CODINGS = 4;

export type ContentLimits = Pick<HttpSettings, "maxBodyBytes" | "maxDecodedBytes"> & {
  /** Bytes that are kept of any content, in place of a page's first ones. */
  readonly kept?: number;
  /** Of the job that the content is a part of; reading stops once it is exhausted. */
  readonly budget?: Budget | undefined;
};

/** Media types whose first bytes show something: pages and feeds. */
const SHOWING = /^[\t ]*(?:text\/html|application\/(?:rss|atom)\+xml)/i;

/** The reader of a response's content; of a page, by its media type, the first bytes are kept. */
export function contentReaderOf({ status, lines }: ResponseHead, limits: ContentLimits): ContentReader {
  const [type] = fieldLines(lines, "content-type");
  const isPage = !type || SHOWING.test(type.value);
  const isRedirect = status >= 300 && status < 400 && fieldLines(lines, "location").length > 0;
  const kept = limits.kept ?? (isPage && !isRedirect ? LOOKED_INTO : 0);
  return openContent(fieldValues(lines, "content-encoding"), limits, kept);
}

/**
 * Counts content and decodes it to count that as well. `kept`: how many bytes of it are kept.
 * @internal for tests: tests name codings
 */
export function openContent(codings: readonly string[], limits: ContentLimits, kept = 0): ContentReader {
  const real = codings
    .map((coding) => coding.toLowerCase())
    .filter((coding) => coding !== "identity" && coding !== "");
  const unknownCoding =
    real.length > MOST_CODINGS ? real.join(", ") : real.find((coding) => !isDecodable(coding));
  let wireBytes = 0;
  let start = NO_BYTES;
  let decoder: Decoder | undefined;
  let limit: ContentLimit | undefined;
  const opening: Uint8Array[] = [];
  let openingBytes = 0;

  /** Copies the bytes that are kept, so that no longer buffer stays in memory. */
  function keep(bytes: Uint8Array): void {
    if (openingBytes >= kept) return;
    const taken = bytes.slice(0, kept - openingBytes);
    opening.push(taken);
    openingBytes += taken.length;
  }

  function count(bytes: Uint8Array): void {
    if (limits.budget?.charge("decoded", bytes.length) === false) limit ??= "maxDecodedBytes";
    keep(bytes);
  }

  const mostDecoded = () => Math.min(limits.maxDecodedBytes, limits.budget?.left("decoded") ?? Infinity);

  return {
    write(piece) {
      const taken = piece.subarray(0, Math.max(0, limits.maxBodyBytes - wireBytes));
      wireBytes += taken.length;
      const isLeft = limits.budget?.charge("read", taken.length) !== false;
      if (taken.length < piece.length || !isLeft) limit = "maxBodyBytes";
      const isDecoded = real.length > 0 && unknownCoding === undefined && taken.length > 0;
      if (real.length === 0) count(taken);
      return isDecoded ? decode(taken) : limit === undefined;
    },
    stopAt(reached) {
      limit ??= reached;
    },
    end: (complete) => (start.length > 0 || decoder ? endDecoding(complete) : result(complete)),
    stop() {
      void decoder?.end(false);
      return result(false);
    },
  };

  async function decode(piece: Uint8Array): Promise<boolean> {
    start = start.length === 0 ? piece : Buffer.concat([start, piece]);
    // Two bytes tell deflate with its wrapping from bare deflate: one that comes alone waits.
    if (!decoder && start.length < 2) return limit === undefined;
    decoder ??= openDecoder(real, start, mostDecoded(), count);
    const fresh = start;
    start = NO_BYTES;
    await decoder.write(fresh);
    if (decoder.state.full) limit ??= "maxDecodedBytes";
    return limit === undefined;
  }

  async function endDecoding(complete: boolean): Promise<ContentResult> {
    if (!decoder) {
      decoder = openDecoder(real, start, mostDecoded(), count);
      await decoder.write(start);
    }
    await decoder.end(complete && limit === undefined);
    return result(complete);
  }

  function result(complete: boolean): ContentResult {
    if (decoder?.state.full) limit ??= "maxDecodedBytes";
    const facts = decoder?.facts();
    // Browsers show what came out in spite of the other flaws.
    const undecodable = facts?.flaw?.kind === "data";
    const decodedBytes = real.length === 0 || wireBytes === 0 ? wireBytes : decoder?.state.bytes;
    return {
      body: {
        wireBytes,
        ...(decodedBytes !== undefined && !undecodable && { decodedBytes }),
        encoding: real.join(", "),
        truncated: !complete || limit !== undefined,
      },
      ...(limit !== undefined && { limit }),
      undecodable,
      ...(decoder && { decoding: { bytes: decoder.state.bytes, ...facts } }),
      ...(openingBytes > 0 && { opening: joined(opening) }),
    };
  }
}
