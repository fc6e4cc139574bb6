/** IO: reads the file of tokens. */

import { readFileSync } from "node:fs";
import { fileReason } from "../api/file-reason.ts";
import type { SettingsAt } from "../settings/settings.ts";
import { parseTokens, type Tokens, TokensError } from "./tokens.ts";

/**
 * Undefined without `--tokens`.
 * @throws TokensError for an unreadable file or invalid line
 */
export function readTokens({ api: { tokens: path } }: SettingsAt<"api.tokens">): Tokens | undefined {
  if (path === "") return undefined;
  // Loaded only for tokens: takes 9 ms.
  const { timingSafeEqual } = process.getBuiltinModule("node:crypto");
  return parseTokens(textOf(path), path, timingSafeEqual);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new TokensError(`--tokens: ${path}: ${fileReason(error)}`);
  }
}
