/**
 * HTTP/3 with Caddy, whose implementation is not Bun's, if it is installed: from the sources, and with the
 * executable.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { lookupHttp } from "../../src/http/lookup.ts";
import type { HttpReport } from "../../src/http/schema.ts";
import { testSettings } from "../../test/http/servers.ts";
import { caddy, type ProxyServer } from "./proxy-servers.ts";

const root = join(import.meta.dir, "../..");
const binary = join(root, "dist/netlens");
const fixture = (name: string) => join(root, "test/http/fixtures", name);
const missing = Bun.which("caddy") ? "" : " (left out: Caddy is not installed)";

let server: ProxyServer | undefined;
let url = "";

describe.skipIf(missing !== "")(`HTTP/3 with Caddy${missing}`, () => {
  beforeAll(async () => {
    server = await caddy(`https://localhost:PORT {
      tls ${fixture("good.pem")} ${fixture("server-key.pem")}
      header X-Second "as sent"
      respond /hello "hello" 203
      respond /large "${"a".repeat(150_000)}"
      redir /old /hello 301
      header /wide X-Wide "${"a".repeat(70_000)}"
      respond /wide "wide"
    }`);
    url = `https://localhost:${server.port}`;
  });
  afterAll(() => server?.stop());

  test("a field that only our HTTP/1.1 reads is not reported as the server's fault", async () => {
    const look = async (version: "1.1" | "2" | "3") => {
      const settings = { ...testSettings, maxHeadBytes: 256 * 1024 };
      const [step] = (await lookupHttp(`${url}/wide`, { version }, settings)).steps;
      return step?.error?.message ?? step?.headers.find(({ name }) => name === "x-wide")?.value.length;
    };
    expect(await look("1.1")).toBe(70_000);
    expect(await look("2")).toContain("above 64 KiB");
    expect(await look("3")).toContain("above 64 KiB");
  });

  const ways: [name: string, look: (path: string) => Promise<HttpReport>][] = [
    ["from the source", (path) => lookupHttp(`${url}${path}`, { version: "3" }, testSettings)],
    [
      "by the executable",
      async (path) => {
        const child = Bun.spawn([binary, "http", "--json", "--http-version", "3", `${url}${path}`], {
          stdout: "pipe",
        });
        return (await new Response(child.stdout).json()) as HttpReport;
      },
    ],
  ];
  for (const [name, look] of ways)
    test.skipIf(name === "by the executable" && !existsSync(binary))(name, async () => {
      const hello = await look("/hello");
      expect(hello).toMatchObject({ status: 203, httpVersion: "3", stop: "done" });
      expect(hello.steps[0]).toMatchObject({
        body: { wireBytes: 5, truncated: false },
        tls: { protocol: "TLSv1.3", alpn: "h3" },
      });
      expect(hello.headers.find((header) => header.name === "x-second")?.value).toBe("as sent");
      const large = await look("/large");
      expect(large.steps[0]?.body).toMatchObject({ wireBytes: 150_000, truncated: false });
      const old = await look("/old");
      expect(old.steps.map(({ status, httpVersion }) => [status, httpVersion])).toEqual([
        [301, "3"],
        [203, "3"],
      ]);
    });
});
