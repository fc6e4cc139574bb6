/**
 * Measures findings on generated requests: usual lines of browsers and clients, with and without one fault
 * that the grammar of the field forbids (a weight of three, an unclosed quote, a connection field in HTTP/2).
 * Prints the share of faults with a warning or error, the correct requests with one, and each missed fault.
 */

import { explainMessage } from "../../../src/headers/explain.ts";
import { type Known, parseMessage } from "../../../src/headers/message.ts";
import { chance } from "../differences/random.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const CASES = 300;

/** Correct field values. */
const GOOD: Readonly<Record<string, readonly string[]>> = {
  Accept: [
    "*/*",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
    "application/json, text/plain, */*",
    'text/html;level="1", text/*;q=0.3',
    "image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5",
  ],
  "Accept-Encoding": ["gzip, deflate, br, zstd", "identity", "gzip;q=1.0, *;q=0", "br;q=1.000, gzip;q=0.8"],
  "Accept-Language": ["en-US,en;q=0.9,de;q=0.8", "*", "zh-Hant-TW, de-CH-1996;q=0.5", "fr"],
  TE: ["trailers", "gzip;q=0.5, trailers"],
  "User-Agent": [
    "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0",
    "curl/8.14.1",
    "python-requests/2.32.3",
    "Example-Bot/1.0 (+https://bot.example/)",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  ],
  "Content-Digest": ["sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:"],
  "Repr-Digest": ["sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:"],
  "If-None-Match": ['"abc"', 'W/"abc", "def"', "*"],
  "If-Modified-Since": ["Thu, 19 Nov 2026 10:00:00 GMT"],
  "If-Range": ['"abc"', "Thu, 19 Nov 2026 10:00:00 GMT"],
  Range: ["bytes=0-499", "bytes=-500", "bytes=0-0, 5-9", "bytes=9500-"],
  Authorization: ["Basic dXNlcjpwYXNz", "Bearer abc.def-ghi"],
  Cookie: ["a=1; b=2", "SID=31d4d96e407aad42"],
  Origin: ["https://a.example", "null", "http://localhost:3000"],
  Referer: ["https://shop.example/page?x=1", "/page"],
  "Cache-Control": ["no-cache", "max-age=0", "only-if-cached"],
  Forwarded: ["for=192.0.2.60;proto=http;by=203.0.113.43", 'for="[2001:db8:cafe::17]:4711"'],
  "X-Forwarded-For": ["203.0.113.195, 198.51.100.178", "2001:db8::1"],
  "X-Forwarded-Proto": ["https"],
  Expect: ["100-continue"],
  "Max-Forwards": ["10"],
  Prefer: ["respond-async, wait=10", "return=minimal"],
  Priority: ["u=1, i", "u=3"],
  "Sec-Fetch-Site": ["none", "cross-site"],
  "Sec-Fetch-Mode": ["navigate", "cors"],
  "Sec-Fetch-User": ["?1"],
  "Sec-CH-UA": ['"Chromium";v="143", "Not A(Brand";v="24"'],
  "Sec-CH-UA-Mobile": ["?0", "?1"],
  "Sec-CH-UA-Platform": ['"Linux"'],
  "Upgrade-Insecure-Requests": ["1"],
  DNT: ["1"],
  "Sec-GPC": ["1"],
  "Save-Data": ["on"],
  traceparent: ["00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
  Date: ["Fri, 20 Nov 2026 10:00:00 GMT"],
  Host: ["shop.example"],
};

/** Values that the field's grammar forbids or that recipients are known to misread. */
const FAULTS: Readonly<Record<string, readonly string[]>> = {
  Accept: [
    "text/html;q=1.5",
    "text/html;q=0.1234",
    "text/html;q=high",
    "text/html;q=-1",
    "text/html;q",
    'text/html;level="1',
    "text",
    "*/html",
    "text/html; charset=utf 8",
    "text/html;level=",
    "text/html;q=0,5",
    "text/html text/plain",
    "text/html;=1",
  ],
  "Accept-Encoding": [
    "gzip;q=2",
    "gzip;q=0.12345",
    "gzip deflate",
    "gzip;level=9",
    "gzip;q=",
    "gzip;quality=0.5",
    "gzip; deflate",
  ],
  "Accept-Language": [
    "en_US",
    "en-US;q=1.1",
    "en;q=0.9999",
    "english-language",
    "en-US;level=1",
    "en US",
    "de;q",
    "de;q=0,8",
  ],
  TE: ["chunked", "gzip;q=3", "trailers;q=0.5", "g zip", "deflate;q"],
  "User-Agent": [
    "Mozilla/5.0 (X11; Linux",
    "Mozilla/5.0 X11; Linux x86_64)",
    "/1.0",
    "Mozilla/ (X11)",
    '"curl/8.0"',
    "My App, 1.0",
    "<script>",
  ],
  "Content-Digest": [
    "sha-256=RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=",
    "sha-256=:RK/0qy18:",
    "SHA-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:",
    'sha-256="abc"',
  ],
  "Repr-Digest": ["sha-256=:RK/0qy18:", "sha-512=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:"],
  "If-None-Match": ["abc", '"abc', 'w/"abc"', '"a", *'],
  "If-Modified-Since": ["2026-11-19T10:00:00Z", "yesterday", "Thu, 19 Nov 2026 25:00:00 GMT"],
  "If-Range": ['W/"abc"', "abc", '"a", "b"'],
  Range: ["bytes=5-1", "bytes 0-5", "bytes=", "bytes=a-b", "bytes=0-5;6-9"],
  Authorization: ["Basic user:pass", "Basic", "Bearer a b", "dXNlcjpwYXNz"],
  Cookie: ["a=1, b=2", "=1", "a=1; Path=/; Secure"],
  Origin: ["https://a.example/", "a.example", "https://a.example, https://b.example"],
  Referer: ["https://a.example/#top", "http://[::1", "https://user:pw@a.example/"],
  "Cache-Control": ["max-age=-1", "max-age=", "nocache", "max-age=1, max-age=2"],
  Forwarded: ["for=2001:db8::1", "192.0.2.60", "for=192.0.2.60:80", "for=a b"],
  "X-Forwarded-For": ["203.0.113.195; 198.51.100.178", "203.0.113.999", "a b"],
  "X-Forwarded-Proto": ["http/1.1", "HTTPS://", "ssl"],
  Expect: ["100-Continue-please", "200-ok"],
  "Max-Forwards": ["-1", "ten"],
  Prefer: ["wait=soon", "return=none", "respond-async=1;;=2"],
  Priority: ["u=9", "u=", "u=1;i", "u=1.5"],
  "Sec-Fetch-Site": ["crosssite", "?1"],
  "Sec-Fetch-Mode": ["navigation"],
  "Sec-Fetch-User": ["1", "?2"],
  "Sec-CH-UA": ["Chromium;v=143", '"Chromium";v=143"'],
  "Sec-CH-UA-Mobile": ["0", "true"],
  "Sec-CH-UA-Platform": ["Linux"],
  "Upgrade-Insecure-Requests": ["true"],
  DNT: ["yes"],
  "Sec-GPC": ["true"],
  "Save-Data": ["yes", "1"],
  traceparent: ["00-0-0-01", "00-00000000000000000000000000000000-b7ad6b7169203331-01"],
  Date: ["20.11.2026"],
  Host: ["shop example", "https://shop.example", "user@shop.example", "shop.example:port", "shop.example/a"],
};

interface Whole {
  readonly lines: readonly string[];
  readonly version?: string;
}

/** Faults of several lines together. */
const WHOLE: readonly Whole[] = [
  { lines: [":authority: shop.example", "Host: other.example"], version: "2" },
  { lines: [":authority: shop.example", "Connection: keep-alive"], version: "2" },
  { lines: [":authority: shop.example", "Keep-Alive: timeout=5"], version: "2" },
  { lines: [":authority: shop.example", "Transfer-Encoding: chunked"], version: "2" },
  { lines: [":authority: shop.example", "Upgrade: h2c"], version: "3" },
  { lines: [":authority: shop.example", "Proxy-Connection: keep-alive"], version: "2" },
  { lines: [":authority: shop.example", "TE: gzip"], version: "2" },
  { lines: [":authority: user@shop.example"], version: "2" },
  { lines: ["Host: shop.example", "Host: other.example"] },
  { lines: ["Host: shop.example", "Content-Length: 5", "Transfer-Encoding: chunked"] },
  { lines: ["Host: shop.example", "Range: bytes=0-5", "Range: bytes=6-9"] },
  { lines: ["Host: shop.example", "Authorization: Basic dXNlcjpwYXNz", "Authorization: Bearer abc"] },
];

interface Sample {
  readonly lines: readonly string[];
  readonly known: Known;
  /** Line with the fault. */
  readonly fault?: string;
}

/** Prints the shares and misses. */
export async function run(seed = 7): Promise<void> {
  const { pick, number } = chance(seed);
  const names = Object.keys(GOOD).filter((name) => !["Host", "User-Agent"].includes(name));
  const goodLine = (name: string) => `${name}: ${pick(GOOD[name] ?? [])}`;
  const some = () => [...new Set([0, 1, 2].map(() => pick(names)))].filter(isAlone);
  const start = (but: string) =>
    ["Host", "User-Agent"].filter((name) => name !== but).map((name) => goodLine(name));
  const faults = Object.entries(FAULTS).flatMap(([name, values]) => values.map((value) => ({ name, value })));
  const good: Sample[] = Array.from({ length: CASES }, () => ({
    lines: [...start(""), ...some().map(goodLine)],
    known: {},
  }));
  const bad: Sample[] = faults.map(({ name, value }) => {
    const around = some()
      .filter((other) => other !== name)
      .slice(0, number(3));
    const fault = `${name}: ${value}`;
    return { lines: [...start(name), ...around.map(goodLine), fault], known: {}, fault };
  });
  const whole: Sample[] = WHOLE.map(({ lines, version }) => ({
    lines: [
      ...(version ? [":method: GET", ":scheme: https", ":path: /"] : []),
      ...lines,
      goodLine("User-Agent"),
    ],
    known: version ? { httpVersion: version } : {},
    fault: lines.join(" | "),
  }));
  const all = [...bad, ...whole];
  const missed = all.filter((sample) => serious(sample).length === 0);
  const alarmed = good.filter((sample) => serious(sample).length > 0);
  console.log(`request faults found: ${all.length - missed.length} of ${all.length}`);
  for (const { fault } of missed) console.log(`  missed ${fault}`);
  console.log(`good requests alarmed: ${alarmed.length} of ${good.length}`);
  for (const sample of alarmed) console.log(`  ${sample.lines.join(" | ")}: ${serious(sample).join(", ")}`);
}

/** Whether a line is valid in any request without further lines. */
function isAlone(name: string): boolean {
  return !/^(?:Expect|Content-Digest|Repr-Digest|If-Range|TE|Sec-Fetch-User|Max-Forwards|Forwarded)$/.test(
    name,
  );
}

function serious({ lines, known }: Sample): string[] {
  const message = parseMessage([], {
    method: "GET",
    url: "https://shop.example/",
    isWholeRequest: true,
    requestHeaders: lines,
    receivedAt: NOW,
    ...known,
  });
  const { requestHeaders = [], problems } = explainMessage(message, NOW);
  const inLines = requestHeaders.flatMap((header) => [
    ...header.problems,
    ...(header.details.items ?? []).flatMap((item) => item.problems ?? []),
  ]);
  return [...problems, ...inLines].flatMap(({ severity, name }) => (severity === "info" ? [] : [name]));
}

if (import.meta.main) await run(Number(process.argv[2] ?? 7));
