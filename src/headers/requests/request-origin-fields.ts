/** Target and sender of a request: Host, Origin, Referer, User-Agent. */

import { parseProducts } from "../../syntax/products.ts";
import { checkUriReference } from "../../syntax/uri.ts";
import { field, firstOf, problem, valueEmpty } from "../field.ts";
import { swapping } from "../reading/fixing.ts";
import { originFlaw } from "../reading/origins.ts";
import { plural, quote } from "../wording.ts";
import { isPlaceholder, SECRET } from "./credentials.ts";
import { request } from "./example.ts";
import { HOST } from "./nodes.ts";

export const host = field("Host", "string", {
  parse(value, report) {
    if (value === "") report(valueEmpty, "Host is empty, which is allowed only where the URL has no host.");
    return value;
  },
}).problems({
  eachLine: firstOf(
    problem("host-invalid", "error", "rfc9110#section-7.2", {
      detect: (value) =>
        value !== "" && (!HOST.test(value) || Number(/:(\d+)$/.exec(value)?.[1] ?? 0) > 65_535),
      title: (_, value) => `Host is ${quote(value)}, which is not a host name, with or without a port.`,
      fix: (value) => URL.parse(value)?.host || undefined,
      bad: request(["Host: https://example.com/"]),
      good: request(["Host: example.com"]),
    }),
    problem("host-mismatch", "warning", "rfc9110#section-7.2", {
      detect(value, { url, named }) {
        // Another problem reports a mismatch with :authority.
        const authority = named(":authority")[0]?.line.value ?? value;
        const text = value.toLowerCase();
        if (value === "" || !url || authority.toLowerCase() !== text) return undefined;
        return text.replace(/\.?(?::(?:80|443)?)?$/, "") !== url.host && url.host;
      },
      title: (other, value) => `Host is ${value}, but the requested URL is at ${other}.`,
      bad: request(["Host: other.example"]),
      good: request(["Host: example.com"]),
    }),
  ),
});

const originsIn = (value: string) => value.split(/[,\s]+/).filter(Boolean);

export const origin = field("Origin", "string", {
  parse(value, report) {
    if (value === "") report(valueEmpty, "Origin has no value; an undisclosed origin is null.");
    return value;
  },
  alternate: (value) => (value === "null" ? "an undisclosed origin" : undefined),
}).problems({
  eachLine: firstOf(
    problem("origin-several", "warning", "fetch#origin-header", {
      detect(value) {
        const { length } = originsIn(value);
        return length > 1 && length;
      },
      title: (count) => `Origin has ${plural(count, "origin")}; only one is allowed.`,
      bad: request(["Origin: https://a.example https://b.example"]),
      good: request(["Origin: https://a.example"]),
    }),
    problem("origin-invalid", "error", "fetch#origin-header", {
      detect: (value) => (value === "" || value === "null" ? undefined : originFlaw(value)),
      title: (flaw) => `In Origin, ${flaw}.`,
      fix(value) {
        const { origin = "null" } = URL.parse(value) ?? {};
        return origin === "null" ? undefined : origin;
      },
      bad: request(["Origin: https://a.example/"]),
      good: request(["Origin: https://a.example"]),
    }),
  ),
});

interface Page {
  readonly value: string;
  readonly isValid: boolean;
  /** A part that Referer must not contain. */
  readonly unwanted?: "fragment" | "user name";
  readonly page: URL | undefined;
}

function pageOf(value: string): Page {
  const { flaws, fragment, userinfo } = checkUriReference(value);
  const unwanted = userinfo !== undefined ? "user name" : fragment !== undefined ? "fragment" : undefined;
  const page = URL.parse(value) ?? undefined;
  return { value, isValid: flaws.length === 0, ...(unwanted && { unwanted }), page };
}

