import { describe, expect, test } from "bun:test";
import { deflateRawSync } from "node:zlib";
import { Elysia } from "elysia";
import { attributionOf } from "../../data/geo/attributions.ts";
import { onCost, onRights } from "../../src/api/cost.ts";
import { ERRORS, NetlensError } from "../../src/api/errors.ts";
import { createSite } from "../../src/api/site.ts";
import { type GeoDatabases, lookupSource } from "../../src/ip/mmdb/lookup-source.ts";
import type { WebDeps } from "../../src/web/answers/deps.ts";
import { webRoutes } from "../../src/web/routes.ts";
import { linesLink } from "../../src/web/views/lines-link.ts";
import { fakeTime, turns } from "../fake-time.ts";
import { send, tcpServer, testSettings } from "../http/servers.ts";
import { mmdbOf } from "../ip/mmdb-writer.ts";
import { CITY } from "../ip/sample-databases.ts";
import { faultsOf, textOf } from "./markup.ts";

const city = [lookupSource(mmdbOf(CITY()))];
const geo: GeoDatabases = { places: { 4: city, 6: city }, asns: { 4: [], 6: [] } };
/** Long timeouts, since no test here is about time. */
const patient = {
  ...testSettings,
  timeout: 20_000,
  connectTimeout: 10_000,
  headTimeout: 10_000,
  idleTimeout: 10_000,
};
const deps: WebDeps = {
  site: createSite("1.2.3"),
  ip: {
    geo: () => geo,
    caller: () => ({ ip: "5.0.1.2", source: "socket" }),
    credits: () =>
      [attributionOf("DBIP-City-Lite", ""), attributionOf("GeoLite2-City", "")].flatMap((one) => one ?? []),
  },
  http: { settings: patient },
};

function service(own: Partial<WebDeps> = {}) {
  const app = new Elysia()
    .onError(({ error }) =>
      error instanceof NetlensError
        ? new Response(error.code, { status: ERRORS[error.code].status })
        : new Response(String(error), { status: 500 }),
    )
    .use(webRoutes({ ...deps, ...own }));
  return async (path: string, init: RequestInit = { headers: { accept: "text/html,*/*;q=0.8" } }) => {
    const response = await app.handle(new Request(`http://localhost${path}`, init));
    const body = await response.text();
    return { status: response.status, fields: response.headers, body, text: textOf(body) };
  };
}

const ask = service();
const submit = (fields: Record<string, string>) =>
  ask("/headers", {
    method: "POST",
    body: new URLSearchParams(fields).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
  });

