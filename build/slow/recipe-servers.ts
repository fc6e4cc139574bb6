/**
 * Real servers for recipes: an application with faulty lines, servers in front of it, and a client that reads
 * bytes.
 */

import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, connect as dial } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { apache, caddy, freePort, lighttpd, nginx, type ProxyServer } from "./proxy-servers.ts";

export type Tested = "nginx" | "apache" | "htaccess" | "caddy" | "lighttpd";
/** Origin of the server's responses: a proxied application, PHP by FastCGI, Python by uwsgi, or files. */
export type Behind = "proxy" | "fastcgi" | "uwsgi" | "origin";

/** Site of a server: its name, and the lines under test. */
export interface Site {
  readonly name: string;
  readonly recipe: string;
}

export interface Answer {
  readonly status: number;
  readonly lines: readonly string[];
}

/** An application that answers `/N` with the bytes of answer N. */
export async function application(
  answers: readonly ((method: string) => Buffer)[],
): Promise<{ readonly port: number; stop(): void }> {
  const server = createServer((socket) => {
    let head = "";
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      head += bytes.toString("latin1");
      if (!head.includes("\r\n\r\n")) return;
      const [, method = "GET", index = ""] = /^(\S+) \/(\d+)/.exec(head) ?? [];
      head = "";
      const answer = answers[Number(index)];
      socket.end(answer ? answer(method) : "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as { port: number }).port, stop: () => server.close() };
}

/** PHP by FastCGI; its script sends the lines of answer N for `/N`. */
export async function phpApplication(
  answers: readonly { readonly lines: readonly string[]; readonly status: number; readonly bytes: number }[],
) {
  const folder = mkdtempSync(join(tmpdir(), "netlens-fpm-"));
  const port = freePort();
  const script = join(folder, "index.php");
  // header() replaces a line of the same name unless its second argument is false.
  writeFileSync(join(folder, "answers.json"), JSON.stringify(answers));
  writeFileSync(
    script,
    `<?php
header_remove("X-Powered-By");
ini_set("default_mimetype", "");
preg_match('#^/(\\d+)#', $_SERVER["REQUEST_URI"], $at);
$answer = json_decode(file_get_contents(__DIR__ . "/answers.json"), true)[$at[1] ?? 0];
foreach ($answer["lines"] as $line) header($line, false);
http_response_code($answer["status"]);
if ($_SERVER["REQUEST_METHOD"] !== "HEAD") echo str_repeat("a", $answer["bytes"]);
`,
  );
  writeFileSync(
    join(folder, "fpm.conf"),
    `[global]
error_log = ${folder}/log
daemonize = no
[www]
listen = 127.0.0.1:${port}
pm = static
pm.max_children = 2
${process.getuid?.() === 0 ? "user = root\ngroup = root" : ""}
`,
  );
  const fpm = phpFpm();
  if (!fpm) throw new Error("php-fpm is missing: apt-get install php-fpm");
  return started([fpm, "-n", "-R", "-F", "-y", join(folder, "fpm.conf")], { folder, port, script });
}

/** Python by uwsgi, in the same way. */
export async function uwsgiApplication(
  answers: readonly { readonly lines: readonly string[]; readonly status: number; readonly bytes: number }[],
) {
  const folder = mkdtempSync(join(tmpdir(), "netlens-uwsgi-"));
  const port = freePort();
  writeFileSync(join(folder, "answers.json"), JSON.stringify(answers));
  writeFileSync(
    join(folder, "app.py"),
    `import json, os, re
answers = json.load(open(os.path.dirname(os.path.abspath(__file__)) + "/answers.json"))
def application(environ, start_response):
    at = re.match(r"/(\\d+)", environ["REQUEST_URI"])
    answer = answers[int(at[1]) if at else 0]
    lines = [line.partition(":") for line in answer["lines"]]
    start_response("%d Status" % answer["status"], [(name.strip(), value.strip()) for name, _, value in lines])
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [b"a" * answer["bytes"]]
`,
  );
  const command = `uwsgi --plugins python3 --die-on-term --socket 127.0.0.1:${port} --wsgi-file ${folder}/app.py`;
  return started(command.split(" "), { folder, port, pass: "uwsgi" as const });
}

/** Waits until the program accepts connections. */
async function started<T extends { readonly folder: string; readonly port: number }>(
  command: readonly string[],
  given: T,
): Promise<T & { stop(): Promise<void> }> {
  const { folder, port } = given;
  const child = Bun.spawn([...command], {
    stdio: ["ignore", "ignore", Bun.file(join(folder, "stderr"))],
  });
  for (let tries = 0; !(await canConnect(port)); tries++) {
    if (tries === 250 || child.exitCode !== null)
      throw new Error(`${command[0]} does not start: ${await Bun.file(join(folder, "stderr")).text()}`);
    await Bun.sleep(20);
  }
  return {
    ...given,
    async stop() {
      child.kill();
      await child.exited;
      rmSync(folder, { recursive: true });
    },
  };
}

/** Path of PHP's FastCGI server; Debian has the version in its name. */
export function phpFpm(): string | undefined {
  const [found] = [...new Bun.Glob("php-fpm*").scanSync({ cwd: "/usr/sbin" })].toSorted();
  return found && join("/usr/sbin", found);
}

export async function canConnect(port: number): Promise<boolean> {
  return Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } }).then(
    (socket) => {
      socket.end();
      return true;
    },
    () => false,
  );
}

