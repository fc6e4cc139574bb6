/** Media type that browsers determine for content. */

import { describe, expect, test } from "bun:test";
import { FILE_NAMES, NAME_IN_URL } from "./file-names.ts";
import { judged } from "./judged.ts";

const url = "https://shop.example/files/report";
const CD = (value: string) => `Content-Disposition: ${value}`;
const CT = (value: string) => `Content-Type: ${value}`;
const NOSNIFF = "X-Content-Type-Options: nosniff";

describe("media types", () => {
  const cases: readonly (readonly [
    lines: readonly string[],
    type: string,
    script: boolean,
    style: boolean,
    download: boolean,
  ])[] = [
    [[], "", true, true, false],
    [[NOSNIFF], "text/plain", false, false, false],
    [[CT("text/javascript"), NOSNIFF], "text/javascript", true, false, false],
    [[CT("text/html")], "text/html", true, false, false],
    [[CT("text/html"), NOSNIFF], "text/html", false, false, false],
    [[CT("text/html"), "X-Content-Type-Options: nosniff;"], "text/html", true, false, false],
    [[CT("text/html"), "X-Content-Type-Options: foo, nosniff"], "text/html", true, false, false],
    [[CT("text/html"), "X-Content-Type-Options: NoSniff, foo"], "text/html", false, false, false],
    [[CT("image/png")], "image/png", false, false, false],
    [[CT("text/csv")], "text/csv", false, false, true],
    [[CT("application/json")], "application/json", true, false, false],
    [[CT("application/zip")], "application/zip", true, false, true],
    [[CT("text/css, text/css")], "text/css", true, true, false],
    [[CT("text/html"), CT("text/css")], "text/css", true, true, false],
    [[CT('text/css; a="b')], "text/css", true, true, false],
    [[CT('text/css; a="b, text/html')], "text/css", true, true, false],
    [[CT('text/css; a="b"'), CT("text/html")], "text/html", true, false, false],
    [[CT('text/css; a="b'), CT("text/html")], "text/css", true, true, false],
    [[CT('text/css; a="b'), CT('text/plain; c="d", text/html')], "text/css", true, true, false],
    [[CT("html")], "", true, true, false],
    [[CT("text /html")], "", true, true, false],
    [[CT("*/*")], "", true, true, false],
    [[CT("*/*; q=1")], "*/*", true, false, false],
    [[CT("*/*; q=1"), NOSNIFF], "*/*", false, false, true],
    [[CT("text/é")], "text/html", true, false, false],
    [[CT("TEXT/HTML charset=utf-8")], "text/html", true, false, false],
  ];
  for (const [lines, type, script, style, download] of cases)
    test(lines.join(" | ") || "no field", () => {
      expect(judged(lines, { url, status: 200 }).content).toMatchObject({ type, script, style, download });
    });

  test("Firefox's own view of ranges and of JSON formats", () => {
    const inFirefox = (...lines: string[]) => judged(lines, { url, status: 200 }).firefox.content?.type;
    expect(inFirefox(CT("*/*; q=1"), NOSNIFF)).toBe("text/plain");
    expect(inFirefox(CT("application/vnd.api+json; a=b"))).toBe("application/vnd.api+json");
    expect(inFirefox(CT("application/VND.api+json"))).toBe("application/json");
    expect(inFirefox(CT("application/hal+json"), CT("foo"))).toBe("application/json");
  });

  test("a response that is not shown has no content verdict", () => {
    expect(judged([CT("text/html")], { status: 204 }).content).toBeUndefined();
    expect(judged([CT("text/html"), "Location: /"], { status: 301 }).content).toBeUndefined();
  });
});

