/** Cookie (RFC 6265bis section 5.8.3). */

import { isToken } from "../../syntax/tokens.ts";
import { field, firstOf, item, problem } from "../field.ts";
import { rejoining } from "../reading/fixing.ts";
import { isTrustworthy } from "../verdicts/origins.ts";
import { plural, quote } from "../wording.ts";
import { request } from "./example.ts";

interface Pair {
  readonly name: string;
  readonly value: string;
  readonly text: string;
}

/** Attributes of Set-Cookie with a typical value. A cookie named `path` with another value is valid. */
const ATTRIBUTES =
  /^(?:path=\/.*|domain=\.?[\w-]+(?:\.[\w-]+)+|expires=\w{3},.*|max-age=-?\d+|samesite=(?:lax|strict|none)|httponly|secure|partitioned|\$(?:version|path|domain|port)=.*)$/i;
const LARGEST_COOKIE = 4096;

/** cookie-octet, quoted or not; spaces and commas are common in practice. */
const COOKIE_VALUE = /^"?[!#-+\--:<-[\]-~ ,]*"?$/;

function sentCookies(pairs: readonly Pair[]) {
  const seen = new Set<string>();
  return pairs.map((pair) => {
    const { name, value, text } = pair;
    const isAttribute = ATTRIBUTES.test(text);
    const isPair = name !== "" && isToken(name) && COOKIE_VALUE.test(value);
    const isRepeated = isPair && !isAttribute && seen.size === seen.add(name).size;
    return { ...pair, isAttribute, isPair, isRepeated };
  });
}

const isInsecure = (url: URL | undefined) => url !== undefined && !isTrustworthy(url);

export const cookie = field("Cookie", "cookie", {
  // HTTP/2 and HTTP/3 may split Cookie into several lines.
  repeat: "separate",
  parse: (value) =>
    value
      .split(";", 1000)
      .map((part) => part.trim())
      .filter((part) => part !== "")
      .map((text): Pair => {
        const equals = text.indexOf("=");
        return {
          text,
          name: equals < 0 ? "" : text.slice(0, equals),
          value: equals < 0 ? text : text.slice(equals + 1),
        };
      }),
  items: (pairs) =>
    pairs.map(({ name, value }) => item(name, value, "A cookie that the server set earlier.")),
  alternate: (pairs) => plural(pairs.length, "cookie"),
  parts: sentCookies,
}).problems({
  eachPart: [
    problem("request-cookie-attribute", "warning", "rfc6265bis#section-4.2.1", {
      detect: ({ isAttribute }) => isAttribute,
      title: (_, { text }) =>
        `${quote(text)} in Cookie is an attribute of Set-Cookie; servers read it as another cookie.`,
      bad: request(["Cookie: a=b; Path=/"]),
      good: request(["Cookie: a=b"]),
    }),
    problem("request-cookie-separator", "warning", "rfc6265bis#section-4.2.1", {
      detect: ({ isAttribute, value }) => !isAttribute && /,\s*[!#$%&'*+.^_`|~\w-]+=/.test(value),
      title: (_, { text }) =>
        `${quote(text)} in Cookie is one cookie: semicolons separate cookies, not commas.`,
      fix: (value) =>
        value.split(/[;,]/).every((pair) => pair.includes("=")) ? rejoining(/[;,]/, "; ")(value) : undefined,
      bad: request(["Cookie: a=b, c=d"]),
      good: request(["Cookie: a=b; c=d"]),
    }),
    problem("request-cookie-large", "warning", "rfc6265bis#section-5.6", {
      detect({ isAttribute, name, value }) {
        const size = name.length + value.length;
        return !isAttribute && size > LARGEST_COOKIE && size;
      },
      title: (size, { name }) =>
        `Cookie has ${quote(name)} with ${size} bytes; browsers keep at most ${LARGEST_COOKIE}.`,
      bad: request([`Cookie: a=${"x".repeat(5000)}`]),
      good: request(["Cookie: a=b"]),
    }),
    problem("request-cookie-prefix-insecure", "error", "rfc6265bis#section-4.1.3", {
      detect: ({ isAttribute, name }, { url }) =>
        !isAttribute && isInsecure(url) && /^__(?:host|secure)-/i.test(name),
      title: (_, { name }) => `Cookie has ${name} over plain HTTP, where browsers never send it.`,
      bad: request(["Cookie: __Host-id=1"], { url: "http://example.com/" }),
      good: request(["Cookie: __Host-id=1"]),
    }),
    firstOf(
      problem("request-cookie-pair-invalid", "warning", "rfc6265bis#section-4.2.1", {
        detect: ({ isAttribute, isPair }) => !isAttribute && !isPair,
        title: (_, { text }) => `${quote(text)} in Cookie is not a name=value pair.`,
        bad: request(["Cookie: a=b; flag"]),
        good: request(["Cookie: a=b; c=d"]),
      }),
      problem("request-cookie-name-repeated", "info", "rfc6265bis#section-4.2.2", {
        detect: ({ isRepeated }) => isRepeated,
        title: (_, { name }) => `Cookie has ${quote(name)} twice; servers use one or the other.`,
        bad: request(["Cookie: a=1; a=2"]),
        good: request(["Cookie: a=1; b=2"]),
      }),
    ),
  ],
  eachLine: problem("request-cookie-insecure", "info", "rfc6265bis#section-8.3", {
    detect: (_, { url }) => isInsecure(url),
    bad: request(["Cookie: a=b"], { url: "http://example.com/" }),
    good: request(["Cookie: a=b"]),
  }),
  allLines: problem("request-cookie-several-lines", "warning", "rfc9113#section-8.2.3", {
    detect: ({ length }, { message }) => length > 1 && message.hasRequestLine && length,
    title: (count) => `Cookie is sent in ${count} lines, which only HTTP/2 and HTTP/3 allow.`,
    bad: { lines: [], requestHeaders: ["GET / HTTP/1.1", "Host: a.example", "Cookie: a=b", "Cookie: c=d"] },
    good: { lines: [], requestHeaders: ["GET / HTTP/1.1", "Host: a.example", "Cookie: a=b; c=d"] },
  }),
});
