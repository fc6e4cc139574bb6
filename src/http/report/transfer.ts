/** Transfer facts of a response, for the verdict on what browsers show. Pure. */

import type { Transfer } from "../../headers/verdicts.ts";
import type { Exchange } from "../exchange.ts";
import { fieldLines } from "../wire/framing.ts";

/** Returns undefined if the transfer is unknown: without a head, or if a limit stopped reading. */
export function transferOf(exchange: Exchange): Transfer | undefined {
  const { content, contentFault, failure, unfinished, hasOddChunks, bareBytes } = exchange;
  if (bareBytes !== undefined) return bareTransfer(bareBytes);
  const isRefused = !exchange.head && unfinished?.refusal !== undefined;
  const head = isRefused ? unfinished : exchange.head;
  if (!head || content?.limit) return undefined;
  const end = endOf(isRefused || hasOddChunks ? contentFault : failure?.code);
  if (!end || (!content && end !== "lengths-differ")) return undefined;
  const { body, decoding } = content ?? {};
  if (end === "whole" && body?.truncated) return undefined;
  const wireBytes = body?.wireBytes ?? 0;
  return {
    end,
    ...(hasOddChunks && { hasOddChunks }),
    wireBytes,
    bytes: decoding?.bytes ?? wireBytes,
    ...(decoding?.flaw && { flaw: decoding.flaw }),
    ...(decoding?.firstMemberBytes !== undefined && { firstMemberBytes: decoding.firstMemberBytes }),
    ...(decoding?.trailingBytes && { trailingBytes: decoding.trailingBytes }),
    ...(decoding?.isBareDeflate && { isBareDeflate: true }),
    ...(decoding && { isEncoded: true }),
    ...(fieldLines(head.lines, "transfer-encoding").length === 0 && { hasLength: true }),
    ...(head.flaws.includes("nul-in-head") && { hasNul: true }),
    ...(head.start && { start: head.start }),
  };
}

/** Transfer of a response without a status line: `before` counts all its bytes. */
function bareTransfer(bytes: number): Transfer {
  const start = { line: "", before: bytes, headBytes: 0, firstTwoLines: 0 };
  return { end: "whole", wireBytes: bytes, bytes, start };
}

const ENDS: ReadonlyMap<string, Transfer["end"]> = new Map([
  ["closed-in-body", "cut"],
  ["malformed-chunks", "malformed-chunks"],
  ["invalid-framing", "lengths-differ"],
]);

function endOf(code: string | undefined): Transfer["end"] | undefined {
  return code === undefined ? "whole" : ENDS.get(code);
}
