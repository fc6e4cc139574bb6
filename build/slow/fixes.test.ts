/** Applying a fix removes its finding and adds no error. */

import { describe, expect, test } from "bun:test";
import { fixedValue, isFixable, unlessSent } from "../../src/headers/engine/report.ts";
import { explainMessage } from "../../src/headers/explain.ts";
import type { Example } from "../../src/headers/field.ts";
import { type Known, parseMessage } from "../../src/headers/message.ts";
import { problemKinds } from "../../src/headers/problem-kinds.ts";
import type { HeaderObject, Problem } from "../../src/headers/schema.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");

interface Found {
  readonly problem: Problem;
  /** Index of the finding's line, in the request or the response. */
  readonly line: number;
  readonly isRequest: boolean;
}

function findings(lines: readonly string[], known: Known): Found[] {
  const { headers, problems, requestHeaders = [] } = explainMessage(parseMessage(lines, known), NOW);
  const found = (all: readonly HeaderObject[], isRequest: boolean) =>
    all.flatMap((header, line) =>
      [...header.problems, ...(header.details.items ?? []).flatMap(({ problems = [] }) => problems)].map(
        (problem) => ({ problem, line, isRequest }),
      ),
    );
  // The fix for a missing header appends a line.
  const whole = problems.map((problem) => ({ problem, line: lines.length, isRequest: false }));
  return [...found(headers, false), ...found(requestHeaders, true), ...whole];
}

/** Problems with fixes that depend on the rest of the message. */
const CONTEXTUAL: ReadonlySet<string> = new Set([
  "upgrade-without-connection",
  "critical-ch-not-accepted",
  "feature-policy-replaced",
  "csp-name-prefixed",
  "media-type-against-url",
]);
const file = (name: string) => ({ status: 200, url: `https://example.com/${name}` });

/** Lines with exactly one correct fix, and the fixed line. Examples of these problems may have no fix. */
const MENDED: readonly (readonly [line: string, fix: string])[] = [
  ["Accept-CH-Lifetime: 1 day", "Accept-CH-Lifetime: 86400"],
  ["Access-Control-Allow-Headers: X-A X-B", "Access-Control-Allow-Headers: X-A, X-B"],
  ["Access-Control-Allow-Headers: Content Type", "Access-Control-Allow-Headers: Content-Type"],
  [
    "Access-Control-Allow-Headers: Content-Type Authorization",
    "Access-Control-Allow-Headers: Content-Type, Authorization",
  ],
  ["Access-Control-Expose-Headers: X-A; X-B", "Access-Control-Expose-Headers: X-A, X-B"],
  ["Access-Control-Max-Age: 10m", "Access-Control-Max-Age: 600"],
  ["Age: 60s", "Age: 60"],
  ['Akamai-Cache-Control: max-age="60"', "Akamai-Cache-Control: max-age=60"],
  ['CDN-Cache-Control: max-age="60", s-maxage=5', "CDN-Cache-Control: max-age=60, s-maxage=5"],
  ['Cloudflare-CDN-Cache-Control: max-age="60"', "Cloudflare-CDN-Cache-Control: max-age=60"],
  ['Netlify-CDN-Cache-Control: max-age="60"', "Netlify-CDN-Cache-Control: max-age=60"],
  ['Vercel-CDN-Cache-Control: max-age="60"', "Vercel-CDN-Cache-Control: max-age=60"],
  ["Cache-Control: public, max-age=1h", "Cache-Control: public, max-age=3600"],
  ["Referrer-Policy: no-referer, same-origin", "Referrer-Policy: no-referrer, same-origin"],
  ["Cache-Control: private, s-maxage=60", "Cache-Control: private"],
  ["Connection: keep alive", "Connection: keep-alive"],
  [
    "Content-Digest: sha-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    "Content-Digest: sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:",
  ],
  [
    "Repr-Digest: sha-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
    "Repr-Digest: sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:",
  ],
  ["Content-Range: bytes=0-99/200", "Content-Range: bytes 0-99/200"],
  [
    'Content-Disposition: attachment; filename="Ma\u00dfe f\u00fcr \u65e5.pdf"',
    "Content-Disposition: attachment; filename=\"Ma_e fur _.pdf\"; filename*=UTF-8''Ma%C3%9Fe%20f%C3%BCr%20%E6%97%A5.pdf",
  ],
  ["Keep-Alive: timeout=5s", "Keep-Alive: timeout=5"],
  ["Location: https://user@www.example.com/a@b", "Location: https://www.example.com/a@b"],
  ["No-Vary-Search: keyorder, params", "No-Vary-Search: key-order, params"],
  ["Referrer-Policy: none", "Referrer-Policy: no-referrer"],
  ["Retry-After: 2 minutes", "Retry-After: 120"],
  ["Sec-WebSocket-Protocol: chat mqtt", "Sec-WebSocket-Protocol: chat, mqtt"],
  ["Set-Cookie: a=b; Secure", "Set-Cookie: a=b; Secure; SameSite=Lax"],
  ["Set-Cookie: __Secure-a=b; Path=/x", "Set-Cookie: __Secure-a=b; Path=/x; Secure"],
  [
    "Set-Cookie: __Host-a=b; Domain=www.example.com; Path=/x; Secure",
    "Set-Cookie: __Host-a=b; Secure; Path=/",
  ],
  ["Set-Cookie: __Host-Http-a=b", "Set-Cookie: __Host-Http-a=b; Path=/; Secure; HttpOnly"],
  ["Location: /a b?q=\u00fc", "Location: /a%20b?q=%C3%BC"],
  [
    "Content-Security-Policy: default-src self; img-src 'none' 'self'",
    "Content-Security-Policy: default-src 'self'; img-src 'self'",
  ],
  ["Content-Type: multipart/mixed; boundary=abc def", 'Content-Type: multipart/mixed; boundary="abc def"'],
  ["X-Content-Security-Policy: default-src 'self'", "Content-Security-Policy: default-src 'self'"],
  [
    "X-Content-Security-Policy-Report-Only: default-src 'self'",
    "Content-Security-Policy-Report-Only: default-src 'self'",
  ],
];

