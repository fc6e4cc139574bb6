import { describe, expect, test } from "bun:test";
import { LOOKED_INTO, mayRefresh, metaRefresh } from "../../../../src/http/chain/browser/meta-refresh.ts";

const PAGE = new URL("https://a.test/x/y?q");
const read = async (html: string | Uint8Array, charset = "utf-8") => {
  const bytes = typeof html === "string" ? Buffer.from(html) : html;
  const found = await metaRefresh(bytes, PAGE, charset);
  return found && `${found.seconds} ${found.url}`;
};
const meta = (content: string) => `<meta http-equiv="refresh" content="${content}">`;

describe("target of a meta refresh", () => {
  const rows: [name: string, html: string, found: string | undefined][] = [
    ["nothing", "<p>http-equiv", undefined],
    ["a path", meta("0; url=/b"), "0 https://a.test/b"],
    ["any case", "<META HTTP-EQUIV=REFRESH CONTENT='5;URL=z'>", "5 https://a.test/x/z"],
    ["references", meta("0;url=/b?c=1&amp;d=2"), "0 https://a.test/b?c=1&d=2"],
    ["a form feed", meta("0;\furl\f=\f/b"), "0 https://a.test/b"],
    ["the same page", meta("3"), "3 https://a.test/x/y?q"],
    ["a base", `<base href=/c/ ><base href=/d/ >${meta("0;url=z")}${meta("5")}`, "0 https://a.test/c/z"],
    ["the same page in spite of a base", `<base href=/c/ >${meta("5")}`, "5 https://a.test/x/y?q"],
    ["a base that comes later", `${meta("0;url=z")}<base href=/c/ >`, "0 https://a.test/x/z"],
    ["a base of data", `<base href=data:,x >${meta("0;url=z")}`, "0 https://a.test/x/z"],
    ["the shortest", meta("5;url=/a") + meta("1;url=/b") + meta("2;url=/c"), "1 https://a.test/b"],
    ["the last of equal ones", meta("1;url=/a") + meta("1;url=/b"), "1 https://a.test/b"],
    ["no script", `<noscript>${meta("0;url=/b")}</noscript>`, undefined],
    ["a comment", `<!-- ${meta("0;url=/b")} -->`, undefined],
    ["a script", `<script>'${meta("0;url=/b")}'</script>`, undefined],
    ["a template", `<template>${meta("0;url=/b")}</template>`, undefined],
    ["after a template", `<template></template>${meta("0;url=/b")}`, "0 https://a.test/b"],
    ["another value", '<meta http-equiv="refresh " content="0;url=/b">', undefined],
    ["no content", '<meta http-equiv="refresh">', undefined],
    ["no time", meta("soon;url=/b"), undefined],
    ["a script's URL", meta("0;url=javascript:x"), undefined],
    ["the body", `<body><p>${meta("0;url=/b")}`, "0 https://a.test/b"],
  ];
  for (const [name, html, found] of rows) test(name, async () => expect(await read(html)).toBe(found));
});

describe("charsets", () => {
  const latin1 = Buffer.from(meta("0;url=/\xe9?\xe9"), "latin1");
  test("from Content-Type", async () =>
    expect(await read(latin1, "iso-8859-1")).toBe("0 https://a.test/%C3%A9?%E9"));
  test("windows-1252 by default", async () =>
    expect(await read(latin1, "")).toBe("0 https://a.test/%C3%A9?%E9"));
  test("an unknown one", async () => expect(await read(latin1, "x-own")).toBe("0 https://a.test/%C3%A9?%E9"));
  test("from a meta element", async () =>
    expect(await read(`<meta charset=utf-8>${meta("0;url=/é?é")}`, "")).toBe(
      "0 https://a.test/%C3%A9?%C3%A9",
    ));
  test("from a meta element with http-equiv", async () =>
    expect(
      await read(`<meta http-equiv=content-type content="text/html; charset=UTF-16">${meta("0;url=/é")}`, ""),
    ).toBe("0 https://a.test/%C3%A9"));
  test("from a byte order mark", async () =>
    expect(await read(Buffer.from(`\ufeff${meta("0;url=/b")}`, "utf16le"), "utf-8")).toBe(
      "0 https://a.test/b",
    ));
});

describe("bytes show whether a page may have a meta refresh", () => {
  const rows: [name: string, bytes: Uint8Array, found: boolean][] = [
    ["in any case", Buffer.from(`<p>${meta("0")}`.toUpperCase()), true],
    ["beside bytes of any charset", Buffer.from(`\xff\xe9${meta("0")}`, "latin1"), true],
    ["in UTF-16", Buffer.from(meta("0"), "utf16le"), true],
    ["in UTF-16 of the other order", Buffer.from(meta("0"), "utf16le").swap16(), true],
    ["in a part of other bytes", Buffer.from(`${meta("0")}<p>`).subarray(60), false],
    ["nowhere", Buffer.from("<meta charset=utf-8><p>http-equi"), false],
    ["in nothing", new Uint8Array(), false],
  ];
  for (const [name, bytes, found] of rows) test(name, () => expect(mayRefresh(bytes)).toBe(found));
});

test("searches 64 KiB", async () => {
  const tag = meta("0;url=/b");
  expect(await read(" ".repeat(LOOKED_INTO - tag.length) + tag)).toBe("0 https://a.test/b");
  expect(await read(" ".repeat(LOOKED_INTO - tag.length + 1) + tag)).toBe(undefined);
});
