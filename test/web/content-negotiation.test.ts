/** Every JSON response is also available as a page at the same URL, by Accept. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { prefersHtml } from "../../src/web/response.ts";

let service: Service;
let origin: string;
beforeAll(async () => {
  service = await startService(loadConfig({ listen: "127.0.0.1:0" }, {}).settings, () => {}, []);
  origin = `http://${service.address}`;
});
afterAll(() => service.stop());

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

const answers: readonly (readonly [path: string, shows: string])[] = [
  ["/v1/ip", "127.0.0.1"],
  ["/v1/ip/", "127.0.0.1"],
  ["/v1/ip/8.8.8.8", "United States"],
  ["/v1/ip/8.8.8.8/?locale=de", "Vereinigte Staaten"],
  ["/v1/ip/8.8.8.8?url=http://127.0.0.1/", "United States"],
  ["/v1/useragent", "HTTP library or command-line tool"],
  ["/v1/useragent/Wget%2F1.21", "Wget"],
  ["/v1/status/404", "Not Found"],
  ["/v1/problems", "cache-control-conflict"],
  ["/v1/problems/", "cache-control-conflict"],
  ["/v1/problems/cache-control-conflict/", "cache-control-conflict"],
  ["/v1/http?url=http://10.0.0.1/", "10.0.0.1"],
  ["/v2/http/?url=http://10.0.0.1/&q=8.8.8.8", "10.0.0.1"],
];

describe("a page", () => {
  for (const [path, shows] of answers)
    test(path, async () => {
      const own = { "user-agent": "curl/8.5.0" };
      const page = await fetch(origin + path, { headers: { ...own, accept: BROWSER } });
      expect(page.status).toBe(200);
      expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
      const text = await page.text();
      expect(text).toContain(shows);
      const mark = path.includes("?") ? "&" : "?";
      const asked = await fetch(`${origin}${path}${mark}format=html`, { headers: { ...own, accept: "*/*" } });
      expect(asked.headers.get("content-type")).toBe("text/html; charset=utf-8");
      for (const [search, accept] of [
        ["", "*/*"],
        ["", "application/json, text/html"],
        [`${mark}format=json`, BROWSER],
      ]) {
        const json = await fetch(origin + path + search, { headers: { ...own, accept: accept ?? "" } });
        expect(json.headers.get("content-type")).toBe("application/json");
        await json.json();
      }
    });

  // In the path, a final slash is part of the user agent.
  test.each([
    ["/v1/useragent/Foo%2F1.0%2F", "Foo/1.0/"],
    ["/v1/useragent/Foo/1.0/", "Foo/1.0/"],
    ["/v1/useragent/Foo/1.0", "Foo/1.0"],
  ])("%s is about %s, as in JSON", async (path, agent) => {
    const page = await (await fetch(origin + path, { headers: { accept: BROWSER } })).text();
    expect(/<input[^>]*name="q"[^>]*>/.exec(page)?.[0] ?? page).toContain(`value="${agent}"`);
    expect(await (await fetch(origin + path)).json()).toMatchObject({ agent });
  });
  test.each(["/v1/ip/8.8.8.8/", "/v1/status/404/"])(
    "%s is about what stands before the slash",
    async (path) => {
      const page = await (await fetch(origin + path, { headers: { accept: BROWSER } })).text();
      expect(/<input[^>]*name="q"[^>]*>/.exec(page)?.[0]).toContain(`value="${path.split("/")[3]}"`);
    },
  );

  test("a HAR log of a lookup is neither a page nor the report, for any client", async () => {
    for (const path of ["/v1/http/har?", "/v1/http?format=har&", "/v2/http?format=HAR&"])
      for (const accept of ["*/*", BROWSER]) {
        const answer = await fetch(`${origin}${path}url=http://10.0.0.1/`, { headers: { accept } });
        expect(answer.status).toBe(200);
        expect(await answer.json()).toMatchObject({ log: { version: "1.2", entries: [{}] } });
      }
    const refused = await fetch(`${origin}/v1/ip/8.8.8.8?format=har`);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: "invalid-param" });
  });

  test("links to the JSON, although a browser requests it", async () => {
    const page = await (await fetch(`${origin}/v1/ip/8.8.8.8`, { headers: { accept: BROWSER } })).text();
    const [, href = ""] = /href="([^"]+)">View as JSON/.exec(page) ?? [];
    const json = await fetch(origin + href.replaceAll("&amp;", "&"), { headers: { accept: BROWSER } });
    expect(await json.json()).toMatchObject({ ip: "8.8.8.8" });
  });

  const wrong: readonly (readonly [path: string, status: number, says: string])[] = [
    ["/v1/ip/1.2.3", 400, "1.2.3"],
    ["/v1/status/1000", 400, "1000"],
    ["/v1/http", 400, "url"],
    ["/v1/http?url=ftp://x/", 400, "ftp"],
    ["/v1/ip/%zz", 400, "%"],
  ];
  for (const [path, status, says] of wrong)
    test(`${path} has the error`, async () => {
      const page = await fetch(origin + path, { headers: { accept: BROWSER } });
      expect(page.status).toBe(status);
      expect(await page.text()).toContain(says);
    });

  test("another format is refused", async () => {
    for (const path of ["/v1/ip/8.8.8.8?format=xml", "/v1/status/404?format="]) {
      const response = await fetch(origin + path);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: "invalid-param" });
    }
  });
});

test.each([
  [null, false],
  ["", false],
  ["*/*", false],
  [BROWSER, true],
  ["TEXT/HTML", true],
  ["text/html;q=0", false],
  ["text/html;q=0.5", true],
  ["text/html;q=1.000", true],
  ["text/html;q=soon", false],
  ["text/html;q=1.1", false],
  ["text/html;q=0.001", true],
  ["text/html, application/json;q=soon", true],
  ["application/json", false],
  ["application/json, text/html", false],
  ["application/json;q=0.5, text/html;q=0.6", true],
  ["application/json;q=0.6, text/html;q=0.5", false],
  ["application/xhtml+xml, */*;q=0.1", true],
  ["application/vnd.html", false],
])("Accept: %p", (accept, html) => {
  expect(prefersHtml(accept)).toBe(html);
});