describe("a position on the map", () => {
  const framed = (ancestors: readonly string[]) =>
    service({ frameAncestors: ancestors })("/place?at=48.1,11.5").then(
      ({ fields }) => /frame-ancestors (.*)$/.exec(fields.get("content-security-policy") ?? "")?.[1],
    );
  test("is a page with only a map", async () => {
    const { status, body } = await ask("/place?at=48.1,-11.5");
    expect(status).toBe(200);
    expect(faultsOf(body)).toEqual([]);
    expect(body).toContain('class="place"');
    expect(body).not.toContain("<nav");
  });
  test("of an address has its name, its circle and the database it is from", async () => {
    const { body, text } = await ask("/place?ip=5.0.1.2");
    expect(faultsOf(body)).toEqual([]);
    expect(text).toMatch(
      /Munich, Germany: 48\.\d+, 11\.\d+, within .*km\. Map: Natural Earth\. IP Geolocation/,
    );
    expect(body).toContain('class="circle"');
    expect((await ask("/place?ip=192.168.0.1")).text).toContain("it has no geographic location");
    const wrong = await ask("/place?ip=nonsense");
    expect([wrong.status, wrong.fields.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
    expect(wrong.text).toContain('"nonsense" is not an IPv4 or IPv6 address');
    expect(faultsOf(wrong.body)).toEqual([]);
  });
  test("may be framed by configured sites, and no other page may be framed", async () => {
    expect(await framed([])).toBe("'none'");
    expect(await framed(["https://a.example", "https://b.example"])).toBe(
      "https://a.example https://b.example",
    );
    const home = await service({ frameAncestors: ["*"] })("/");
    expect(home.fields.get("content-security-policy")).toEndWith("frame-ancestors 'none'");
  });
  test.each([
    ["90,180", 200],
    ["-90,-180", 200],
    [" 1.5 , 2 ", 200],
    ["90.1,0", 400],
    ["0,180.1", 400],
    ["-90.1,0", 400],
    ["1", 400],
    ["1,2,3", 400],
    ["a,b", 400],
    ["1e1,0", 400],
    ["", 400],
  ])("at %j: %d", async (at, status) => {
    expect((await ask(`/place?at=${encodeURIComponent(at)}`)).status).toBe(status);
  });
});

describe("GET /", () => {
  test("shows a browser its address and user agent, with one box", async () => {
    const { status, fields, body, text } = await ask("/", {
      headers: { accept: "text/html", "user-agent": "curl/8.5.0" },
    });
    expect(status).toBe(200);
    expect(fields.get("content-type")).toBe("text/html; charset=utf-8");
    expect(fields.get("cache-control")).toBe("no-store");
    expect(fields.get("vary")).toContain("Accept");
    expect(fields.get("content-security-policy")).toContain("default-src 'none'");
    expect(faultsOf(body)).toEqual([]);
    for (const part of ["5.0.1.2", "Munich", "curl/8.5.0", "IP Geolocation by DB-IP", "MIT", "1.2.3"])
      expect(text).toContain(part);
    expect(body).toContain(' name="q"');
  });
  test("works without a known address or a database", async () => {
    const lost = () => {
      throw new NetlensError("geo-database-unavailable", "No database is loaded.");
    };
    const none = await service({ ip: { ...deps.ip, caller: () => undefined } })("/");
    expect(none.text).toContain("Your address is unknown here.");
    const broken = await service({ ip: { ...deps.ip, geo: lost } })("/");
    expect(broken.status).toBe(200);
    expect(broken.text).toContain("No database is loaded.");
  });
  test.each([undefined, "*/*", "text/plain", "text/html;q=0, */*", "application/json"])(
    "is one line for Accept: %s",
    async (accept) => {
      const { fields, body } = await ask("/", accept === undefined ? {} : { headers: { accept } });
      expect(body).toBe("5.0.1.2\n");
      expect(fields.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(fields.get("vary")).toBe("Accept");
    },
  );
  test.each(["text/html", "application/xhtml+xml, */*;q=0.1", "TEXT/HTML;q=0.5"])(
    "is a page for Accept: %s",
    async (accept) => {
      expect((await ask("/", { headers: { accept } })).body).toStartWith("<!DOCTYPE html>");
    },
  );
});

describe("lookups", () => {
  test.each([
    ["/?ip=5.0.1.2", "An IPv4 address in Munich"],
    ["/?ip=+5.0.1.2&locale=de", "Deutschland"],
    ["/?ip=10.0.0.1", "private-use"],
    ["/?useragent=curl/8.5.0", "curl/8.5.0"],
    ["/?url=http://10.0.0.1/", "What to do next"],
  ])("%s", async (path, part) => {
    const { status, body, text } = await ask(path);
    expect(status).toBe(200);
    expect(faultsOf(body)).toEqual([]);
    expect(text).toContain(part);
  });

  test("addresses have the attribution of their data", async () => {
    expect((await ask("/?ip=5.0.1.2")).body).toContain(
      '<a href="https://db-ip.com" rel="noopener noreferrer">IP Geolocation by DB-IP</a>',
    );
    expect((await ask("/?ip=5.0.1.2")).text).toContain(
      "This product includes GeoLite Data created by MaxMind, available from https://www.maxmind.com.",
    );
    const none = await service({ ip: { geo: () => geo, caller: () => undefined } })("/?ip=5.0.1.2");
    expect(none.body).not.toContain("db-ip.com");
    expect((await ask("/?useragent=x")).body).not.toContain("db-ip.com");
  });

  test("a chain over real sockets", async () => {
    await using end = await tcpServer((socket) =>
      send(
        socket,
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Hostile: <script>alert(1)</script>\r\nSet-Cookie: a=b\r\n\r\nhi",
      ),
    );
    await using start = await tcpServer((socket) =>
      send(
        socket,
        `HTTP/1.1 301 Moved Permanently\r\nContent-Length: 0\r\nLocation: http://127.0.0.1:${end.port}/%3Cb%3E?a=1&b=2\r\n\r\n`,
      ),
    );
    const { status, body, text } = await ask(`/?url=127.0.0.1:${start.port}&method=GET&agent=&version=1.1`);
    expect(status).toBe(200);
    expect(faultsOf(body)).toEqual([]);
    for (const part of ["2 requests in", "X-Hostile", "<script>alert(1)</script>", "a=b"])
      expect(text).toContain(part);
    const stopped = await ask(`/?url=127.0.0.1:${start.port}&follow=false`);
    expect(stopped.text).toContain("was not followed");
    expect(stopped.body).toContain(`href="/forms?url=127.0.0.1%3A${start.port}&amp;follow=false"`);
    const forms = await ask(`/forms?url=127.0.0.1%3A${start.port}&follow=false`);
    expect(faultsOf(forms.body)).toEqual([]);
    expect(forms.body).toMatch(/value="false" checked/);
  });

  test.each([
    ["/?ip=1.2.3", "address"],
    ["/?ip=", "address"],
    ["/?ip=%3Cscript%3E", "address"],
    ["/?ip=5.0.1.2&locale=%22", "address"],
    ["/?url=ftp://example.com", "http"],
    ["/?url=", "http"],
    ["/?url=example.com&method=BREW", "http"],
    [`/?useragent=${"x".repeat(9000)}`, "useragent"],
  ])("invalid input %s is returned with its message", async (path, form) => {
    const { status, body } = await ask(path);
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual([]);
    expect(body).toContain(`role="alert" id="${form}-error"`);
    expect(body).toContain('aria-invalid="true"');
  });
});

describe("an address and a user agent together", () => {
  const phone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1";
  test.each([
    `5.0.1.2 ${phone}`,
    `5.0.1.2 - - [24/Nov/2026:14:03:00 +0000] "GET / HTTP/1.1" 200 5 "-" "${phone}"`,
  ])("%s", async (text) => {
    const { status, body, text: shown } = await ask(`/?q=${encodeURIComponent(text)}`);
    expect(status).toBe(200);
    expect(faultsOf(body)).toEqual([]);
    for (const part of ["Outdated browser engine (20", "Munich", "Safari", "Local time there", "Details"])
      expect(shown).toContain(part);
    if (text.includes("[")) expect(shown).toContain("Seen 14:03 UTC on 2026-11-24");
  });
  test("contradictions come first, and input is escaped", async () => {
    const bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html) <b>";
    const verify = async () => "failed" as const;
    const { body, text } = await service({ verify })(`/?q=${encodeURIComponent(`5.0.1.2 ${bot}`)}`);
    expect(faultsOf(body)).toEqual([]);
    expect(text).toContain("The user agent is Googlebot, but the address is not its operator's.");
    expect(text).toContain("(certain)");
    expect(body).not.toContain("<b>");
  });
  test("needs the rights of both", async () => {
    const app = new Elysia().use(webRoutes(deps));
    const request = new Request("http://localhost/?q=5.0.1.2+curl/8", { headers: { accept: "text/html" } });
    const needed: string[] = [];
    onRights(request, (tag) => void needed.push(tag));
    await app.handle(request);
    expect(needed).toEqual(["ip", "useragent"]);
  });
});

describe("two responses next to each other", () => {
  test("differences, and separately those that occur each time", async () => {
    const answer = (lines: string) =>
      tcpServer((socket) => send(socket, `HTTP/1.1 200 OK\r\nContent-Length: 0\r\n${lines}\r\n\r\n`));
    await using one = await answer(
      "X-Frame-Options: DENY\r\nContent-Type: text/plain\r\nDate: Fri, 20 Nov 2026 10:00:00 GMT",
    );
    await using other = await answer(
      "X-Hostile: <script>1</script>\r\nContent-Type: text/html\r\nDate: Fri, 20 Nov 2026 10:00:01 GMT",
    );
    const { status, body, text } = await ask(`/compare?a=127.0.0.1:${one.port}&b=127.0.0.1:${other.port}`);
    expect(status).toBe(200);
    expect(faultsOf(body)).toEqual([]);
    for (const part of [
      "x-frame-options",
      "DENY",
      "<script>1</script>",
      "text/html",
      "Worse",
      "Different every time",
    ])
      expect(text).toContain(part);
    const same = await ask(`/compare?a=127.0.0.1:${one.port}&b=127.0.0.1:${one.port}`);
    expect(same.text).not.toContain("x-frame-options");
  });
  test("invalid input is returned with its message", async () => {
    const { status, body } = await ask("/compare?a=ftp://x/&b=http://10.0.0.1/");
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual([]);
    expect(body).toContain('role="alert"');
    expect(body).toContain('value="ftp://x/"');
    expect((await ask("/compare?a=&b=")).status).toBe(200);
  });
});

describe("a redirect map", () => {
  const check = (map: string, base = "", more: Readonly<Record<string, string>> = {}) =>
    ask("/redirects", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ map, base, ...more }).toString(),
    });

  test("is checked row by row", async () => {
    await using site = await tcpServer((socket, request) =>
      send(
        socket,
        request.startsWith("GET /old ") || request.startsWith("GET /lost ")
          ? "HTTP/1.1 301 Moved Permanently\r\nLocation: /new\r\nContent-Length: 0\r\n\r\n"
          : "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
      ),
    );
    const base = `http://127.0.0.1:${site.port}`;
    const { status, body, text } = await check("/old /new 301\r\n/lost /<b>there\r\n/gone /new", base);
    expect(status).toBe(200);
    expect(faultsOf(body)).toEqual([]);
    expect(text).toContain("2 of 3 redirects are wrong");
    expect(text).toContain("no redirect (200)");
    const partly = await check("/old /new 301\nnonsense", base);
    expect([partly.status, partly.text]).toEqual([200, expect.stringContaining("1 of 2 redirects is wrong")]);
    expect(partly.text).toContain('unreadable: "nonsense" is not a URL or a path');
    const good = await check("/old /new 301", base);
    expect(good.text).toContain("The redirect is correct");
  });

  test.each([
    ["", "", "The map has no redirects"],
    ["/a /b\n".repeat(2001), "https://a.example", "netlens redirects --base https://a.example FILE"],
    ["nonsense\n/c /d x", "https://a.example", "Line 1, column 1: "],
    ['from,to\n/a,"/b', "https://a.example", "Line 2, column 4: the quote that opens here is not closed"],
    ["/a /b", "", "Line 1, column 1: /a is a path, which needs a base URL"],
    ["/a /b", "nowhere", "The base URL is invalid"],
  ])("%j at %j is refused, ready to be corrected", async (map, base, message) => {
    const { status, body } = await check(map, base);
    expect(status).toBe(400);
    expect(body).toContain('role="alert"');
    expect(body).toContain(message);
  });

  test("the form keeps its input, and rules without a single source are listed", async () => {
    const { status, body, text } = await check("http://10.0.0.1/ /b\n/x/* /y", "https://a.example");
    expect(status).toBe(200);
    expect(body).toContain('name="base" value="https://a.example"');
    expect(text).toContain("Line 2: a pattern has no single source");
  });

  test("an uploaded file is read in any encoding", async () => {
    const form = new FormData();
    form.set("map", "");
    form.set("base", "http://10.0.0.1");
    form.set("file", new File([Buffer.from("\ufefffrom;to\r\n/a;/b\r\n", "utf16le")], "map.csv"));
    const { status, text } = await ask("/redirects", { method: "POST", body: form });
    expect(status).toBe(200);
    expect(text).toContain('Read as table separated by semicolons: columns "from" and "to".');
    const broken = { "content-type": "multipart/form-data; boundary=x" };
    expect((await ask("/redirects", { method: "POST", headers: broken, body: "nothing" })).status).toBe(400);
  });

  test("2,000 rows are checked at once", async () => {
    const { status, text } = await check("http://10.0.0.1/ /b\n".repeat(2000));
    expect(status).toBe(200);
    expect(text).toContain("2,000 of 2,000 redirects are wrong");
  });

  test("its options apply: chains, content, hosts of one site, another server", async () => {
    const asked: string[] = [];
    await using site = await tcpServer((socket, request) => {
      asked.push(/^host: (.*)\r$/im.exec(request)?.[1] ?? "");
      send(
        socket,
        / \/old /.test(request)
          ? "HTTP/1.1 301 Moved Permanently\r\nLocation: /new\r\nContent-Length: 0\r\n\r\n"
          : 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 48\r\n\r\n<link rel=canonical href="http://shop.test/new"> ',
      );
    });
    const options = (more: Readonly<Record<string, string>>) =>
      check("/old /new 301", "http://staging.test", { origin: `127.0.0.1:${site.port}`, ...more });
    const plain = await options({});
    expect(plain.text).toContain("The redirect is correct");
    expect(plain.body).toContain(`name="origin" value="127.0.0.1:${site.port}"`);
    expect(asked).toEqual(["staging.test", "staging.test"]);
    expect(plain.text).not.toContain("canonical host");
    expect((await options({ content: "true" })).text).toContain(
      "1 target names http://shop.test as canonical host.",
    );
    expect((await options({ chains: "0" })).text).toContain("1 of 1 redirect is wrong");
    expect((await options({ chains: "1" })).text).toContain("The redirect is correct");
    const moved = (more: Readonly<Record<string, string>>) =>
      check("/old http://shop.test/new", "http://staging.shop.test", {
        origin: `127.0.0.1:${site.port}`,
        ...more,
      });
    expect((await moved({})).text).toContain("wrong target");
    expect((await moved({ sameSite: "true" })).text).toContain("correct");
  });

  test.each([
    [{ chains: "21" }, "chains must be a whole number from 0 to 20"],
    [{ chains: "-1" }, "chains must be a whole number from 0 to 20"],
    [{ rate: "0" }, "rate must be a whole number from 1 to 100"],
    [{ rate: "101" }, "rate must be a whole number from 1 to 100"],
    [{ origin: "a/b" }, "The server must be a host or an address"],
    [{ origin: "user@host" }, "The server must be a host or an address"],
    [{ origin: "1.2.3.4:99999" }, "The server must be a host or an address"],
  ])("%j is refused, and is shown in the form", async (more: Readonly<Record<string, string>>, message) => {
    const { status, body, text } = await check("/a /b", "http://10.0.0.1", more);
    expect(status).toBe(400);
    expect(text).toContain(message);
    expect(body).toContain(`value="${Object.values(more)[0]}"`);
    expect(body).toContain("<details open><summary>More options");
  });

  test("another server for the host is checked by the guard", async () => {
    for (const origin of ["10.0.0.1", "[fd00::1]", "fd00::1"])
      expect((await check("/a /b", "http://a.example", { origin })).text).toContain("cannot be looked up");
    expect((await check("http://a.example/ /b", "", { origin: "1.1.1.1" })).text).toContain(
      "needs a base URL",
    );
  });

  test("lookups per host and second are limited to the option's value", async () => {
    await using site = await tcpServer((socket) =>
      send(socket, "HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n"),
    );
    using time = fakeTime();
    const checked = check("/a - 410\n/b - 410\n/c - 410", `http://127.0.0.1:${site.port}`, { rate: "10" });
    for (let begun = 1; begun <= 3; begun++) {
      while (site.received.length < begun) await turns();
      time.pass(99);
      await turns(100);
      expect(site.received).toHaveLength(begun);
      time.pass(1);
    }
    expect((await checked).status).toBe(200);
  });

  test("a chain of three redirects is too long", async () => {
    await using site = await tcpServer((socket, request) => {
      const path = request.split(" ")[1];
      const to = path === "/1" ? "/2" : path === "/2" ? "/3" : path === "/3" ? "/4" : undefined;
      send(
        socket,
        to
          ? `HTTP/1.1 301 Moved Permanently\r\nLocation: ${to}\r\nContent-Length: 0\r\n\r\n`
          : "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
      );
    });
    const base = `http://127.0.0.1:${site.port}`;
    expect((await check("/1 /4", base)).text).toContain("chain: 3 redirects in a row");
    expect((await check("/2 /4", base)).text).toContain("The redirect is correct");
  });

  test.each([
    ["of one host four", ["127.0.0.1"], 4],
    // Only Linux has all of 127.0.0.0/8 on loopback.
    ...(process.platform === "linux"
      ? [["of several hosts eight", ["127.0.0.1", "127.0.0.2", "127.0.0.3"], 8] as const]
      : []),
  ] as const)("at once: %s", async (_, hosts, most) => {
    let running = 0;
    let highest = 0;
    const { promise: full, resolve } = Promise.withResolvers<void>();
    using site = Bun.serve({
      hostname: "0.0.0.0",
      port: 0,
      async fetch() {
        highest = Math.max(highest, ++running);
        // Holds responses until the maximum number of concurrent requests has arrived.
        if (running === most) resolve();
        await full;
        // Time for one request more, which must not arrive.
        await Bun.sleep(20);
        running--;
        return new Response("");
      },
    });
    const rows = hosts.flatMap((host) => Array(6).fill(`http://${host}:${site.port}/ /b`));
    expect((await check(rows.join("\n"))).status).toBe(200);
    expect(highest).toBe(most);
  });

  test("20 rows are accepted", async () => {
    expect((await check("http://10.0.0.1/ /b\n".repeat(20))).status).toBe(200);
  });
});