export interface Application {
  readonly port: number;
  /** Path of the PHP script that responds. */
  readonly script?: string;
  readonly pass?: "uwsgi";
}

const FILES = ["page.html", "data.bin", "style.css"];

/** Dates files back by a day: Last-Modified equal to Date would be another finding. */
function age(folder: string): void {
  const yesterday = new Date(Date.now() - 86_400_000);
  for (const name of FILES) utimesSync(join(folder, name), yesterday, yesterday);
}

/** Starts the server with a site for each recipe, in front of the application or with its own files. */
export async function withSites(
  server: Tested,
  sites: readonly Site[],
  app: Application | undefined,
): Promise<ProxyServer> {
  const folder = mkdtempSync(join(tmpdir(), "netlens-recipes-"));
  // nginx and Caddy run as other users, which cannot enter root's folders.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, "page.html"), `<!doctype html>\n${"text ".repeat(20_000)}`);
  writeFileSync(join(folder, "data.bin"), "text ".repeat(4));
  writeFileSync(join(folder, "style.css"), "text ".repeat(4));
  age(folder);
  const started = await START[server](sites, app, folder);
  return {
    ...started,
    async stop() {
      await started.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

type Start = (sites: readonly Site[], app: Application | undefined, folder: string) => Promise<ProxyServer>;

const nginxSites: Start = (sites, app, folder) =>
  nginx(`server_names_hash_max_size 8192; variables_hash_max_size 8192; map_hash_bucket_size 256;
types { text/html html; text/css css; } default_type application/octet-stream; server_tokens off;
${sites
  .map(({ name, recipe }, at) => {
    // Sites of one file share variables, so each site's variables get a name of their own.
    const lines =
      recipe
        .replace(/^# In server: /gm, "")
        .replace(/\$((?:set|on)_\w+)/g, `$$$1_${at}`)
        .match(/^server \{\n(?:\t.*\n)*\}$|^.+$/gm) ?? [];
    const outside = lines.filter((line) => /^(?:map|server) /.test(line));
    const inside = lines.filter((line) => !/^(?:map|server) /.test(line));
    const location = !app
      ? `root ${folder};`
      : app.script
        ? `fastcgi_pass 127.0.0.1:${app.port}; fastcgi_param SCRIPT_FILENAME ${app.script}; fastcgi_param REQUEST_METHOD $request_method; fastcgi_param REQUEST_URI $request_uri; fastcgi_param QUERY_STRING $query_string;`
        : app.pass === "uwsgi"
          ? `uwsgi_pass 127.0.0.1:${app.port}; uwsgi_param REQUEST_METHOD $request_method; uwsgi_param REQUEST_URI $request_uri; uwsgi_param PATH_INFO $document_uri;`
          : `proxy_pass http://127.0.0.1:${app.port}; proxy_pass_request_headers on;`;
    // A recipe that redirects everything is a server block in place of the site's.
    const own = outside.filter((line) => line.startsWith("server "));
    const maps = outside.filter((line) => line.startsWith("map "));
    if (own.length > 0)
      return own
        .join("\n")
        .replace("listen 80;", "listen 127.0.0.1:PORT;")
        .replace(/server_name .*;/, `server_name ${name};`);
    return `${maps.join("\n")}
server { listen 127.0.0.1:PORT; server_name ${name};
${inside.join("\n")}
location / { ${location} } }`;
  })
  .join("\n")}`);

/** Sites of Apache, with recipes in the configuration or as a file in the site's folder. */
const apacheSites =
  (isInFolder: boolean): Start =>
  (sites, app, folder) => {
    const folders = sites.map(({ recipe }, at) => {
      if (!isInFolder) return folder;
      const own = join(folder, `site-${at}`);
      mkdirSync(own, { mode: 0o755 });
      for (const name of FILES) copyFileSync(join(folder, name), join(own, name));
      age(own);
      // Requests for missing files go to the application, as in WordPress.
      const rest = app
        ? `RewriteEngine On\nRewriteRule ^(\\d+)$ ${app.script ? "/index.php" : `http://127.0.0.1:${app.port}/$1`} [${app.script ? "L" : "P"}]\n`
        : "";
      if (app?.script) writeFileSync(join(own, "index.php"), "");
      writeFileSync(join(own, ".htaccess"), `${recipe}\n${rest}`);
      return own;
    });
    return apache(`AddType text/html .html
AddType text/css .css
AddType application/octet-stream .bin
ServerTokens Prod
<Directory "${folder}">
Require all granted
Options FollowSymLinks
AllowOverride FileInfo
</Directory>
${sites
  .map(({ name, recipe }, at) => {
    const target = app?.script ? `fcgi://127.0.0.1:${app.port}` : `http://127.0.0.1:${app?.port}/`;
    const passed = !app
      ? ""
      : app.script
        ? `ProxyFCGISetEnvIf "true" SCRIPT_FILENAME "${app.script}"\n${isInFolder ? `<FilesMatch "\\.php$">\nSetHandler "proxy:${target}"\n</FilesMatch>` : `ProxyPass / ${target}/`}`
        : isInFolder
          ? ""
          : `ProxyPass / ${target}`;
    return `<VirtualHost 127.0.0.1:PORT>
ServerName ${name}
DocumentRoot ${folders[at]}
${isInFolder ? "" : recipe.replace("ServerTokens Prod", "# for the whole server, above")}
${passed}
</VirtualHost>`;
  })
  .join("\n")}`);
  };

const START: Readonly<Record<Tested, Start>> = {
  nginx: nginxSites,
  apache: apacheSites(false),
  htaccess: apacheSites(true),
  caddy: (sites, app, folder) =>
    caddy(
      sites
        .map(({ name, recipe }) => {
          const handler = !app
            ? `root * ${folder}\nfile_server`
            : app.script
              ? `root * ${dirname(app.script)}\nrewrite * /index.php\nphp_fastcgi 127.0.0.1:${app.port}`
              : `reverse_proxy 127.0.0.1:${app.port}`;
          return `http://${name}:PORT {\n${recipe}\n${handler}\n}`;
        })
        .join("\n"),
    ),
  lighttpd: (sites, app, folder) =>
    lighttpd(`server.tag = "lighttpd"
server.document-root = "${folder}"
mimetype.assign = (".html" => "text/html", ".css" => "text/css", "" => "application/octet-stream")
${sites
  .map(({ name, recipe }) => {
    const host = `((("host" => "127.0.0.1", "port" => ${app?.port}`;
    const passed = !app
      ? ""
      : app.script
        ? `fastcgi.server = ("" => ${host.slice(1)}, "check-local" => "disable", "docroot" => "${dirname(app.script)}")))`
        : `proxy.server = ("" => ${host.slice(1)})))`;
    return `$HTTP["host"] == "${name}" {\n${recipe}\n${passed}\n}`;
  })
  .join("\n")}`),
};

/** Header of a proxy that terminated TLS in front of these servers. */
export const OVER_HTTPS = "X-Forwarded-Proto: https";

/** Sends a request; returns the head of the response as bytes. */
export function send(
  port: number,
  site: string,
  path: string,
  method: string,
  fields: readonly string[],
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = dial(port, "127.0.0.1");
    let text = "";
    const done = () => {
      const [status = "", ...lines] = (text.split("\r\n\r\n")[0] ?? "").split("\r\n");
      resolve({ status: Number(status.split(" ")[1] ?? 0), lines });
      socket.destroy();
    };
    socket.setTimeout(5000, () => reject(new Error(`no answer of ${site}${path}`)));
    socket.on("error", reject);
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      if (text.includes("\r\n\r\n")) done();
    });
    socket.on("end", done);
    socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: ${site}\r\n${fields.map((line) => `${line}\r\n`).join("")}Connection: close\r\n\r\n`,
      "latin1",
    );
  });
}
