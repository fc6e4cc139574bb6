/** Steps around a recipe, tried on the real server: save the file, test it, reload, and undo. */

import { expect, test } from "bun:test";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { PLACE_STEPS, type Server } from "../../data/recipe-servers.ts";
import { cli } from "../../test/cli/fake-io.ts";
import { freePort } from "./proxy-servers.ts";
import { ran, temporaryFolder } from "./recipe-files.ts";
import { canConnect } from "./recipe-servers.ts";

interface Installed {
  /** Name of the recipe below the folder in place of /etc. */
  readonly file: string;
  readonly conf: (folder: string, port: number) => string;
  readonly run: (conf: string) => readonly string[];
  /** Arguments and variables that make a command use this folder instead of /etc. */
  readonly more: (conf: string, folder: string, command: string) => readonly string[];
}

const ADMIN = freePort();

const SERVERS: Readonly<Partial<Record<Server, Installed>>> = {
  nginx: {
    file: "conf.d/response-headers.conf",
    conf: (folder, port) => `pid ${folder}/pid; error_log ${folder}/log; events {}
http { access_log off; default_type text/html; include ${folder}/conf.d/*.conf; server { listen 127.0.0.1:${port}; return 200 x; } }`,
    run: (conf) => ["nginx", "-c", conf, "-g", "daemon off;"],
    more: (conf) => ["-c", conf],
  },
  apache: {
    file: "conf-enabled/response-headers.conf",
    conf: (folder, port) => `ServerRoot ${folder}
ServerName localhost
${["mpm_event", "authz_core", "alias", "headers", "setenvif", "filter"].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join("\n")}
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
DefaultRuntimeDir ${folder}
ErrorLog ${folder}/log
RedirectMatch 404 ^/
IncludeOptional ${folder}/conf-enabled/*.conf`,
    run: (conf) => ["apache2", "-D", "FOREGROUND", "-f", conf],
    more: (conf) => ["-f", conf],
  },
  caddy: {
    file: "response-headers.caddy",
    conf: (folder, port) => `{
	admin 127.0.0.1:${ADMIN}
	auto_https off
}
http://127.0.0.1:${port} {
	import ${folder}/response-headers.caddy*
	respond x
}`,
    run: (conf) => ["caddy", "run", "--adapter", "caddyfile", "--config", conf],
    more: (conf, _, command) => [
      ...["--adapter", "caddyfile", "--config", conf],
      ...(command === "caddy reload" ? ["--address", `127.0.0.1:${ADMIN}`] : []),
    ],
  },
  lighttpd: {
    file: "conf-enabled/90-response-headers.conf",
    conf: (folder, port) => `server.modules = ("mod_setenv")
server.document-root = "${folder}"
server.bind = "127.0.0.1"
server.port = ${port}
include "${folder}/conf-enabled/*.conf"`,
    run: (conf) => ["lighttpd", "-D", "-f", conf],
    more: () => [],
  },
};

test.each(Object.entries(SERVERS))(
  "%s: save, test, reload, undo (needs it)",
  async (place, { file, conf: confOf, run, more }) => {
    const { out: recipe } = await cli(["headers", "--how", place, "--status", "200"], {
      input: ["Content-Type: text/html; charset=utf-8\n"],
    });
    const { test: steps, where, undo } = PLACE_STEPS[place as Server];
    for (const step of [`Where: ${where}.`, `Test: ${steps}.`, `Undo: ${undo}.`])
      expect(recipe).toContain(step);
    expect(where).toContain(file);
    const [, check = "", reload = ""] = /^run (.+), then (.+)$/.exec(steps) ?? [];
    const folder = temporaryFolder();
    const port = freePort();
    const conf = folder.write("main.conf", confOf(folder.path, port));
    const variables = { HOME: folder.path };
    folder.write("conf-enabled/0.conf", "");
    const PATH = `${process.env["PATH"]}:/usr/sbin:/sbin`;
    const start = async () => {
      const child = Bun.spawn([...run(conf)], {
        env: { ...process.env, PATH, ...variables },
        stderr: "ignore",
      });
      while (!(await canConnect(port))) await Bun.sleep(20);
      return child;
    };
    const call = async (command: string) => {
      // apachectl is a script that runs these; it is in another package than the server.
      const words = command
        .replace("/etc/lighttpd/lighttpd.conf", conf)
        .replace("apachectl configtest", "apache2 -t")
        .replace("apachectl graceful", "apache2 -k graceful")
        .split(" ");
      const { code, out, err } = await ran([...words, ...more(conf, folder.path, command)], variables);
      expect(code, `${command}: ${out}${err}`).toBe(0);
    };
    let server = await start();
    /** Value of the header once it is as wanted. */
    const reloaded = async (wanted: string | null) => {
      if (reload === "restart lighttpd") {
        server.kill();
        await server.exited;
        server = await start();
      } else await call(reload);
      const currentValue = async () =>
        (await fetch(`http://127.0.0.1:${port}/`)).headers.get("x-content-type-options");
      for (let tries = 0; tries < 100 && (await currentValue().catch(() => "")) !== wanted; tries++)
        await Bun.sleep(30);
      expect(await currentValue()).toBe(wanted);
    };
    try {
      folder.write(file, recipe);
      await call(check);
      await reloaded("nosniff");
      expect(undo).toMatch(/^(?:delete it|remove the import)/);
      rmSync(join(folder.path, file));
      await call(check);
      await reloaded(null);
    } finally {
      server.kill();
      await server.exited;
      folder.end();
    }
  },
  20_000,
);
