import type { Example } from "../field.ts";

/** A request, to show a kind of problem: its field lines, and what it asked for. */
export function request(
  requestHeaders: readonly string[],
  { method = "GET", url = "https://example.com/" }: { readonly method?: string; readonly url?: string } = {},
): Example {
  return { lines: [], method, url, requestHeaders };
}
