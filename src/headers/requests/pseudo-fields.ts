/** The pseudo fields of HTTP/2 and HTTP/3 (RFC 9113 section 8.3, RFC 8441). */

import { type Context, type ExplainedLine, type Note, rule } from "../field.ts";
import { rfc, rfc9113 } from "../specs.ts";
import { isToken } from "../syntax/tokens.ts";
import { listing, quote } from "../wording.ts";
import { request } from "./example.ts";

const PSEUDO: ReadonlySet<string> = new Set([":method", ":scheme", ":authority", ":path", ":protocol"]);
const NEEDED = [":method", ":scheme", ":path"];
const GOOD = [":method: GET", ":scheme: https", ":path: /"];

type Kind =
  | "pseudo-field-unknown"
  | "pseudo-field-late"
  | "pseudo-field-missing"
  | "pseudo-field-repeated"
  | "pseudo-field-invalid"
  | "pseudo-field-unwanted"
  | "authority-mismatch"
  | "request-connection-field"
  | "request-te-value"
  | "field-name-upper-case";

export const pseudoFields = rule<Kind>({
  kinds: {
    "pseudo-field-unknown": {
      severity: "error",
      link: rfc9113("section-8.3.1"),
      summary: "A request has a pseudo field that HTTP/2 does not know: the request is malformed.",
      bad: request([":method: GET", ":host: example.com"]),
      good: request(GOOD),
    },
    "pseudo-field-late": {
      severity: "error",
      link: rfc9113("section-8.3"),
      summary: "A pseudo field comes after an ordinary field: the request is malformed.",
      bad: request([":method: GET", "accept: */*", ":path: /"]),
      good: request([...GOOD, "accept: */*"]),
    },
    "pseudo-field-missing": {
      severity: "error",
      link: rfc9113("section-8.3.1"),
      summary: "A request of HTTP/2 has no :method, :scheme or :path: it is malformed.",
      bad: request([":method: GET", ":path: /"]),
      good: request(GOOD),
    },
    "pseudo-field-repeated": {
      severity: "error",
      link: rfc9113("section-8.3"),
      summary: "A pseudo field is sent twice: the request is malformed.",
      bad: request([...GOOD, ":path: /b"]),
      good: request(GOOD),
    },
    "pseudo-field-invalid": {
      severity: "error",
      link: rfc9113("section-8.3.1"),
      summary: "The value of a pseudo field is not one that it can have: the request is malformed.",
      bad: request([":method: GET", ":scheme: https", ":path: index.html"]),
      good: request(GOOD),
    },
    "pseudo-field-unwanted": {
      severity: "error",
      link: rfc(8441, "section-4"),
      summary: "A pseudo field is sent in a request whose method does not have it.",
      bad: request([...GOOD, ":protocol: websocket"]),
      good: request([
        ":method: CONNECT",
        ":scheme: https",
        ":path: /",
        ":authority: a.example",
        ":protocol: websocket",
      ]),
    },
    "authority-mismatch": {
      severity: "error",
      link: rfc9113("section-8.3.1"),
      summary: "Host and :authority name different hosts: servers and proxies choose differently.",
      bad: request([...GOOD, ":authority: example.com", "host: other.example"]),
      good: request([...GOOD, ":authority: example.com", "host: example.com"]),
    },
    "request-connection-field": {
      severity: "error",
      link: rfc9113("section-8.2.2"),
      summary: "A request of HTTP/2 or HTTP/3 has a field about the connection: it is malformed.",
      bad: request([":method: GET", "connection: close"]),
      good: request([...GOOD, "te: trailers"]),
    },
    "request-te-value": {
      severity: "error",
      link: rfc9113("section-8.2.2"),
      summary: "TE of a request of HTTP/2 or HTTP/3 is not trailers: the request is malformed.",
      bad: request([...GOOD, "te: gzip"]),
      good: request([...GOOD, "te: trailers"]),
    },
    "field-name-upper-case": {
      severity: "error",
      link: rfc9113("section-8.2.1"),
      summary: "A field name of HTTP/2 or HTTP/3 has a capital letter: the request is malformed.",
      bad: request([...GOOD, "Accept: */*"]),
      good: request([...GOOD, "accept: */*"]),
    },
  },
  check(context, note) {
    const pseudo = context.all.filter(({ line }) => line.name.startsWith(":"));
    if (pseudo.length === 0) return;
    const first = context.all.findIndex(({ line }) => !line.name.startsWith(":"));
    for (const [at, line] of context.all.entries()) checkOne(line, first >= 0 && at > first, note);
    checkAll(context, note);
  },
});

