import { type Context, field, type Note } from "../field.ts";
import { encodedReference, swapping } from "../fixing.ts";
import { rfc9110 } from "../specs.ts";
import {
  checkUriReference,
  isRefused,
  isResolvable,
  resolveReference,
  type UriReference,
} from "../syntax/uri.ts";
import { quote } from "../wording.ts";

type Kind =
  | "location-relative"
  | "location-fragment"
  | "location-scheme"
  | "location-downgrade"
  | "location-credentials"
  | "location-undefined";

/** Status codes for which Location means something (RFC 9110 section 10.2.2, RFC 9110 section 15.3.3). */
const DEFINED: ReadonlySet<number> = new Set([201, 202, 300, 301, 302, 303, 305, 307, 308]);
/** Schemes that browsers follow from a response. */
const FOLLOWED: ReadonlySet<string> = new Set(["http", "https"]);

/** Location (RFC 9110 section 10.2.2): where to go instead, or where the created resource is. */
export const location = field({
  name: "Location",
  type: "url",
  repeat: "single",
  kinds: {
    "location-syntax": {
      severity: "error",
      link: rfc9110("section-10.2.2"),
      summary: "Location is not a valid URI reference: clients differ in what they make of it.",
      fix: encodedReference,
      bad: ["Location: /new page"],
      good: ["Location: /a"],
    },
    "location-relative": {
      severity: "info",
      link: rfc9110("section-10.2.2"),
      summary: "Location is relative, which is allowed: it is resolved against the URL of the request.",
      bad: { lines: ["Location: /new"], status: 301 },
      good: { lines: ["Location: https://www.example.com/new"], status: 301 },
    },
    "location-fragment": {
      severity: "info",
      link: rfc9110("section-10.2.2"),
      summary: "Location has a fragment, which replaces that of the URL the user asked for.",
      bad: { lines: ["Location: https://www.example.com/new#top"], status: 301 },
      good: { lines: ["Location: https://www.example.com/new"], status: 301 },
    },
    "location-scheme": {
      severity: "error",
      link: "https://fetch.spec.whatwg.org/#concept-http-redirect-fetch",
      summary: "Location has a scheme that no browser follows from a response.",
      bad: { lines: ["Location: javascript:history.back()"], status: 302 },
      good: { lines: ["Location: https://www.example.com/"], status: 302 },
    },
    "location-downgrade": {
      severity: "warning",
      link: rfc9110("section-17"),
      summary: "A redirect leads from HTTPS to plain HTTP, where others can read and change the request.",
      bad: { lines: ["Location: http://www.example.com/"], status: 301, url: "https://www.example.com/" },
      good: { lines: ["Location: https://www.example.com/"], status: 301, url: "http://www.example.com/" },
    },
    "location-credentials": {
      severity: "warning",
      link: rfc9110("section-4.2.4"),
      summary: "Location has a user name or password, which browsers and logs then keep.",
      fix: swapping(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?#@]*@/i, (_all, scheme = "") => `${scheme}//`),
      bad: { lines: ["Location: https://user:secret@www.example.com/"], status: 302 },
      good: { lines: ["Location: https://www.example.com/"], status: 302 },
    },
    "location-undefined": {
      severity: "warning",
      link: rfc9110("section-10.2.2"),
      summary: "Location has no meaning with this status code, so clients ignore it.",
      bad: { lines: ["Location: /new"], status: 200 },
      good: { lines: ["Location: /new"], status: 201 },
    },
  },
  parse(value, note, { status }) {
    if (value === "") {
      // An empty Location of a redirect is the redirect's fault.
      if (status === undefined || status < 300)
        note("value-empty", "Location has no value: a URL is expected.");
      return undefined;
    }
    const reference = checkUriReference(value);
    const flaw = reference.flaws[0];
    if (flaw)
      note("location-syntax", `Location is not a valid URI reference: ${flawWords(flaw.id, flaw.text)}.`);
    return reference;
  },
  alternate: (_reference, { url }, value) => (url ? resolveReference(value, url)?.href : undefined),
  check(reference, context, note, { line }) {
    if (context.status !== undefined && !DEFINED.has(context.status))
      note(
        "location-undefined",
        `Location means nothing with status ${context.status}, so clients ignore it.`,
      );
    checkReference(reference, context, line.value, note);
  },
});

/** What is wrong with a URI reference, in words. */
export function flawWords(id: UriReference["flaws"][number]["id"], text: string): string {
  if (id === "uri-missing-host") return "it has no host";
  if (id === "uri-bad-host")
    return text === "[" || text === "]"
      ? `${quote(text)} in its host belongs around an IPv6 address only`
      : `${quote(text)} cannot stand in its host${text > "~" ? ", whose name has to be in Punycode (xn--)" : ""}`;
  if (text === " ") return "it has a space, which has to be written %20";
  return id === "uri-bad-percent"
    ? `${quote(text)} is not percent-encoding`
    : `${quote(text)} has to be percent-encoded`;
}

function checkReference(reference: UriReference, { url }: Context, value: string, note: Note<Kind>): void {
  const { scheme, kind, fragment, userinfo } = reference;
  if (isRefused(scheme)) note("location-scheme", `Browsers follow no ${scheme}: URL from a Location.`);
  if (kind !== "absolute")
    note("location-relative", "Location is relative: clients resolve it against the URL of the request.");
  if (fragment !== undefined) note("location-fragment", `Location has a fragment: ${quote(`#${fragment}`)}.`);
  if (userinfo !== undefined && scheme !== undefined && FOLLOWED.has(scheme))
    note("location-credentials", "Location has a user name or password before its host.");
  if (scheme === "http" && url?.protocol === "https:" && isResolvable(value))
    note("location-downgrade", "Location leads from HTTPS to plain HTTP.");
}
