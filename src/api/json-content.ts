import { NetlensError } from "./errors.ts";

/** Maximum items of a batch. */
export const MAX_BATCH = 1000;

/** Parses JSON content. */
export async function jsonContent(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!/^application\/(?:json|csp-report)$|\+json$/.test(type))
    throw new NetlensError(
      "unsupported-media-type",
      `The request content must be application/json, not ${type === "" ? "without a Content-Type" : `"${type}"`}.`,
    );
  const text = await request.text();
  if (isDeep(text))
    throw new NetlensError("invalid-json", `The request content is nested deeper than ${DEEPEST} levels.`);
  if (text.trim() === "")
    throw new NetlensError("invalid-json", "The request content is empty; JSON is expected.");
  try {
    return SURROGATE.test(text) ? JSON.parse(text, wellFormed) : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new NetlensError("invalid-json", "The request content is not valid JSON.");
    throw error;
  }
}

/** Lone surrogates are replaced with U+FFFD: many JSON parsers reject them (RFC 8259 section 8.2). */
const SURROGATE = /\\u[dD][89a-fA-F]/;

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}

/** Maximum nesting of arrays and objects; deeper input would only exhaust the stack. */
export const DEEPEST = 64;

/** Checks the nesting before parsing; the text may be invalid JSON. */
export function isDeep(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (isText) {
      if (code === 0x5c) index++;
      else if (code === 0x22) isText = false;
    } else if (code === 0x22) isText = true;
    else if (code === 0x5b || code === 0x7b) {
      if (++depth > DEEPEST) return true;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return false;
}