test("cost of a page: resources cost nothing", () => {
  const { routes } = new Elysia().use(webRoutes(deps));
  const costs = routes.map(({ method, path, hooks }) => {
    const { cost } = hooks["detail"] as unknown as { readonly cost: number };
    return `${method} ${path} ${cost}`;
  });
  expect(costs).toEqual([
    "GET / 1",
    "POST / 1",
    "GET /compare 1",
    "GET /page 1",
    "GET /site 1",
    "GET /redirects 1",
    "POST /redirects 1",
    "POST /r/* 1",
    "GET /r/* 1",
    "GET /forms 1",
    "GET /headers 1",
    "POST /headers 1",
    "GET /problems 1",
    "GET /problems/* 1",
    "GET /differences 1",
    "GET /guide 1",
    "GET /guide/* 1",
    "GET /place 1",
    "GET /assets/style.css 0",
    "GET /assets/script.js 0",
    "GET /assets/land.svg 0",
    "GET /assets/icon.svg 0",
    "GET /favicon.ico 0",
  ]);
});

describe("cost of a page's lookup", () => {
  const app = new Elysia().use(webRoutes(deps));
  const cost = async (path: string, form?: Record<string, string>) => {
    const request = new Request(`http://localhost${path}`, {
      headers: { accept: "text/html", ...(form && { "content-type": "application/x-www-form-urlencoded" }) },
      ...(form && { method: "POST", body: new URLSearchParams(form).toString() }),
    });
    let spent = 0;
    onCost(request, (all) => {
      spent = all;
    });
    await (await app.handle(request)).text();
    return spent;
  };
  const map = (rows: number) => ({ map: "http://10.0.0.1/ /b\n".repeat(rows) });
  test.each([
    ["/", undefined, 0],
    ["/?ip=5.0.1.2", undefined, 0],
    ["/?url=http://10.0.0.1/", undefined, 10],
    ["/?url=http://10.0.0.1/&variants=true", undefined, 40],
    ["/?q=http://10.0.0.1/", undefined, 10],
    ["/?q=Age:+1", undefined, 5],
    ["/?q=5.0.1.2+curl/8", undefined, 3],
    ["/?q=5.0.1.2+http://10.0.0.1/+http://10.0.0.2/", undefined, 21],
    ["/", { q: "5.0.1.2\r\nhttp://10.0.0.1/" }, 11],
    ["/headers", { headers: "Age: 1" }, 5],
    ["/compare?a=http://10.0.0.1/", undefined, 0],
    ["/compare?a=http://10.0.0.1/&b=http://10.0.0.2/", undefined, 20],
    ["/redirects", map(1), 10],
    ["/redirects", map(3), 30],
    ["/redirects", { map: "" }, 0],
  ] as const)("%s %j: %d", async (path, form, expected) => expect(await cost(path, form)).toBe(expected));
});

