/** Requests that commands make for their arguments, and their exit codes. */

import { afterAll, describe, expect, test } from "bun:test";
import { lstatSync, mkdtempSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reasonOf } from "../../src/cli/commands/serve.ts";
import type { Judged } from "../../src/jobs/redirects/check-redirect.ts";
import { startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { agentsFileText } from "../../src/useragent/ranges.ts";
import { resultWord } from "../../src/view/redirects.ts";
import { writeDatabase } from "../ip/mmdb-writer.ts";
import { CITY, FLAT_CITY } from "../ip/sample-databases.ts";
import { cli } from "./fake-io.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-"));
afterAll(() => rmSync(folder, { recursive: true }));

function serve(answer: (request: Request) => Response | Promise<Response>, at: { unix?: string } = {}) {
  const server = Bun.serve({
    ...(at.unix === undefined ? { hostname: "127.0.0.1", port: 0 } : { unix: at.unix }),
    fetch: answer,
  } as Parameters<typeof Bun.serve>[0]);
  return {
    port: server.port,
    origin: `http://127.0.0.1:${server.port}`,
    [Symbol.dispose]: () => void server.stop(true),
  };
}

describe("healthcheck", () => {
  test("asks the configured address whether the service is ready", async () => {
    const asked: string[] = [];
    using service = serve((request) => {
      asked.push(new URL(request.url).pathname);
      return new Response("{}");
    });
    for (const host of ["127.0.0.1", "0.0.0.0"])
      expect(await cli(["healthcheck", "--listen", `${host}:${service.port}`])).toMatchObject({
        code: 0,
        out: "ready\n",
        err: "",
      });
    expect(asked).toEqual(["/readyz", "/readyz"]);
  });
  test("works with a Unix socket", async () => {
    const path = join(folder, "health");
    using _ = serve(() => new Response("{}"), { unix: path });
    expect(await cli(["healthcheck", "--listen", `unix:${path}`])).toMatchObject({ code: 0, out: "ready\n" });
  });
  test.each([
    [1000, 1000],
    [1001, 1000],
  ])("prints the reason if not, in at most a thousand characters: %d", async (length, shown) => {
    using service = serve(() => new Response("x".repeat(length), { status: 503 }));
    expect(await cli(["healthcheck", "--listen", `127.0.0.1:${service.port}`])).toMatchObject({
      code: 1,
      out: `not ready: ${"x".repeat(shown)}\n`,
    });
  });
  test("reports that nothing listens", async () => {
    const { code, out, err } = await cli(["healthcheck", "--listen", "127.0.0.1:1"]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toStartWith("netlens: no answer at 127.0.0.1:1: ");
  });
});

describe("headers", () => {
  const args = ["headers", "--max-request-body", "20"];
  test.each([
    ["Age: 1\n".padEnd(20), 0],
    ["Age: 1\n".padEnd(21), 2],
  ])("%j of 20 bytes", async (text, code) => {
    const { err, ...ran } = await cli([...args, "a.txt"], { files: { "a.txt": text } });
    expect(ran.code).toBe(code);
    expect(err).toBe(
      code === 0 ? "" : "netlens: headers: a.txt has more than 20 bytes (--max-request-body).\n",
    );
  });
  test("reads no more input than it explains", async () => {
    let chunks = 0;
    const input = (async function* () {
      for (; chunks < 100; chunks++) yield "Age: 1234\n";
    })();
    const { code, err } = await cli(args, { input });
    expect([code, chunks]).toEqual([2, 2]);
    expect(err).toContain("the input has more than 20 bytes");
  });
  test("facts about the message are given by flags", async () => {
    const known = [
      "--status",
      "404",
      "--url",
      "https://a.example/b",
      "-X",
      "HEAD",
      "--received-at",
      "2026-11-20T10:00:00Z",
    ];
    const { out } = await cli(
      ["headers", "--json", ...known, "-H", "Accept: */*", "-H", "Range: bytes=0-1"],
      {
        input: ["Age: 1\n"],
      },
    );
    const report = JSON.parse(out);
    expect(report).toMatchObject({
      status: 404,
      steps: [{ verdicts: { security: { secureContext: true } } }],
    });
    expect(report.steps[0].requestHeaders.map(({ name }: { name: string }) => name)).toEqual([
      "accept",
      "range",
    ]);
  });
  test.each([
    ["--status", "99"],
    ["--status", "1000"],
    ["--received-at", "yesterday"],
    ["--url", "nowhere"],
  ])("%s %s is refused", async (flag, value) => {
    expect((await cli(["headers", flag, value], { input: ["Age: 1\n"] })).code).toBe(2);
  });
  test("a page that cannot be written is reported", async () => {
    const writeFile = async () => {
      throw new Error("no room");
    };
    const { code, err } = await cli(["headers", "--output", "html=a.html"], {
      input: ["Age: 1\n"],
      writeFile,
    });
    expect([code, err]).toEqual([2, "netlens: --output: a.html: no room\n"]);
  });
});

describe("ip --databases", () => {
  const file = join(folder, "city.mmdb");
  writeFileSync(file, CITY());
  const built = /(\d{4}-\d\d-\d\d)/;
  test("lists them with their age", async () => {
    const { out } = await cli(["ip", "--databases", "--geo-city", file]);
    const [head, row = ""] = out.split("\n").filter((line) => /^FILE|city\.mmdb/.test(line));
    expect(head).toMatch(/^FILE +TYPE +BUILT +AGE/);
    const [, date = ""] = built.exec(row) ?? [];
    const days = Math.floor((Date.parse("2026-11-20T10:00:00Z") - Date.parse(date)) / 86_400_000);
    expect(Math.abs(Number(/ (\d+) days/.exec(row)?.[1]) - days)).toBeLessThanOrEqual(1);
    expect(row.includes("(old)")).toBe(days > 120);
    const young = await cli(["ip", "--databases", "--geo-city", file], {
      clock: () => Date.parse(`${date}T23:00:00Z`),
    });
    expect(young.out).not.toContain("(old)");
    // Build time of the database: 28 May 2026, 20:26 UTC.
    const DAY = 86_400_000;
    for (const [days, age] of [
      [120, "120 days"],
      [121, "121 days (old)"],
    ] as const) {
      const clock = () => 1_780_000_000_000 + days * DAY;
      const told = (await cli(["ip", "--databases", "--geo-city", file], { clock })).out;
      const line = told.split("\n").find((each) => each.startsWith(file)) ?? "";
      expect(line.split(/ {2,}/).slice(1, 4)).toEqual(["GeoLite2-City", "2026-05-28", age]);
    }
    expect(young.out).toMatch(/ 0 days/);
  });
  test("as JSON", async () => {
    const list = JSON.parse((await cli(["ip", "--databases", "--json", "--geo-city", file])).out);
    expect(list.some((each: { file: string }) => each.file === file)).toBe(true);
  });
  test("lookups use them, in the requested language", async () => {
    const field = async (...args: string[]) =>
      (await cli(["ip", "--geo-city", file, "--field", "countryName", "5.0.1.2", ...args])).out;
    expect([await field(), await field("--locale", "de")]).toEqual(["Germany\n", "Deutschland\n"]);
  });
});

describe("compare --fail-on", () => {
  const files = {
    plain: "HTTP/1.1 200 OK\nX-A: 1\n",
    other: "HTTP/1.1 200 OK\nX-A: 2\n",
    broken: "HTTP/1.1 200 OK\nX-A: 1\nAge: soon\n",
    early: "HTTP/1.1 200 OK\nDate: Fri, 20 Nov 2026 10:00:00 GMT\n",
    late: "HTTP/1.1 200 OK\nDate: Fri, 20 Nov 2026 10:00:01 GMT\n",
    notJson: "{",
  };
  const ends = async (word: string, a: string, b: string) =>
    (await cli(["compare", "--fail-on", word, a, b], { files })).code;
  test.each([
    ["new-error", "plain", "broken", 4],
    ["new-error", "broken", "plain", 0],
    ["new-warning", "plain", "broken", 4],
    ["new-info", "plain", "broken", 4],
    ["new-info", "plain", "other", 0],
    ["change", "plain", "other", 4],
    ["change", "plain", "plain", 0],
    ["change", "early", "late", 0],
  ])("%s from %s to %s: %d", async (word, a, b, code) => expect(await ends(word, a, b)).toBe(code));
  test.each([
    [["plain"], 2],
    [["plain", "other", "broken"], 2],
    [["--baseline", "plain", "other", "broken"], 2],
    [["plain", "notJson"], 2],
    [["--baseline", "https://a.example/", "plain"], 2],
    [["plain", "http://127.0.0.1:1/"], 1],
    [["http://127.0.0.1:1/", "plain"], 1],
    [["--json", "plain", "other"], 0],
  ])("%j ends with %d", async (args, code) =>
    expect((await cli(["compare", ...args], { files })).code).toBe(code),
  );
});

describe("http", () => {
  const seen: string[] = [];
  const target = () =>
    serve((request) => {
      const { pathname } = new URL(request.url);
      seen.push(`${request.method} ${pathname} ${request.headers.get("user-agent")}`);
      return pathname === "/" ? Response.redirect("/next") : new Response("hi");
    });
  const asked = async (...args: string[]) => {
    using server = target();
    seen.splice(0);
    const ran = await cli(["http", ...args, `${server.origin}/`]);
    return { ...ran, seen: [...seen] };
  };
  test("follows redirects, unless told otherwise by a flag", async () => {
    expect((await asked()).seen.map((each) => each.split(" ").slice(0, 2).join(" "))).toEqual([
      "GET /",
      "GET /next",
    ]);
    expect((await asked("--no-follow")).seen.length).toBe(1);
  });
  test("sends the given method and User-Agent", async () => {
    expect((await asked("--method", "HEAD", "--agent", "me/1")).seen).toEqual([
      "HEAD / me/1",
      "HEAD /next me/1",
    ]);
  });
  test("writes a HAR log", async () => {
    const { written } = await asked("--output", "har=a.har");
    expect(JSON.parse(written["a.har"] ?? "").log.entries).toHaveLength(2);
  });
  test("writes a page", async () => {
    const { code, written } = await asked("--output", "html=a.html");
    expect([code, Object.keys(written)]).toEqual([0, ["a.html"]]);
    expect(written["a.html"]).toContain("/next");
  });
  test("several URLs are reported in order", async () => {
    using server = serve(() => new Response("hi"));
    const { out } = await cli(["http", `${server.origin}/1`, `${server.origin}/2`]);
    expect(out).toMatch(/\/1\n200 OK[\s\S]*\n\nhttp:\/\/127\.0\.0\.1:\d+\/2\n200 OK/);
  });
  test.each([
    [["--output", "har=a.har", "-"], "the format har takes one URL: it is one file"],
    [["--format", "har", "a.example", "b.example"], "the format har takes one URL: it is one file"],
    [["--output", "html=a.html", "a.example", "b.example"], "the format html takes one URL: it is one file"],
    [[], "http: name a URL, or - to read one per line"],
  ])("%j is wrong usage", async (args, message) => {
    const { code, err } = await cli(["http", ...args]);
    expect([code, err]).toEqual([2, `netlens: ${message}\n`]);
  });
});

describe("redirects", () => {
  const run = async (args: readonly string[], map = "nonsense\n") =>
    cli(["redirects", ...args], { files: { "map.txt": map } });
  test.each([
    [[], "redirects: name one file"],
    [["map.txt", "b"], "redirects: name one file"],
    [["missing.txt"], "redirects: missing.txt: no such file"],
    [["--base", "nowhere", "map.txt"], '--base: "nowhere" is not a URL'],
    [["--per-host", "0", "map.txt"], '--per-host: expected a whole number of at least 1, not "0"'],
    [["--delay", "-1", "map.txt"], undefined],
    [["--delay", "1000000", "map.txt"], undefined],
    [["--max-chain", "x", "map.txt"], '--max-chain: expected a whole number of at least 0, not "x"'],
  ])("%j is wrong usage", async (args, message) => {
    const { code, err } = await run(args);
    expect(code).toBe(2);
    if (message !== undefined) expect(err).toContain(`netlens: ${message}\n`);
  });
  test("exits with 4 if a redirect is not as expected", async () => {
    const flags = ["--format", "csv", "--per-host", "1", "--delay", "0", "--max-chain", "0"];
    const { code, out } = await run(["map.txt", ...flags], "http://127.0.0.1:1/ /b\n");
    expect(code).toBe(4);
    expect(out.split("\r\n")[1]).toStartWith("1,http://127.0.0.1:1/,/b,,error,");
  });
  test("a chain of the maximum length", async () => {
    using site = serve((request) => {
      const number = Number(new URL(request.url).pathname.slice(1));
      return number < 3 ? Response.redirect(`/${number + 1}`, 301) : new Response("");
    });
    const ends = async (...args: string[]) =>
      (await run(["--base", site.origin, ...args, "map.txt"], "/0 /3\n")).code;
    expect(await ends()).toBe(4);
    expect(await ends("--max-chain", "3")).toBe(0);
    expect(await ends("--max-chain", "2")).toBe(4);
    expect((await run(["--base", site.origin, "map.txt"], "/1 /3\n")).code).toBe(0);
  });
  test("checks a map with the same verdict as the page of the service", async () => {
    using site = serve((request) => {
      const number = Number(new URL(request.url).pathname.slice(1));
      return number < 4 ? Response.redirect(`/${number + 1}`, 301) : new Response("");
    });
    const { settings } = loadConfig(
      { listen: "127.0.0.1:0", drain: "off", "http-allow": "127.0.0.0/8", "http-ports": "1-65535" },
      {},
    );
    const service = await startService(settings, () => {}, []);
    const map = "/1 /4\n/2 /4\n/3 /4\n";
    const page = await fetch(`http://${service.address}/redirects`, {
      method: "POST",
      body: new URLSearchParams({ map, base: site.origin }),
    });
    const words = [...(await page.text()).matchAll(/<th scope="row"><code[^>]*>(\/\d)<.*?<td>([^<:]*)/g)];
    await service.stop();
    const { out } = await run(["--base", site.origin, "--format", "ndjson", "map.txt"], map);
    const judged = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Judged);
    const command = judged.map((each) => [each.from, resultWord(each)]);
    expect(words.map(([, from, word]) => [from, word]).toSorted()).toEqual(command.toSorted());
    expect(judged.map(({ outcome }) => outcome)).toEqual(["chain-too-long", "as-wanted", "as-wanted"]);
  });
});

