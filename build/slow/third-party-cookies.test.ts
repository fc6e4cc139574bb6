/**
 * Cookies of another site in three browsers, with two sites on loopback, compared with
 * `cookies[].thirdParty`. Debian's Chromium blocks third-party cookies by default; it runs with this setting
 * on and off.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { Engine } from "../../src/headers/verdicts/response.ts";
import { judged } from "../../test/headers/verdicts/judged.ts";
import { type Driver, drivers } from "../measure/differences/drivers.ts";
import { selfSigned } from "../measure/differences/sites.ts";

const LINES = [
  "none=1; SameSite=None; Secure",
  "apart=1; SameSite=None; Secure; Partitioned",
  "lax=1; SameSite=Lax; Secure",
  "strict=1; SameSite=Strict; Secure",
  "unset=1; Secure",
] as const;

let sites: readonly ReturnType<typeof Bun.serve>[] = [];
beforeAll(async () => {
  const tls = await selfSigned();
  const fetch = (request: Request) => {
    const headers = new Headers({
      "content-type": "text/html",
      "access-control-allow-origin": request.headers.get("origin") ?? "*",
      "access-control-allow-credentials": "true",
    });
    if (new URL(request.url).pathname === "/set")
      for (const line of LINES) headers.append("set-cookie", line);
    return new Response(request.headers.get("cookie") ?? "", { headers });
  };
  sites = ["one", "two"].map(() => Bun.serve({ hostname: "127.0.0.1", port: 0, tls, fetch }));
});
afterAll(() => Promise.all(sites.map((site) => site.stop(true))));

/** Names of the cookies that a page's request had. */
const namesIn = (value: unknown) =>
  String(value)
    .split("; ")
    .map((pair) => pair.split("=")[0] ?? "");

/** Result of each line: inside another site's page, and on its own site. */
async function outcomes({ goto, run }: Driver): Promise<string[]> {
  const [page, other] = ["one", "two"].map(
    (name, index) => `https://${name}.localhost:${sites[index]?.port}`,
  );
  const send = (path: string) =>
    run(
      `return fetch(${JSON.stringify(`${other}${path}`)}, { credentials: "include" }).then((r) => r.text())`,
    );
  await goto(`${page}/`);
  await send("/set");
  const within = namesIn(await send("/"));
  await goto(`${other}/`);
  const own = namesIn(await send("/"));
  return LINES.map((line) => {
    const name = line.split("=")[0] ?? "";
    return within.includes(name) ? (own.includes(name) ? "stored" : "partitioned") : "refused";
  });
}

function oursOf(engine: Engine): (string | undefined)[] {
  const verdicts = judged(
    LINES.map((line) => `Set-Cookie: ${line}`),
    { url: "https://two.localhost/set", requestHeaders: ["Origin: https://one.localhost"] },
  );
  const { cookies } = engine === "chromium" ? verdicts : verdicts[engine];
  return (cookies ?? []).map(({ thirdParty }) => thirdParty?.outcome);
}

describe("cookies of another site", () => {
  test("Firefox", async () => {
    const driver = await drivers.firefox();
    expect(await outcomes(driver).finally(driver.close)).toEqual(oursOf("firefox") as string[]);
  }, 120_000);

  test("WebKit with tracking prevention; its network library here does not support Partitioned", async () => {
    const driver = await drivers.webkit();
    const inferred = LINES.map((line, index) =>
      line.includes("Partitioned") ? "refused" : oursOf("webkit")[index],
    );
    expect(await outcomes(driver).finally(driver.close)).toEqual(inferred as string[]);
  }, 120_000);

  test.each([
    ["allowed", 0],
    ["blocked", 1],
  ])(
    "Chromium with third-party cookies %s",
    async (_, mode) => {
      const profile = await mkdtemp(join(tmpdir(), "netlens-chromium-"));
      await Bun.write(
        join(profile, "Default/Preferences"),
        JSON.stringify({ profile: { cookie_controls_mode: mode } }),
      );
      const context = await chromium.launchPersistentContext(profile, {
        executablePath: "/usr/bin/chromium",
        ignoreHTTPSErrors: true,
        args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
      });
      const page = await context.newPage();
      const driver = {
        goto: async (url: string) => void (await page.goto(url)),
        run: (body: string) => page.evaluate(`(async () => {${body}})()`),
      } as Driver;
      const seen = await outcomes(driver);
      await context.close();
      await rm(profile, { recursive: true, force: true });
      const expected = oursOf("chromium").map((outcome) =>
        mode === 1 && outcome === "stored" ? "refused" : outcome,
      );
      expect(seen).toEqual(expected as string[]);
    },
    120_000,
  );
});
