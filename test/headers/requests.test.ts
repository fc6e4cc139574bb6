/** Requests: parsed from pasted text or given as lines, then explained and checked like responses. */

import { describe, expect, test } from "bun:test";
import { explainMessage } from "../../src/headers/explain.ts";
import { type Known, parseMessage } from "../../src/headers/message.ts";
import { decodeHeaders } from "../../src/http/decode.ts";
import { explain, findingsOf } from "./explained.ts";

const NOW = Date.parse("2026-11-20T10:00:00Z");
const URL_ASKED = "https://shop.example/a";

function explained(requestHeaders: readonly string[], known: Known = {}) {
  const message = parseMessage([], { method: "GET", url: URL_ASKED, ...known, requestHeaders });
  const { requestHeaders: headers = [], problems } = explainMessage(message, NOW);
  const own = headers.flatMap((header) => [
    ...header.problems,
    ...(header.details.items ?? []).flatMap((item) => item.problems ?? []),
  ]);
  return { headers, ids: [...own, ...problems].map(({ name }) => name) };
}

describe("each line is a header object", () => {
  test("in order, with parts and words", () => {
    const { headers } = explained([
      "Range: bytes=0-9, 20-29",
      "Authorization: Basic dXNlcjpzZWNyZXQ=",
      "Cookie: a=1; b=2",
    ]);
    expect(headers.map(({ name, alternate }) => [name, alternate])).toEqual([
      ["range", "2 parts"],
      ["authorization", "as user"],
      ["cookie", "2 cookies"],
    ]);
    expect(headers[2]?.details.items?.map(({ name, value }) => `${name}=${value}`)).toEqual(["a=1", "b=2"]);
  });

  test("Cache-Control is interpreted for requests", () => {
    expect(explained(["Cache-Control: max-stale, max-age=0"]).ids).toEqual([]);
    expect(explained(["Cache-Control: public"]).ids).toEqual(["request-cache-directive-misplaced"]);
  });
});

describe("each has a description", () => {
  test.each([
    ["X-Forwarded-For: 192.0.2.1"],
    ["X-Forwarded-Proto: https"],
    ["X-Forwarded-Host: a.example"],
    ["X-Forwarded-Port: 443"],
    ["X-Real-IP: 192.0.2.1"],
    [":method: GET"],
    [":scheme: https"],
    [":authority: a.example"],
    [":path: /"],
    [":protocol: websocket"],
    [":status: 200"],
  ])("%s", (line) => {
    const { headers } = explained([line]);
    expect(headers[0]?.description).toMatch(/^[A-Z].{30,}\.$/);
    expect(headers[0]?.description).not.toContain("Inferred");
    expect(headers[0]?.link).not.toBeEmpty();
  });
});

describe("valid lines have no findings", () => {
  test.each([
    ["Accept: text/html, */*;q=0.8"],
    ["Accept-Language: de-DE,de;q=0.9,en;q=0.8"],
    ['If-None-Match: W/"a", "b"'],
    ["If-Modified-Since: Fri, 20 Nov 2026 10:00:00 GMT"],
    ["Range: bytes=-500"],
    ["Origin: null"],
    ["Referer: https://shop.example/b?c"],
    ['Forwarded: for=192.0.2.43, for="[2001:db8::1]:4711";proto=http;by=203.0.113.43'],
    ["X-Forwarded-For: 203.0.113.195, 2001:db8::1, unknown"],
    ["Prefer: return=minimal, wait=10"],
    ["Sec-Fetch-Mode: navigate"],
    ["Host: shop.example"],
    ["TE: trailers"],
  ])("%s", (line) => {
    expect(explained([line]).ids).toEqual([]);
  });
});

test("a cookie has at most 4096 bytes, with its name but without the equals sign", () => {
  const isLarge = (cookie: string) => explained([`Cookie: ${cookie}`]).ids.includes("request-cookie-large");
  const text = "x".repeat(4096);
  expect([text, `${text}x`, `=${text}`, `a=${text.slice(1)}`, `a=${text}`].map(isLarge)).toEqual([
    false,
    true,
    false,
    false,
    true,
  ]);
});

test("curl -v output: the last request with its request line and fields is used", () => {
  const paste = [
    "* Connected to shop.example",
    "> GET /old HTTP/1.1",
    "> Host: shop.example",
    "> ",
    "< HTTP/1.1 301 Moved Permanently",
    "< Location: /new",
    "< ",
    "> HEAD /new HTTP/1.1",
    "> Host: shop.example",
    "> Range: bytes=5-1",
    "> ",
    "< HTTP/1.1 200 OK",
    "< Content-Type: text/plain",
    "< ",
  ].join("\n");
  const message = parseMessage([paste]);
  expect(message.method).toBe("HEAD");
  const { headers, requestHeaders, problems } = explainMessage(message, NOW);
  expect(headers.map(({ name }) => name)).toEqual(["content-type"]);
  expect(requestHeaders?.map(({ name }) => name)).toEqual(["host", "range"]);
  expect(requestHeaders?.[1]?.problems.map(({ name }) => name)).toEqual(["range-invalid", "range-method"]);
  expect(problems.map(({ name }) => name)).toContain("user-agent-missing");
});

test("pseudo-headers contain the method", () => {
  const message = parseMessage([], { requestHeaders: [":method: PUT", ":scheme: https", ":path: /"] });
  expect(message.method).toBe("PUT");
  expect(explainMessage(message, NOW).problems).toEqual([]);
});

test("lines with Host are a whole request, except on a command line; lines without it are a part", () => {
  const ids = (partialRequest: boolean, ...requestHeaders: string[]) =>
    decodeHeaders({ headers: ["Content-Type: text/plain"], requestHeaders }, NOW, {
      partialRequest,
    }).steps[0]?.problems.map(({ name }) => name);
  const whole = ["Host: a.example", "Origin: https://a.example"];
  expect(ids(false, ...whole)).toContain("user-agent-missing");
  expect(ids(true, ...whole)).not.toContain("user-agent-missing");
  expect(ids(false, "Origin: https://a.example")).not.toContain("user-agent-missing");
});

test("an empty request has no lines, and is not a message", () => {
  const [step] = decodeHeaders({ headers: ["Age: 1"], requestHeaders: [] }, NOW).steps;
  expect(step?.requestHeaders).toBeUndefined();
});

test("the first 50 unknown names of 4 to 40 characters are checked for misspellings", () => {
  const unknown = (count: number) =>
    Array.from({ length: count }, (_, i) => `Zzqx${String.fromCharCode(97 + (i % 26))}${i}wvk: a`);
  const typos = (lines: readonly string[]) =>
    explained(lines).ids.filter((id) => id === "request-field-name-typo");
  expect(typos([...unknown(49), "Acept: a"])).toHaveLength(1);
  expect(typos([...unknown(50), "Acept: a"])).toEqual([]);
  expect(typos(["Acept: a", ...unknown(60)])).toHaveLength(1);
  expect([typos(["Dte: a"]).length, typos(["Hosst: a"]).length]).toEqual([0, 1]);
});

test("a placeholder is quoted up to 30 characters", () => {
  const line = "Authorization: Bearer <put-your-very-long-token-here-please>";
  expect(findingsOf(explain([], { requestHeaders: [line] })).map(({ title }) => title)).toContain(
    `Authorization is Bearer followed by "<put-your-very-long-token-here…", a placeholder that was not filled in.`,
  );
});
