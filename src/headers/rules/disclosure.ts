/** Headers that disclose internals, secrets or software. */

import { wordList } from "../../../data/headers/words.ts";
import { PRIVATE_SUFFIXES } from "../../../data/private-names.ts";
import { type Context, type ExplainedLine, firstOf, problem, rule, ruleOn } from "../field.ts";
import { disclosures } from "../fields/software.ts";
import { listing, quote } from "../wording.ts";

const OWASP = "owasp/www-project-secure-headers/#prevent-information-disclosure-via-http-headers";

const DEBUG =
  /^(?:x-debug(?:$|-)|x-chrome(?:logger|php)-data$|x-wf-|x-firephp-|x-clockwork-|phpdebugbar|x-xdebug-|x-miniprofiler-ids$|x-symfony-profiler|x-exception|x-stack-?trace$)/;

const GATHERING =
  "https://owasp.org/www-project-web-security-testing-guide/stable/4-Web_Application_Security_Testing/01-Information_Gathering/";

/** Headers whose values hold addresses by design, or are checked elsewhere. */
const NOT_SEARCHED = wordList("fields with addresses by design");

/** Private IPv4 addresses (RFC 1918). After `name/` the digits are a version, as in `Server: Foo/10.1.2.3`. */
const PRIVATE_ADDRESS =
  /(?<![\w.-]|[^/]\/)(?:10\.\d{1,3}|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d{1,3}\.\d{1,3}(?![\w.-])/;
/** Host names under private suffixes. Matches begin only at the start of a name, which prevents backtracking. */
const SUFFIXES = PRIVATE_SUFFIXES.map((suffix) => suffix.replace(".", "\\.")).join("|");
const INTERNAL_NAME = new RegExp(
  `(?<![\\w.-])[\\w-]{1,63}(?:\\.[\\w-]{1,63}){0,6}\\.(?:${SUFFIXES})(?![\\w-]|\\.\\w)`,
  "i",
);

/** Cheap check before INTERNAL_NAME: every internal name contains this, few other values do. */
const INTERNAL_SUFFIX = new RegExp(`\\.(?:${SUFFIXES})`, "i");

/** Lines with a dot, which every address and host name contains; empty if the requested host is internal. */
function searched({ all, url }: Context): readonly ExplainedLine[] {
  return url && isInternal(url.hostname) ? [] : all.filter(({ line }) => line.value.includes("."));
}

interface Disclosed {
  readonly line: ExplainedLine;
  readonly who: string;
  readonly what: string;
}

/** An internal address encoded in a load balancer's cookie, or a private address in another header. */
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
export const disclosure = rule([
  problem("debug-field", "warning", GATHERING, {
    // Nextcloud repeats X-Request-Id in X-Debug-Token.
    detectAll: ({ all, named }) =>
      all.filter(({ line }) => DEBUG.test(line.name) && line.value !== named("x-request-id")[0]?.line.value),
    title: ({ line }) => `${line.sent} comes from a development tool: debugging is enabled in public.`,
    bad: ["X-Debug-Token-Link: https://example.com/_profiler/1a2b3c"],
    good: ["X-Request-ID: 1a2b3c"],
  }),
  problem("internal-address", "info", GATHERING, {
    detectAll: (context) => searched(context).flatMap(addressIn),
    title: wordsOf,
    bad: ["X-Backend: 10.0.3.17:8080"],
    good: ["X-Backend: b3"],
  }),
  problem("internal-host-name", "info", GATHERING, {
    detectAll: (context) => searched(context).flatMap(hostIn),
    title: wordsOf,
    bad: ["X-Backend: web-17.prod.internal", "X-Backend: web-17.localdomain"],
    good: ["X-Backend: web"],
  }),
]);

/** Cookie of F5 BIG-IP: `address.port.0000`, both numbers in reversed byte order. */
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

/** Whether the name or address has a meaning only inside a network. */
export function isInternal(hostname: string): boolean {
  return (
    hostname === "localhost" ||
    /^(?:10|127)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\./.test(hostname) ||
    INTERNAL_NAME.test(hostname) ||
    !hostname.includes(".")
  );
}

const SECRETS =
  /[?&#;](access_token|id_token|refresh_token|api_?key|client_secret|password|passwd|session_?id|jsessionid|phpsessid|jwt|auth_token)=[^&#;?]{8,}/i;

/** Values that grant access: a bearer token, an AWS session token. */
const isCredential = (name: string, value: string) =>
  (name === "authorization" && /^(?:bearer|basic|token)[ \t]+\S{8,}/i.test(value)) ||
  (name === "x-amz-security-token" && value.length >= LEAST_TOKEN);
/** Characters. Shorter values are placeholders. */
const LEAST_TOKEN = 16;

export const leaks = rule([
  problem("credentials-in-response", "error", "rfc6750#section-5.3", {
    detectAll: ({ all }) => all.filter(({ line }) => isCredential(line.name, line.value)),
    title: ({ line }) =>
      `${line.sent} discloses credentials to every recipient of the response; revoke them.`,
    bad: ["Authorization: Bearer eyJhbGciOiJIUzI1NiJ9"],
    good: ['Authentication-Info: nextnonce="abc"'],
  }),
  problem("cgi-status-leaked", "warning", "rfc3875#section-6.3.3", {
    detectAll: ({ named }) => named("status").filter(({ line }) => /^\d{3}(?:\s|$)/.test(line.value)),
    title({ line }, { status }) {
      const said = Number(line.value.slice(0, 3));
      const conflict = status !== undefined && said !== status ? `; the response itself is ${status}` : "";
      return `Status: ${said} is a CGI header that the server should have removed${conflict}.`;
    },
    bad: ["Status: 404 Not Found"],
    good: ["Content-Type: text/plain"],
  }),
  problem("location-token", "error", "rfc9700#section-4.3.2", {
    detectAll: ({ named }) => named("location").filter(({ line }) => SECRETS.test(line.value)),
    title: ({ line }) =>
      `Location carries ${quote(SECRETS.exec(line.value)?.[1] ?? "")} in its URL, which ends up in histories, logs and Referer.`,
    bad: { status: 302, lines: ["Location: https://app.example/cb?access_token=eyJhbGciOi"] },
    good: { status: 302, lines: ["Location: https://app.example/cb?code=abc"] },
  }),
]);

type Disclosures = ReturnType<typeof disclosures>;

function disclosuresIn(context: Context): Disclosures | undefined {
  const all = disclosures(context);
  return all.length > 0 ? all : undefined;
}

const exact = (all: Disclosures) => all.filter(({ versions }) => versions.length > 0);
const supported = (all: Disclosures) => {
  const support = [...new Set(all.flatMap((one) => one.support))];
  return support.length > 0 ? ` (${support.join("; ")})` : "";
};
const sentOf = ({ line }: Disclosures[number]) => line.line.sent;

export const software = ruleOn(disclosuresIn, [
  firstOf(
    problem("software-stack", "info", "rfc9110#section-10.2.4", {
      detect(all: Disclosures) {
        const exactOnes = exact(all);
        return new Set(exactOnes.flatMap(({ versions }) => versions)).size > 1 && exactOnes;
      },
      title(exactOnes) {
        const names = [...new Set(exactOnes.map(sentOf))];
        const versions = [...new Set(exactOnes.flatMap((one) => one.versions))];
        return `${listing(names)} ${names.length > 1 ? "disclose" : "discloses"} ${listing(versions)}.`;
      },
      at: (exactOnes) => exactOnes[0]?.line,
      bad: ["Server: Apache/2.4.41 (Ubuntu) OpenSSL/1.1.1f PHP/7.4.3"],
      good: ["Server: Apache"],
    }),
    problem("software-version", "info", "rfc9110#section-10.2.4", {
      detect: (all: Disclosures) => exact(all)[0],
      title: (disclosed) => `${sentOf(disclosed)} discloses ${disclosed.words}${supported([disclosed])}.`,
      fix: (value, _found, name) =>
        name === "server" ? /^([A-Za-z][\w-]*)\/\S*/.exec(value)?.[1] : undefined,
      bad: ["Server: nginx/1.14.0 (Ubuntu)"],
      good: ["Server: nginx"],
    }),
    problem("software-named", "info", OWASP, {
      detect: (all: Disclosures) =>
        all.find(
          ({ versions, words, line }) => versions.length === 0 && words !== "" && line.line.name !== "server",
        ),
      title: (disclosed) => `${sentOf(disclosed)} discloses ${disclosed.words}; no client needs it.`,
      bad: ["X-Powered-By: Express"],
      good: ["Server: nginx"],
    }),
  ),
]);
