/**
 * Starts nginx, Apache, HAProxy, Caddy and lighttpd for tests, each with its own folder and configuration, on
 * a free port.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ProxyServer {
  readonly port: number;
  readonly pid: number;
  /** Output of the server if it exits within a second; undefined otherwise. */
  ended(): Promise<string | undefined>;
  stop(): Promise<void>;
}

export function freePort(): number {
  const server = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data() {} } });
  const { port } = server;
  server.stop(true);
  return port;
}

/** nginx with these lines in its `http` block; `PORT` is replaced by the port, by default a free one. */
export async function nginx(http: string, port = freePort()): Promise<ProxyServer> {
  return startProxy(
    "nginx",
    http,
    (folder, lines) => [
      ["nginx", "-p", folder, "-c", join(folder, "conf"), "-e", "stderr"],
      `daemon off; master_process off; pid ${folder}/pid; error_log stderr crit;
    events { worker_connections 1024; }
    http { access_log off; client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
      uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
      ${lines} }\n`,
    ],
    port,
  );
}

const APACHE_MODULES =
  "mpm_event authz_core headers alias setenvif rewrite deflate filter mime proxy proxy_http proxy_fcgi socache_shmcb ssl";

/** Apache with these lines in its server context; `PORT` is replaced by the port, by default a free one. */
export async function apache(lines: string, port = freePort()): Promise<ProxyServer> {
  const make = (folder: string, written: string): [string[], string] => [
    ["apache2", "-D", "FOREGROUND", "-f", join(folder, "conf")],
    `ServerRoot ${folder}
ServerName localhost
${APACHE_MODULES.split(" ")
  .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
  .join("\n")}
${[...written.matchAll(/\b127\.0\.0\.1:\d+(?=>)/g)]
  .slice(0, 1)
  .map(([address]) => `Listen ${address}`)
  .join("")}
ErrorLog ${folder}/error.log
TypesConfig /dev/null
PidFile ${folder}/pid
DefaultRuntimeDir ${folder}
${written}\n`,
  ];
  return startProxy("apache2", lines, make, port);
}

/** HAProxy with these sections; `PORT` is replaced by the port. */
export async function haproxy(sections: string): Promise<ProxyServer> {
  return startProxy("haproxy", sections, (folder, lines) => [
    ["haproxy", "-db", "-q", "-f", join(folder, "conf")],
    `global
  nbthread 1
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
${lines}\n`,
  ]);
}

/** Caddy with these sites, for HTTP/3 by another implementation than ours. `PORT` is replaced by the port. */
export async function caddy(sites: string): Promise<ProxyServer> {
  return startProxy("caddy", sites, (folder, lines) => [
    ["env", `HOME=${folder}`, "caddy", "run", "--adapter", "caddyfile", "--config", join(folder, "conf")],
    `{
  admin off
  auto_https disable_redirects
  skip_install_trust
  servers {
    protocols h1 h2 h2c h3
  }
}
${lines}\n`,
  ]);
}

/** lighttpd with these lines. It listens on one port; a condition on `$HTTP["host"]` selects a site. */
export async function lighttpd(lines: string): Promise<ProxyServer> {
  return startProxy("lighttpd", `server.port = PORT\n${lines}`, (folder, written) => [
    ["lighttpd", "-D", "-f", join(folder, "conf")],
    `server.modules = ("mod_setenv", "mod_proxy", "mod_fastcgi")
server.bind = "127.0.0.1"
server.errorlog = "${folder}/error.log"
${written}\n`,
  ]);
}

/** Starts a server whose configuration has `PORT` in place of the port; resolves when it accepts connections. */
export async function startProxy(
  name: string,
  lines: string,
  make: (folder: string, lines: string) => readonly [command: readonly string[], conf: string],
  port = freePort(),
): Promise<ProxyServer> {
  const folder = mkdtempSync(join(tmpdir(), `netlens-${name}-`));
  const [command, conf] = make(folder, lines.replaceAll("PORT", String(port)));
  await Bun.write(join(folder, "conf"), conf);
  const output = Bun.file(join(folder, "stderr"));
  const child = Bun.spawn([...command], { stdio: ["ignore", "ignore", output] });
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries === 250 || child.exitCode !== null)
      throw new Error(`${name} does not start: ${await output.text()}`);
    await Bun.sleep(20);
  }
  return {
    port,
    pid: child.pid,
    ended: async () =>
      (await Promise.race([child.exited, Bun.sleep(1000)])) === undefined ? undefined : output.text(),
    async stop() {
      child.kill();
      await child.exited;
      rmSync(folder, { recursive: true });
    },
  };
}

async function answers(port: number): Promise<boolean> {
  return Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } }).then(
    (socket) => {
      socket.end();
      return true;
    },
    () => false,
  );
}
