/**
 * The program `netlens redirects`: a site with fifty kinds of redirects, kills, and real servers whose
 * configuration it reads.
 */

import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./proxy-servers.ts";
import { kinds, openSite, type Row, rowsOf } from "./redirects-site.ts";

const root = new URL("../..", import.meta.url).pathname;
const binary = join(root, "dist/netlens");
if (!existsSync(binary)) throw new Error("dist/netlens is missing: run `bun run build` first");
const place = mkdtempSync(join(tmpdir(), "netlens-redirects-"));
afterAll(() => rmSync(place, { recursive: true }));

const start = (args: readonly string[]) =>
  Bun.spawn([binary, "redirects", ...args], { cwd: place, stdio: ["ignore", "pipe", "pipe"] });

interface Judged {
  readonly row: number;
  readonly from: string;
  readonly outcome: string;
}

async function run(args: readonly string[]): Promise<{ code: number; rows: Judged[]; err: string }> {
  const child = start(["--format", "ndjson", ...args]);
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  const rows =
    out === ""
      ? []
      : out
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line) as Judged);
  return { code: await child.exited, rows, err };
}

/** CSV as a spreadsheet writes it: semicolons, quotes and a byte order mark. */
const table = (rows: readonly Row[]) =>
  `\ufeffold URL;new URL;code\r\n${rows.map(({ from, to, status }) => `"${from}";"${to}";${status}\r\n`).join("")}`;

test(`a map of ${kinds.length} kinds of rows`, async () => {
  const site = await openSite();
  const rows = rowsOf(Math.ceil(2000 / kinds.length), site.port);
  expect(rows.length).toBeGreaterThanOrEqual(2000);
  expect(kinds.length).toBeGreaterThanOrEqual(40);
  writeFileSync(join(place, "map.csv"), Buffer.from(table(rows), "utf16le"));
  const { code, rows: judged, err } = await run(["--base", `http://127.0.0.1:${site.port}`, "map.csv"]);
  site.stop();
  expect(judged.map(({ row }) => row)).toEqual(rows.map((_, index) => index + 1));
  const wrong = rows.flatMap(({ kind, outcome }, index) =>
    judged[index]?.outcome === outcome ? [] : [`${kind}: ${outcome}, not ${JSON.stringify(judged[index])}`],
  );
  expect(wrong).toEqual([]);
  expect(code).toBe(4);
  expect(err).toContain("semicolons");
  console.log(`verdicts right: ${rows.length - wrong.length} of ${rows.length}, of ${kinds.length} kinds`);
}, 120_000);

test("ten kills, each at a random row", async () => {
  const site = await openSite(1);
  const rows = rowsOf(20, site.port).filter(({ kind }) => kind !== "busy");
  writeFileSync(join(place, "killed.csv"), table(rows));
  const args = ["--base", `http://127.0.0.1:${site.port}`, "--resume", "done.ndjson", "killed.csv"];
  let killed = 0;
  const recorded = () =>
    existsSync(join(place, "done.ndjson"))
      ? readFileSync(join(place, "done.ndjson"), "utf8").split("\n").length
      : 0;
  for (let round = 0; round < 10; round++) {
    const child = start(["--format", "ndjson", ...args]);
    const until = recorded() + 1 + Math.floor(Math.random() * (rows.length / 11));
    void child.stdout.text();
    void child.stderr.text();
    while (child.exitCode === null && recorded() < until) await Bun.sleep(1);
    if (child.exitCode === null) killed++;
    child.kill("SIGKILL");
    await child.exited;
  }
  const before = site.requests();
  const { rows: judged } = await run(args);
  const last = site.requests() - before;
  expect(judged.map(({ from, outcome }) => [from, outcome])).toEqual(
    rows.map(({ from, outcome }) => [from, outcome]),
  );
  const again = site.requests();
  expect((await run(args)).rows).toEqual(judged);
  expect(site.requests()).toBe(again);
  site.stop();
  expect(killed).toBe(10);
  console.log(`${killed} kills; the last run made ${last} requests for ${rows.length} rows`);
}, 120_000);

const path = (name: string) => Bun.which(name, { PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` });

/** Runs a server with its configuration, and compares its redirects with those read from that file. */
async function agrees(
  command: readonly string[],
  config: string,
  map: string,
  port: number,
): Promise<readonly string[]> {
  writeFileSync(join(place, "server.conf"), config);
  const child = Bun.spawn([...command], { cwd: place, stdio: ["ignore", "ignore", "pipe"] });
  const output = child.stderr.text();
  try {
    for (let tries = 0; ; tries++) {
      if (
        await fetch(`http://127.0.0.1:${port}/`, { redirect: "manual" }).then(
          () => true,
          () => false,
        )
      )
        break;
      if (tries > 100 || child.exitCode !== null)
        throw new Error(`the server does not start: ${await output}`);
      await Bun.sleep(50);
    }
    const read = await run(["--base", `http://127.0.0.1:${port}`, "--max-chain", "9", map]);
    const judged = read.rows.filter((row) => !("unchecked" in row));
    return judged.map(({ from, outcome, ...more }) => `${from}: ${outcome} ${JSON.stringify(more)}`);
  } finally {
    child.kill();
    await child.exited;
  }
}

