/**
 * Measures findings on generated response fields with parameters: usual lines, with and without one fault
 * that the grammar of the field forbids (a value that needs quotes, a language tag with an underscore, a
 * range instead of a type). Prints the share of faults with a finding of any severity, the correct lines with
 * a warning or error, and each missed fault.
 */

import { explainMessage } from "../../../src/headers/explain.ts";
import { parseMessage } from "../../../src/headers/message.ts";
import { chance } from "../differences/random.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const CASES = 300;

/** Field → correct values, and values with one fault that its grammar forbids or recipients misread. */
const FIELDS: Readonly<Record<string, readonly [good: readonly string[], faults: readonly string[]]>> = {
  "Accept-CH": [
    ["Sec-CH-UA-Model, Sec-CH-UA-Platform-Version", "Viewport-Width"],
    ["Sec-CH-UA-Model; Sec-CH-UA-Arch", '"Sec-CH-UA-Model"', "Sec CH UA"],
  ],
  "Accept-Patch": [
    ["application/json-patch+json", "text/example;charset=utf-8, application/merge-patch+json"],
    [
      "*/*",
      "application/*",
      "json",
      "application/json;charset=utf 8",
      "application/json application/xml",
      "application/json;q=0.5",
      "application/json;charset",
    ],
  ],
  "Accept-Post": [
    ["application/json", "*/*", "text/turtle, application/ld+json", "image/*"],
    [
      "json",
      "application/json; charset",
      "application/json;charset=",
      "text/turtle application/json",
      "*/html",
    ],
  ],
  "Accept-Ranges": [
    ["bytes", "none"],
    ["none, bytes", "byte", "bytes;q=1", "bytes none"],
  ],
  Allow: [
    ["GET, HEAD, OPTIONS", ""],
    ["GET; HEAD", "get, head", "GET HEAD", '"GET"'],
  ],
  "Alt-Svc": [
    ['h3=":443"; ma=86400', "clear", 'h3=":443"; ma=2592000; persist=1, h2="alt.example:443"'],
    [
      "h3=:443",
      'h3=":443"; ma=one day',
      'h3=":443"; ma=0',
      'h3=":443"; persist=2',
      'h3=":99999"',
      'h3=":443";ma=',
      "h3=443",
      'h3=":443" ma=60',
    ],
  ],
  "Authentication-Info": [
    ['nextnonce="abc", qop=auth, rspauth="6629fae49393a05397450978507c4ef1", cnonce="0a4f", nc=00000001'],
    ["nextnonce=abc def", 'rspauth="abc', "nextnonce"],
  ],
  "Cache-Control": [
    ["max-age=60", 'private="set-cookie", max-age=60', "no-cache", "public, max-age=31536000, immutable"],
    [
      "max-age=60; public",
      "max-age=1.5",
      "max-age=60s",
      "max-age",
      "private=",
      'max-age="60',
      "maxage=60",
      "max-age: 60",
      "s-maxage=-1",
      "stale-while-revalidate=soon",
    ],
  ],
  "CDN-Cache-Control": [
    ["max-age=600", "no-store"],
    ["max-age=ten", 'max-age="600"', "max-age=600; no-store", "max-age=6.5", "MAX-AGE=600"],
  ],
  "Cache-Status": [
    ["ExampleCache; hit; ttl=30", "Edge; fwd=miss; fwd-status=200; stored"],
    [
      "ExampleCache; hit=yes",
      "Edge; fwd=unknown-reason",
      "Edge; ttl=soon",
      "Edge hit",
      "Edge; fwd-status=abc",
      "Edge; HIT",
    ],
  ],
  "Clear-Site-Data": [
    ['"cache", "cookies"', '"*"'],
    ["cache", '"cache"; "cookies"', '"coookies"', '"cache'],
  ],
  "Content-Digest": [
    ["sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:"],
    [
      "sha-256=RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=",
      "sha-256=:RK/0:",
      "SHA-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:",
      "sha-256",
    ],
  ],
  "Content-Disposition": [
    [
      "inline",
      'attachment; filename="a b.txt"',
      "attachment; filename=a.txt; filename*=UTF-8''%e2%82%ac.txt",
    ],
    [
      "attachment; filename=a b.txt",
      'attachment; filename="a.txt',
      "attachment; filename*=a.txt",
      "attachment filename=a.txt",
      "attachment; filename=",
      "attachement; filename=a.txt",
      "filename=a.txt",
      "attachment; filename*=UTF-8''%zz.txt",
      "attachment; filename*=\"UTF-8''a.txt\"",
      "attachment, filename=a.txt",
    ],
  ],
  "Content-Encoding": [
    ["gzip", "br"],
    ["gzip;q=1", "gzip br", "utf-8", '"gzip"'],
  ],
  "Content-Language": [
    ["en", "de-AT, en-GB", "zh-Hant"],
    ["en_US", "english", "en; de", "en;q=0.5", "e", "en-", "*"],
  ],
  "Content-Range": [
    ["bytes 0-4/10"],
    ["bytes=0-4/10", "bytes 0-4", "bytes 5-1/10", "bytes 0-9/5", "0-4/10", "bytes 0-4/ten"],
  ],
  "Content-Type": [
    [
      "text/html; charset=utf-8",
      "application/problem+json",
      'multipart/mixed; boundary="a b"',
      'text/plain; charset="utf-8"',
    ],
    [
      "text/html; charset=utf 8",
      "text/html; charset",
      'text/html; charset="utf-8',
      "text/html charset=utf-8",
      "text/html, charset=utf-8",
      "html",
      "text/html; charset=utf-88",
      "multipart/mixed",
      "text/html;=utf-8",
      "text/*",
      "text/html; charset=utf-8; charset=latin1",
      "text/html; charset='utf-8'",
      "text/html; charset: utf-8",
    ],
  ],
  "Cross-Origin-Embedder-Policy": [
    ["require-corp", 'credentialless; report-to="a"'],
    ["require-corp;", "Require-Corp", '"require-corp"', "require-corp, require-corp"],
  ],
  "Cross-Origin-Opener-Policy": [
    ["same-origin", 'same-origin-allow-popups; report-to="a"'],
    ["same-site", "same-origin; report-to", "same_origin"],
  ],
  Deprecation: [
    ["@1760000000"],
    ["true", "Thu, 09 Oct 2025 08:53:20 GMT", "@soon", '"@1760000000"', "1760000000"],
  ],
  "Document-Policy": [
    ["js-profiling", "force-load-at-top=?0"],
    ["js-profiling=true=1", "Js-Profiling", "js profiling"],
  ],
  ETag: [
    ['"abc"', 'W/"abc"'],
    ["abc", '"abc', 'w/"abc"', "'abc'", "W/abc", '"a", "b"'],
  ],
  "Integrity-Policy": [
    ["blocked-destinations=(script)", "blocked-destinations=(script), endpoints=(main)"],
    [
      "blocked-destinations=script",
      'blocked-destinations=("script")',
      "blocked-destinations=(image)",
      "blocked=(script)",
      "blocked-destinations=(script), sources=(header)",
    ],
  ],
  "Keep-Alive": [
    ["timeout=5, max=100"],
    ["timeout=5s", "timeout=five", "timeout=-1", "timeout", "timeout:5", "timeout=5; max=100"],
  ],
  Link: [
    [
      "</a.css>; rel=preload; as=style",
      '<https://a.example/de>; rel="alternate"; hreflang=de-AT',
      "</n>; rel=next; title*=UTF-8''%e2%82%ac",
      "<https://a.example>; rel=preconnect; crossorigin",
      '</x>; rel="next"; type="text/html"; media="print"',
    ],
    [
      "</a>; rel=alternate; hreflang=en_US",
      "</a.css; rel=preload",
      "a.css; rel=preload",
      "</a.css> rel=preload",
      "</a.css>; rel=",
      "</a.css>; rel=preload; as=css",
      "</a>; rel=next page",
      '</a>; rel="next',
      "</a>; rel=alternate; type=html",
      "</a>; rel=next; title*=a",
      "</a>; rel=next; title*=UTF-8''%zz",
      "</a>",
      "</a.js>; rel=preload",
      "</a>; rel=preload; as=script; crossorigin=yes",
      "</a>; rel=next; hreflang=english-language",
      "</a>; rel=preload; as=script; fetchpriority=highest",
      "</a b>; rel=next",
      "</a>; rel=nofollow next; rel=prev",
      "</a>; rel=next; media=",
      "</a.png>; rel=preload; as=image; imagesizes",
      '</a>; rel=alternate; hreflang=""',
    ],
  ],
  NEL: [
    ['{"report_to":"a","max_age":86400}'],
    [
      '{"report_to":"a"}',
      '{report_to:"a"}',
      '{"report_to":"a","max_age":"1"}',
      '{"report_to":"a","max_age":1,"success_fraction":2}',
    ],
  ],
  "No-Vary-Search": [
    ["params", 'params=("utm_source")', "key-order"],
    ["params=utm", 'params=("a" b)', 'params="a"', 'except=("a")', "key-order=1"],
  ],
  "Origin-Agent-Cluster": [
    ["?1", "?0"],
    ["1", "true", '"?1"', "?2"],
  ],
  "Permissions-Policy": [
    ["geolocation=(), camera=(self)", 'fullscreen=(self "https://a.example")', "usb=*"],
    [
      "geolocation 'none'",
      "geolocation=(https://a.example)",
      "geolocation=(), ",
      "geolocation=none",
      "camera=('self')",
      "geolocation=();camera=()",
      'camera=("a.example")',
      "geolokation=()",
      "geolocation=(*)",
    ],
  ],
  "Preference-Applied": [
    ["return=minimal", "respond-async"],
    ["return=none", "return=minimal;;", "wait=soon", "return minimal"],
  ],
  Priority: [
    ["u=1, i", "u=3"],
    ["u=8", "u=", "u=1;i", "u=1.5", "i=yes", "U=1"],
  ],
  "Proxy-Status": [
    ["proxy.example; error=dns_timeout", 'r34; next-hop="a.example"'],
    ["proxy.example; error=unknown_thing", "proxy.example error=x", "proxy.example; received-status=ok"],
  ],
  RateLimit: [
    ['"default";r=50;t=30'],
    [
      "default;r=50 t=30",
      '"default";r=many',
      '"default";t=-1;r=5',
      '"default"',
      "limit=100, remaining=50, reset=30",
    ],
  ],
  "RateLimit-Policy": [
    ['"burst";q=100;w=60'],
    ['"burst";w=60', "burst;q=100;w=60 s", '"burst";q=lots', "100;w=60", '"burst";q=100;w=1.5'],
  ],
  "Referrer-Policy": [
    ["no-referrer", "no-referrer, strict-origin-when-cross-origin"],
    ["no-referer", "no-referrer; origin", '"no-referrer"', "origin same-origin"],
  ],
  Refresh: [
    ["5; url=/next", "30"],
    ["5, url:/next", "soon; url=/a", "0; uri=/a", "1s; url=/a", "; url=/a", "5 seconds"],
  ],
  "Report-To": [
    ['{"group":"a","max_age":86400,"endpoints":[{"url":"https://r.example/"}]}'],
    [
      '{"group":"a","endpoints":[]}',
      "main",
      '{"group":"a","max_age":"x","endpoints":[{"url":"https://r.example/"}]}',
      '{"max_age":1,"endpoints":[{"url":"http://r.example/"}]}',
    ],
  ],
  "Reporting-Endpoints": [
    ['main="https://r.example/a"'],
    [
      "main=https://r.example/",
      'Main="https://r.example/"',
      'main="http://r.example/"',
      "main",
      'main=("https://r.example/")',
      'main="https://r.example/";; b="x"',
    ],
  ],
  "Repr-Digest": [
    ["sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:"],
    ["sha-256=:RK/0qy18:", "md5=:abcd:", "sha256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:"],
  ],
  "Retry-After": [
    ["120", "Fri, 20 Nov 2026 11:00:00 GMT"],
    ["2 minutes", "-5", "120s", "1.5", "2026-11-20T11:00:00Z", "120, 240"],
  ],
  Server: [
    ["nginx", "Apache/2.4.62 (Debian)", "cloudflare", "Microsoft-IIS/10.0"],
    ["Apache/2.4.62 (Debian", "nginx/", "/1.0", "My Server: 1.0", "<nginx>", '"nginx"', "Apache, nginx"],
  ],
  "Server-Timing": [
    ["db;dur=53.2", 'db;desc="Cache Read";dur=23.2', "miss, db;dur=53, app;dur=47.2", "cache;desc=hit"],
    [
      "db;desc=Cache Read",
      "db;dur=fast",
      "db;dur=12ms",
      'db;desc="Cache',
      "db dur=53",
      "db;duration=53",
      "db:dur=53",
      ";dur=5",
      "db;dur=",
      "db=53",
      "db;desc",
      "db;dur=1,5",
      "db;dur=1;dur=2",
      "my db;dur=5",
    ],
  ],
  "Set-Cookie": [
    ["lang=en; Secure; SameSite=Lax; Path=/", "a=b; Secure; SameSite=Strict; Max-Age=3600"],
    [
      "lang=en; Secure; SameSite=Laxx; Path=/",
      "lang=en; Secure, SameSite=Lax",
      "lang=en; Max-Age=1h; Secure; SameSite=Lax",
      "lang=en; Expires=tomorrow; Secure; SameSite=Lax",
      "lang=en; Domain=https://shop.example; Secure; SameSite=Lax",
      "lang=en; Path=app; Secure; SameSite=Lax",
      'lang=a,b c"; Secure; SameSite=Lax; Secure=true',
      "lang=en; HttpOnly=false; Secure; SameSite=Lax",
      "lang=en; Secure; SameSite=Lax; Expire=3600",
    ],
  ],
  "Signature-Input": [
    ['sig1=("@status" "content-type");created=1760000000;keyid="k"'],
    [
      'sig1=("@status);created=1',
      "sig1=(@status);created=1",
      'sig1="@status"',
      'sig1=("@status");created="now"',
      'sig1=("@stauts");created=1',
    ],
  ],
  "Strict-Transport-Security": [
    ["max-age=31536000; includeSubDomains", "max-age=63072000; includeSubDomains; preload"],
    [
      "max-age=31536000, includeSubDomains",
      "includeSubDomains",
      "max-age=one",
      "max-age=31536000; includeSubdomain",
      "max-age=31536000; max-age=0",
      "max-age=31536000; includeSubDomains=true",
      "max-age:31536000",
      "max-age = '31536000'",
      "max-age=31536000 includeSubDomains",
      "max-age=31536000; pre-load",
    ],
  ],
  Sunset: [["Sat, 31 Dec 2027 23:59:59 GMT"], ["2027-12-31", "@1760000000", "Sat, 32 Dec 2027 23:59:59 GMT"]],
  "Surrogate-Control": [
    ["max-age=3600", 'content="ESI/1.0", max-age=3600+600'],
    ["max-age=1h", "max-age", "max-age=3600; no-store", "content=ESI/1.0 x"],
  ],
  "Timing-Allow-Origin": [
    ["*", "https://a.example, https://b.example"],
    [
      "a.example",
      "https://a.example/",
      "https://a.example https://b.example",
      "https://*.a.example",
      '"*"',
      "https://a.example; https://b.example",
    ],
  ],
  Trailer: [["Server-Timing"], ["Content-Length", "Server Timing", "Server-Timing; x", "Transfer-Encoding"]],
  "Transfer-Encoding": [["chunked"], ["chunked, gzip", "chunked;x=1", "Chunk", "chunked, chunked"]],
  Upgrade: [
    ["h2c", "websocket"],
    ["h2c/", "websocket; 13", "web socket"],
  ],
  "Use-As-Dictionary": [
    ['match="/js/*"', 'match="/js/*", match-dest=("script")'],
    [
      "match=/js/*",
      'id="a"',
      'match="/js/*", match-dest="script"',
      'match="https://b.example/*"',
      'match="/js/*", type=zip',
    ],
  ],
  Vary: [
    ["Accept-Encoding", "Accept, Origin", "*"],
    ["Accept-Encoding; Origin", "Accept Encoding", "Accept-Encoding=gzip", "*, Accept", '"Accept"'],
  ],
  Via: [
    ["1.1 vegur", "2 cache.example:8080 (Varnish/7.1)", "HTTP/1.1 a, 1.1 b"],
    ["vegur", "1.1", "1.1 vegur (Varnish", "HTTP 1.1 a", "1.1: a", "1.1 a b"],
  ],
  "Want-Content-Digest": [
    ["sha-256=5, sha-512=10"],
    ["sha-256", "sha-256=11", "sha-256=:a:", "sha-256;q=0.5"],
  ],
  "WWW-Authenticate": [
    [
      'Basic realm="a", charset="UTF-8"',
      'Bearer realm="a", error="invalid_token"',
      'Digest realm="a", nonce="abc", algorithm=SHA-256, qop="auth"',
      "Negotiate",
    ],
    [
      "Basic realm=my site",
      'Basic realm="a',
      "Basic",
      'realm="a"',
      'Basic; realm="a"',
      'Basic realm="a" charset="UTF-8"',
      'Bearer realm="a", error="bad"',
      "Basic realm='a'",
      'Digest realm="a"',
      'Basic realm="a", charset="latin1"',
      "Bearer error=invalid token",
    ],
  ],
  "X-Content-Type-Options": [["nosniff"], ["no-sniff", '"nosniff"', "nosniff;", "nosniff=1", "sniff"]],
  "X-Frame-Options": [
    ["DENY", "SAMEORIGIN"],
    ["ALLOW-FROM https://a.example", "DENY;", '"DENY"', "SAME-ORIGIN", "ALLOWALL", "sameorigin, deny"],
  ],
  "X-Robots-Tag": [
    [
      "noindex, nofollow",
      "googlebot: noindex",
      "max-snippet:50, max-image-preview:large",
      "unavailable_after: 25 Jun 2027 15:00:00 PST",
    ],
    [
      "no-index",
      "noindex; nofollow",
      "max-snippet=50",
      "max-snippet:many",
      "max-image-preview:huge",
      "unavailable_after: someday",
      "noindex nofollow",
    ],
  ],
};

