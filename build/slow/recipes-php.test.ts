/** Recipes for PHP are judged by PHP: the bad example's finding is gone, one line stands, and nothing new is found. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask } from "./recipe-servers.ts";
import { addedTo, casesOf, counts, found } from "./recipes.ts";

/** Settings for php.ini; all else is code. */
const SETTING = /^[a-z_.]+ = /;

const told = casesOf("php").flatMap(({ id, example, how, field }) =>
  how.php === undefined ? [] : [{ id, example, how, recipe: how.php, field }],
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

/** PHP's own server, whose page runs code N for `/?N`, with settings. */
async function withCodes(codes: readonly string[], ini: string) {
  const folder = mkdtempSync(join(tmpdir(), "netlens-php-"));
  writeFileSync(join(folder, "codes.json"), JSON.stringify(codes));
  writeFileSync(
    join(folder, "index.php"),
    `<?php\n$value = "abc";\neval(json_decode(file_get_contents(__DIR__ . "/codes.json"))[(int) $_SERVER["QUERY_STRING"]]);\n`,
  );
  writeFileSync(join(folder, "php.ini"), `session.save_path = "${folder}"\n${ini}\n`);
  const port = await freePort();
  const php = Bun.spawn(["php", "-c", join(folder, "php.ini"), "-S", `127.0.0.1:${port}`, "-t", folder], {
    stdout: "ignore",
    stderr: "ignore",
  });
  const linesAt = async (at: number) =>
    (await ask(port, "a.test", `/?${at}`, "GET", [])).lines.filter((line) => !OF_SERVER.test(line));
  for (let tries = 0; tries < 100; tries++) {
    if (await linesAt(0).catch(() => undefined)) break;
    await Bun.sleep(50);
  }
  return {
    linesAt,
    async stop() {
      php.kill();
      await php.exited;
      rmSync(folder, { recursive: true });
    },
  };
}

/** PHP's own server repeats the request's Host. */
const OF_SERVER = /^Host:/;

let codes: Awaited<ReturnType<typeof withCodes>>;
beforeAll(async () => {
  codes = await withCodes(
    told.map(({ recipe }) => (SETTING.test(recipe) ? "" : recipe)),
    "",
  );
});
afterAll(() => codes.stop());

/** The lines that PHP sends with a recipe: settings have a server of their own. */
async function linesOf(recipe: string, at: number, already: string): Promise<readonly string[]> {
  if (!SETTING.test(recipe)) return codes.linesAt(at);
  const own = await withCodes(["session_start();"], `${already}\n${recipe}`);
  try {
    return await own.linesAt(0);
  } finally {
    await own.stop();
  }
}

test("some kinds have recipes for PHP", () => {
  expect(told.length).toBeGreaterThan(3);
});

test.each(told.map((one, at) => ({ ...one, at })))(
  "$id in PHP (needs php)",
  async ({ id, example, how, recipe, field, at }) => {
    const sent = await linesOf(recipe, at, alreadySet(example.lines));
    // The rest of the response is the example's: PHP has its own field in the place of the bad one.
    const names = [field, how.header?.split(":")[0]?.toLowerCase()].filter((name) => name !== undefined);
    const isAsked = (line: string) =>
      names.length === 0
        ? /^(?:set-cookie|x-powered-by)\s*:/i.test(line)
        : names.some((name) => line.toLowerCase().startsWith(`${name}:`));
    const own = sent.filter(isAsked);
    const after = [...example.lines.filter((line) => !isAsked(line)), ...own];
    const was = counts(found(example, example.lines));
    const is = counts(found(example, after));
    expect([id, was.has(id), is.has(id), addedTo(was, is)]).toEqual([id, true, false, []]);
    expect(own).toHaveLength(field === "set-cookie" || how.header !== undefined ? 1 : 0);
  },
  20_000,
);

/** The file for WordPress runs before the response is sent: PHP sends what the example does, and the file changes that. */
test("the file for WordPress leaves nothing (needs php)", async () => {
  const cases = casesOf("wordpress").flatMap(({ how: { wordpress, header }, ...rest }) =>
    wordpress === undefined ? [] : [{ ...rest, wordpress, header }],
  );
  const code = (recipe: string, lines: readonly string[]) =>
    `header_remove("X-Powered-By");\n${recipe.replace("<?php", "")}\nforeach (json_decode(base64_decode("${Buffer.from(JSON.stringify(lines)).toString("base64")}")) as $line) header($line, false);`;
  const running = await withCodes(
    cases.map(({ wordpress, example }) =>
      code(
        wordpress,
        example.lines.filter(
          (line) => !/^(?:HTTP\/|content-length|transfer-encoding|connection|content-encoding)/i.test(line),
        ),
      ),
    ),
    "",
  );
  try {
    const left: unknown[] = [];
    for (const [at, { id, example, field, header }] of cases.entries()) {
      const names = [field, header?.split(":")[0]?.toLowerCase()];
      const isAsked = (line: string) => names.some((name) => line.toLowerCase().startsWith(`${name}:`));
      const own = (await running.linesAt(at)).filter(isAsked);
      const was = counts(found(example, example.lines));
      const is = counts(found(example, [...example.lines.filter((line) => !isAsked(line)), ...own]));
      const sent = own.filter((line) =>
        line.toLowerCase().startsWith(`${header?.split(":")[0]?.toLowerCase()}:`),
      );
      const isLeft = (is.get(id) ?? 0) >= (was.get(id) ?? 0);
      const added = addedTo(was, is);
      if (isLeft || added.length > 0 || (header !== undefined && sent.length !== 1))
        left.push({ id, added, own });
    }
    console.log(`WordPress's file: ${cases.length - left.length} of ${cases.length} recipes work`);
    expect(left).toEqual([]);
    expect(cases.length).toBeGreaterThan(100);
  } finally {
    await running.stop();
  }
}, 60_000);