/** Invalid values without a single correct fix. */
const UNMENDED: readonly string[] = [
  "Retry-After: soon",
  "Age: -5",
  "Access-Control-Max-Age: 10 years",
  "Cache-Control: max-age=soon",
  "Access-Control-Allow-Headers: X A\u00e9",
  "Access-Control-Allow-Headers: Some Thing",
  "Access-Control-Allow-Methods: GET FETCH",
  // The corrected values have findings too, so no fix is suggested.
  "Content-Type: text/htm",
  "Proxy-Connection: keep alive",
  "Content-Digest: sha-256=abc",
  "Content-Range: bytes 0-99",
  "Deprecation: true",
  "Deprecation: soon",
  "Link: </data>; rel=preload",
  "Referrer-Policy: some",
];

test.each(MENDED)("%s becomes %s", (line, fix) => {
  const status = line.startsWith("Location") ? 302 : line.startsWith("Content-Range") ? 206 : 200;
  const known = { url: "https://www.example.com/", status };
  expect(findings([line], known).map(({ problem }) => problem.fix)).toContain(fix);
});

test.each(UNMENDED)("%s has no single fix", (line) => {
  const own = findings([line], { status: 200 }).filter(({ line: at }) => at === 0);
  expect(own.flatMap(({ problem: { fix } }) => fix ?? [])).toEqual([]);
});

/** A date with a time zone, but not in the format of HTTP dates. */
const LENIENT = "20 Nov 2026 10:00:00 GMT";

