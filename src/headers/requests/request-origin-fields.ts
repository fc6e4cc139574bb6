/** Where a request goes and who sent it: Host, Origin, Referer, User-Agent. */

import { field } from "../field.ts";
import { originFlaw } from "../reading/origins.ts";
import { fetchStandard, mdn, rfc9110 } from "../specs.ts";
import { checkUriReference } from "../syntax/uri.ts";
import { plural, quote } from "../wording.ts";
import { request } from "./example.ts";
import { HOST } from "./nodes.ts";
import { isPlaceholder } from "./placeholders.ts";

export const host = field({
  name: "Host",
  type: "string",
  repeat: "single",
  kinds: {
    "host-invalid": {
      severity: "error",
      link: rfc9110("section-7.2"),
      summary: "Host is not a host name and a port: servers answer 400.",
      bad: request(["Host: https://example.com/"]),
      good: request(["Host: example.com"]),
    },
    "host-mismatch": {
      severity: "warning",
      link: rfc9110("section-7.2"),
      summary: "Host is not the host of the URL that was asked for.",
      bad: request(["Host: other.example"]),
      good: request(["Host: example.com"]),
    },
  },
  parse: (value) => value,
  check(value, { url, named }, note) {
    const authority = named(":authority")[0]?.line.value ?? value;
    if (value === "") note("value-empty", "Host is empty, which only a request without a host may have.");
    else if (!HOST.test(value) || Number(/:(\d+)$/.exec(value)?.[1] ?? 0) > 65_535)
      note("host-invalid", `Host is ${quote(value)}, which is not a host name with or without a port.`);
    // That it is not :authority is a finding of its own.
    else if (authority.toLowerCase() !== value.toLowerCase()) return;
    else if (url && value.toLowerCase().replace(/\.?(?::(?:80|443)?)?$/, "") !== url.host)
      note("host-mismatch", `Host is ${value}, but the URL that was asked for is at ${url.host}.`);
  },
});

export const origin = field({
  name: "Origin",
  type: "string",
  repeat: "single",
  kinds: {
    "origin-invalid": {
      severity: "error",
      link: fetchStandard("origin-header"),
      summary: "Origin is not a scheme, a host and a port: it has a path, a slash or no scheme.",
      bad: request(["Origin: https://a.example/"]),
      good: request(["Origin: https://a.example"]),
    },
    "origin-several": {
      severity: "warning",
      link: fetchStandard("origin-header"),
      summary: "Origin has several origins, which no browser sends and no server expects.",
      bad: request(["Origin: https://a.example https://b.example"]),
      good: request(["Origin: https://a.example"]),
    },
  },
  parse: (value) => value,
  alternate: (value) => (value === "null" ? "an origin that is not disclosed" : undefined),
  check(value, _context, note) {
    if (value === "null") return;
    const origins = value.split(/[,\s]+/).filter(Boolean);
    const flaw = originFlaw(value);
    if (origins.length > 1)
      note("origin-several", `Origin has ${plural(origins.length, "origin")}; one is expected.`);
    else if (value === "")
      note("value-empty", "Origin has no value; null is for an origin that is not disclosed.");
    else if (flaw) note("origin-invalid", `In Origin, ${flaw}.`);
  },
});

/** Names of parameters that carry what nobody else should have. */
const SECRET =
  /[?&](token|access_token|id_token|password|passwd|pwd|secret|api_?key|session_?id|sid|auth|code)=[^&]/i;

