/** Preloads in a 103 response (RFC 8297), in real browsers and in the page audit. */

import { describe, expect, test } from "bun:test";
import type { Engine } from "../../src/headers/verdicts/response.ts";
import { auditUrl } from "../../src/jobs/page/audit-url.ts";
import { certificate, h2Server, send, testSettings, tlsServer } from "../../test/http/servers.ts";
import { drivers } from "../measure/differences/drivers.ts";

const LINK = "</early.css>; rel=preload; as=style";
const PAGE = '<!doctype html><link rel=stylesheet href="/page.css">';

/** Servers that send a 103, and the page after half a second. */
const SERVERS = {
  "HTTP/2": async (requested: string[]) =>
    h2Server(async (stream, headers) => {
      const path = String(headers[":path"]);
      requested.push(path);
      if (path !== "/") {
        stream.respond({ ":status": 200, "content-type": "text/css" });
        stream.end();
        return;
      }
      stream.additionalHeaders({ ":status": 103, link: LINK });
      await Bun.sleep(500);
      stream.respond({ ":status": 200, "content-type": "text/html" });
      stream.end(PAGE);
    }),
  "HTTP/1.1": async (requested: string[]) =>
    tlsServer(async (socket, request) => {
      const path = /^GET (\S+)/.exec(request)?.[1] ?? "";
      requested.push(path);
      const answer = (type: string, body: string) =>
        send(
          socket,
          `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        );
      if (path !== "/") return answer("text/css", "");
      send(socket, `HTTP/1.1 103 Early Hints\r\nLink: ${LINK}\r\n\r\n`);
      await Bun.sleep(500);
      answer("text/html", PAGE);
    }),
} as const;

/** Browsers that use a 103: Firefox in each HTTP version, Chromium over HTTP/2 only. */
const FOLLOWED: Readonly<Record<keyof typeof SERVERS, readonly Engine[]>> = {
  "HTTP/2": ["chromium", "firefox"],
  "HTTP/1.1": ["firefox"],
};
const isMissing = Bun.which("firefox-esr") === null;

describe.each(["HTTP/2", "HTTP/1.1"] as const)("by %s", (version) => {
  test.skipIf(isMissing)(
    "browsers",
    async () => {
      const followed: Engine[] = [];
      for (const engine of ["chromium", "firefox"] as const) {
        // On a busy machine Chromium sometimes ignores the first 103.
        let isFollowed = false;
        for (let loads = 0; loads < 4 && !isFollowed; loads++) {
          const requested: string[] = [];
          await using server = await SERVERS[version](requested);
          const driver = await drivers[engine]();
          try {
            await driver.goto(`https://localhost:${server.port}/`);
            for (let tries = 0; tries < 100 && !requested.includes("/page.css"); tries++) await Bun.sleep(50);
          } finally {
            await driver.close();
          }
          expect(requested).toContain("/page.css");
          isFollowed = requested.indexOf("/early.css") === 1;
        }
        if (isFollowed) followed.push(engine);
      }
      expect(followed).toEqual([...FOLLOWED[version]]);
    },
    120_000,
  );

  test("the audit", async () => {
    await using server = await SERVERS[version]([]);
    const settings = { ...testSettings, authorities: String(certificate("good")) };
    const options = { most: 10, version: version === "HTTP/2" ? "2" : "1.1" } as const;
    const events = auditUrl(
      `https://localhost:${server.port}/`,
      options,
      { settings },
      new AbortController().signal,
    );
    let next = await events.next();
    while (!next.done) next = await events.next();
    const [early] = next.value.audit?.resources ?? [];
    const path = early && new URL(early.url).pathname;
    expect([path, early?.condition]).toEqual(["/early.css", version === "HTTP/2" ? undefined : "platform"]);
  });
});
