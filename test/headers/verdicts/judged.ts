import { type Known, receivedMessage } from "../../../src/headers/message.ts";
import { rawResponse } from "../../../src/headers/raw-response.ts";
import { type AllVerdicts, openVerdicts } from "../../../src/headers/verdicts/index.ts";
import type { Questions } from "../../../src/headers/verdicts/response.ts";

export const HTTPS = "https://shop.example.com/app/deep/page";
export const HTTP = "http://shop.example.com/app/deep/page";
export const NOW = Date.parse("2026-11-20T10:00:00Z");

/** The verdicts of a response. */
export function judged(
  lines: Parameters<typeof receivedMessage>[0],
  known: Known = {},
  questions?: Questions,
): AllVerdicts {
  return openVerdicts(rawResponse(receivedMessage(lines, known), questions));
}