function checkOne(line: ExplainedLine, isLate: boolean, note: Note<Kind>): void {
  const { name, sent, value } = line.line;
  if (name.startsWith(":")) {
    if (!PSEUDO.has(name))
      note(
        "pseudo-field-unknown",
        `${quote(name)} is not a pseudo field of requests, so the request is malformed.`,
        line,
      );
    else if (isLate)
      note("pseudo-field-late", `${name} comes after an ordinary field, so the request is malformed.`, line);
    return;
  }
  if (CONNECTION.has(name))
    note("request-connection-field", `${sent} must not be sent in a request over HTTP/2 or HTTP/3.`, line);
  else if (name === "te" && value.toLowerCase() !== "trailers")
    note("request-te-value", `TE is ${quote(value)}; in HTTP/2 and HTTP/3 it may only be trailers.`, line);
  if (/[A-Z]/.test(sent))
    note(
      "field-name-upper-case",
      `${sent} has capital letters, which HTTP/2 and HTTP/3 forbid in field names.`,
      line,
      `${name}: ${value}`,
    );
}

function checkAll(context: Context, note: Note<Kind>): void {
  const joined = (name: string) => context.named(name)[0]?.line.value;
  for (const name of PSEUDO) {
    const [line, second] = context.named(name);
    if (second) note("pseudo-field-repeated", `${name} is sent twice, so the request is malformed.`, second);
    const flaw = line && flawOf(name, line.line.value, joined(":method"));
    if (flaw) note("pseudo-field-invalid", `${name} is ${quote(line.line.value)}, ${flaw}.`, line);
  }
  const protocol = context.named(":protocol")[0];
  const isConnect = joined(":method") === "CONNECT";
  if (protocol && !isConnect && joined(":method") !== undefined)
    note(
      "pseudo-field-unwanted",
      `:protocol is sent with the method ${joined(":method")}; it belongs to CONNECT.`,
      protocol,
    );
  const isTunnel = isConnect && !protocol;
  if (isTunnel)
    for (const line of [":scheme", ":path"].flatMap((name) => context.named(name)))
      note("pseudo-field-unwanted", `${line.line.name} must not be sent with CONNECT.`, line);
  const missing = (isTunnel ? [":authority"] : NEEDED).filter((name) => !context.has(name));
  if (missing.length > 0)
    note(
      "pseudo-field-missing",
      `${listing(missing)} ${missing.length > 1 ? "are" : "is"} missing, so the request is malformed.`,
    );
  const [host] = context.named("host");
  const authority = joined(":authority");
  if (host && authority !== undefined && host.line.value.toLowerCase() !== authority.toLowerCase())
    note(
      "authority-mismatch",
      `Host is ${quote(host.line.value)}, but :authority is ${quote(authority)}.`,
      host,
    );
}

/** What is wrong with the value of a pseudo field, in words that go on after it. */
function flawOf(name: string, value: string, method: string | undefined): string | undefined {
  if (name === ":method" && !isToken(value)) return "which is not a method";
  if (
    name === ":method" &&
    value !== value.toUpperCase() &&
    isToken(value) &&
    METHODS.has(value.toUpperCase())
  )
    return `but methods have case: ${value.toUpperCase()} is meant`;
  if (name === ":scheme" && !/^[a-z][a-z0-9+.-]*$/i.test(value)) return "which is not a scheme";
  if (name === ":authority" && value.includes("@")) return "which has a user name: that must not be sent";
  if (name !== ":path" || (value === "*" && method === "OPTIONS")) return undefined;
  if (!value.startsWith("/")) return "which does not begin with a slash";
  if (value.includes("#")) return "which has a fragment: that must not be sent";
  return /\s/.test(value) ? "which has white space" : undefined;
}

const METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "DELETE",
  "OPTIONS",
  "PATCH",
  "TRACE",
  "CONNECT",
]);
const CONNECTION: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "transfer-encoding",
  "upgrade",
]);