describe("more options", () => {
  test.each([
    ["/?ip=10.0.0.1", "/forms?ip=10.0.0.1"],
    ["/?ip=5.0.1.2&locale=de", "/forms?ip=5.0.1.2&amp;locale=de"],
    ["/?q=10.0.0.1", "/forms"],
    ["/?useragent=", "/forms"],
    ["/", "/forms"],
  ])("of %s", async (path, more) =>
    expect((await ask(path)).body).toContain(`<a href="${more}">More options</a>`),
  );
});

test("the home page shows whether hints were received", async () => {
  const agent =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
  const home = (hints: Record<string, string>) =>
    ask("/", { headers: { accept: "text/html", "user-agent": agent, ...hints } });
  expect((await home({})).text).toContain(
    "Client hints (Sec-CH-UA) would reveal the real version of the operating system, and a phone's model.",
  );
  expect((await home({ "sec-ch-ua-platform": '"Windows"' })).text).toContain(
    "Client hints of the request were used too.",
  );
});

test("of a lookup without a response no empty one is shown", async () => {
  const { body, text } = await ask(`/?url=${encodeURIComponent("http://10.0.0.1/")}`);
  expect(faultsOf(body)).toEqual([]);
  expect(text).toContain("cannot be looked up here");
  expect(body).not.toContain(">Response</h2>");
});

