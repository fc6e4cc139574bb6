import { PRIVATE_SUFFIXES } from "../../../data/private-names.ts";
import { type Context, type ExplainedLine, problem, rule } from "../field.ts";
import { quote } from "../wording.ts";

/** Headers of development tools, by name or prefix. */
const DEBUG =
  /^(?:x-debug(?:$|-)|x-chrome(?:logger|php)-data$|x-wf-|x-firephp-|x-clockwork-|phpdebugbar|x-xdebug-|x-miniprofiler-ids$|x-symfony-profiler|x-exception|x-stack-?trace$)/;

const GATHERING =
  "https://owasp.org/www-project-web-security-testing-guide/stable/4-Web_Application_Security_Testing/01-Information_Gathering/";

/** Headers whose values hold addresses by design, or are checked elsewhere. */
const NOT_SEARCHED: ReadonlySet<string> = new Set([
  "content-security-policy",
  "content-security-policy-report-only",
  "set-cookie",
  "alt-svc",
]);

/** RFC 1918. After a single slash it is a version, as in `Server: Foo/10.1.2.3`. */
const PRIVATE_ADDRESS =
  /(?<![\w.-]|[^/]\/)(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?![\w.-])/;
/** Names under non-public suffixes. A match starts only at the start of a name, so the search never backtracks. */
const SUFFIXES = PRIVATE_SUFFIXES.map((suffix) => suffix.replace(".", "\\.")).join("|");
const INTERNAL_NAME = new RegExp(
  `(?<![\\w.-])[\\w-]{1,63}(?:\\.[\\w-]{1,63}){0,6}\\.(?:${SUFFIXES})(?![\\w-]|\\.\\w)`,
  "i",
);

/** Cheap first check: every internal name has this, few other values do. */
const INTERNAL_SUFFIX = new RegExp(`\\.(?:${SUFFIXES})`, "i");

/** Lines that may disclose internals. */
function searched({ all, url }: Context): readonly ExplainedLine[] {
  return url && isInternal(url.hostname) ? [] : all.filter(({ line }) => line.value.includes("."));
}

interface Disclosed {
  readonly line: ExplainedLine;
  readonly who: string;
  readonly what: string;
}

/** Encoded pool addresses in cookies, and private addresses in other values. */
function addressIn(line: ExplainedLine): Disclosed[] {
  const { name, sent, value } = line.line;
  const pool = name === "set-cookie" ? encodedAddress(value) : undefined;
  if (pool) return [{ line, who: pool.cookie, what: `internal address ${pool.address}` }];
  if (NOT_SEARCHED.has(name) || !mayHoldAddress(value)) return [];
  const address = PRIVATE_ADDRESS.exec(value)?.[0];
  return address === undefined ? [] : [{ line, who: sent, what: `private address ${address}` }];
}

function hostIn(line: ExplainedLine): Disclosed[] {
  const { name, sent, value } = line.line;
  if (NOT_SEARCHED.has(name) || !INTERNAL_SUFFIX.test(value)) return [];
  const host = INTERNAL_NAME.exec(value)?.[0];
  return host === undefined ? [] : [{ line, who: sent, what: `internal name ${quote(host)}` }];
}

const wordsOf = ({ who, what }: Disclosed) => `${who} discloses the ${what}.`;
const lineOf = ({ line }: Disclosed) => line;

export const disclosure = rule([
  problem({
    id: "debug-field",
    severity: "warning",
    link: GATHERING,
    summary: "The response has a header from a development tool: debugging is enabled in public.",
    detectAll: ({ all }) => all.filter(({ line }) => DEBUG.test(line.name)),
    title: ({ line }) => `${line.sent} comes from a development tool: debugging is enabled in public.`,
    at: (line) => line,
    bad: ["X-Debug-Token-Link: https://example.com/_profiler/1a2b3c"],
    good: ["X-Request-ID: 1a2b3c"],
  }),
  problem({
    id: "internal-address",
    severity: "info",
    link: GATHERING,
    summary: "A value contains a private IP address, which reveals the network behind the site.",
    detectAll: (context) => searched(context).flatMap(addressIn),
    title: wordsOf,
    at: lineOf,
    bad: ["X-Backend: 10.0.3.17:8080"],
    good: ["X-Backend: b3"],
  }),
  problem({
    id: "internal-host-name",
    severity: "info",
    link: GATHERING,
    summary: "A value contains a host name of an internal network.",
    detectAll: (context) => searched(context).flatMap(hostIn),
    title: wordsOf,
    at: lineOf,
    bad: ["X-Backend: web-17.prod.internal", "X-Backend: web-17.localdomain"],
    good: ["X-Backend: web"],
  }),
]);

/** F5 BIG-IP: `address.port.0000`, both numbers with their bytes in reverse order. */
const POOL_COOKIE = /^(BIGipServer[^=\s]*)=(\d{1,10})\.(\d{1,5})\.0000(?:;|$)/;

function encodedAddress(value: string): { readonly cookie: string; readonly address: string } | undefined {
  const [, cookie, address, port] = value.startsWith("BIGip") ? (POOL_COOKIE.exec(value) ?? []) : [];
  if (!cookie || !address || !port) return undefined;
  const bytes = [0, 8, 16, 24].map((shift) => (Number(address) >>> shift) & 0xff);
  const swapped = ((Number(port) & 0xff) << 8) | (Number(port) >>> 8);
  return { cookie, address: `${bytes.join(".")}:${swapped}` };
}

function mayHoldAddress(value: string): boolean {
  return value.includes("10.") || value.includes("192.168.") || value.includes("172.");
}

function isInternal(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    /^(?:10|127)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\./.test(hostname) ||
    INTERNAL_NAME.test(hostname) ||
    !hostname.includes(".")
  );
}
