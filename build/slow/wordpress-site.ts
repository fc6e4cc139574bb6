/** Debian's WordPress with nginx or Apache, PHP by FastCGI and MariaDB, in a folder of its own. */

import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { apache, freePort, nginx, type ProxyServer, startProxy } from "./proxy-servers.ts";
import { phpFpm } from "./recipe-servers.ts";

export const ADMIN = { name: "mona", password: "correct horse" } as const;

export interface WordPress {
  /** `http://127.0.0.1:PORT`, or the same with https. */
  readonly origin: string;
  readonly folder: string;
  /** Writes a file below the site's folder, with its folders. */
  write(path: string, text: string): void;
  /** Output of PHP code inside of WordPress. */
  php(code: string): string;
  /**
   * Restarts nginx with these lines in its `http` block and its server block; `origin` does not change.
   * Apache reads the server's lines from `.htaccess`.
   */
  configure(lines: { readonly http?: string; readonly server?: string }): Promise<void>;
  stop(): Promise<void>;
}

/** Files that the site needs, and the packages that contain them. */
const NEEDS = [
  ["/usr/share/wordpress/wp-load.php", "wordpress"],
  ["/usr/share/wordpress/wp-content/themes/twentytwentythree", "wordpress-theme-twentytwentythree"],
  ["/usr/sbin/mariadbd", "mariadb-server"],
  ["/usr/sbin/nginx", "nginx-light"],
] as const;

