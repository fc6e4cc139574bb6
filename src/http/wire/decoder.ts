import { runInSharedTimeSlice, type Task } from "../../api/cooperative.ts";
import { openStage } from "./decode-stage.ts";
import type { DecodeStage, Flaw } from "./decoding-step.ts";

/** A flaw of encoded content; the part before it has been decoded and counted. */
export interface DecodingFacts {
  /** The flaw that ended decoding, and the coding in which it was found. */
  readonly flaw?: { readonly coding: string; readonly kind: Flaw };
  /** Decoded bytes of the first gzip member, where others follow. */
  readonly firstMemberBytes?: number;
  /** Bytes after the end of the encoded data, where there are any. */
  readonly trailingBytes?: number;
  /** Deflate data came without its wrapping (RFC 1950). */
  readonly isBareDeflate?: boolean;
}

/** Undoes content codings and counts what comes out. */
export interface Decoder {
  readonly state: { bytes: number; full: boolean; broken: boolean };
  facts(): DecodingFacts;
  /** One at a time. */
  write(piece: Uint8Array): Promise<void>;
  /** `isWhole`: the end of the content has come; otherwise decoding stops at once. */
  end(isWhole: boolean): Promise<void>;
}

/** Bytes that one step makes at most: a fraction of a millisecond. */
const STEP = 65_536;
/** Where the last stage of every decoder writes. */
const shared = new Uint8Array(STEP);
const NOTHING = new Uint8Array();

/**
 * The coding that was applied last is undone first (RFC 9110 section 8.4). `first`: at least two bytes, if there are;
 * `onDecoded` gets what comes out, which holds until it returns.
 */
export function openDecoder(
  codings: readonly string[],
  first: Uint8Array,
  maxBytes: number,
  onDecoded: (bytes: Uint8Array) => void = () => {},
): Decoder {
  const state = { bytes: 0, full: false, broken: false };
  let isOver = false;
  let flaw: DecodingFacts["flaw"];
  /** Decoded bytes when the first member ended. */
  let firstMemberBytes: number | undefined;
  const names = codings.toReversed();
  const stages = names.flatMap((name, index): DecodeStage[] => {
    const output = index === codings.length - 1 ? shared : new Uint8Array(STEP);
    const stage = openStage(name, output, index === 0 ? first : NOTHING);
    return stage ? [stage] : [];
  });

  function stop(): void {
    isOver = true;
    for (const stage of stages) stage.close();
  }

  function count(bytes: number): void {
    state.bytes = Math.min(maxBytes, state.bytes + bytes);
    state.full = state.bytes === maxBytes;
    if (state.full) stop();
  }

  function fail(index: number, kind: Flaw): void {
    state.broken = true;
    flaw = { coding: names[index] ?? "", kind };
    stop();
  }

  /** Hands a piece to the stage at `index`, and what it makes to the next one. */
  function* pass(index: number, piece: Uint8Array, isEnd: boolean): Task<void> {
    const stage = stages[index];
    let at = 0;
    while (stage && !isOver) {
      const { read, made } = stage.step(piece, at, isEnd && at === 0);
      at += read;
      if (index === stages.length - 1) {
        onDecoded(stage.output.subarray(0, made));
        count(made);
      } else if (made > 0) yield* pass(index + 1, stage.output.subarray(0, made), false);
      if (stage.members === 1) firstMemberBytes ??= state.bytes;
      if (stage.flaw && !isOver) fail(index, stage.flaw);
      if (made < STEP && (read === 0 || at === piece.length)) return;
      yield;
    }
  }

  function* passEnd(): Task<void> {
    for (const index of stages.keys()) yield* pass(index, NOTHING, true);
    stop();
  }

  return {
    state,
    facts() {
      const hasMembers = stages.some(({ members }) => members > 1);
      const trailingBytes = stages.reduce((sum, stage) => sum + stage.trailingBytes, 0);
      return {
        ...(flaw && { flaw }),
        ...(hasMembers && firstMemberBytes !== undefined && { firstMemberBytes }),
        ...(trailingBytes > 0 && { trailingBytes }),
        ...(stages.some(({ isBare }) => isBare) && { isBareDeflate: true }),
      };
    },
    write: (piece) => runInSharedTimeSlice(pass(0, piece, false)),
    async end(isWhole) {
      if (isWhole) await runInSharedTimeSlice(passEnd());
      else stop();
    },
  };
}
