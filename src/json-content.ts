import { NetlensError } from "./errors.ts";

/**
 * A request's content as JSON.
 * @throws NetlensError `unsupported-media-type` or `invalid-json`
 */
export async function jsonContent(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (type !== "application/json" && !type.endsWith("+json"))
    throw new NetlensError(
      "unsupported-media-type",
      `The request content must be application/json, not ${type === "" ? "without a Content-Type" : `"${type}"`}.`,
    );
  try {
    return JSON.parse(await request.text());
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new NetlensError("invalid-json", "The request content is not valid JSON.");
    throw error;
  }
}
