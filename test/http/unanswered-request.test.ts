/** Report on a request that was sent without receiving a response. */

import { describe, expect, test } from "bun:test";
import { lookupHttp } from "../../src/http/lookup.ts";
import type { HttpReport } from "../../src/http/schema.ts";
import { rawH2Server, rawServer, reset, settingsFor, tcpServer, testSettings, tlsServer } from "./servers.ts";

const look = (url: string, version: "1.1" | "2" = "1.1", settings = testSettings) =>
  lookupHttp(url, { version, agent: "Mine/1.0" }, settings);

/** Error of the only step, names of the request's header lines, and its User-Agent. */
function reported({ steps }: HttpReport): readonly unknown[] {
  const [step] = steps;
  const sent = step?.requestHeaders;
  return [
    step?.error?.code,
    sent?.map(({ name }) => name),
    sent?.find(({ name }) => name === "user-agent")?.value,
  ];
}

const NAMES = ["host", "user-agent", "accept", "accept-encoding", "cdn-loop"];

describe("a request without a response", () => {
  test("that was reset", async () => {
    await using server = await tcpServer(reset);
    const report = await look(`http://127.0.0.1:${server.port}/`);
    expect(reported(report)).toEqual(["reset-without-response", NAMES, "Mine/1.0"]);
    expect(report.steps[0]?.requestHeaders?.[0]?.value).toBe(`127.0.0.1:${server.port}`);
    expect(report.steps[0]).toMatchObject({ status: 0, headers: [], problems: [] });
    expect(report.steps[0]?.verdicts).toBeUndefined();
  });

  test("without a response", async () => {
    await using server = await tcpServer(() => {});
    const report = await look(`http://127.0.0.1:${server.port}/`, "1.1", settingsFor("head/head-timeout"));
    expect(reported(report)).toEqual(["head-timeout", NAMES, "Mine/1.0"]);
  });

  test("over TLS and HTTP/2", async () => {
    await using first = await tlsServer((socket) => socket.destroy());
    await using second = await rawH2Server((socket) => socket.destroy());
    const [, names] = reported(await look(`https://127.0.0.1:${first.port}/`));
    expect(names).toEqual(NAMES);
    expect(reported(await look(`https://127.0.0.1:${second.port}/`, "2"))).toEqual([
      "http2-error",
      [":method", ":scheme", ":authority", ":path", ...NAMES.slice(1)],
      "Mine/1.0",
    ]);
  });

  test("is not reported if TLS failed first, or nothing was sent", async () => {
    await using server = await rawServer((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect(reported(await look(`https://127.0.0.1:${server.port}/`))).toEqual([
      "not-tls",
      undefined,
      undefined,
    ]);
    const forbidden = await look("http://10.1.2.3/");
    expect(reported(forbidden)).toEqual(["forbidden-address", undefined, undefined]);
  });
});