/** Starts a site with one post by `ADMIN` and without plugins; https uses one of the tests' certificates. */
export async function startWordPress(
  scheme: "http" | "https" = "http",
  software: "nginx" | "apache" = "nginx",
): Promise<WordPress> {
  const fpm = phpFpm();
  const missing = NEEDS.filter(([path]) => !existsSync(path)).map(([, name]) => name);
  if (!fpm || missing.length > 0) throw new Error(`apt-get install php-fpm php-mysql ${missing.join(" ")}`);
  const folder = mkdtempSync(join(tmpdir(), "netlens-wordpress-"));
  // nginx runs as a user without access to root's folders.
  chmodSync(folder, 0o755);
  const site = join(folder, "site");
  cpSync("/usr/share/wordpress", site, { recursive: true, dereference: true, preserveTimestamps: true });
  const database = await startDatabase(folder);
  const port = freePort();
  const origin = `${scheme}://127.0.0.1:${port}`;
  writeFileSync(join(site, "wp-config.php"), config(database.socket, origin));
  const php = (code: string) =>
    run("php", "-d", "display_errors=stderr", "-r", `$_SERVER["HTTP_HOST"] = "127.0.0.1"; ${code}`);
  php(`define("WP_INSTALLING", true); require "${site}/wp-load.php"; require ABSPATH . "wp-admin/includes/upgrade.php";
wp_install("Tried", "${ADMIN.name}", "mona@example.com", true, "", "${ADMIN.password}");
update_option("permalink_structure", "/%postname%/"); flush_rewrite_rules();`);
  const pool = await startProxy("php-fpm", "listen = 127.0.0.1:PORT", (at, lines) => [
    [fpm, "-R", "-F", "-y", join(at, "conf")],
    `[global]
error_log = ${at}/log
daemonize = no
[www]
${lines}
pm = static
pm.max_children = 4
php_admin_value[opcache.revalidate_freq] = 0
${process.getuid?.() === 0 ? "user = root\ngroup = root" : ""}
`,
  ]);
  let server: ProxyServer | undefined;
  const configure: WordPress["configure"] = async (lines) => {
    if (software === "apache") {
      writeFileSync(join(site, ".htaccess"), `${lines.server ?? ""}\n${REWRITE}`);
      server ??= await apache(apacheLines(site, pool.port), port);
      return;
    }
    await server?.stop();
    server = await nginx(serverLines(site, pool.port, scheme, lines), port);
  };
  await configure({});
  return {
    origin,
    folder: site,
    write(path, text) {
      mkdirSync(dirname(join(site, path)), { recursive: true });
      writeFileSync(join(site, path), text);
    },
    php: (code) => php(`require "${site}/wp-load.php"; ${code}`),
    configure,
    async stop() {
      await server?.stop();
      await pool.stop();
      await database.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

async function startDatabase(folder: string) {
  const data = join(folder, "data");
  const socket = join(folder, "socket");
  const user = process.getuid?.() === 0 ? ["--user=root"] : [];
  run(
    "mariadb-install-db",
    "--no-defaults",
    `--datadir=${data}`,
    "--auth-root-authentication-method=normal",
    "--skip-test-db",
    ...user,
  );
  const child = Bun.spawn(
    [
      "/usr/sbin/mariadbd",
      "--no-defaults",
      `--datadir=${data}`,
      `--socket=${socket}`,
      `--pid-file=${join(folder, "pid")}`,
      "--skip-networking",
      "--innodb-flush-log-at-trx-commit=0",
      ...user,
    ],
    { stdio: ["ignore", "ignore", Bun.file(join(folder, "stderr"))] },
  );
  const create = ["mariadb", "--no-defaults", `--socket=${socket}`, "-u", "root", "-e", "CREATE DATABASE wp"];
  for (let tries = 0; Bun.spawnSync(create).exitCode !== 0; tries++) {
    if (tries === 100 || child.exitCode !== null)
      throw new Error(`MariaDB does not start: ${await Bun.file(join(folder, "stderr")).text()}`);
    await Bun.sleep(100);
  }
  return {
    socket,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}

/**
 * wp-config.php, which blocks requests to WordPress's own hosts and allows requests to netlens on this
 * machine.
 */
const config = (socket: string, origin: string) => `<?php
define( 'DB_NAME', 'wp' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:${socket}' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'WP_HOME', '${origin}' );
define( 'WP_SITEURL', WP_HOME );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', '127.0.0.1' );
define( 'DISABLE_WP_CRON', true );
define( 'AUTOMATIC_UPDATER_DISABLED', true );
foreach ( array( 'AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE' ) as $netlens_name ) {
	define( $netlens_name . '_KEY', 'a key of tests' );
	define( $netlens_name . '_SALT', 'a salt of tests' );
}
$table_prefix = 'wp_';
require ABSPATH . 'wp-settings.php';
`;

const serverLines = (
  site: string,
  pool: number,
  scheme: "http" | "https",
  { http = "", server = "" }: { readonly http?: string; readonly server?: string },
) => `include /etc/nginx/mime.types; default_type application/octet-stream; gzip on;
${http}
server { listen 127.0.0.1:PORT${scheme === "https" ? ` ssl; ssl_certificate ${fixture("self-signed.pem")}; ssl_certificate_key ${fixture("server-key.pem")}` : ""}; root ${site}; index index.php;
${server}
location / { try_files $uri $uri/ /index.php?$args; }
location ~ \\.php$ { include /etc/nginx/fastcgi_params; fastcgi_param HTTP_HOST $http_host; fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name; fastcgi_pass 127.0.0.1:${pool}; } }`;

/** Lines that WordPress writes into `.htaccess` for permalinks. */
const REWRITE = `RewriteEngine On
RewriteBase /
RewriteRule ^index\\.php$ - [L]
RewriteCond %{REQUEST_FILENAME} !-f
RewriteCond %{REQUEST_FILENAME} !-d
RewriteRule . /index.php [L]
`;

const apacheLines = (site: string, pool: number) => `LoadModule dir_module /usr/lib/apache2/modules/mod_dir.so
TypesConfig /etc/mime.types
DirectoryIndex index.php
<VirtualHost 127.0.0.1:PORT>
DocumentRoot ${site}
<Directory "${site}">
Require all granted
Options FollowSymLinks
AllowOverride FileInfo
</Directory>
<FilesMatch "\\.php$">
SetHandler "proxy:fcgi://127.0.0.1:${pool}"
</FilesMatch>
</VirtualHost>`;

const fixture = (name: string) => join(import.meta.dir, "../../test/http/fixtures", name);

function run(...command: string[]): string {
  const { stdout, stderr, exitCode } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command[0]}: ${stdout}${stderr}`);
  return stdout.toString();
}

/** Browser page in which the administrator is logged in. */
export async function logIn(browser: Browser, origin: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${origin}/wp-login.php`);
  await page.fill("#user_login", ADMIN.name);
  await page.fill("#user_pass", ADMIN.password);
  await Promise.all([page.waitForURL(/\/wp-admin\//), page.click("#wp-submit")]);
  return page;
}