const TARGETS = ["/to/1", "http://127.0.0.1:PORT/to/2", "/to/caf%C3%A9", "/to/x?y=1", "/to/z#part"];

describe("the server does what netlens reads from its file", () => {
  const nginx = path("nginx");
  test.skipIf(!nginx)(
    "nginx (needs nginx)",
    async () => {
      const port = freePort();
      const to = TARGETS.map((target) => target.replace("PORT", String(port)));
      const rules = [
        ...to.map(
          (target, index) =>
            `  rewrite ^/rewrite/${index}$ ${target} ${index % 2 ? "redirect" : "permanent"};`,
        ),
        "  rewrite ^/rewrite/dot\\.html$ /to/dot permanent;",
        "  rewrite ^/rewrite/slash/?$ /to/slash permanent;",
        "  rewrite ^/rewrite/open /to/open redirect;",
        '  rewrite "^/rewrite/a b$" /to/ab permanent;',
        "  rewrite ^/rewrite/url$ http://127.0.0.1:PORT/to/url;",
        "  rewrite ^/rewrite/(.*)/x$ /to/$1 permanent;",
        "  location = /return/exact { return 301 /to/exact; }",
        "  location /return/prefix { return 308 /to/prefix; }",
        "  location ^~ /return/caret { return 302 /to/caret; }",
        "  location = /return/gone { return 410; }",
        "  location = /return/url { return http://127.0.0.1:PORT/to/bare; }",
        "  location ~ ^/return/any { return 301 /to/any; }",
        "  location /to/ { return 200 ok; }",
      ]
        .join("\n")
        .replaceAll("PORT", String(port));
      const entries = [
        ...to.map((target, index) => `    /map/${index} ${target};`),
        '    "/map/a b" /to/ab;',
        "    '/map/quote' \"/to/q\"; # a comment",
        "    /map/lines",
        "      /to/lines;",
        "    ~^/map/re/(.*)$ /to/$1;",
        "    \\/map/escaped /to/escaped;",
        '    /map/none "";',
        '    default "";',
      ].join("\n");
      const config = `pid ${place}/pid; error_log stderr; daemon off; events {}
http { access_log off; absolute_redirect off;
  map $uri $new {
${entries}
  }
  server { listen 127.0.0.1:${port};
${rules}
  if ($new) { return 301 $new; }
} }`;
      const lines = await agrees(
        [nginx ?? "", "-c", join(place, "server.conf")],
        config,
        "server.conf",
        port,
      );
      expect(lines.filter((line) => !line.includes(": as-wanted"))).toEqual([]);
      expect(lines.length).toBe(to.length * 2 + 5 + 6 + 4);
    },
    60_000,
  );

  const apache = path("apache2");
  test.skipIf(!apache)(
    "Apache (needs apache2)",
    async () => {
      const port = freePort();
      const to = TARGETS.map((target) => target.replace("PORT", String(port)));
      const words = ["permanent", "temp", "seeother", "301", "308"];
      const modules = ["mpm_event", "authz_core", "alias", "rewrite", "dir"]
        .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
        .join("\n");
      const rules = [
        ...to.map((target, index) => `Redirect ${words[index]} /redirect/${index} ${target}`),
        'Redirect "/redirect/a b" /to/ab',
        "RedirectPermanent /redirect/p /to/p",
        "RedirectTemp /redirect/t /to/t",
        "Redirect gone /redirect/gone",
        "RedirectMatch 301 ^/match/dot\\.html$ /to/dot",
        "RedirectMatch ^/match/slash/?$ /to/slash",
        "RedirectMatch ^/match/(.*)$ /to/$1",
        ...to.map(
          (target, index) => `RewriteRule ^/rule/${index}$ "${target}" [R=30${index % 3 === 0 ? 1 : 2},NE,L]`,
        ),
        "RewriteRule ^/rule/host$ http://127.0.0.1:PORT/to/host [L]",
        "RewriteRule ^/rule/default$ /to/default [R]",
        "RewriteRule ^/rule/strip$ /to/strip? [R=308,L]",
        "RewriteRule ^/rule/gone$ - [G]",
        "RewriteRule ^/rule/long$ /to/long \\",
        "  [R=301,L]",
        "RewriteRule ^/rule/inner$ /to/inner [PT]",
        "RewriteCond %{QUERY_STRING} x",
        "RewriteRule ^/rule/cond$ /to/cond [R]",
        "RewriteRule ^/to/ - [R=204,L]",
      ]
        .join("\n")
        .replaceAll("PORT", String(port));
      const config = `ServerRoot ${place}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
ErrorLog ${place}/error.log
PidFile ${place}/pid
DefaultRuntimeDir ${place}
${modules}
UseCanonicalName Off
RewriteEngine on
${rules}
`;
      const command = [apache ?? "", "-D", "FOREGROUND", "-f", join(place, "server.conf")];
      const lines = await agrees(command, config, "server.conf", port);
      expect(lines.filter((line) => !line.includes(": as-wanted"))).toEqual([]);
      expect(lines.length).toBe(to.length * 2 + 4 + 2 + 6);
    },
    60_000,
  );
});
