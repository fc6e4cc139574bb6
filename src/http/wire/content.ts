import type { Budget } from "../../api/budget.ts";
import { LOOKED_INTO } from "../chain/browser/meta-refresh.ts";
import type { HttpStep } from "../schema.ts";
import type { HttpSettings } from "../settings.ts";
import { type Decoder, type DecodingFacts, isDecodable, openDecoder } from "./decoder.ts";
import { fieldLines, fieldValues } from "./framing.ts";
import type { ResponseHead } from "./head.ts";

/** @internal for tests: tests name limits */
/** Bytes that show the format of content other than pages. */
const SNIFFED = 64;

type ContentLimit = "maxBodyBytes" | "maxDecodedBytes" | "timeout";

export interface ContentResult {
  readonly body: NonNullable<HttpStep["body"]>;
  readonly limit?: ContentLimit;
  /** Whether the content does not match Content-Encoding. */
  readonly undecodable: boolean;
  /** Result of decoding; `bytes`: number of decoded bytes before the flaw. */
  readonly decoding?: DecodingFacts & { readonly bytes: number };
  /** First decoded bytes, if kept. */
  readonly opening?: Uint8Array;
}

export interface ContentReader {
  /** Reads a piece; returns false to stop. Returns a promise only if the content is decoded. */
  write(piece: Uint8Array): boolean | Promise<boolean>;
  /** Stops reading because of a limit. */
  stopAt(limit: ContentLimit): void;
  /** @param complete whether the end of the content arrived */
  end(complete: boolean): ContentResult | Promise<ContentResult>;
  /** Returns the result so far, for the case that decoding takes too long. */
  stop(): ContentResult;
}

const NO_BYTES: Uint8Array = new Uint8Array();

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const [first] = pieces;
  return first && pieces.length === 1 ? first : Buffer.concat(pieces);
}

/** Maximum bytes of unneeded content that are read so that the connection can be reused. */
export const MOST_DRAINED = 16_384;

/** Maximum number of content codings; more are an attack on the recipient. */
const MOST_CODINGS = 4;

export type ContentLimits = Pick<HttpSettings, "maxBodyBytes" | "maxDecodedBytes"> & {
  /** Bytes of content to keep, of any media type. Default: the first bytes of pages. */
  readonly kept?: number;
  /** Budget of the whole job; reading stops when it is exhausted. */
  readonly budget?: Budget | undefined;
};

/** Media types whose first bytes are kept: pages and feeds. */
const SHOWING = /^[\t ]*(?:text\/html|application\/(?:rss|atom)\+xml)/i;

/** Reader of a response's content; keeps the first bytes of pages. */
export function contentReaderOf({ status, lines }: ResponseHead, limits: ContentLimits): ContentReader {
  const [type] = fieldLines(lines, "content-type");
  const isPage = !type || SHOWING.test(type.value);
  const isRedirect = status >= 300 && status < 400 && fieldLines(lines, "location").length > 0;
  const kept = limits.kept ?? (isPage && !isRedirect ? LOOKED_INTO : SNIFFED);
  return openContent(fieldValues(lines, "content-encoding"), limits, kept);
}

/**
 * Counts content and its decoded bytes.
 * @param kept bytes to keep
 * @internal for tests
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

  /** Copies the bytes, so that the larger buffer can be freed. */
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
    // Waits for two bytes, which show whether `deflate` is zlib or raw deflate.
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
    // Other flaws (cut, checksum) do not count: browsers show this content.
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