describe("the search box", () => {
  test.each([
    ["5.0.1.2", "An IPv4 address in Munich"],
    ["[::1]", "for use within one machine only"],
    ["curl/8.5.0", "HTTP library or command-line tool"],
    ["404", "Not Found"],
    ["http://10.0.0.1/", "What to do next"],
    ["Cache-Control: max-age=3600", "cacheable for 1 hour"],
    ["HTTP/1.1 200 OK\r\nAge: 60\r\nETag: x", "1 minute"],
    ["User-Agent: curl/8.5.0", "HTTP library or command-line tool"],
  ])("%j", async (q, part) => {
    const { status, body, text } = await ask(`/?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    expect(faultsOf(body)).toEqual([]);
    expect(text).toContain(part);
  });
  test.each(["ftp://example.com/", "x".repeat(9000)])(
    "bad input %j comes back with its message",
    async (q) => {
      const { status, body } = await ask(`/?q=${encodeURIComponent(q)}`);
      expect(status).toBe(400);
      expect(faultsOf(body)).toEqual([]);
      expect(body).toContain('role="alert" id="q-error"');
      expect(body).toContain(`value="${q}"`);
    },
  );
});

describe("POST /headers", () => {
  test("answers questions about the response", async () => {
    const { text: shown } = await submit({
      headers:
        "HTTP/1.1 200 OK\nCache-Control: max-age=60\nContent-Security-Policy: script-src 'self'; frame-ancestors https://a.example",
      url: "https://www.example.com/",
      loads: "script https://cdn.example/a.js",
      framedBy: "https://a.example/",
      again: "30",
    });
    expect(shown).toMatch(/script https:\/\/cdn\.example\/a\.js: blocked by script-src/);
    expect(shown).toMatch(/framed by https:\/\/a\.example\/: allowed/);
    expect(shown).toMatch(/the next request to a private cache: answered from the cache/);
  });
  test("reads the lines of the request", async () => {
    const { text } = await submit({
      headers: "HTTP/1.1 200 OK\nAccess-Control-Allow-Origin: https://a.example",
      request: "Origin: https://b.example\r\n\r\n Accept: */* ",
    });
    expect(text).toContain("Request: 2 lines");
    expect(text).toContain("https://b.example");
  });
  test("names the invalid question", async () => {
    const { status, text } = await submit({ headers: "HTTP/1.1 200 OK", again: "soon" });
    expect(status).toBe(400);
    expect(text).toContain("again.after");
  });
  test("explains pasted lines", async () => {
    const { status, fields, body, text } = await submit({
      headers: "HTTP/1.1 200 OK\r\nCache-Control: max-age=3600\r\nX: <script>alert(1)</script>",
      status: "",
      url: "https://example.com/",
    });
    expect(status).toBe(200);
    expect(fields.get("cache-control")).toBe("no-store");
    expect(faultsOf(body)).toEqual([]);
    for (const part of ["200", "cacheable for 1 hour", "<script>alert(1)</script>"])
      expect(text).toContain(part);
  });
  test.each([
    [{ headers: "" }, "No header lines were given"],
    [{ headers: "Age: 1", status: "abc" }, "status is not an integer"],
    [{ headers: "Age: 1", url: "</textarea>" }, "url is not an absolute"],
    [{ headers: "\n\n</textarea><script>", status: "1" }, "status is not"],
  ])("bad input %j", async (form, message) => {
    const { status, body, text } = await submit(form);
    expect(status).toBe(400);
    expect(faultsOf(body)).toEqual([]);
    expect(text).toContain(message);
    expect(text).toContain(form.headers);
  });
  test("input in the returned form can be sent again", async () => {
    const first = await submit({ headers: 'HTTP/1.1 200 OK\r\nAge: 60\r\nETag: "a"' });
    expect(first.body).not.toContain("\u240d");
    expect(first.body).toContain("HTTP/1.1 200 OK\nAge: 60\nETag: &quot;a&quot;</textarea>");
  });
  test("another media type is refused, and GET redirects to the form", async () => {
    const wrong = await ask("/headers", {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json" },
    });
    expect(wrong.status).toBe(415);
    const get = await ask("/headers");
    expect(get.status).toBe(200);
    expect(faultsOf(get.body)).toEqual([]);
    expect(get.body).toContain("<textarea");
  });
});

describe("a link with the lines", () => {
  const linkIn = (body: string) =>
    /<a class="copy" href="(\/headers\?[^"]+)">Link to this result/.exec(body)?.[1]?.replaceAll("&amp;", "&");
  const resultIn = (body: string) => body.slice(body.indexOf("</details>"));
  const lines = (count: number) =>
    Array.from({ length: count }, (_, index) => `X-Line-${index}: ${Bun.hash(`${index}`)}`).join("\n");

  test.each([
    [
      "few lines stand in it to be read",
      { headers: "Age: 60\r\nX-A: ä&?#", status: "404", again: "30" },
      "headers=Age",
    ],
    ["many are compressed", { headers: lines(100), url: "https://a.example/" }, "z="],
  ])("%s, and it shows the same result", async (_, form, start) => {
    // Fake time: a slow response would be sent in parts.
    using _time = fakeTime();
    const posted = await submit(form);
    const link = linkIn(posted.body) ?? "";
    expect(link).toStartWith(`/headers?${start}`);
    expect(faultsOf(posted.body)).toEqual([]);
    const got = await ask(link);
    expect([got.status, got.fields.get("cache-control"), got.fields.get("referrer-policy")]).toEqual([
      200,
      "no-store",
      "no-referrer",
    ]);
    expect(got.body).toBe(posted.body);
    expect(resultIn(got.body)).not.toBe("");
  });
  test("one that browsers and servers would cut is not offered", async () => {
    const { body } = await submit({ headers: lines(1000) });
    expect(linkIn(body)).toBeUndefined();
    expect(body).toContain("too long for a link");
  });
  test.each([
    "/headers?z=AAAA",
    "/headers?z=",
    "/headers?z=%00",
    `/headers?z=${deflateRawSync(Buffer.alloc(2 ** 24))
      .toString("base64url")
      .slice(0, 8000)}`,
    `/headers?z=${deflateRawSync(Buffer.alloc(262_145, "a")).toString("base64url")}`,
  ])("a broken one is an error with the form: %#", async (path) => {
    const { status, body, text } = await ask(path);
    expect(status).toBe(400);
    expect(text).toContain("The link is incomplete");
    expect(faultsOf(body)).toEqual([]);
  });
  test("the maximum length", async () => {
    const held = `headers=Age:+60%0AX:+${"a".repeat(262_144 - 21)}`;
    expect(held.length).toBe(262_144);
    const { status, text } = await ask(`/headers?z=${deflateRawSync(held).toString("base64url")}`);
    expect([status, text.includes("The link is incomplete")]).toEqual([200, false]);
  });
  test("invalid lines are reported, unknown parameters are ignored", async () => {
    expect((await ask("/headers?headers=%20&x=1")).status).toBe(400);
    const { status, body } = await ask("/headers?status=404&x=1");
    expect(status).toBe(200);
    expect(body).toContain('value="404"');
    expect(body).not.toContain("Link to this result");
  });
});

describe("a link at its limits", () => {
  const of = (length: number, text: string) => {
    const form = new URLSearchParams({ headers: "" });
    form.set("headers", text.slice(0, length - "/headers?headers=".length));
    return linesLink(form);
  };
  const random = Array.from({ length: 1000 }, (_, index) => Bun.hash(`${index}`).toString(36)).join("");
  test("2000 characters are readable, 2001 are compressed", () => {
    expect(of(2000, random)).toStartWith("/headers?headers=");
    expect(of(2000, random)).toHaveLength(2000);
    expect(of(2001, random)).toStartWith("/headers?z=");
  });
  test("8000 characters are the maximum", () => {
    let last = 2001;
    while (of(last + 1, random) !== undefined) last++;
    const most = of(last, random)?.length ?? 0;
    expect(most).toBeLessThanOrEqual(8000);
    expect(most).toBeGreaterThan(7990);
  });
});

describe("assets", () => {
  test("pages link to them, and they have their media type", async () => {
    const { body } = await ask("/problems");
    expect(faultsOf(body)).toEqual([]);
    const links = [...body.matchAll(/<link rel="(?:stylesheet|icon)"[^>]*? href="([^"]+)"/g)].map(
      ([, href]) => href,
    );
    expect(links.length).toBe(2);
    for (const href of [...links, "/favicon.ico"]) {
      const { status, fields } = await ask(href ?? "");
      expect(status).toBe(200);
      expect(fields.get("content-type")).toMatch(/^(?:text\/css|image\/svg\+xml)/);
      expect(fields.get("cache-control")).toContain("max-age=");
    }
  });
});

describe("compression", () => {
  test.each([
    ["gzip, br", "gzip"],
    ["br;q=1, GZIP;q=0.5", "gzip"],
    ["gzip;q=0, br", null],
    ["br", null],
    ["", null],
  ])("Accept-Encoding: %j", async (accepted, encoding) => {
    const app = new Elysia().use(webRoutes(deps));
    const headers = { accept: "text/html", "accept-encoding": accepted };
    const response = await app.handle(new Request("http://localhost/", { headers }));
    expect(response.headers.get("content-encoding")).toBe(encoding);
    expect(response.headers.get("vary")).toBe("Accept, Accept-Encoding");
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = new TextDecoder().decode(encoding ? Bun.gunzipSync(bytes) : bytes);
    expect(text).toStartWith("<!DOCTYPE html>");
  });
});
