/**
 * The executable under the restrictions of netlens.service: it serves, looks up, reloads and stops, and other
 * actions are denied.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeDatabase } from "../../test/ip/mmdb-writer.ts";
import { freePort } from "./proxy-servers.ts";
import { ACCOUNT, sandboxed, sandboxMissing } from "./unit-sandbox.ts";

const missing = sandboxMissing();

describe.skipIf(missing !== "")(`in the unit's sandbox${missing && ` (left out: ${missing})`}`, () => {
  const place = mkdtempSync("/var/tmp/netlens-unit-");
  const binary = join(place, "netlens");
  const tls = { key: fixture("server-key"), cert: fixture("good") };
  const target = Bun.serve({ hostname: "127.0.0.1", port: 0, tls, fetch: () => new Response("here") });
  beforeAll(() => {
    chmodSync(place, 0o755);
    copyFileSync(new URL("../../dist/netlens", import.meta.url), binary);
  });
  afterAll(async () => {
    await target.stop(true);
    rmSync(place, { recursive: true });
  });

  test.each([
    ["one process", []],
    ["two workers", ["--workers", "2"]],
  ])(
    "%s",
    async (_what, more) => {
      const address = `127.0.0.1:${freePort()}`;
      const flags = [
        "--listen",
        address,
        "--log-level",
        "warn",
        "--http-allow",
        "127.0.0.1",
        "--drain",
        "off",
      ];
      const child = Bun.spawn(sandboxed(place, [binary, "serve", ...flags, ...more]), {
        env: { PATH: process.env["PATH"] },
        stdio: ["ignore", "ignore", "pipe"],
      });
      try {
        const send = (path: string) => fetch(`http://${address}${path}`);
        for (let tries = 0; !(await send("/readyz").catch(() => undefined))?.ok; tries++) {
          if (tries === 200 || child.exitCode !== null)
            throw new Error(await new Response(child.stderr).text());
          await Bun.sleep(50);
        }
        expect(await (await send("/v1/ip/8.8.8.8")).json()).toMatchObject({ countryCode: "US" });
        const lookup = `127.0.0.1:${target.port}/`;
        for (const version of ["1.1", "2"]) {
          const report = await (await send(`/v1/http?url=https://${lookup}&version=${version}`)).json();
          // The lookup reached the server: TLS was negotiated, although the issuer is unknown.
          expect(report).toMatchObject({ steps: [{ tls: { protocol: "TLSv1.3" } }] });
        }
        expect(await (await send(`/?q=https://${lookup}`)).text()).toContain("127.0.0.1");
        expect((await send("/v1/ip/8.8.8.8?reverse=true")).status).toBe(200);
        const status = await Bun.file(`/proc/${child.pid}/status`).text();
        expect(status).toMatch(new RegExp(`^Uid:\\t${ACCOUNT}\\t${ACCOUNT}\\t`, "m"));
        for (const line of [/^CapBnd:\t0+$/m, /^CapEff:\t0+$/m, /^NoNewPrivs:\t1$/m, /^Seccomp:\t2$/m])
          expect(status).toMatch(line);
        child.kill("SIGHUP");
        await Bun.sleep(300);
        expect((await send("/v1/status/200")).status).toBe(200);
        child.kill("SIGTERM");
        expect(await child.exited).toBe(0);
        const lines = (await new Response(child.stderr).text()).split("\n").filter(Boolean);
        // Only the warning about old built-in data may be logged.
        expect(lines.filter((line) => !line.includes(" warn old data "))).toEqual([]);
      } finally {
        child.kill("SIGKILL");
      }
    },
    60_000,
  );

  test("netlens update replaces a database in the folder of the service", () => {
    const database = writeDatabase(
      { "5.0.0.0/8": { country_code: "NL" } },
      { type: "City", buildEpoch: 1_780_000_000 },
    );
    using publisher = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: ({ url }) =>
        new Response(url.endsWith("/x") ? new Uint8Array(database) : "", {
          status: url.endsWith("/x") ? 200 : 404,
        }),
    });
    const to = join(place, "state/city.mmdb");
    const flags = ["update", "geo", "--url", `${publisher.url}x`, "--to", to];
    const update = async () => {
      const child = Bun.spawn(sandboxed(place, [binary, ...flags]), { stdio: ["ignore", "pipe", "pipe"] });
      return [await child.stdout.text(), await child.stderr.text(), await child.exited];
    };
    return expect(update()).resolves.toEqual([expect.stringMatching(/^\S+: City, built 2026-05-28/), "", 0]);
  }, 30_000);

  test("what the unit forbids is refused, and what it grants is available", () => {
    const script = `umask; touch ${place}/state/x && echo state
      for path in ${place}/x /etc/x /usr/x; do touch $path 2>/dev/null && echo $path; done
      ls /home /root /tmp; ls /dev | tr '\\n' ' '
      unshare -U true 2>/dev/null && echo namespace; chown root ${place}/state/x 2>/dev/null && echo chown
      perl -e 'socket(S, 17, 3, 0) ? print "packet\\n" : print "$!\\n"'; kill -0 1 2>/dev/null && echo kill; true`;
    const { stdout, stderr } = Bun.spawnSync(sandboxed(place, ["/bin/sh", "-c", script]));
    expect(`${stdout}${stderr}`).toBe(
      "0022\nstate\n/home:\n\n/root:\n\n/tmp:\nfd full null random tty urandom zero Address family not supported by protocol\n",
    );
  });
});

function fixture(name: string) {
  return Bun.file(new URL(`../../test/http/fixtures/${name}.pem`, import.meta.url));
}
