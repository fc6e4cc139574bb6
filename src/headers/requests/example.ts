import type { Example } from "../field.ts";

/** An example request for a problem: its header lines and its target. */
export function request(
  requestHeaders: readonly string[],
  { method = "GET", url = "https://example.com/" }: { readonly method?: string; readonly url?: string } = {},
): Example {
  return { lines: [], method, url, requestHeaders };
}
