/** Recipes for PHP are judged by PHP: the bad example's finding is gone, one line stands, and nothing new is found. */

import { expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask } from "./recipe-servers.ts";
import { addedTo, casesOf, counts, found } from "./recipes.ts";

/** Settings for php.ini; all else is code. */
const SETTING = /^[a-z_.]+ = /;

const told = casesOf().flatMap(({ id, example, how: { php }, field }) =>
  php === undefined ? [] : [{ id, example, recipe: php, field }],
);

/** Flags that the example's session cookie has already, as its php.ini has them. */
function alreadySet(lines: readonly string[]): string {
  const cookie = lines.find((line) => /^set-cookie:/i.test(line)) ?? "";
  const sameSite = /;\s*SameSite=(\w+)/i.exec(cookie)?.[1];
  return [
    ...(/;\s*Secure/i.test(cookie) ? ["session.cookie_secure = 1"] : []),
    ...(/;\s*HttpOnly/i.test(cookie) ? ["session.cookie_httponly = 1"] : []),
    ...(sameSite ? [`session.cookie_samesite = "${sameSite}"`] : []),
  ].join("\n");
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** The lines that PHP sends for a script, with settings. */
async function linesOf(script: string, ini: string): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "netlens-php-"));
  writeFileSync(join(folder, "index.php"), `<?php\n${script}\n`);
  writeFileSync(join(folder, "php.ini"), `session.save_path = "${folder}"\n${ini}\n`);
  const port = await freePort();
  const php = Bun.spawn(["php", "-c", join(folder, "php.ini"), "-S", `127.0.0.1:${port}`, "-t", folder], {
    stdout: "ignore",
    stderr: "ignore",
  });
  try {
    for (let tries = 0; tries < 100; tries++) {
      const answer = await ask(port, "a.test", "/", "GET", []).catch(() => undefined);
      if (answer) return answer.lines;
      await Bun.sleep(50);
    }
    throw new Error("php does not answer");
  } finally {
    php.kill();
    await php.exited;
    rmSync(folder, { recursive: true });
  }
}

test("some kinds have recipes for PHP", () => {
  expect(told.length).toBeGreaterThan(3);
});

test.each(told)(
  "$id in PHP (needs php)",
  async ({ id, example, recipe, field }) => {
    const isSetting = SETTING.test(recipe);
    const code = isSetting ? "session_start();" : `$value = "abc";\n${recipe}`;
    const sent = await linesOf(code, isSetting ? `${alreadySet(example.lines)}\n${recipe}` : "");
    // The rest of the response is the example's: PHP has its own field in the place of the bad one.
    const isOwn = (line: string) => /^(?:set-cookie|x-powered-by)\s*:/i.test(line);
    const isAsked = (line: string) =>
      isOwn(line) && (field === undefined || line.toLowerCase().startsWith(field));
    const own = sent.filter(isAsked);
    const after = [...example.lines.filter((line) => !isAsked(line)), ...own];
    const was = counts(found(example, example.lines));
    const is = counts(found(example, after));
    expect([id, was.has(id), is.has(id), addedTo(was, is)]).toEqual([id, true, false, []]);
    expect(own).toHaveLength(field === "set-cookie" ? 1 : 0);
  },
  20_000,
);
