/** Lists of URLs and addresses in the search box, with real sockets. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { PER_HOST } from "../../src/http/queue.ts";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { faultsOf, textOf } from "./markup.ts";

let service: Service;
let target: ReturnType<typeof Bun.serve>;
let asked: string[] = [];
let gate = Promise.resolve();
let atOnce = 0;
let most = 0;

beforeAll(async () => {
  target = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch({ url }) {
      const { pathname } = new URL(url);
      asked.push(pathname);
      most = Math.max(most, ++atOnce);
      if (pathname === "/held") await gate;
      if (pathname.startsWith("/many")) await Bun.sleep(10);
      atOnce--;
      if (pathname === "/gone") return new Response("no", { status: 404 });
      const isBusy = pathname === "/busy" && asked.filter((path) => path === pathname).length < 3;
      if (isBusy) return new Response("", { status: 503, headers: { "retry-after": "0" } });
      const headers: Record<string, string> =
        pathname === "/bad" ? { "cache-control": "max-age=x", "set-cookie": "__Host-a=b" } : {};
      return new Response("ok", { headers });
    },
  });
  const { settings } = loadConfig(
    { listen: "127.0.0.1:0", drain: "off", "http-allow": "127.0.0.0/8", "http-cache": "60s" },
    {},
  );
  service = await startService(settings, () => {}, []);
});
afterAll(async () => {
  await service.stop();
  await target.stop(true);
});
beforeEach(() => {
  asked = [];
  most = 0;
});

const at = (path: string) => `127.0.0.1:${target.port}${path}`;
const ask = (lines: readonly string[], init: RequestInit = {}) =>
  fetch(`http://${service.address}/?q=${encodeURIComponent(lines.join("\n"))}`, {
    ...init,
    headers: { accept: "text/html", ...init.headers },
  });

/** Rows as text: first in input order, then sorted with the worst first. */
function rowsOf(page: string): { readonly given: string[]; readonly sorted: string[] } {
  const [given = "", sorted = ""] = page.split('id="worst-first"');
  const rows = (part: string) =>
    [...part.matchAll(/<tr><td class="number">(.*?)<\/tr>/gs)].map(([row]) =>
      textOf(row.replaceAll("</t", " </t")),
    );
  return { given: rows(given), sorted: rows(sorted) };
}

describe("a list", () => {
  test("is a table in input order, with each row's result and a link to it", async () => {
    const lines = [at("/bad"), "8.8.8.8", at("/gone"), "slip", "http://10.0.0.1/", at("/ok")];
    const page = await (await ask(lines)).text();
    expect(faultsOf(page)).toEqual([]);
    const { given, sorted } = rowsOf(page);
    const [bad, address, gone, slip, guarded, ok] = given;
    expect(bad).toMatch(/^1 .*\/bad +200 .*errors .*cookie/i);
    expect(address).toContain("An IPv4 address");
    expect(gone).toMatch(/^3 .*404 Finds nothing/);
    expect(slip).toContain("4 slip failed Neither a URL nor an address.");
    expect(guarded).toMatch(/^5 http:\/\/10\.0\.0\.1\/ failed .*private-use/);
    expect(ok).toMatch(/^6 .*200/);
    expect(sorted.map((row) => Number(row[0]))).toEqual([4, 5, 3, 1, 6, 2]);
    expect(textOf(page)).toContain("6 lookups: 2 failed, 1 is an error page, 1 has errors");
    expect(page).toContain(`<a href="/?q=${encodeURIComponent(at("/bad"))}">`);
    expect(asked.toSorted()).toEqual(["/bad", "/gone", "/ok"]);
    // The page linked from a row reuses the result, without a new request.
    await (await ask([at("/bad")])).text();
    expect(asked).toHaveLength(3);
  });

  test("arrives row by row", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    const response = await ask([at("/first"), at("/held"), at("/last")]);
    let page = "";
    for await (const chunk of response.body ?? []) {
      page += Buffer.from(chunk).toString();
      // The second lookup may end after the page shows the first.
      if (rowsOf(page).given.length === 1) resolve();
    }
    expect(rowsOf(page).given.map((row) => row[0])).toEqual(["1", "2", "3"]);
    expect(page).toContain("3 lookups");
  });

  test("limits concurrent requests per host", async () => {
    const page = await (await ask(Array.from({ length: 24 }, (_, row) => at(`/many${row}`)))).text();
    expect(rowsOf(page).given).toHaveLength(24);
    expect(most).toBeLessThanOrEqual(PER_HOST);
    expect(most).toBeGreaterThan(1);
  });

  test("retries a host with Retry-After", async () => {
    const { given } = rowsOf(await (await ask([at("/busy"), "192.0.2.1"])).text());
    expect(given[0]).toContain("200");
    expect(asked).toEqual(["/busy", "/busy", "/busy"]);
  });

  test("has at most 100 entries, and the line of the first omitted one is named", async () => {
    const hundred = Array.from({ length: 100 }, () => "192.0.2.1");
    expect(rowsOf(await (await ask(hundred)).text()).given).toHaveLength(100);
    const refused = await ask([...hundred, "", "192.0.2.1"]);
    expect(refused.status).toBe(400);
    const page = await refused.text();
    expect(textOf(page)).toContain("Line 102: a page looks up at most 100 URLs and addresses.");
    expect(page).toMatch(/<textarea id="q"[^>]* aria-invalid="true"/);
  });

  test("is sent by a form if it has several lines, and is shown there to be changed", async () => {
    const response = await fetch(`http://${service.address}/`, {
      method: "POST",
      headers: { accept: "text/html" },
      body: new URLSearchParams({ q: `${at("/ok")}\r\n\r\n192.0.2.1` }),
    });
    const page = await response.text();
    expect(page).toContain(`>\n${at("/ok")}\n\n192.0.2.1</textarea>`);
    expect(rowsOf(page).given.map((row) => row[0])).toEqual(["1", "3"]);
    // Browsers join pasted lines with spaces in a single-line input.
    const pasted = await (
      await fetch(`http://${service.address}/?q=${at("/ok")}+192.0.2.1`, { headers: { accept: "text/html" } })
    ).text();
    expect(pasted).toContain(`>\n${at("/ok")}\n192.0.2.1</textarea>`);
  });

  test("is saved as CSV without formulas", async () => {
    const page = await (await ask(["192.0.2.1", "http://10.0.0.1/", "=1"])).text();
    const [, data = ""] = /href="data:text\/csv;charset=utf-8,([^"]*)"/.exec(page) ?? [];
    const lines = decodeURIComponent(data.replaceAll("&#39;", "'")).split("\r\n");
    expect(lines[0]).toBe("line,asked,status,answer,ms,errors,warnings,worst");
    expect(lines[1]).toStartWith("1,192.0.2.1,,An IPv4 address");
    expect(lines[2]).toStartWith("2,http://10.0.0.1/,0,");
    expect(lines[3]).toStartWith("3,'=1,0,Neither");
  });

  test("is kept as page and JSON, unless a URL contains user information", async () => {
    const page = await (await ask([at("/ok"), "192.0.2.1"])).text();
    const [, path = ""] = /action="(\/r\/[^"]+)"/.exec(page) ?? [];
    const kept = await (await fetch(`http://${service.address}${path}?format=json`)).json();
    expect(kept).toMatchObject({
      rows: [
        { line: 1, asked: at("/ok"), status: 200 },
        { line: 2, asked: "192.0.2.1", ip: "192.0.2.1" },
      ],
    });
    expect(await (await ask([`http://user:secret@${at("/ok")}`, "192.0.2.1"])).text()).not.toContain(
      'action="/r/',
    );
  });
});