export const referer = field({
  name: "Referer",
  type: "url",
  repeat: "single",
  kinds: {
    "referer-invalid": {
      severity: "error",
      link: rfc9110("section-10.1.3"),
      summary: "Referer is not a URL.",
      bad: request(["Referer: https://a b.example/"]),
      good: request(["Referer: https://example.com/page"]),
    },
    "referer-fragment": {
      severity: "error",
      link: rfc9110("section-10.1.3"),
      summary: "Referer has a fragment or a user name, which it must not contain.",
      bad: request(["Referer: https://example.com/page#part"]),
      good: request(["Referer: https://example.com/page"]),
    },
    "referer-downgrade": {
      severity: "error",
      link: rfc9110("section-10.1.3"),
      summary: "Referer discloses a page that came over HTTPS in a request over plain HTTP.",
      bad: request(["Referer: https://example.com/page"], { url: "http://example.com/" }),
      good: request(["Referer: http://example.com/page"], { url: "http://example.com/" }),
    },
    "referer-relative": {
      severity: "warning",
      link: rfc9110("section-10.1.3"),
      summary:
        "Referer is not a whole URL with a scheme, as browsers send it: servers read it as a path of their own.",
      bad: request(["Referer: www.example.com"]),
      good: request(["Referer: https://www.example.com/"]),
    },
    "referer-scheme": {
      severity: "warning",
      link: rfc9110("section-10.1.3"),
      summary: "Referer is a URL of a kind that must not be disclosed, such as file: or data:.",
      bad: request(["Referer: file:///home/me/page.html"]),
      good: request(["Referer: https://www.example.com/"]),
    },
    "referer-secret": {
      severity: "warning",
      link: rfc9110("section-17.9"),
      summary:
        "The query in Referer has what looks like a token or password, which ends up in logs of others.",
      bad: request(["Referer: https://example.com/reset?token=abc123"]),
      good: request(["Referer: https://example.com/reset?step=2"]),
    },
    "referer-cross-origin": {
      severity: "warning",
      link: mdn("Referrer-Policy"),
      summary: "Referer discloses the path of a page to another origin.",
      bad: request(["Referer: https://a.example/private"]),
      good: request(["Referer: https://a.example/"]),
    },
  },
  parse: (value) => value,
  check(value, { url }, note) {
    const { flaws, fragment, userinfo } = checkUriReference(value);
    if (value === "") note("value-empty", "Referer has no value.");
    if (flaws.length > 0) note("referer-invalid", `Referer is ${quote(value)}, which is not a URL.`);
    if (fragment !== undefined || userinfo !== undefined)
      note(
        "referer-fragment",
        `Referer has a ${userinfo === undefined ? "fragment" : "user name"}, which it must not contain.`,
      );
    const page = URL.parse(value);
    if (!page && flaws.length === 0 && value !== "" && !value.startsWith("/"))
      note("referer-relative", `Referer is ${quote(value)}, which has no scheme: servers read it as a path.`);
    if (page && !/^(?:https?|about):$/.test(page.protocol) && flaws.length === 0)
      note("referer-scheme", `Referer is a ${page.protocol} URL, which must not be disclosed.`);
    const secret = SECRET.exec(page?.search ?? "")?.[1];
    if (secret) note("referer-secret", `Referer has ${quote(secret)} in its query, which ends up in logs.`);
    if (!page || !url || page.protocol !== "https:") return;
    if (url.protocol === "http:")
      note(
        "referer-downgrade",
        "Referer discloses a page that came over HTTPS in a request over plain HTTP.",
      );
    else if (page.origin !== url.origin && page.pathname + page.search !== "/")
      note("referer-cross-origin", `Referer discloses the path of a page at ${page.host} to ${url.host}.`);
  },
});

const LONGEST_AGENT = 1000;

export const userAgent = field({
  name: "User-Agent",
  type: "product",
  repeat: "single",
  kinds: {
    "user-agent-placeholder": {
      severity: "warning",
      link: rfc9110("section-10.1.5"),
      summary:
        "User-Agent is what a program sends that has no name: null, a hyphen, or a template that was not filled in.",
      bad: request(["User-Agent: {{ user_agent }}"]),
      good: request(["User-Agent: shop/1.2 (+https://example.com/bot)"]),
    },
    "user-agent-syntax": {
      severity: "info",
      link: rfc9110("section-10.1.5"),
      summary: "User-Agent has a comment whose parentheses are not closed, or more than 1,000 characters.",
      bad: request(["User-Agent: Mozilla/5.0 (Windows NT 10.0"]),
      good: request(["User-Agent: Mozilla/5.0 (Windows NT 10.0)"]),
      edge: [request([`User-Agent: ${"a".repeat(1001)}`]), request([`User-Agent: ${"a".repeat(1000)}`])],
    },
    "user-agent-empty": {
      severity: "warning",
      link: rfc9110("section-10.1.5"),
      summary: "User-Agent is empty: many servers refuse requests that do not say who they come from.",
      bad: request(["User-Agent:"]),
      good: request(["User-Agent: curl/8.5.0"]),
    },
  },
  parse: (value) => value,
  check(value, _context, note) {
    if (value === "") note("user-agent-empty", "User-Agent is empty: many servers refuse such requests.");
    else if (isPlaceholder(value) || value === "-")
      note("user-agent-placeholder", `User-Agent is ${quote(value)}: something was not filled in.`);
    else if (value.length > LONGEST_AGENT)
      note(
        "user-agent-syntax",
        `User-Agent has ${value.length} characters: servers and proxies may cut or refuse it.`,
      );
    else if (/^[^()]*\([^()]*$/.test(value))
      note("user-agent-syntax", "User-Agent has a parenthesis that is never closed.");
  },
});
