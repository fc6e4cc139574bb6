import {
  checkUriReference,
  isRefused,
  isResolvable,
  resolveReference,
  type UriReference,
} from "../../syntax/uri.ts";
import { field, problem, valueEmpty, worded } from "../field.ts";
import { encodedReference, swapping } from "../reading/fixing.ts";
import { quote } from "../wording.ts";

/** Status codes that define Location (RFC 9110 sections 10.2.2 and 15.3.3). */
const DEFINED: ReadonlySet<number> = new Set([201, 202, 300, 301, 302, 303, 305, 307, 308]);
/** Schemes that browsers follow. */
const FOLLOWED: ReadonlySet<string> = new Set(["http", "https"]);

const syntax = worded("location-syntax", "error", "rfc9110#section-10.2.2", {
  fix: encodedReference,
  bad: ["Location: /new page"],
  good: ["Location: /a"],
});

/** Location (RFC 9110 section 10.2.2): target of a redirect, or the created resource. */
export const location = field("Location", "url", {
  parse(value, report) {
    if (value === "") return undefined;
    const reference = checkUriReference(value);
    const flaw = reference.flaws[0];
    if (flaw) report(syntax, `Location is not a valid URI reference: ${flawWords(flaw.id, flaw.text)}.`);
    return reference;
  },
  alternateInMessage({ kind, fragment }, { url, status }, value) {
    if (kind === "absolute" && fragment !== undefined)
      return `${value.slice(0, value.indexOf("#"))}, at #${fragment}`;
    if (url) return resolveReference(value, url)?.href;
    const isRead = kind !== "absolute" && (status === undefined || DEFINED.has(status));
    return isRead ? "relative to the URL of the request" : undefined;
  },
}).problems({
  named: [syntax],
  checkAll(lines, { status }, report) {
    // A rule about redirects reports an empty Location.
    if (status !== undefined && status >= 300) return;
    for (const line of lines)
      if (line.line.value === "") report(valueEmpty, "Location has no value: a URL is expected.", line);
  },
  eachLine: [
    problem("location-undefined", "warning", "rfc9110#section-10.2.2", {
      detect: (_, { status }) => status !== undefined && !DEFINED.has(status) && status,
      title: (status) => `Location has no meaning with status ${status}, so clients ignore it.`,
      bad: { lines: ["Location: /new"], status: 200 },
      good: { lines: ["Location: /new"], status: 201 },
    }),
    problem("location-scheme", "error", "https://fetch.spec.whatwg.org/#concept-http-redirect-fetch", {
      detect: ({ scheme }) => isRefused(scheme),
      title: (_, { scheme }) => `Browsers do not follow ${scheme}: URLs in Location.`,
      bad: { lines: ["Location: javascript:history.back()"], status: 302 },
      good: { lines: ["Location: https://www.example.com/"], status: 302 },
    }),
    problem("location-credentials", "warning", "rfc9110#section-4.2.4", {
      detect: ({ userinfo, scheme = "" }) => userinfo !== undefined && FOLLOWED.has(scheme),
      fix: swapping(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?#@]*@/i, (_all, scheme = "") => `${scheme}//`),
      bad: { lines: ["Location: https://user:secret@www.example.com/"], status: 302 },
      good: { lines: ["Location: https://www.example.com/"], status: 302 },
    }),
    problem("location-downgrade", "error", "rfc6797#section-2.3.1", {
      detect: ({ scheme }, { url }, { line }) =>
        scheme === "http" && url?.protocol === "https:" && isResolvable(line.value) && line.value,
      severityOf: (_value, _reference, { status = 302 }) => (status < 300 ? "warning" : "error"),
      title: (value, _, { url }) =>
        URL.parse(value)?.hostname === url?.hostname
          ? "Location goes to plain HTTP on the same host: probably the application gets no X-Forwarded-Proto."
          : "Location leads from HTTPS to plain HTTP, where others can read and change the request.",
      bad: { lines: ["Location: http://www.example.com/"], status: 301, url: "https://www.example.com/" },
      good: { lines: ["Location: https://www.example.com/"], status: 301, url: "http://www.example.com/" },
    }),
  ],
});

export function flawWords(id: UriReference["flaws"][number]["id"], text: string): string {
  if (id === "uri-missing-host") return "it has no host";
  if (id === "uri-bad-host")
    return text === "[" || text === "]"
      ? `${quote(text)} is allowed in its host only around an IPv6 address`
      : `${quote(text)} is not allowed in its host${text > "~" ? ", which must be in Punycode (xn--)" : ""}`;
  if (text === " ") return "it has a space, which must be written %20";
  return id === "uri-bad-percent"
    ? `${quote(text)} is not valid percent-encoding`
    : `${quote(text)} must be percent-encoded`;
}
