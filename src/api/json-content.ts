import { NetlensError } from "./errors.ts";

/** Items that one batch may have. */
export const MAX_BATCH = 1000;

/**
 * A request's content as JSON.
 * @throws NetlensError `unsupported-media-type` or `invalid-json`
 */
export async function jsonContent(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !type.endsWith("+json"))
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

/** Half of a pair cannot be sent back: many readers of JSON refuse it (RFC 8259 section 8.2). U+FFFD takes its place. */
const SURROGATE = /\\u[dD][89a-fA-F]/;

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}

/** Levels of arrays and objects. What is nested deeper serves only to exhaust whoever walks it. */
export const DEEPEST = 64;

/** Whether arrays and objects are nested deeper, decided before parsing costs anything. What is not JSON may be both. */
function isDeep(text: string): boolean {
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