const MORE: readonly (readonly string[])[] = [
  ...MENDED.map(([line]) => [line]),
  ['Accept-CH: "Sec-CH-DPR"', "Vary: Sec-CH-DPR"],
  ["Accept-CH: Sec-CH-DPR", 'Critical-CH: "Sec-CH-DPR"', "Vary: Sec-CH-DPR"],
  ["Activate-Storage-Access: load,"],
  ['Accept-Query: "application/sql";a=1,'],
  ['Idempotency-Key: "a";b=1,'],
  ['Link-Template: "/{a}"; rel="b"; title=c,'],
  ['Speculation-Rules: "/a";b=1,'],
  ["Supports-Loading-Mode: credentialed-prerendr"],
  ["WWW-Authenticate: Beare"],
  ['NEL: {"report_to":"main","max_age":86400,"include_subdomain":true}'],
  ["Proxy-Authenticate: Basic realm=My Site"],
  ["Optional-WWW-Authenticate: Basic realm=My Site"],
  ["Accept-CH: Sec-CH-DPR;;", "Vary: Sec-CH-DPR"],
  ["Accept-CH: Sec-CH-UA-Modell", "Vary: Sec-CH-UA-Model"],
  ['Cache-Groups: "a";b=1,'],
  ['Cache-Group-Invalidation: "a";b=1,'],
  ["Document-Policy: force-load-at-topp"],
  ["X-Frame-Options: SAMEORIGIN,"],
  ["X-Permitted-Cross-Domain-Policies: non"],
  ...["Date", "Expires", "Last-Modified", "Memento-Datetime", "Sunset"].map((name) => [
    `${name}: ${LENIENT}`,
  ]),
  ["Set-Cookie: lang=en; Expires=20 Nov 2026 10:00:00 GMT"],
  ["Content-Security-Policy: default-src 'selff'"],
  ["Content-Type: image/jpg; q=1"],
  ["Content-Type: text/utf-8"],
  ["Access-Control-Allow-Origin: https://A.example/path"],
  ["Cross-Origin-Opener-Policy: SAME-ORIGIN"],
  ["Content-Disposition: attachment; filename=my file.pdf"],
  ["Link: </a>; rel=next; title=Next page, </b>; rel=prev"],
  ["WWW-Authenticate: Bearer error=invalid_token, error_description=No such user"],
  ['WWW-Authenticate: Basic realm=My Site, charset="UTF-8"'],
  ["Expires: Sunday, 06-Nov-94 08:49:37 GMT"],
];

const isLines = (value: Example): value is readonly string[] => Array.isArray(value);
const whole = (example: Example): Whole => {
  const { lines, receivedAt, ...known } = isLines(example)
    ? { lines: example, receivedAt: undefined }
    : example;
  return {
    lines,
    known: { ...known, ...(receivedAt !== undefined && { receivedAt: Date.parse(receivedAt) }) },
  };
};
const examples: readonly Example[] = [
  ...[...problemKinds().values()].map(({ bad }) => bad),
  ...MORE,
  ...["Accept-Datetime", "If-Modified-Since", "If-Unmodified-Since"].map((name) => ({
    lines: [],
    requestHeaders: [`${name}: ${LENIENT}`],
  })),
  { lines: [], requestHeaders: ["Referer: https://a.example/b c"] },
  { lines: [], requestHeaders: ["Cache-Control: no-cahce"] },
  { lines: [], requestHeaders: ['Dictionary-ID: "a";b=1,'] },
];

interface Whole {
  readonly lines: readonly string[];
  readonly known: Known;
}

interface Case extends Found, Whole {
  readonly id: string;
  readonly fix: string;
}

function casesOf({ lines, known }: Whole): Case[] {
  return findings(lines, known).flatMap(({ problem, ...place }) =>
    problem.fix === undefined
      ? []
      : [{ id: problem.name, fix: problem.fix, problem, ...place, lines, known }],
  );
}

const cases = examples.flatMap((example) => casesOf(whole(example)));
const replaced = (lines: readonly string[], at: number, line: string) => lines.toSpliced(at, 1, line);

test.each([
  [
    "Content-Disposition: attachment; filename=\u201ca.pdf\u201d",
    'Content-Disposition: attachment; filename="a.pdf"',
  ],
  ["Strict-Transport-Security: max-age=31536000,", "Strict-Transport-Security: max-age=31536000"],
  ["Cross-Origin-Embedder-Policy: \u201crequire-corp\u201d", undefined],
  ["Permissions-Policy-\u0130: a", undefined],
  ["X-Robots-Tag: \u0130\u0130, no-index", undefined],
  ["Cross-Origin-Opener-Policy: same-origin,", "Cross-Origin-Opener-Policy: same-origin"],
  ["Clear-Site-Data: \u201ccache\u201d, 'cookies'", 'Clear-Site-Data: "cache", "cookies"'],
  [
    "Permissions-Policy: geolocation 'self' https://maps.example; camera 'none'; fullscreen *",
    'Permissions-Policy: geolocation=(self "https://maps.example"), camera=(), fullscreen=*',
  ],
  ["Permissions-Policy: geolocation 'self' https:", undefined],
  ["Feature-Policy: camera 'none'; camera 'self'", "Permissions-Policy: camera=()"],
  ["Feature-Policy: camera", undefined],
  [
    "Content-Security-Policy: script-src 'self'; img-src 'self' 'unsafe-inline'",
    "Content-Security-Policy: script-src 'self'; img-src 'self'",
  ],
  [
    "Content-Security-Policy: script-src 'self'; img-src 'nonce-QmVyZXRoaW5rV2lsbG93UXVhcnR6'",
    "Content-Security-Policy: script-src 'self'; img-src 'none'",
  ],
])("%s", (line, fix) => {
  const fixes = findings([line], {}).flatMap(({ problem }) =>
    problem.fix === undefined ? [] : [problem.fix],
  );
  expect(fixes[0]).toBe(fix);
});

