import { expect, test } from "bun:test";
import type { Known } from "../../../src/headers/message.ts";
import { lastHeader, problemsOfLast, problemsOfMessage } from "../explained.ts";

const HTTPS = "https://www.example.com/a/b";
const HTTP = "http://www.example.com/a/b";

/** Lines, context and the problems of the last line. */
const CASES: readonly (readonly [lines: readonly string[], known: Known, problems: readonly string[]])[] = [
  [["Location: https://www.example.com/"], { status: 301, url: HTTPS }, []],
  [["Location: https://www.example.com/"], {}, []],
  [["Location: /new"], { status: 302, url: HTTPS }, []],
  [["Location: //www.example.com/"], { status: 302, url: HTTPS }, []],
  [["Location: https://www.example.com/"], { status: 200 }, ["warning location-undefined"]],
  [["Location: https://www.example.com/"], { status: 404 }, ["warning location-undefined"]],
  [["Location: https://www.example.com/1"], { status: 201 }, []],
  [["Location: https://www.example.com/a b"], { status: 302 }, ["error location-syntax"]],
  [
    ["Location: https://www.example.com/caf\u00e9"],
    { status: 302 },
    ["error location-syntax", "warning field-value-non-ascii"],
  ],
  [["Location: https://www.example.com/%zz"], { status: 302 }, ["error location-syntax"]],
  [["Location: javascript:void(0)"], { status: 302 }, ["error location-scheme"]],
  [["Location: myapp://open"], { status: 302 }, []],
  [["Location: http://www.example.com/"], { status: 302, url: HTTPS }, ["error location-downgrade"]],
  [["Location: https://a:b@www.example.com/"], { status: 302 }, ["warning location-credentials"]],
  [["Location: https://www.example.com/#x"], { status: 302 }, []],
  [["Location:"], { status: 302 }, ["error redirect-without-location"]],
  [["Location: /a", "Location: /b"], { status: 302 }, ["error field-repeated"]],
  [
    ["Location: https://www.example.com/a/b"],
    { status: 302, url: HTTPS, method: "GET" },
    ["warning redirect-to-itself"],
  ],
  [
    ["Location: https://www.example.com/a/b"],
    { status: 302, url: HTTPS, method: "POST" },
    ["info redirect-method-changed"],
  ],
  [["Location: https://www.example.com/a/b"], { status: 303, url: HTTPS, method: "POST" }, []],
  [["Refresh: 5"], {}, []],
  [["Refresh: 5; url=/x"], {}, ["info refresh-instead-of-redirect"]],
  [["Refresh: 0;URL='/x'"], {}, ["info refresh-instead-of-redirect"]],
  [["Refresh: 5, /x"], {}, ["info refresh-instead-of-redirect"]],
  [["Refresh: .5"], {}, []],
  [["Refresh: soon"], {}, ["error refresh-syntax"]],
  [["Refresh: 5x"], {}, ["error refresh-syntax"]],
  [["Refresh: 0; url=javascript:alert(1)"], {}, ["error refresh-script"]],
  [["Refresh:"], {}, ["warning value-empty"]],
  [['WWW-Authenticate: Basic realm="a"'], { status: 401, url: HTTPS }, []],
  [['WWW-Authenticate: Basic realm="a", charset="utf-8"'], { status: 401, url: HTTPS }, []],
  [['WWW-Authenticate: Basic realm="a"'], { status: 401 }, []],
  [['WWW-Authenticate: Basic realm="a"'], { status: 401, url: HTTP }, []],
  [["WWW-Authenticate: Negotiate, NTLM"], { status: 401 }, ["warning challenge-weak"]],
  [["WWW-Authenticate: Negotiate"], { status: 401, url: HTTP }, []],
  [["WWW-Authenticate: Negotiate YII="], { status: 200 }, []],
  [['WWW-Authenticate: Bearer realm="a", error="invalid_token"'], { status: 401, url: HTTPS }, []],
  [["WWW-Authenticate: Basic"], { status: 401 }, ["warning challenge-realm-missing"]],
  [["WWW-Authenticate: Basic realm=a"], { status: 401 }, ["warning challenge-parameter-unquoted"]],
  [["WWW-Authenticate: Basic realm='a b'"], { status: 401 }, ["error www-authenticate-invalid"]],
  [["WWW-Authenticate: Basic realm=Two Words"], { status: 401 }, ["error www-authenticate-invalid"]],
  [['WWW-Authenticate: Basic realm="a'], { status: 401 }, ["error www-authenticate-invalid"]],
  [['WWW-Authenticate: Basic realm="a", realm="b"'], { status: 401 }, ["warning parameter-repeated"]],
  [['WWW-Authenticate: Digest realm="a", nonce="n", qop="auth", algorithm=SHA-256'], { status: 401 }, []],
  [
    ['WWW-Authenticate: Digest realm="a", nonce="n", qop="auth"'],
    { status: 401 },
    ["warning challenge-weak"],
  ],
  [["WWW-Authenticate: Beaer"], { status: 401 }, ["info challenge-scheme-unknown"]],
  [["WWW-Authenticate: constructor"], { status: 401 }, ["info challenge-scheme-unknown"]],
  [["WWW-Authenticate:"], { status: 401 }, ["warning value-empty"]],
  [['Proxy-Authenticate: Basic realm="a"'], { status: 407 }, []],
  [['Proxy-Authenticate: Basic realm="a"'], { status: 401 }, ["info proxy-challenge-needless"]],
  [['Authentication-Info: nextnonce="a", nc=00000001'], {}, []],
  [['Proxy-Authentication-Info: rspauth="a", rspauth="b"'], {}, ["warning parameter-repeated"]],
  [["Authentication-Info: a b"], {}, ["error authentication-info-invalid"]],
];