/** Message in which a line of the field makes sense. */
const CONTEXTS: Readonly<
  Record<string, { readonly status?: number; readonly version?: string; readonly method?: string }>
> = {
  "Content-Range": { status: 206 },
  "Retry-After": { status: 503 },
  "WWW-Authenticate": { status: 401 },
  "Transfer-Encoding": { version: "1.1" },
  "Keep-Alive": { version: "1.1" },
  Trailer: { version: "1.1" },
  Upgrade: { status: 426, version: "1.1" },
};
/** Other lines that a valid line needs. */
const BESIDE: Readonly<Record<string, readonly string[]>> = {
  "Keep-Alive": ["Connection: keep-alive"],
  Trailer: ["Transfer-Encoding: chunked"],
  Upgrade: ["Connection: upgrade"],
  NEL: ['Report-To: {"group":"a","max_age":86400,"endpoints":[{"url":"https://r.example/"}]}'],
  "Signature-Input": ["Signature: sig1=:K2qGT5srn2OGbOIDzQ6kYT+ruaycnDAAUpKv+ePFfD0=:"],
  "Content-Range": ["Content-Length: 5"],
};
/** Fields whose lines are valid alone and only with few others; no lines are added to them. */
const ALONE: ReadonlySet<string> = new Set([
  ...Object.keys(CONTEXTS),
  ...[
    "Content-Encoding",
    "Refresh",
    "Content-Digest",
    "Repr-Digest",
    "Vary",
    "CDN-Cache-Control",
    "Surrogate-Control",
  ],
]);