describe("downloads and their names", () => {
  const cases: readonly (readonly [
    lines: readonly string[],
    chromium: string | undefined,
    firefox: string | undefined,
  ])[] = [
    [[CD("attachment")], "report.txt", "report"],
    [[CD("inline; filename=a.txt")], undefined, undefined],
    [[CD("attachment; filename=a.txt")], "a.txt", "a.txt"],
    [[CD('attachment; filename="a;b.txt"')], "a;b.txt", "a;b.txt"],
    [[CD("attachment; filename=a.txt; filename*=UTF-8''%C3%A9.txt")], "é.txt", "é.txt"],
    [[CD("attachment; filename*=UTF-8''%E9.txt")], "report.txt", "report"],
    [[CD("attachment; filename*=b.txt; filename=a.txt")], "a.txt", "b.txt"],
    [[CD("attachment; filename*0=a; filename*1=b.txt")], "report.txt", "ab.txt"],
    [[CD("attachment; foo; filename=a.txt")], "report.txt", "a.txt"],
    [[CD("attachment; filename*=\"UTF-8''b.txt; x")], "b.txt; x", "b.txt; x"],
    [[CD('attachment; filename="é.txt"')], "é.txt", "é.txt"],
    [[CD('attachment; filename="r%C3%A9.txt"')], "ré.txt", "ré.txt"],
    [[CD('attachment; filename="=?UTF-8?B?w6kudHh0?="')], "é.txt", "é.txt"],
    [[CD('attachment; filename="../../etc/passwd"')], "_.._etc_passwd", "_.._etc_passwd"],
    [[CD('attachment; filename=".htaccess"')], "htaccess", "htaccess"],
    [[CD('attachment; filename="=?UTF-8?B?w6kudHh?="')], "report.txt", "é.tx"],
    [[CD("attachment; foo; filename*=UTF-8'en'b.txt")], "report.txt", "b.txt"],
    [[CD("attachment; foo; filename*=UTF-8'b.txt")], "report.txt", "b.txt"],
    [[CD("attachment; foo; filename*=b.txt")], "report.txt", "b.txt"],
    [[CD("attachment; x=1; filename=a.txt")], "a.txt", "a.txt"],
    [[CD("attachment; =1; filename=a.txt")], "report.txt", "a.txt"],
    [[CD("filename=a.txt")], undefined, undefined],
    [[CD("download; filename=a.txt")], "a.txt", "a.txt"],
    [[CD("attachment filename=a.txt")], undefined, "report"],
    [[CD("attachment; filename=a,b.txt")], undefined, "a,b.txt"],
    [[CD("attachment"), CD("attachment")], "report.txt", "report"],
    [[CD("attachment"), CD("inline")], undefined, undefined],
  ];
  for (const [lines, chromium, firefox] of cases)
    test(lines.join(" | "), () => {
      const verdicts = judged([...lines, CT("text/plain")], { url, status: 200 });
      expect([verdicts.content?.filename, verdicts.firefox.content?.filename]).toEqual([chromium, firefox]);
    });

  test.each([
    ["export.php?id=1", "application/vnd.ms-excel", "export.xls"],
    ["export.php", "application/vnd.ms-excel", "export.php"],
    ["export.php?", "application/zip", "export.php"],
    ["page.htm?x=1", "text/html", "page.html"],
    ["export?x=1", "application/zip", "export.zip"],
    ["export.php?id=1", "text/plain", "export.php"],
    ["export.php?id=1", "application/octet-stream", "export.php"],
  ])("Firefox replaces an extension before a query: %s as %s", (path, type, name) => {
    const { firefox } = judged([CD("attachment"), CT(type)], {
      url: `https://shop.example/${path}`,
      status: 200,
    });
    expect(firefox.content?.filename).toBe(name);
  });

  test.each([
    [[CT("text/csv")], true, false],
    [[CT("text/calendar")], true, true],
    [[CT("text/plain"), CD("attachment")], true, true],
    [[CT("text/plain"), CD("Attachment ; filename=a.txt")], true, true],
    [[CT("text/plain"), CD("download; filename=a.txt")], true, false],
    [[CT("text/plain"), CD("attachment"), CD("attachment")], true, false],
    [[CT("text/plain"), CD("inline")], false, false],
    [[CT("application/unknown")], false, false],
    [[CT("application/unknown"), NOSNIFF], true, false],
  ])("%s: downloads in Chromium, and in Safari", (lines, inChromium, inSafari) => {
    const { content, webkit } = judged(lines, { url, status: 200 });
    expect([content?.download, webkit.content?.download]).toEqual([inChromium, inSafari]);
  });

  test.each([
    ["application/x-unknown-content-type", true, false],
    ["application/unknown", false, true],
    ["unknown/unknown", false, true],
    ["*/*", false, false],
  ])("%s: downloads in Chromium, and in Firefox", (type, inChromium, inFirefox) => {
    const { content, firefox } = judged([CT(type)], { url, status: 200 });
    expect([content?.download, firefox.content?.download]).toEqual([inChromium, inFirefox]);
  });

  test.each(FILE_NAMES)("as in browsers: %s", (value, chromium, firefox) => {
    const lines = [{ text: CD(value), octets: true }, CT("application/octet-stream")];
    const verdicts = judged(lines, { url: `https://shop.example/${NAME_IN_URL}`, status: 200 });
    expect([verdicts.content?.filename, verdicts.firefox.content?.filename]).toEqual([chromium, firefox]);
  });

  test.each([
    ["attachment; filename*=utf_8''a%C3%A9.txt", "aé.txt"],
    ["attachment; filename*=Windows1252''a%E9.txt", "aé.txt"],
    ["attachment; filename== a.txt", "a.txt"],
    ["attachment; filename=a = b.txt", "a b.txt"],
    ["attachment; filename=a =? b.txt", "report.txt"],
    ["attachment; filename=? a.txt", "report.txt"],
    ["attachment; filename=??a.txt", "__a.txt"],
    ["attachment; filename==?utf-8?B?YQ?=", "report.txt"],
    ["attachment; filename==?UTF_8?Q?a?=", "a"],
  ])("in Chromium %s", (value, name) => {
    expect(judged([CD(value), CT("text/plain")], { url, status: 200 }).content?.filename).toBe(name);
  });

  test("different values make the whole response fail; a comma does so only in Chromium", () => {
    const lines = [CD("attachment; filename=a,b.txt")];
    const verdicts = judged(lines, { url, status: 200 });
    expect([verdicts.content?.fails, verdicts.firefox.content?.fails]).toEqual([true, undefined]);
  });
});
