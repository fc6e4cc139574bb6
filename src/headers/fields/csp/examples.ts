/** The common parts of examples of policies. */

import type { Example } from "../../field.ts";

/** A page of HTML with these lines. */
export function html(...lines: readonly string[]): Example {
  return { status: 200, url: "https://example.com/", lines: ["Content-Type: text/html", ...lines] };
}

export const csp = (policy: string): string[] => [`Content-Security-Policy: ${policy}`];
