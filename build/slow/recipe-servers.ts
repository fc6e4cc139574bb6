/** What judges recipes: an application that sends bad lines, the servers in front of it, and a client that reads bytes. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, connect as dial } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { apache, caddy, lighttpd, nginx, type ProxyServer } from "./proxy-servers.ts";

export type Tested = "nginx" | "apache" | "caddy" | "lighttpd";

/** A site of a server: its name, and the lines under test. */
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

/** The server with a site for each recipe, as proxy of the application, or with a file of its own. */
export async function withSites(
  server: Tested,
  sites: readonly Site[],
  app: number | undefined,
): Promise<ProxyServer> {
  const folder = mkdtempSync(join(tmpdir(), "netlens-recipes-"));
  // nginx and Caddy leave root's own folders to nobody else.
  writeFileSync(join(folder, "page.html"), `<!doctype html>\n${"text ".repeat(20_000)}`);
  writeFileSync(join(folder, "data.bin"), "text ".repeat(4));
  const started = await START[server](sites, app, folder);
  return {
    ...started,
    async stop() {
      await started.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

const START: Readonly<
  Record<Tested, (sites: readonly Site[], app: number | undefined, folder: string) => Promise<ProxyServer>>
> = {
  nginx: (sites, app, folder) =>
    nginx(`server_names_hash_max_size 8192; types { text/html html; } default_type application/octet-stream; server_tokens off;
${sites
  .map(
    ({ name, recipe }) => `server { listen 127.0.0.1:PORT; server_name ${name};
${recipe}
location / { ${app === undefined ? `root ${folder};` : `proxy_pass http://127.0.0.1:${app}; proxy_pass_request_headers on;`} } }`,
  )
  .join("\n")}`),
  apache: (sites, app, folder) =>
    apache(`AddType text/html .html
AddType application/octet-stream .bin
ServerTokens Prod
<Directory "${folder}">
Require all granted
</Directory>
${sites
  .map(
    ({ name, recipe }) => `<VirtualHost 127.0.0.1:PORT>
ServerName ${name}
${recipe.replace("ServerTokens Prod", "# for the whole server, above")}
${app === undefined ? `DocumentRoot ${folder}` : `ProxyPass / http://127.0.0.1:${app}/`}
</VirtualHost>`,
  )
  .join("\n")}`),
  caddy: (sites, app, folder) =>
    caddy(
      sites
        .map(
          ({ name, recipe }) => `http://${name}:PORT {
${recipe}
${app === undefined ? `root * ${folder}\nfile_server` : `reverse_proxy 127.0.0.1:${app}`}
}`,
        )
        .join("\n"),
    ),
  lighttpd: (sites, app, folder) =>
    lighttpd(`server.tag = "lighttpd"
server.document-root = "${folder}"
mimetype.assign = (".html" => "text/html", "" => "application/octet-stream")
${sites
  .map(
    ({ name, recipe }) => `$HTTP["host"] == "${name}" {
${recipe}
${app === undefined ? "" : `proxy.server = ("" => (("host" => "127.0.0.1", "port" => ${app})))`}
}`,
  )
  .join("\n")}`),
};

/** The head of the server's answer, byte by byte. */
export function ask(
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
