/** Expected targets of a map's rules and sample URLs equal the redirects of the real servers. */

import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MapCheck } from "../../src/jobs/redirects/map-check.ts";
import { openMap } from "../../src/jobs/redirects/map-read.ts";
import { freePort } from "./proxy-servers.ts";

const place = mkdtempSync(join(tmpdir(), "netlens-map-servers-"));
afterAll(() => rmSync(place, { recursive: true }));

const SAMPLES = [
  ..."/p/x /p/x?q=1 /px /p/ /news/2020/a /news/x/a /blog/a/b?c=d /blog/old/e /DE/x /de/x /en/y /g/7 /g/a".split(
    " ",
  ),
  ..."/h/x.html /h/x.htm?y /whole/a?b=c /loc/a /loc/exact /m/1 /n/2 /r/a%20b /cat/a-b/c /none".split(" "),
];

/** Differences between what a server does and what netlens expects. */
async function differences(
  command: readonly string[],
  name: string,
  config: string,
  port: number,
): Promise<string[]> {
  const file = join(place, name);
  writeFileSync(file, config);
  const child = Bun.spawn([...command, file], {
    cwd: place,
    env: { ...process.env, HOME: place, XDG_DATA_HOME: place, XDG_CONFIG_HOME: place },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const base = `http://127.0.0.1:${port}`;
  try {
    for (let tries = 0; tries < 100 && child.exitCode === null; tries++) {
      if (
        await fetch(base, { redirect: "manual" }).then(
          () => true,
          () => false,
        )
      )
        break;
      await Bun.sleep(50);
    }
    const { items } = await openMap(
      async function* () {
        yield Buffer.from(config);
      },
      { name, base, samples: SAMPLES },
    );
    const expected = new Map<string, string>();
    const all = (await Array.fromAsync(items())).flat();
    const check = new MapCheck(base);
    for (const item of all) check.add(item);
    check.finish();
    for (const item of all) {
      // A shadowed row has no effect, which is a finding.
      if (!("from" in item) || check.findings(item).some(({ kind }) => kind === "shadowed")) continue;
      const url = new URL(item.from, base).href;
      const to = item.to === "" ? "" : new URL(item.to, url).href;
      if (!expected.has(url)) expected.set(url, `${item.status} ${to}`);
    }
    const wrong: string[] = [];
    for (const url of new Set([...expected.keys(), ...SAMPLES.map((sample) => `${base}${sample}`)])) {
      const { status, headers } = await fetch(url, { redirect: "manual" });
      const location = headers.get("location");
      const found = `${status} ${location === null ? "" : new URL(location, url).href}`;
      const wanted = expected.get(url) ?? "none";
      if (wanted === "none" ? status > 299 && status < 400 : found !== wanted)
        wrong.push(`${url}: ${found}, not ${wanted}`);
    }
    console.log(`${name}: ${expected.size} expected targets, ${wrong.length} wrong`);
    expect(expected.size).toBeGreaterThan(12);
    return wrong;
  } finally {
    child.kill();
    await child.exited;
  }
}

const path = (name: string) => Bun.which(name, { PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` });

describe("rules and patterns", () => {
  const nginx = path("nginx");
  test.skipIf(!nginx)(
    "of nginx (needs nginx)",
    async () => {
      const port = freePort();
      const config = `pid ${place}/pid; error_log stderr; daemon off; events {}
http { access_log off; absolute_redirect off;
  server { listen 127.0.0.1:${port};
    rewrite ^/p/(.*)$ /q/$1 permanent;
    rewrite ^/news/(\\d+)/(\\w+)$ /archive/$2-$1? redirect;
    rewrite ^/(de|en)/y$ /lang/$1 permanent;
    rewrite ^/h/(\\w+)\\.html?$ /i/$1 redirect;
    location = /loc/exact { return 301 /exact; }
    location /loc/ { return 302 /prefix; }
    location ~* ^/de/(\\w+)$ { return 301 /german/$1; }
    location ^~ /blog/ { return 301 /new$request_uri; }
    location ~ ^/g/(\\d+)$ { return 307 /number/$1; }
    location /whole/ { return 301 /all$request_uri; }
    location ~ ^/(m|n)/\\d$ { return 301 /short$is_args$args; }
  } }`;
      expect(await differences([nginx ?? "", "-c"], "nginx.conf", config, port)).toEqual([]);
    },
    30_000,
  );

  const apache = path("apache2");
  test.skipIf(!apache)(
    "of Apache (needs apache2)",
    async () => {
      const port = freePort();
      const modules = ["mpm_event", "authz_core", "alias", "rewrite", "dir"]
        .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
        .join("\n");
      const config = `ServerRoot ${place}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
ErrorLog ${place}/error.log
PidFile ${place}/apache.pid
DefaultRuntimeDir ${place}
${modules}
RewriteEngine on
Redirect 301 /p /q
RedirectMatch 302 ^/news/(\\d+)/(\\w+)$ /archive/$2-$1
RedirectMatch 301 ^/(de|en)/y$ /lang/$1
Redirect permanent /blog/ /new/
Redirect /blog/old/ /older/
RewriteRule ^/g/(\\d+)$ /number/$1 [R=307,L]
RewriteRule ^/h/(\\w+)\\.html?$ /i/$1? [R=302,L]
RewriteRule ^/de/(\\w+)$ /german/$1 [R=301,L,NC]
RewriteRule ^/whole/ http://127.0.0.1:1%{REQUEST_URI} [R=301,L]
RedirectMatch ^/(m|n)/[0-9]$ /short
Redirect gone /none
`;
      expect(
        await differences([apache ?? "", "-D", "FOREGROUND", "-f"], "apache.htaccess", config, port),
      ).toEqual([]);
    },
    30_000,
  );

  const caddy = path("caddy");
  test.skipIf(!caddy)(
    "of Caddy (needs caddy)",
    async () => {
      const port = freePort();
      const config = `{
	admin off
	auto_https off
}
http://:${port} {
	redir /p/* /q{uri} 301
	redir /blog/* /new{path}?{query} permanent
	redir /blog/old/* /older
	@news path_regexp n ^/news/(\\d+)/(\\w+)$
	redir @news /archive/{re.n.2}-{re.n.1} 302
	@two path /m/* /n/2
	redir @two /short 307
	redir /loc/exact /exact
	redir /g/7 /number?x=1 308
	redir /whole/* http://127.0.0.1:1{uri} 301
	redir /h/x.html /i
	redir /en/y /lang temporary
}
`;
      const command = [caddy ?? "", "run", "--adapter", "caddyfile", "--config"];
      expect(await differences(command, "Caddyfile", config, port)).toEqual([]);
    },
    30_000,
  );
});
