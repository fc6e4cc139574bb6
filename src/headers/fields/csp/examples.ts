import type { Example } from "../../field.ts";

/** Example of an HTML page with these header lines. */
export function html(...lines: readonly string[]): Example {
  return { status: 200, url: "https://example.com/", lines: ["Content-Type: text/html", ...lines] };
}

export const csp = (policy: string): string[] => [`Content-Security-Policy: ${policy}`];