test.each([
  [["Upgrade: websocket"], { status: 101 }, "Connection: Upgrade"],
  [["Upgrade: websocket", "Connection: keep-alive"], { status: 101 }, "Connection: keep-alive, Upgrade"],
  [["Upgrade: websocket", "Connection: close"], { status: 101 }, undefined],
  [["Critical-CH: Sec-CH-DPR"], {}, undefined],
  [["Critical-CH: Sec-CH-DPR", "Vary: Sec-CH-DPR"], {}, "Accept-CH: Sec-CH-DPR"],
  [
    ["Accept-CH: Sec-CH-UA-Model", "Critical-CH: Sec-CH-DPR", "Vary: *"],
    {},
    "Accept-CH: Sec-CH-UA-Model, Sec-CH-DPR",
  ],
  [["Critical-CH: Sec-CH-Nothing"], {}, undefined],
  [["Feature-Policy: camera 'none'", "Permissions-Policy: camera=()"], {}, undefined],
  [["X-WebKit-CSP: img-src 'self'", "Content-Security-Policy: img-src 'self'"], {}, undefined],
  [["Content-Type: text/plain; charset=utf-8"], file("a.css"), "Content-Type: text/css; charset=utf-8"],
  [["Content-Type: text/plain; charset=utf-8"], file("a.png"), "Content-Type: image/png"],
  [["Content-Type: image/svg"], file("a.svg"), "Content-Type: image/svg+xml"],
  [["Content-Type: text/html; charset=utf-8"], file("a.css"), undefined],
  [["Content-Type: text/html; charset=utf-8"], file("a.png"), undefined],
] as const)("%j %j: %p", (lines, known, fix) => {
  const told = findings(lines, known).find(({ problem }) => CONTEXTUAL.has(problem.name));
  expect(told).toBeDefined();
  expect(told?.problem.fix).toBe(fix);
});

describe("each fix", () => {
  const fixed = [...problemKinds()].flatMap(([id, { fix }]) => (fix ? [id] : []));
  test.each(fixed)("%s fixes an example", (id) => {
    expect(cases.filter((one) => one.id === id)).not.toBeEmpty();
  });

  test.each(cases)("$id: $fix", (one) => {
    expect(broughtBy(one)).toEqual([]);
  });
});

/** Errors of a fix: its finding remains, or a warning or error is added. */
function broughtBy({ id, fix, line, isRequest, lines, known }: Case): string[] {
  const { requestHeaders = [] } = known;
  const fixed = isRequest ? lines : replaced(lines, line, fix);
  const request = isRequest ? { ...known, requestHeaders: replaced(requestHeaders, line, fix) } : known;
  const before = counts(findings(lines, known));
  const after = counts(findings(fixed, request));
  const isGone = (after.get(id) ?? 0) < (before.get(id) ?? 0);
  const come = [...after].filter(
    ([other, count]) => count > (before.get(other) ?? 0) && problemKinds().get(other)?.severity !== "info",
  );
  return [...(isGone ? [] : [`${id} stays`]), ...come.map(([other]) => other)];
}

function counts(found: readonly Found[]): ReadonlyMap<string, number> {
  const all = new Map<string, number>();
  for (const { problem } of found) all.set(problem.name, (all.get(problem.name) ?? 0) + 1);
  return all;
}

/** Typical mistakes in a value. */
const SLIPS: Readonly<Record<string, (value: string) => string>> = {
  "its end is cut": (value) => value.slice(0, -1),
  "a separator is a space": (value) => value.replace(/[,;]/, " "),
  "spaces stand around an equals sign": (value) => value.replace("=", " = "),
  "a hyphen is a space": (value) => value.replace(/[-_]/, " "),
  "quotes are missing": (value) => value.replaceAll('"', ""),
  "it stands twice": (value) => `${value}, ${value}`,
  "a letter is missing": (value) => value.replace(/[a-z](?=[a-z]*$)/, ""),
  "it is in capitals": (value) => value.toUpperCase(),
  "a number has a unit": (value) => value.replace(/\d+/, "$& days"),
  "spaces are semicolons": (value) => value.replaceAll(" ", "; "),
};