describe("wrong usage of update", () => {
  const key = { "good.conf": "AccountID 1\nLicenseKey abc\n", "bad.conf": "AccountID 1\n" };
  test.each([
    [["geo", "fetch"], "geo: did you mean `netlens update geo`?"],
    [["agents"], "agents: did you mean `netlens update agents`?"],
    [["update", "now"], 'update: expected geo, networks or agents, not "now"'],
    [["update", "gee"], 'update: expected geo, networks or agents, not "gee"; did you mean geo?'],
    [["update", "geo", "now"], 'update: expected geo, networks or agents, not "now"'],
    [["update", "--to", "a", "--agents", "b"], "update: --to has no effect here"],
    [["update", "networks", "--url", "http://a/"], "update networks: --url has no effect here"],
    [["update", "geo", "--geo-city", "a,b,c"], "update: --geo-city names 3 files, not one or two"],
    [["update", "geo", "--url", "ftp://a/"], '--url: expected an http or https URL, not "ftp://a/"'],
    [
      ["update", "geo", "--url", "http://a/", "--maxmind", "good.conf"],
      "update: --url and --maxmind are mutually exclusive",
    ],
    [
      ["update", "geo", "--country", "--url", "http://a/"],
      "update: --country and --url are mutually exclusive",
    ],
    [
      ["update", "geo", "--country", "--maxmind", "good.conf"],
      "update: --country and --maxmind are mutually exclusive",
    ],
    [["update", "geo", "--maxmind", "bad.conf"], "--maxmind: bad.conf lacks an AccountID or a LicenseKey"],
    [["update", "geo", "--maxmind", "missing"], "--maxmind: missing: no such file"],
    [["update", "agents", "--url", "ftp://a/"], '--url: expected an http or https URL, not "ftp://a/"'],
  ])("%j", async (args, message) => {
    const { code, err } = await cli(args, { files: key });
    expect([code, err]).toEqual([2, `netlens: ${message}\n`]);
  });
});

