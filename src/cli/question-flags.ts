import type { Flag } from "./command.ts";

/** Questions about a response beyond what its lines say. */
export const questionFlags: Readonly<Record<string, Flag>> = {
  loads: {
    type: "string",
    value: "'AS [URL] [inline=KIND]'",
    repeats: true,
    help: "would the page's policy allow this load? Examples: 'script https://cdn.example/a.js', 'style inline=element'; nonce=, hash= and parser=false where they matter; text= is the inline code itself and comes last",
  },
  "framed-by": { type: "string", value: "URL", repeats: true, help: "may a page at this URL frame it?" },
  "third-party": { type: "boolean", help: "judge it as a response to another site's page" },
  again: {
    type: "string",
    value: "SECONDS",
    help: "would a cache answer the next request if it came this many seconds later?",
  },
};
