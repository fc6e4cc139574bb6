/** Where a request goes and where it comes from: Host, Origin, Referer, User-Agent, Forwarded and its elders. */

import { field, item } from "../field.ts";
import { readMembers } from "../reading/list.ts";
import { originFlaw } from "../reading/origins.ts";
import { fetchStandard, mdn, rfc, rfc9110 } from "../specs.ts";
import { parseParameters } from "../syntax/parameters.ts";
import { checkUriReference } from "../syntax/uri.ts";
import { plural, quote } from "../wording.ts";
import { request } from "./example.ts";

/** uri-host [ ":" port ]; names, IPv4 and bracketed IPv6 literals. */
const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._~!$&'()*+,;=%-]+)(?::\d{0,5})?$/;

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
  check(value, { url }, note) {
    if (!HOST.test(value) && value !== "")
      note("host-invalid", `Host is ${quote(value)}, which is not a host name with or without a port.`);
    else if (url && value !== "" && value.toLowerCase().replace(/:(?:80|443)?$/, "") !== url.host)
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
  alternate: (value) => (value === "null" ? "an origin that is not told" : undefined),
  check(value, _context, note) {
    if (value === "null") return;
    const origins = value.split(/[,\s]+/).filter(Boolean);
    const flaw = originFlaw(value);
    if (origins.length > 1)
      note("origin-several", `Origin has ${plural(origins.length, "origin")}; one is expected.`);
    else if (flaw) note("origin-invalid", `Origin is not an origin: ${flaw}.`);
  },
});

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
      summary: "Referer has a fragment or a user name, which it must not tell.",
      bad: request(["Referer: https://example.com/page#part"]),
      good: request(["Referer: https://example.com/page"]),
    },
    "referer-downgrade": {
      severity: "error",
      link: rfc9110("section-10.1.3"),
      summary: "Referer tells a page that came over https to a request over plain http.",
      bad: request(["Referer: https://example.com/page"], { url: "http://example.com/" }),
      good: request(["Referer: http://example.com/page"], { url: "http://example.com/" }),
    },
    "referer-cross-origin": {
      severity: "warning",
      link: mdn("Referrer-Policy"),
      summary: "Referer tells the path of a page to another origin.",
      bad: request(["Referer: https://a.example/private"]),
      good: request(["Referer: https://a.example/"]),
    },
  },
  parse: (value) => value,
  check(value, { url }, note) {
    const { flaws, fragment, userinfo } = checkUriReference(value);
    if (flaws.length > 0) note("referer-invalid", `Referer is ${quote(value)}, which is not a URL.`);
    if (fragment !== undefined || userinfo !== undefined)
      note(
        "referer-fragment",
        `Referer has a ${userinfo === undefined ? "fragment" : "user name"}, which it must not tell.`,
      );
    const page = URL.parse(value);
    if (!page || !url || page.protocol !== "https:") return;
    if (url.protocol === "http:")
      note("referer-downgrade", "Referer tells a page that came over https to a request over plain http.");
    else if (page.origin !== url.origin && page.pathname + page.search !== "/")
      note("referer-cross-origin", `Referer tells the path of a page at ${page.host} to ${url.host}.`);
  },
});

export const userAgent = field({
  name: "User-Agent",
  type: "product",
  repeat: "single",
  kinds: {
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
  },
});

const FORWARDED: ReadonlySet<string> = new Set(["by", "for", "host", "proto"]);

export const forwarded = field({
  name: "Forwarded",
  type: "list",
  repeat: "list",
  kinds: {
    "forwarded-invalid": {
      severity: "error",
      link: rfc(7239, "section-4"),
      summary:
        "Forwarded has a part that is not a pair such as for=192.0.2.1, or an IPv6 address without quotes.",
      bad: request(["Forwarded: for=[2001:db8::1]"]),
      good: request(['Forwarded: for="[2001:db8::1]";proto=https']),
    },
  },
  parse: (value, note) => readMembers("Forwarded", value, note),
  items: (members) =>
    members.map((member) =>
      item("hop", member, "What one proxy saw: whom it got the request from, and how."),
    ),
  check(members, _context, note, { items }) {
    for (const [at, member] of members.entries()) {
      const { parameters, flaws } = parseParameters(`;${member}`);
      const odd = parameters.find(({ name, value }) => !FORWARDED.has(name) || value === undefined);
      if (flaws.length > 0 || odd)
        note(
          "forwarded-invalid",
          `${quote(member)} in Forwarded is not made of pairs such as for=192.0.2.1; IPv6 needs quotes and brackets.`,
          items[at],
        );
    }
  },
});

/** An address with or without a port, `unknown`, or an obfuscated identifier. */
const NODE =
  /^(?:\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|\[?[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*\]?(?::\d+)?|unknown|_[A-Za-z0-9._-]+)$/;

export const xForwardedFor = field({
  name: "X-Forwarded-For",
  type: "list",
  repeat: "list",
  kinds: {
    "x-forwarded-for-invalid": {
      severity: "warning",
      link: mdn("X-Forwarded-For"),
      summary: "X-Forwarded-For has a member that is not an IP address.",
      bad: request(["X-Forwarded-For: client.example"]),
      good: request(["X-Forwarded-For: 192.0.2.1, 198.51.100.7"]),
    },
  },
  parse: (value, note) => readMembers("X-Forwarded-For", value, note),
  items: (members) =>
    members.map((member, at) =>
      item(
        at === 0 ? "client" : "proxy",
        member,
        at === 0 ? "Who asked, as the first proxy or the client itself says." : "A proxy on the way.",
      ),
    ),
  check(members, _context, note, { items }) {
    for (const [at, member] of members.entries())
      if (!NODE.test(member))
        note(
          "x-forwarded-for-invalid",
          `${quote(member)} in X-Forwarded-For is not an IP address.`,
          items[at],
        );
  },
});

export const xForwardedProto = field({
  name: "X-Forwarded-Proto",
  type: "token",
  repeat: "list",
  kinds: {
    "x-forwarded-proto-invalid": {
      severity: "warning",
      link: mdn("X-Forwarded-Proto"),
      summary: "X-Forwarded-Proto is neither http nor https.",
      bad: request(["X-Forwarded-Proto: ssl"]),
      good: request(["X-Forwarded-Proto: https"]),
    },
  },
  parse: (value) => value,
  check(value, _context, note) {
    if (!value.split(",").every((one) => /^(?:https?|wss?)$/i.test(one.trim())))
      note("x-forwarded-proto-invalid", `X-Forwarded-Proto is ${quote(value)}, not http or https.`);
  },
});