describe("each fix of an example with a mistake is valid:", () => {
  /** Text without a field name has no header object. */
  const isField = (line: string) => /^[\w-]+:/.test(line);

  test.each(Object.entries(SLIPS))("%s", (_, slip) => {
    const slipped = (line: string) => line.replace(/:\s*(.*)$/s, (_all, value: string) => `: ${slip(value)}`);
    let found = 0;
    for (const example of examples) {
      const { lines, known } = whole(example);
      const { requestHeaders = [] } = known;
      if (![...lines, ...requestHeaders].every(isField)) continue;
      const request = requestHeaders.length > 0 && { requestHeaders: requestHeaders.map(slipped) };
      for (const one of casesOf({ lines: lines.map(slipped), known: { ...known, ...request } })) {
        found++;
        expect(broughtBy(one), `${one.fix} for ${one.lines.join(" | ")}`).toEqual([]);
      }
    }
    expect(found).toBeGreaterThan(20);
  });
});

test("without fixes each example has the same findings, and no fix", () => {
  let fixes = 0;
  for (const { bad } of problemKinds().values()) {
    if (!bad) continue;
    const { lines, ...known } = "lines" in bad ? bad : { lines: bad };
    const message = parseMessage(lines, { ...known, receivedAt: NOW });
    const bare = explainMessage(message, NOW, { fixes: false });
    const { verdicts: _, ...whole } = explainMessage(message, NOW);
    const unfixed = JSON.stringify(whole, (key, value) => {
      if (key !== "fix") return value;
      fixes++;
      return undefined;
    });
    expect(JSON.stringify({ ...bare, verdicts: undefined })).toBe(unfixed);
  }
  expect(fixes).toBeGreaterThan(250);
});

test("each finding on a header names it in its title", () => {
  for (const example of examples) {
    const {
      lines,
      receivedAt: _,
      ...known
    } = isLines(example) ? { lines: example, receivedAt: undefined } : example;
    const { headers } = explainMessage(parseMessage(lines, known), NOW);
    for (const header of headers)
      for (const { title, field } of header.problems) {
        expect(field).toBe(header.name);
        expect(title.toLowerCase()).toContain(header.name.slice(0, 60));
      }
  }
});

describe("a fix from the finding", () => {
  const header = (value: string, sent = "Vary"): HeaderObject => ({
    name: "vary",
    value,
    description: "",
    details: {},
    problems: [],
    type: "list",
    link: [],
    sent,
  });

  test.each([
    ["a, bc, d", "bc", "x", "Vary: a, x, d"],
    ["BC", "bc", "x", "Vary: x"],
    ["a, bc", "bc", "x", "Vary: a, x"],
    ["a, bc, bc", "bc", "x", undefined],
    ["a, abc", "bc", "x", undefined],
    ["a, bcd", "bc", "x", undefined],
    ["a, bc-d", "bc", "x", undefined],
    ["a, -bc", "bc", "x", undefined],
    ["a", "bc", "x", undefined],
    ["bc", "bc", "bc", undefined],
    ["İ, bc", "bc", "x", undefined],
    // Two overlapping matches: no single fix.
    ["aaa", "aa", "x", undefined],
  ])("of a part, in %j %j is %j", (value, part, by, line) => {
    expect(fixedValue([part, by], header(value))).toBe(line as string);
  });

  test("of the whole line, unless the line was sent like that", () => {
    expect(unlessSent("Vary: a", header("b"))).toBe("Vary: a");
    expect(unlessSent("Vary: a", undefined)).toBe("Vary: a");
    expect(unlessSent("vary: a", header("a"))).toBeUndefined();
    expect(unlessSent("Vary: A", header("a"))).toBe("Vary: A");
  });

  test("in a value of at most 2,000 characters, and not in a longer one", () => {
    const long = (length: number) => isFixable(header("a".repeat(length)));
    expect([long(2000), long(2001)]).toEqual([true, false]);
    expect(fixedValue(undefined, header("a"))).toBeUndefined();
  });
});
