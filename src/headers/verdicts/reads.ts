/**
 * How browsers read the bytes of a response, after Chromium's and Firefox's sources; `build/measure/differences.ts
 * wire` compares them with both. Safari's network library is closed source, so flaws have no verdict there.
 */

import { type Static, Type } from "@sinclair/typebox";
import { checkConflict, hasConflict } from "./content.ts";
import type { Engine, Response } from "./response.ts";
import type { Transfer } from "./transfer.ts";

export const Reads = Type.Object(
  {
    outcome: Type.Union([Type.Literal("shown"), Type.Literal("refused"), Type.Literal("cut")], {
      description: "cut: an error ends it, after the bytes that are shown",
    }),
    bytes: Type.Integer({ description: "Bytes of content, after decoding, that a page gets" }),
    why: Type.Optional(Type.String({ description: "Absent if nothing is unusual" })),
  },
  { title: "Reads", description: "What browsers do with the bytes" },
);
export type Reads = Static<typeof Reads>;

/** Bytes that browsers decode at a time; an error discards the whole block. */
const ONE_READ = 16_384;
/** Maximum bytes that browsers skip before the status line. */
const MOST_BEFORE = 4;

export function checkReads(response: Response, engine: Engine): Reads | undefined {
  const { transfer } = response;
  if (!transfer) return undefined;
  const conflict = checkConflict(response, engine);
  if (isClean(transfer) && !conflict) return { outcome: "shown", bytes: transfer.bytes };
  if (engine === "webkit") return undefined;
  return (
    startOf(transfer, engine, response.url) ??
    headOf(response, transfer, engine) ??
    (conflict && refused(`it has several values of ${conflict}`)) ??
    ending(transfer, engine) ??
    decoded(transfer, engine) ?? { outcome: "shown", bytes: transfer.bytes }
  );
}

export function readsAlike(response: Response): boolean {
  const { transfer } = response;
  return !transfer || (isClean(transfer) && !hasConflict(response));
}

function isClean({
  end,
  hasOddChunks,
  flaw,
  firstMemberBytes,
  trailingBytes,
  hasNul,
  start,
}: Transfer): boolean {
  const isOdd = hasOddChunks || flaw || trailingBytes || hasNul || start || firstMemberBytes !== undefined;
  return end === "whole" && !isOdd;
}

function refused(why: string): Reads {
  return { outcome: "refused", bytes: 0, why };
}

/** A response read as HTTP/0.9: all of it is content. */
function bare({ start, wireBytes }: Transfer, lost = 0): Reads {
  return {
    outcome: "shown",
    bytes: (start?.headBytes ?? 0) - lost + wireBytes,
    why: "browsers read it as HTTP/0.9, so they show the header section as content",
  };
}

function startOf(transfer: Transfer, engine: Engine, url: URL | undefined): Reads | undefined {
  if (!transfer.start) return undefined;
  return engine === "chromium" ? startInChromium(transfer, url) : startInFirefox(transfer);
}

/** Chromium accepts any status line. Without one it reads HTTP/0.9, on default ports and for SHOUTcast. */
function startInChromium(transfer: Transfer, url: URL | undefined): Reads | undefined {
  const { line = "", before = 0 } = transfer.start ?? {};
  if (before <= MOST_BEFORE && /^HTTP/i.test(line)) return undefined;
  const isShoutcast = before === 0 && /^ICY/i.test(line) && url?.protocol === "http:";
  if (url?.port === "" || isShoutcast) return bare(transfer);
  return refused(line ? `${before} bytes precede the status line` : "there is no status line");
}

/** Without a valid status line, Firefox reads everything as content; the line must have a status code. */
function startInFirefox(transfer: Transfer): Reads | undefined {
  const { line = "", before = 0, firstTwoLines = 0 } = transfer.start ?? {};
  const isFound = before <= MOST_BEFORE && /^(?:HTTP\/(?:1\.|[23])|ICY )/i.test(line);
  if (!isFound) return bare(transfer);
  // Firefox accepts a lower-case status line, but drops the first two lines and reads the rest as content.
  if (!/^(?:HTTP|ICY )/.test(line)) return bare(transfer, firstTwoLines);
  if (/^HTTP\/\S+\t/.test(line)) return refused("the status line contains a tab");
  const isCoded = /^[^ ]*(?:$| [ \t]*\d{1,3}(?:[ \t]|$))/.test(line);
  return isCoded ? undefined : refused("the status line has no status code of three digits");
}

function headOf({ lines }: Response, { hasNul, end }: Transfer, engine: Engine): Reads | undefined {
  const isInValue = lines.some(({ value }) => value.includes("\0"));
  if (hasNul && (engine === "chromium" || isInValue))
    return refused(isInValue ? "a value has a NUL byte" : "the header section has a NUL byte");
  return end === "lengths-differ" ? refused("several lengths of the content disagree") : undefined;
}

/** Result for an incomplete message. Firefox ignores Content-Length for encoded content. */
function ending(transfer: Transfer, engine: Engine): Reads | undefined {
  const { end, bytes, hasLength, isEncoded } = transfer;
  if (transfer.hasOddChunks && engine === "chromium") return refused("its chunks are malformed");
  if (end === "malformed-chunks") return failing(transfer, "its chunks are malformed");
  const isTolerated = engine === "firefox" && hasLength && isEncoded;
  if (end !== "cut" || isTolerated) return undefined;
  const shown = Math.min(bytes, transfer.firstMemberBytes ?? bytes);
  return { outcome: "cut", bytes: shown, why: "the content is shorter than announced" };
}

function failing({ wireBytes, bytes }: Transfer, why: string): Reads {
  return wireBytes <= ONE_READ ? refused(why) : { outcome: "cut", bytes, why };
}

function decoded(transfer: Transfer, engine: Engine): Reads | undefined {
  const { bytes, flaw, firstMemberBytes, trailingBytes = 0, isBareDeflate } = transfer;
  const shown = (why: string, count = bytes): Reads => ({ outcome: "shown", bytes: count, why });
  if (firstMemberBytes !== undefined)
    return shown("browsers read only the first gzip member", Math.min(bytes, firstMemberBytes));
  switch (flaw?.kind) {
    case "data":
      return flaw.coding === "zstd" && bytes > 0 && engine === "chromium"
        ? { outcome: "cut", bytes, why: "the content is not valid zstd to its end" }
        : failing(transfer, `the content is not valid ${flaw.coding}`);
    case "checksum":
      return flaw.coding === "deflate"
        ? failing(transfer, "the checksum of deflate is wrong")
        : shown("browsers do not verify the gzip checksum");
    case "cut":
    case "no-checksum":
      return shown(`the end of the ${flaw.coding} data is missing`);
    case "trailing":
      return shown("browsers ignore the bytes after the end of the encoded data");
    default:
  }
  if (trailingBytes === 0) return undefined;
  // Browsers add the missing zlib wrapper and read the bytes after the data as its checksum.
  return isBareDeflate && trailingBytes >= 4
    ? failing(transfer, "bytes follow the deflate data")
    : shown("browsers ignore the bytes after the end of the encoded data");
}