describe("update geo", () => {
  const city = (buildEpoch: number) =>
    writeDatabase(
      Object.fromEntries(
        Array.from({ length: 14 }, (_, index) => [
          `${index + 20}.0.0.0/8`,
          { ...(FLAT_CITY as object), city: String(index).repeat(30_000) },
        ]),
      ),
      { type: "City", buildEpoch },
    );
  const update = async (epoch: number, ...args: string[]) => {
    using site = serve(() => new Response(new Uint8Array(city(epoch))));
    let now = Date.parse("2026-11-20T10:00:00Z");
    return await cli(["update", "geo", "--url", `${site.origin}/x`, ...args], {
      errIsTerminal: args.includes("--force"),
      clock: () => {
        now += 150;
        return now;
      },
    });
  };
  const to = join(folder, "updated.mmdb");
  test("writes to the file of --geo-city, or of --to if given", async () => {
    const own = join(folder, "own.mmdb");
    const { code, out } = await update(1_700_000_000, "--geo-city", own);
    expect([code, out.startsWith(`${own}: City`)]).toEqual([0, true]);
    const other = await update(1_700_000_000, "--geo-city", own, "--to", join(folder, "other.mmdb"));
    expect(other.out).toStartWith(join(folder, "other.mmdb"));
    const two = await update(1_700_000_000, "--geo-city", "a.mmdb,b.mmdb");
    expect([two.code, two.err]).toEqual([
      2,
      "netlens: update: --geo-city names 2 files: name one with --to\n",
    ]);
  });
  test("replaces the file that a link names", async () => {
    const [link, named] = [join(folder, "link.mmdb"), join(folder, "named.mmdb")];
    writeFileSync(named, "");
    symlinkSync(named, link);
    const { out } = await update(1_700_000_000, "--to", link);
    expect(out).toStartWith(`${realpathSync(named)}: City`);
    expect([lstatSync(link).isSymbolicLink(), statSync(named).size > 0]).toEqual([true, true]);
  });
  test("reports the current file, refuses an older one, and installs it if forced", async () => {
    const first = await update(1_700_000_000, "--to", to);
    expect([first.code, first.err]).toEqual([0, ""]);
    expect(first.out).toBe(
      `${to}: City, built 2023-11-14, 0.5 MB, 14 records, checksum ${/checksum (.*)\n/.exec(first.out)?.[1]}\n`,
    );
    const older = await update(1_600_000_000, "--to", to);
    expect([older.code, older.out]).toEqual([1, ""]);
    expect(older.err).toStartWith(
      `netlens: ${to}: the download was built on 2020-09-13, before the database in place`,
    );
    const forced = await update(1_600_000_000, "--to", to, "--force", "--json");
    expect(forced.code).toBe(0);
    expect(JSON.parse(forced.out)).toMatchObject({ file: to, type: "City", records: 14 });
    expect(forced.err).toMatch(
      /^\r\u001b\[K\[#*-*\] \d+ %, \d\.\d MB\/s[\s\S]*\[#{40}\] 100 %, \d\.\d MB\/s\n$/,
    );
  });
});

describe("update without a kind", () => {
  const outcome = async (...args: string[]) => {
    using mirror = serve(() => new Response("", { status: 404 }));
    const { code, err } = await cli(["update", "--mirror", mirror.origin, ...args]);
    return { code, lines: err.trim().split("\n") };
  };
  test("updates all files in the settings, and fails if one update does", async () => {
    const names = ["city4", "city6", "asn", "networks"];
    const notFolders = names.map((name) => join(folder, `${name}-file`));
    for (const path of notFolders) await Bun.write(path, "");
    const [city4, city6, asn, networks] = notFolders.map((path) => `${path}/x.mmdb`);
    const geo = ["--geo-city", `${city4},${city6}`, "--geo-asn", `${asn}`, "--geo-networks", `${networks}`];
    const { code, lines } = await outcome(...geo, "--agents", join(folder, "all-agents.json"));
    expect(code).toBe(1);
    expect(lines).toEqual([
      ...notFolders.map((path) => expect.stringContaining(path)),
      expect.stringContaining("/netlens-agents.json answers 404"),
    ]);
  });
  test("leaves MaxMind's file, and agents that the service fetches, in place", async () => {
    const file = join(folder, "not-a-folder");
    await Bun.write(file, "");
    const others = ["--geo-asn", `${file}/a.mmdb`, "--geo-networks", `${file}/n.mmdb`];
    const { lines } = await outcome(
      "--geo-city",
      "/a/GeoLite2-City.mmdb",
      "--agents",
      "http://a/x",
      ...others,
    );
    expect(lines).toEqual([
      "netlens: /a/GeoLite2-City.mmdb stays: update it with `netlens update geo --maxmind FILE`",
      expect.stringContaining(file),
      expect.stringContaining(file),
    ]);
  });
});

describe("update agents", () => {
  const to = join(folder, "agents.json");
  const file = (built: string) =>
    agentsFileText([{ list: "https://openai.com/gptbot.json", networks: ["192.0.2.0/24"] }], built);
  const update = async (built: string, ...args: string[]) => {
    using site = serve(() => new Response(file(built)));
    return await cli(["update", "agents", "--to", to, "--url", `${site.origin}/x`, ...args]);
  };
  test("the old name writes the same file, with a notice that it is renamed", async () => {
    using site = serve(() => new Response(file("2026-11-18T00:00:00.000Z")));
    const own = join(folder, "named-agents.json");
    const old = await cli(["agents", "update", "--agents", own, "--url", `${site.origin}/x`]);
    expect(old.out).toStartWith(`${own}: 1 networks`);
    expect(old.err).toBe("netlens: `netlens agents update` is now `netlens update agents`\n");
  });
  test("reports the current file, refuses an older one, and installs it if forced", async () => {
    const first = await update("2026-11-19T00:00:00.000Z");
    expect(first).toMatchObject({
      code: 0,
      out: `${to}: 1 networks from 1 lists, no tables, built 2026-11-19\n`,
      err: "",
    });
    const older = await update("2020-01-01T00:00:00.000Z");
    expect([older.code, older.out]).toEqual([1, ""]);
    expect(older.err).toStartWith(
      `netlens: ${to}: the data file was built on 2020-01-01, before the one in place`,
    );
    const unreachable = await cli(["update", "agents", "--to", to, "--url", "http://127.0.0.1:1/x"]);
    expect([unreachable.code, unreachable.out]).toEqual([1, ""]);
    expect(unreachable.err).toStartWith(`netlens: ${to}: http://127.0.0.1:1/x: `);
    using inside = serve(() => Response.redirect("http://169.254.169.254/latest"));
    const led = await cli(["update", "agents", "--to", to, "--url", `${inside.origin}/x`]);
    expect(led.err).toContain("in the private network 169.254.0.0/16");
    const forced = await update("2020-01-01T00:00:00.000Z", "--force", "--json");
    expect(JSON.parse(forced.out)).toMatchObject({ file: to, networks: 1, lists: 1, failed: [] });
  });
});

describe("a service that cannot start", () => {
  const at = { kind: "tcp", host: "::", port: 80 } as const;
  const system = (code: string) => Object.assign(new Error("the system's own words"), { code });
  test.each<[unknown, string]>([
    [
      system("EADDRINUSE"),
      "--listen [::]:80: another process uses the port; choose another port, or 0 for any free one",
    ],
    [
      system("EACCES"),
      "--listen [::]:80: this account may not listen there; ports below 1024 need CAP_NET_BIND_SERVICE",
    ],
    [system("EIO"), "the system's own words"],
    [new Error("why"), "why"],
    ["why", "why"],
  ])("prints the reason: %#", (error, reason) => expect(reasonOf(error, at)).toBe(reason));
});
