/** Cookie (RFC 6265bis section 5.8.3): the cookies that a client gives back. */

import { field, item } from "../field.ts";
import { rfc6265bis, rfc9113 } from "../specs.ts";
import { isToken } from "../syntax/tokens.ts";
import { isTrustworthy } from "../verdicts/origins.ts";
import { plural, quote } from "../wording.ts";
import { request } from "./example.ts";

interface Pair {
  readonly name: string;
  readonly value: string;
  readonly text: string;
}

/** What belongs to Set-Cookie alone; a cookie may well be called path, but not with a value as such attributes have. */
const ATTRIBUTES =
  /^(?:path=\/.*|domain=\.?[\w-]+(?:\.[\w-]+)+|expires=\w{3},.*|max-age=-?\d+|samesite=(?:lax|strict|none)|httponly|secure|partitioned|\$(?:version|path|domain|port)=.*)$/i;
const LARGEST_COOKIE = 4096;

/** cookie-octet, in quotes or not; spaces and commas are sent all the same. */
const COOKIE_VALUE = /^"?[!#-+\--:<-[\]-~ ,]*"?$/;

export const cookie = field({
  name: "Cookie",
  type: "cookie",
  // HTTP/2 and HTTP/3 may split it.
  repeat: "separate",
  kinds: {
    "request-cookie-pair-invalid": {
      severity: "warning",
      link: rfc6265bis("section-4.2.1"),
      summary: "Cookie has a part that is not a name, an equals sign and a value.",
      bad: request(["Cookie: a=b; flag"]),
      good: request(["Cookie: a=b; c=d"]),
    },
    "request-cookie-attribute": {
      severity: "warning",
      link: rfc6265bis("section-4.2.1"),
      summary: "Cookie has an attribute of Set-Cookie, such as Path: to servers it is one more cookie.",
      bad: request(["Cookie: a=b; Path=/"]),
      good: request(["Cookie: a=b"]),
    },
    "request-cookie-separator": {
      severity: "warning",
      link: rfc6265bis("section-4.2.1"),
      summary: "Cookie has a comma between its cookies: only semicolons set them apart.",
      bad: request(["Cookie: a=b, c=d"]),
      good: request(["Cookie: a=b; c=d"]),
    },
    "request-cookie-large": {
      severity: "warning",
      link: rfc6265bis("section-5.6"),
      summary:
        "A cookie has more than the 4096 bytes that browsers keep, or all have more than servers take.",
      bad: request([`Cookie: a=${"x".repeat(5000)}`]),
      good: request(["Cookie: a=b"]),
      edge: [request([`Cookie: a=${"x".repeat(4096)}`]), request([`Cookie: a=${"x".repeat(4095)}`])],
    },
    "request-cookie-several-lines": {
      severity: "warning",
      link: rfc9113("section-8.2.3"),
      summary: "Cookie is sent in several lines, which only HTTP/2 and HTTP/3 allow.",
      bad: { lines: [], requestHeaders: ["GET / HTTP/1.1", "Host: a.example", "Cookie: a=b", "Cookie: c=d"] },
      good: { lines: [], requestHeaders: ["GET / HTTP/1.1", "Host: a.example", "Cookie: a=b; c=d"] },
    },
    "request-cookie-prefix-insecure": {
      severity: "error",
      link: rfc6265bis("section-4.1.3"),
      summary: "A cookie whose prefix asks for HTTPS goes over plain HTTP, which no browser does.",
      bad: request(["Cookie: __Host-id=1"], { url: "http://example.com/" }),
      good: request(["Cookie: __Host-id=1"]),
    },
    "request-cookie-name-repeated": {
      severity: "info",
      link: rfc6265bis("section-4.2.2"),
      summary:
        "Cookie has a name twice: two cookies of different paths or domains, of which servers take one.",
      bad: request(["Cookie: a=1; a=2"]),
      good: request(["Cookie: a=1; b=2"]),
    },
    "request-cookie-insecure": {
      severity: "info",
      link: rfc6265bis("section-8.3"),
      summary: "Cookies go over plain HTTP, where everybody on the way can read them.",
      bad: request(["Cookie: a=b"], { url: "http://example.com/" }),
      good: request(["Cookie: a=b"]),
    },
  },
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
  items: (pairs) => pairs.map(({ name, value }) => item(name, value, "A cookie that the server set before.")),
  alternate: (pairs) => plural(pairs.length, "cookie"),
  checkAll(lines, { message }, note) {
    if (lines.length > 1 && message.hasRequestLine)
      note(
        "request-cookie-several-lines",
        `Cookie is sent in ${lines.length} lines, which only HTTP/2 and HTTP/3 allow.`,
      );
  },
  check(pairs, { url }, note, { items }) {
    const seen = new Set<string>();
    const isInsecure = url !== undefined && !isTrustworthy(url);
    for (const [at, { name, value, text }] of pairs.entries()) {
      if (ATTRIBUTES.test(text)) {
        note(
          "request-cookie-attribute",
          `${quote(text)} in Cookie is an attribute of Set-Cookie: here it is one more cookie.`,
          items[at],
        );
        continue;
      }
      if (/,\s*[!#$%&'*+.^_`|~\w-]+=/.test(value))
        note(
          "request-cookie-separator",
          `${quote(text)} in Cookie is one cookie: cookies are separated by semicolons, not by commas.`,
          items[at],
        );
      // The equals sign does not count.
      const size = text.length - (name === "" ? 0 : 1);
      if (size > LARGEST_COOKIE)
        note(
          "request-cookie-large",
          `Cookie has ${quote(name)} with ${size} bytes; browsers keep ${LARGEST_COOKIE} at most.`,
          items[at],
        );
      if (isInsecure && /^__(?:host|secure)-/i.test(name))
        note(
          "request-cookie-prefix-insecure",
          `Cookie has ${name} over plain HTTP, where no browser sends it.`,
          items[at],
        );
      if (name === "" || !isToken(name) || !COOKIE_VALUE.test(value))
        note("request-cookie-pair-invalid", `${quote(text)} in Cookie is not a name=value pair.`, items[at]);
      else if (seen.size === seen.add(name).size)
        note(
          "request-cookie-name-repeated",
          `Cookie has ${name} twice: servers use one or the other.`,
          items[at],
        );
    }
    if (isInsecure)
      note("request-cookie-insecure", "Cookie goes over plain HTTP: anyone on the network path can read it.");
  },
});