interface Sample {
  readonly name: string;
  readonly lines: readonly string[];
  /** Line with the fault. */
  readonly fault?: string;
}

/** Advice about more than the syntax of a line: other lines, time, or the use of the field. */
const ADVICE: ReadonlySet<string> = new Set([
  "accept-ch-vary-missing",
  "deprecation-announced",
  "no-cache-without-validator",
  "partial-validator-missing",
  "permissions-policy-wildcard",
  "report-group-undefined",
  "report-to-deprecated",
  "vary-any",
]);

/** Prints the shares and misses. */
export async function run(seed = 7): Promise<void> {
  const { pick, number } = chance(seed);
  const names = Object.keys(FIELDS);
  const goodLine = (name: string) => `${name}: ${pick(FIELDS[name]?.[0] ?? [])}`;
  const company = names.filter((name) => !ALONE.has(name));
  const around = (but: string) =>
    ALONE.has(but) ? [] : [...new Set([pick(company), pick(company)])].filter((name) => name !== but);
  const sampleOf = (name: string, value: string, fault?: string): Sample => ({
    name,
    lines: [
      "Date: Fri, 20 Nov 2026 10:00:00 GMT",
      ...(name === "Content-Type" ? [] : ["Content-Type: application/json"]),
      ...around(name)
        .filter((other) => other !== "Content-Type")
        .slice(0, number(3))
        .flatMap((other) => [...(BESIDE[other] ?? []), goodLine(other)]),
      ...(BESIDE[name] ?? []),
      `${name}: ${value}`,
    ],
    ...(fault !== undefined && { fault }),
  });
  const good = Array.from({ length: CASES }, () => {
    const name = pick(names);
    return sampleOf(name, pick(FIELDS[name]?.[0] ?? []));
  });
  const bad = names.flatMap((name) =>
    (FIELDS[name]?.[1] ?? []).map((value) => sampleOf(name, value, `${name}: ${value}`)),
  );
  const missed = bad.filter((sample) => findings(sample).length === 0);
  const quiet = bad.filter((sample) => serious(sample).length === 0);
  const alarmed = good.filter((sample) => serious(sample).length > 0);
  const share = (count: number) => `${bad.length - count} of ${bad.length}`;
  console.log(`response faults found: ${share(missed.length)}, as warning or error: ${share(quiet.length)}`);
  for (const { fault } of missed) console.log(`  missed ${fault}`);
  console.log(`good responses alarmed: ${alarmed.length} of ${good.length}`);
  for (const sample of alarmed) console.log(`  ${sample.lines.join(" | ")}: ${serious(sample).join(", ")}`);
}

function all({ name, lines }: Sample) {
  const { status = 200, version = "2", method = "GET" } = CONTEXTS[name] ?? {};
  const known = { status, method, httpVersion: version, url: "https://shop.example/", receivedAt: NOW };
  const { headers, problems } = explainMessage(parseMessage(lines, known), NOW);
  const inLines = headers.flatMap((header) => [
    ...header.problems.map((problem) => ({ ...problem, line: header.name })),
    ...(header.details.items ?? []).flatMap((item) =>
      (item.problems ?? []).map((problem) => ({ ...problem, line: header.name })),
    ),
  ]);
  return { problems, inLines };
}

/** Findings on the field with the fault. */
function findings(sample: Sample): string[] {
  const { problems, inLines } = all(sample);
  const name = sample.name.toLowerCase();
  return [
    ...inLines.filter(({ line }) => line === name),
    ...problems.filter(({ field }) => field === name),
  ].map((problem) => problem.name);
}

/** Errors and warnings about lines, without advice. Missing lines do not count. */
function serious(sample: Sample): string[] {
  return all(sample).inLines.flatMap(({ severity, name }) =>
    severity === "info" || ADVICE.has(name) ? [] : [name],
  );
}

if (import.meta.main) await run(Number(process.argv[2] ?? 7));
