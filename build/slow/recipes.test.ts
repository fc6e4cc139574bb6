/** The recipes for nginx, Apache and Caddy are configuration that the real servers take. */

import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { remedies } from "../../data/recipes.ts";
import { recipesFor } from "../../src/view/recipes.ts";

const path = (name: string) => Bun.which(name, { PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` });
const lines = (server: string) => [
  ...new Set(
    [...remedies.keys()].flatMap((id) =>
      recipesFor(id)
        .filter((recipe) => recipe.server === server)
        .map(({ text }) => text),
    ),
  ),
];

async function accepted(command: string[], config: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "netlens-recipes-"));
  try {
    const file = join(folder, "server.conf");
    writeFileSync(file, config.replaceAll("FOLDER", folder));
    const child = Bun.spawn([...command, file], { stdout: "ignore", stderr: "pipe" });
    const said = await new Response(child.stderr).text();
    return (await child.exited) === 0 ? "accepted" : said;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const nginx = path("nginx");
test.skipIf(!nginx)("nginx takes every line (needs nginx)", async () => {
  const config = `pid FOLDER/pid; error_log stderr; events {} http { access_log off; server { listen 127.0.0.1:65000;
${lines("nginx").join("\n")}
} }`;
  expect(await accepted([nginx ?? "", "-t", "-c"], config)).toBe("accepted");
});

const apache = path("apache2");
test.skipIf(!apache)("Apache takes every line (needs apache2)", async () => {
  const modules = ["mpm_event", "authz_core", "headers", "alias", "deflate", "filter", "socache_shmcb", "ssl"]
    .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
    .join("\n");
  const config = `ServerRoot FOLDER
ServerName localhost
Listen 127.0.0.1:65001
ErrorLog FOLDER/error.log
PidFile FOLDER/pid
DefaultRuntimeDir FOLDER
${modules}
${lines("Apache").join("\n")}
`;
  expect(await accepted([apache ?? "", "-t", "-f"], config)).toBe("accepted");
});

const caddy = path("caddy");
test.skipIf(!caddy)("Caddy takes every line (needs caddy)", async () => {
  const config = `{
	admin off
}
${lines("Caddy")
  .map(
    (line, at) =>
      `${line.startsWith("tls ") ? "https" : "http"}://127.0.0.1:${65_100 + at} {\n\t${block(line)}\n}`,
  )
  .join("\n")}
`;
  expect(await accepted([caddy ?? "", "validate", "--adapter", "caddyfile", "--config"], config)).toBe(
    "accepted",
  );
});

/** A directive with options in braces has a line for each part. */
function block(line: string): string {
  return line.replace(/ \{ (.*) \}$/, " {\n\t\t$1\n\t}");
}
