/** IO: the file of tokens. */

import { readFileSync } from "node:fs";
import { fileReason } from "../api/file-reason.ts";
import type { SettingsAt } from "../settings/settings.ts";
import { parseTokens, type Tokens, TokensError } from "./tokens.ts";

/**
 * The tokens of `--tokens`; undefined where there is no such file, and the service is open.
 * @throws TokensError for a file that cannot be read, or a line of it that is wrong
 */
export function readTokens({ api: { tokens: path } }: SettingsAt<"api.tokens">): Tokens | undefined {
  if (path === "") return undefined;
  // Loaded for tokens alone: it takes 9 ms of a start.
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
