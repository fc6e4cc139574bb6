import { describe, expect, test } from "bun:test";
import files from "../../../data/private-files.txt" with { type: "text" };
import { rowsIn } from "../../../data/tables.ts";
import { problemsOfLast, problemsOfMessage } from "../explained.ts";

const PLAIN = "Content-Type: text/plain";
const HTML = "Content-Type: text/html";
const JSON_LINE = "Content-Type: application/json";

function shown(path: string, lines: readonly string[], known: Parameters<typeof problemsOfMessage>[1] = {}) {
  const all = problemsOfMessage(lines, { url: `https://example.com${path}`, status: 200, ...known });
  return all.includes("error private-file-shown");
}

describe("private files", () => {
  const types: Readonly<Record<string, string>> = {
    file: PLAIN,
    json: JSON_LINE,
    status: "Content-Type: text/html; charset=ISO-8859-1",
  };
  test.each(rowsIn(files))("%s", (path = "", _, content = "") => {
    const at = `/${path.replace("*", "wp-config")}`;
    expect(shown(at, [types[content] ?? ""])).toBe(true);
    // A page or message for every path: a single-page application, an API.
    expect(shown(at, [HTML])).toBe(false);
    expect(shown(at, [content === "json" ? PLAIN : JSON_LINE])).toBe(false);
  });

  test.each([
    ["/.env", [], {}, true],
    ["/app/.env", ["Content-Type: application/octet-stream"], {}, true],
    ["/.env", [PLAIN], { status: 206 }, true],
    ["/.env", [PLAIN], { status: 404 }, false],
    ["/.env", [PLAIN], { status: 403 }, false],
    ["/.env", [PLAIN], { method: "HEAD" }, false],
    ["/.env", [PLAIN, "Content-Length: 0"], {}, false],
    ["/.env.example", [PLAIN], {}, false],
    ["/x.env", [PLAIN], {}, false],
    ["/.env/", [PLAIN], {}, false],
    ["/?file=/.env", [PLAIN], {}, false],
    ["/wp-config.php", [PLAIN], {}, false],
    ["/.php.bak", [PLAIN], {}, false],
    ["/docs/server-status", ["Content-Type: text/html; charset=utf-8"], {}, false],
    // Only an administrator is known to see it.
    ["/actuator/env", [JSON_LINE], { requestHeaders: ["Authorization: Bearer a"] }, false],
    ["/actuator/env", ["Content-Type: application/vnd.spring-boot.actuator.v3+json"], {}, true],
    ["/.env", [PLAIN], { url: "http://localhost:3000/.env" }, false],
  ] as const)("%s %j %j: %s", (path, lines, known, expected) => {
    expect(shown(path, lines, known)).toBe(expected);
  });
});

test.each([
  ["/oauth/token", "POST", [JSON_LINE], true],
  ["/realms/a/protocol/openid-connect/token", "POST", [JSON_LINE], true],
  ["/a/oauth2/v2.0/token", "POST", [JSON_LINE, "Cache-Control: no-cache"], true],
  ["/login/oauth/access_token", "POST", ["Content-Type: application/json; charset=utf-8"], true],
  ["/oauth/token", "POST", [JSON_LINE, "Cache-Control: private, no-store"], false],
  ["/oauth/token", "GET", [JSON_LINE], false],
  ["/oauth/token", "POST", [HTML], false],
  ["/api/csrf/token", "POST", [JSON_LINE], false],
  ["/oauth/tokeninfo", "POST", [JSON_LINE], false],
] as const)("token endpoint %s by %s with %j: %s", (path, method, lines, expected) => {
  const all = problemsOfMessage(lines, { url: `https://example.com${path}`, status: 200, method });
  expect(all.includes("warning token-no-store-missing")).toBe(expected);
});

const OPEN = "Access-Control-Allow-Origin: https://a.example";
test.each([
  [[OPEN, "grpc-status: 14"], true],
  [[OPEN, "grpc-status: 14", "Access-Control-Expose-Headers: grpc-status"], true],
  [[OPEN, "grpc-status: 14", "Access-Control-Expose-Headers: Grpc-Status,GRPC-Message"], false],
  [
    [
      OPEN,
      "grpc-status: 14",
      "Access-Control-Expose-Headers: grpc-status",
      "Access-Control-Expose-Headers: grpc-message",
    ],
    false,
  ],
  [[OPEN, "grpc-status: 14", "Access-Control-Expose-Headers: *"], false],
  [
    [OPEN, "grpc-status: 14", "Access-Control-Expose-Headers: *", "Access-Control-Allow-Credentials: true"],
    true,
  ],
  [[OPEN, "Content-Type: application/grpc-web-text"], true],
  [["grpc-status: 14"], false],
  [[OPEN, JSON_LINE], false],
])("%j: hidden %s", (lines, expected) => {
  const all = problemsOfMessage(lines, { url: "https://api.example.com/", status: 200 });
  expect(all.includes("warning grpc-status-unexposed")).toBe(expected);
});

test.each([
  ["https://example.com/", true],
  ["https://example.dev/", false],
  ["https://a.b.page/", false],
  ["https://dev.example.com/", true],
  ["https://example.devs/", true],
])("HSTS at %s: missed %s", (url, expected) => {
  const missing = problemsOfMessage([HTML], { url, status: 200 });
  expect(missing.includes("warning strict-transport-security-missing")).toBe(expected);
  const short = problemsOfLast(["Strict-Transport-Security: max-age=60"], { url, status: 200 });
  expect(short.includes("warning hsts-max-age-short")).toBe(expected);
});
