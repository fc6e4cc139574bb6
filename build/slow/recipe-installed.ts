/** Installs recipes as files in servers in front of an application, and in applications. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apache, caddy, freePort, lighttpd, nginx, type ProxyServer } from "./proxy-servers.ts";
import { temporaryFolder } from "./recipe-files.ts";
import { type Answer, application, canConnect, send } from "./recipe-servers.ts";
import { bytesOf, FRAMING } from "./recipes.ts";

/** Response that the application sends for `/N`. */
export interface Sent {
  readonly lines: readonly string[];
  readonly status?: number | undefined;
}

export interface Place {
  /** Returns the response to a request, with the files installed. */
  send(requested: Requested): Promise<Answer>;
  /** Address of the server without a recipe. */
  readonly origin: string;
  stop(): Promise<void>;
}

interface Requested {
  readonly files: readonly string[];
  /** Number of the response, if the path does not contain it. */
  readonly at?: number;
  readonly host: string;
  readonly path: string;
  readonly method?: string | undefined;
  readonly fields: readonly string[];
}

/** Servers that tests can run. Cloudflare has none, and WordPress has its own tests. */
export type Judged = keyof typeof INCLUDED | "php" | "express" | "django";

export function openPlace(place: Judged, responses: readonly Sent[]): Promise<Place> {
  return place === "php" || place === "express" || place === "django"
    ? applicationPlace(place, responses)
    : serverPlace(place, responses);
}

const INCLUDED: Readonly<
  Record<
    "nginx" | "apache" | "htaccess" | "caddy" | "lighttpd",
    (files: readonly string[], app: number, folder: string) => Promise<ProxyServer>
  >
> = {
  nginx: (files, app) =>
    // Directives of Debian's nginx.conf that precede its include of conf.d.
    nginx(`default_type application/octet-stream; gzip on; ssl_protocols TLSv1.2 TLSv1.3;
${files.map((file) => `include ${file};`).join("\n")}
server { ${inServer(files)} listen 127.0.0.1:PORT; location / { proxy_pass http://127.0.0.1:${app}; } }`),
  apache: (files, app) =>
    apache(`${files.map((file) => `Include ${file}`).join("\n")}
<VirtualHost 127.0.0.1:PORT>
ProxyPass / http://127.0.0.1:${app}/
</VirtualHost>`),
  // Appended to a file with the application's lines.
  htaccess: async (files, app, folder) => {
    const site = join(folder, "site");
    mkdirSync(site, { mode: 0o755 });
    const own = `RewriteEngine On\nRewriteRule ^(\\d+)$ http://127.0.0.1:${app}/$1 [P]\n`;
    const texts = await Promise.all(files.map((file) => Bun.file(file).text()));
    writeFileSync(join(site, ".htaccess"), `${own}${texts.join("\n")}`);
    return apache(`<VirtualHost 127.0.0.1:PORT>
DocumentRoot ${site}
<Directory "${site}">
Require all granted
Options FollowSymLinks
AllowOverride FileInfo
</Directory>
</VirtualHost>`);
  },
  caddy: (files, app) =>
    caddy(`http://:PORT {
${files.map((file) => `import ${file}`).join("\n")}
reverse_proxy 127.0.0.1:${app}
}`),
  lighttpd: (files, app, folder) =>
    lighttpd(`server.document-root = "${folder}"
proxy.server = ("" => (("host" => "127.0.0.1", "port" => ${app})))
${files.map((file) => `include "${file}"`).join("\n")}`),
};

/** Lines that a file for nginx marks as part of the server block. */
function inServer(files: readonly string[]): string {
  const lines = files.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/^# In server: (.*)$/gm)]);
  return [...new Set(lines.map(([, line]) => line))].join(" ");
}

async function serverPlace(place: keyof typeof INCLUDED, responses: readonly Sent[]): Promise<Place> {
  const app = await application(responses.map(bytesOf));
  const empty = temporaryFolder();
  const plain = await INCLUDED[place]([], app.port, empty.path);
  return {
    origin: `http://127.0.0.1:${plain.port}`,
    async send({ files, host, path, method = "GET", fields }) {
      const folder = temporaryFolder();
      const names = files.map((text, at) => folder.write(`response-headers-${at}.conf`, text));
      const running = await INCLUDED[place](names, app.port, folder.path);
      try {
        return await send(running.port, host, path, method, fields);
      } finally {
        await running.stop();
        folder.end();
      }
    },
    async stop() {
      await plain.stop();
      empty.end();
      app.stop();
    },
  };
}

const PHP = `<?php
ini_set('default_mimetype', '');
header_remove('X-Powered-By');
foreach (array_filter(explode(',', $_SERVER['HTTP_X_FILES'] ?? '')) as $file) require __DIR__ . "/$file.php";
preg_match('#^/(\\d+)#', $_SERVER['REQUEST_URI'], $path);
$answer = json_decode(file_get_contents(__DIR__ . '/answers.json'), true)[$_SERVER['HTTP_X_CASE'] ?? $path[1]];
foreach ($answer['lines'] as $line) header($line, false);
http_response_code($answer['status']);
if (!in_array($answer['status'], [204, 304])) echo str_repeat('a', 16);
`;