for (const [lines, known, problems] of CASES)
  test(`${lines.join(" | ")} ${known.status ?? ""} ${known.url ?? ""}`, () => {
    expect(problemsOfLast(lines, known)).toEqual([...problems]);
  });

/** Lines, context, and expected problems of the message. */
const MESSAGES: readonly (readonly [
  lines: readonly string[],
  known: Known,
  problem: string,
  found: boolean,
])[] = [
  [[], { status: 302 }, "error redirect-without-location", true],
  [[], { status: 304 }, "error redirect-without-location", false],
  [[], { status: 300 }, "error redirect-without-location", false],
  [[], {}, "error redirect-without-location", false],
  [['WWW-Authenticate: Basic realm="a"'], { url: HTTP }, "error challenge-insecure", true],
  [['WWW-Authenticate: Basic realm="a"'], {}, "error challenge-insecure", false],
  [["WWW-Authenticate: Negotiate"], { url: HTTP }, "error challenge-insecure", false],
  [[], { status: 401 }, "error unauthorized-without-challenge", true],
  [['WWW-Authenticate: Basic realm="a"'], { status: 401 }, "error unauthorized-without-challenge", false],
  [[], { status: 403 }, "error unauthorized-without-challenge", false],
  [[], { status: 407 }, "error proxy-unauthorized-without-challenge", true],
];

for (const [lines, known, problem, found] of MESSAGES)
  test(`${known.status ?? "no status"} ${lines.join(" | ")}: ${found ? "" : "not "}${problem}`, () => {
    expect(problemsOfMessage(lines, known).includes(problem)).toBe(found);
  });

test("values in words", () => {
  const words = (line: string) => lastHeader([line], { url: HTTPS }).alternate;
  expect(words("Location: ../c?d#e")).toBe("https://www.example.com/c?d#e");
  expect(words("Refresh: 5; url=http://other.example/")).toBe("to http://other.example/ after 5 seconds");
  expect(words("Refresh: 0")).toBe("loads again immediately");
  expect(words('WWW-Authenticate: Basic realm="Staff"')).toBe(
    'requires a user name and password for "Staff"',
  );
  expect(words('WWW-Authenticate: Bearer, Digest realm="x", nonce="n"')).toBe(
    'requires a token and a hashed password for "x"',
  );
});

test("the parts of Refresh and Pragma are described", () => {
  const described = (line: string) => lastHeader([line]).details.items?.map(({ description }) => description);
  expect(described("Refresh: 5; url=/a")).toEqual(["How long to wait.", "Where to go next."]);
  expect(described("Pragma: no-cache, x")).toEqual([
    "Caches of HTTP/1.0 treat it in a request as Cache-Control: no-cache, and browsers in a response as well.",
    "An unknown directive.",
  ]);
  expect(lastHeader(["Pragma: public"]).description).toMatch(/^Caching directive of HTTP\/1\.0: /);
});