export const referer = field("Referer", "url", {
  parse(value, report) {
    if (value === "") report(valueEmpty, "Referer has no value.");
    return pageOf(value);
  },
}).problems({
  eachLine: [
    problem("referer-invalid", "error", "rfc9110#section-10.1.3", {
      detect: ({ isValid }) => !isValid,
      title: (_, { value }) => `Referer is ${quote(value)}, which is not a URL.`,
      fix: (value) => value.replace(/ /g, "%20"),
      bad: request(["Referer: https://a b.example/"]),
      good: request(["Referer: https://example.com/page"]),
    }),
    problem("referer-fragment", "error", "rfc9110#section-10.1.3", {
      detect: ({ unwanted }) => unwanted,
      title: (unwanted) => `Referer has a ${unwanted}, which it must not contain.`,
      fix: swapping(/#.*/, ""),
      bad: request(["Referer: https://example.com/page#part"]),
      good: request(["Referer: https://example.com/page"]),
    }),
    problem("referer-relative", "warning", "rfc9110#section-10.1.3", {
      detect: ({ page, isValid, value }) => !page && isValid && value !== "" && !value.startsWith("/"),
      title: (_, { value }) =>
        `Referer is ${quote(value)}, which has no scheme, so servers read it as a path.`,
      bad: request(["Referer: www.example.com"]),
      good: request(["Referer: https://www.example.com/"]),
    }),
    problem("referer-scheme", "warning", "rfc9110#section-10.1.3", {
      detect: ({ page, isValid }) =>
        page && isValid && !/^(?:https?|about):$/.test(page.protocol) && page.protocol,
      title: (scheme) => `Referer is a ${scheme} URL, which must not be disclosed.`,
      bad: request(["Referer: file:///home/me/page.html"]),
      good: request(["Referer: https://www.example.com/"]),
    }),
    problem("referer-secret", "warning", "rfc9110#section-17.9", {
      detect: ({ page }) => SECRET.exec(page?.search ?? "")?.[1],
      title: (secret) => `Referer has ${quote(secret)} in its query, which ends up in logs.`,
      bad: request(["Referer: https://example.com/reset?token=abc123"]),
      good: request(["Referer: https://example.com/reset?step=2"]),
    }),
    firstOf(
      problem("referer-downgrade", "error", "rfc9110#section-10.1.3", {
        detect: ({ page }, { url }) => page?.protocol === "https:" && url?.protocol === "http:",
        bad: request(["Referer: https://example.com/page"], { url: "http://example.com/" }),
        good: request(["Referer: http://example.com/page"], { url: "http://example.com/" }),
      }),
      problem("referer-cross-origin", "warning", "mdn/Referrer-Policy", {
        detect: ({ page }, { url }) =>
          page?.protocol === "https:" &&
          url &&
          page.origin !== url.origin &&
          page.pathname + page.search !== "/" && { from: page.host, to: url.host },
        title: ({ from, to }) => `Referer discloses the path of a page at ${from} to ${to}.`,
        bad: request(["Referer: https://a.example/private"]),
        good: request(["Referer: https://a.example/"]),
      }),
    ),
  ],
});

const LONGEST_AGENT = 1000;

export const userAgent = field("User-Agent", "product", { parse: (value) => value }).problems({
  eachLine: firstOf(
    problem("user-agent-empty", "warning", "rfc9110#section-10.1.5", {
      detect: (value) => value === "",
      bad: request(["User-Agent:"]),
      good: request(["User-Agent: curl/8.5.0"]),
    }),
    problem("user-agent-placeholder", "warning", "rfc9110#section-10.1.5", {
      detect: (value) => isPlaceholder(value) || value === "-",
      title: (_, value) => `User-Agent is ${quote(value)}, a placeholder that was not filled in.`,
      bad: request(["User-Agent: {{ user_agent }}"]),
      good: request(["User-Agent: shop/1.2 (+https://example.com/bot)"]),
    }),
    problem("user-agent-syntax", "warning", "rfc9110#section-10.1.5", {
      detect(value) {
        if (value.length > LONGEST_AGENT)
          return `${value.length} characters, so servers and proxies may truncate or refuse it`;
        return brokenProduct(value);
      },
      title: (flaw) => `User-Agent has ${flaw}.`,
      bad: request(["User-Agent: Mozilla/5.0 (Windows NT 10.0"]),
      good: request(["User-Agent: Mozilla/5.0 (Windows NT 10.0)"]),
    }),
  ),
});

/** Characters that are invalid in products and comments; commas and colons in products are common and harmless. */
function brokenProduct(value: string): string | undefined {
  const { flaws } = parseProducts(value);
  if (flaws.some(({ id }) => id === "comment-unclosed")) return "an unclosed parenthesis";
  const odd = flaws.find(({ id, text }) => id === "product-invalid" && BROKEN.test(text));
  return odd && `${quote(odd.text)}, which is not a product`;
}

const BROKEN = /^\/|\/$|^[^/]*\/\/|,$|[<>"()]/;
