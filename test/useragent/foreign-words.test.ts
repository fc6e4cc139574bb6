import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { readClientHints } from "../../src/useragent/client-hints.ts";
import { lookupUserAgent } from "../../src/useragent/lookup.ts";
import { UserAgentResult } from "../../src/useragent/schema.ts";

const WORDS = [...Object.getOwnPropertyNames(Object.prototype), "prototype", "then", "length"];

/** User agents with the word in every place where strings differ. */
const PLACES: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `${word}/1.0`,
  (word) =>
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) ${word}/1.0 Safari/537.36`,
  (word) =>
    `Mozilla/5.0 (Linux; Android 13; ${word}) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36`,
  (word) => `Mozilla/5.0 (compatible; ${word}/2.1; +https://example.org/)`,
  (word) => `Mozilla/5.0 (Windows ${word}; ${word}) Chrome/120.0.0.0`,
  (word) => `Mozilla/5.0 (SMART-TV) HbbTV/1.5.1 (+DRM; ${word}; ${word}; 1.0; ; ) ${word}`,
  (word) => `${word} CFNetwork/1335 Darwin/21.6.0`,
  (word) => `${word}-${word}/${word}`,
  (word) => `Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; ${word}; ${word})`,
];

const HINTS = ["Sec-CH-UA-Platform", "Sec-CH-UA-Model", "Sec-CH-UA-Form-Factors", "X-Requested-With"];

describe("names of Object.prototype are ordinary words", () => {
  for (const word of WORDS)
    test(word, () => {
      for (const place of PLACES) {
        const result = lookupUserAgent(place(word));
        expect(Value.Check(UserAgentResult, result)).toBe(true);
      }
      const agent =
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36";
      for (const name of HINTS) {
        const hints = readClientHints({ [name]: word, [word]: word });
        expect(Value.Check(UserAgentResult, lookupUserAgent(agent, hints))).toBe(true);
      }
      const brand = readClientHints({ "Sec-CH-UA": `"${word}";v="120", "Chromium";v="120"` });
      expect(Value.Check(UserAgentResult, lookupUserAgent(agent, brand))).toBe(true);
    });
});
