import { firstLine, type Response } from "./response.ts";

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Whether a browser shows this response itself: no redirect that it follows, no interim response, no missing content. */
export function isTopLevelDocument(response: Response): boolean {
  const { status } = response;
  if (status === undefined) return true;
  if (status < 200 || status === 204 || status === 205 || status === 304) return false;
  return !REDIRECTS.has(status) || !firstLine(response, "location");
}