const EXPRESS = `
const [folder, port] = process.argv.slice(1);
const app = require("express")().disable("x-powered-by").disable("etag");
const answers = require(folder + "/answers.json");
app.use((req, res, next) => {
  const files = (req.get("X-Files") ?? "").split(",").filter(Boolean);
  const step = () => (files.length > 0 ? require(folder + "/" + files.shift() + ".cjs")(req, res, step) : next());
  step();
});
app.use((req, res) => {
  const { lines, status } = answers[req.get("X-Case") ?? /\\d+/.exec(req.path)[0]];
  res.status(status);
  for (const line of lines) {
    const [, name, value] = /^([^:]+):\\s*(.*)$/.exec(line) ?? [];
    // Node rejects invalid lines.
    try { res.setHeader(name, res.hasHeader(name) ? [res.getHeader(name), value].flat() : value); } catch {}
  }
  res.end("a".repeat(16));
});
app.listen(Number(port), "127.0.0.1");`;

const DJANGO = `
import importlib, json, re, sys
from wsgiref.simple_server import make_server
folder, port = sys.argv[1:]
sys.path.insert(0, folder)
from django.conf import settings
settings.configure(SECRET_KEY="x" * 50, ALLOWED_HOSTS=["*"], ROOT_URLCONF="__main__", INSTALLED_APPS=["django.contrib.sessions"],
  SESSION_ENGINE="django.contrib.sessions.backends.signed_cookies", SECURE_CONTENT_TYPE_NOSNIFF=False,
  SECURE_REFERRER_POLICY=None, SECURE_CROSS_ORIGIN_OPENER_POLICY=None,
  MIDDLEWARE=["__main__.installed", "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.csrf.CsrfViewMiddleware"])
import django
django.setup()
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpResponse
from django.urls import re_path
answers = json.load(open(folder + "/answers.json"))
def installed(get_response):
    def answer(request):
        handler = get_response
        for file in filter(None, request.headers.get("X-Files", "").split(",")):
            handler = importlib.import_module(file).middleware(handler)
        return handler(request)
    return answer
def view(request):
    answer = answers[int(request.headers.get("X-Case") or re.match(r"/(\\d+)", request.path)[1])]
    response = HttpResponse("a" * 16, status=answer["status"])
    del response.headers["Content-Type"]
    for line in answer["lines"]:
        name, _, value = line.partition(":")
        try:
            if name.lower() == "set-cookie": response.cookies.load(value.strip())
            else: response.headers[name] = value.strip()
        except Exception: pass
    return response
urlpatterns = [re_path(r"", view)]
make_server("127.0.0.1", int(port), WSGIHandler()).serve_forever()
`;

const RUN = {
  php: {
    file: (at: number) => `f${at}.php`,
    command: (folder: string, port: string) => ["php", "-S", `127.0.0.1:${port}`, join(folder, "index.php")],
  },
  express: {
    file: (at: number) => `f${at}.cjs`,
    command: (folder: string, port: string) => ["node", "-e", EXPRESS, folder, port],
  },
  django: {
    file: (at: number) => `f${at}.py`,
    command: (folder: string, port: string) => ["/usr/bin/python3", "-c", DJANGO, folder, port],
  },
} as const;

async function applicationPlace(place: keyof typeof RUN, responses: readonly Sent[]): Promise<Place> {
  const folder = temporaryFolder();
  const port = freePort();
  const answers = responses.map(({ lines, status = 200 }) => ({
    lines: lines.filter((line) => !FRAMING.test(line) && !line.startsWith("HTTP/")),
    status,
  }));
  folder.write("answers.json", JSON.stringify(answers));
  folder.write("index.php", PHP);
  const child = Bun.spawn(RUN[place].command(folder.path, String(port)), {
    cwd: join(import.meta.dir, ".."),
    stdio: ["ignore", "ignore", Bun.file(join(folder.path, "stderr"))],
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: "1" },
  });
  for (let tries = 0; ; tries++) {
    if (await canConnect(port)) break;
    if (tries === 200 || child.exitCode !== null)
      throw new Error(`${place} does not start: ${await Bun.file(join(folder.path, "stderr")).text()}`);
    await Bun.sleep(50);
  }
  const known = new Map<string, string>();
  return {
    origin: `http://127.0.0.1:${port}`,
    send({ files, at, host, path, method = "GET", fields }) {
      const names = files.map((text) => {
        const name = known.get(text) ?? `f${known.size}`;
        if (!known.has(text)) folder.write(RUN[place].file(known.size), text);
        known.set(text, name);
        return name;
      });
      const own = [`X-Files: ${names.join(",")}`, ...(at === undefined ? [] : [`X-Case: ${at}`])];
      return send(port, host, path, method, [...own, ...fields]).then(({ status, lines }) => ({
        status,
        // PHP's built-in server copies the request's Host header into its response.
        lines: lines.filter((line) => !line.startsWith("Host:")),
      }));
    },
    async stop() {
      child.kill();
      await child.exited;
      folder.end();
    },
  };
}
