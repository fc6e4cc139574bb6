/** HTTP version of lookups. */

import { describe, expect, test } from "bun:test";
import { type LookupOptions, lookupHttp } from "../../src/http/lookup.ts";
import { certificate, h2Server, rawH2Server, send, tcpServer, testSettings, tlsServer } from "./servers.ts";

const page = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1\r\n\r\nx";
const settings = { ...testSettings, authorities: certificate("authority").toString() };

async function look(port: number, options: LookupOptions = {}, scheme = "https") {
  const { steps } = await lookupHttp(`${scheme}://localhost:${port}/a?b`, options, settings);
  const [step] = steps;
  if (!step) throw new Error("a lookup has a step");
  return {
    status: step.status,
    httpVersion: step.httpVersion,
    alpn: step.tls?.alpn,
    error: step.error?.code,
    request: step.requestHeaders?.map(({ sent, value }) => `${sent}: ${value}`) ?? [],
    problems: step.problems.filter(({ name }) => name.startsWith("http2-")),
  };
}

describe("without a version", () => {
  test("HTTP/2 is used if the server supports it, with the same request", async () => {
    await using server = await h2Server((stream) => {
      stream.respond({ ":status": 200, "content-type": "text/plain" });
      stream.end("x");
    });
    const { request, ...step } = await look(server.port);
    expect(step).toMatchObject({ status: 200, httpVersion: "2", alpn: "h2", problems: [] });
    expect(request.slice(0, 5)).toEqual([
      ":method: GET",
      ":scheme: https",
      `:authority: localhost:${server.port}`,
      ":path: /a?b",
      expect.stringMatching(/^user-agent: netlens/),
    ]);
  });

  test("extra requests use HTTP/2 as well, since the server may have nothing else", async () => {
    const asked: (string | undefined)[] = [];
    await using server = await h2Server((stream, headers) => {
      asked.push(headers["if-none-match"]);
      stream.respond({
        ":status": headers["if-none-match"] ? 304 : 200,
        etag: '"a"',
        "content-type": "text/plain",
      });
      stream.end();
    });
    const { steps } = await lookupHttp(`https://localhost:${server.port}/`, { checks: true }, settings);
    expect(asked).toContain('"a"');
    expect(steps[0]?.problems.map(({ name }) => name)).not.toContain("check-failed");
  });

  test.each([
    ["a server without ALPN", undefined, ""],
    ["one that has HTTP/1.1 alone", ["http/1.1"], "http/1.1"],
  ])("HTTP/1.1 is used with %s, without a finding", async (_, ALPNProtocols, alpn) => {
    await using server = await tlsServer((socket) => send(socket, page), {
      ...(ALPNProtocols && { ALPNProtocols }),
    });
    const { request, ...step } = await look(server.port);
    expect(step).toMatchObject({ status: 200, httpVersion: "1.1", alpn, problems: [] });
    expect(request[0]).toBe(`Host: localhost:${server.port}`);
  });

  test("HTTP/1.1 is used for http, without a finding", async () => {
    await using server = await tcpServer((socket) => send(socket, page));
    expect(await look(server.port, {}, "http")).toMatchObject({
      status: 200,
      httpVersion: "1.1",
      problems: [],
    });
  });

  /**
   * Server that negotiates HTTP/2 if offered, but then sends `data` or closes; it serves HTTP/1.1 correctly.
   */
  const broken = (data: string) => {
    const served: string[] = [];
    const running = tlsServer(
      (socket) => {
        const { alpnProtocol } = socket as typeof socket & { alpnProtocol: string };
        served.push(alpnProtocol);
        if (alpnProtocol !== "h2") send(socket, page);
        else if (data === "") socket.destroy();
        else socket.end(data);
      },
      { ALPNProtocols: ["h2", "http/1.1"] },
    );
    return { running, served };
  };

  test.each([
    ["closes", ""],
    ["answers by HTTP/1.1", page],
    ["sends GOAWAY", "\0\0\0\x04\0\0\0\0\0\0\0\x08\x07\0\0\0\0\0\0\0\0\0\0\0\x02"],
  ])("a server that negotiates HTTP/2 and %s is requested again with HTTP/1.1", async (_, data) => {
    const { running, served } = broken(data);
    await using server = await running;
    expect(await look(server.port)).toMatchObject({
      status: 200,
      httpVersion: "1.1",
      error: undefined,
      problems: [{ name: "http2-broken", severity: "error" }],
    });
    expect(served).toEqual(["h2", "http/1.1"]);
  });

  test("a request with side effects is not sent twice, nor one with HTTP/2 only", async () => {
    for (const options of [{ data: "x" }, { method: "PUT" }, { version: "2" }] as const) {
      const { running, served } = broken("");
      await using server = await running;
      expect(await look(server.port, options)).toMatchObject({
        status: 0,
        error: "http2-error",
        problems: [],
      });
      expect(served).toEqual(["h2"]);
    }
  });

  test("if the server has no HTTP/1.1, the error of HTTP/2 is reported", async () => {
    await using server = await rawH2Server((socket) => socket.destroy());
    expect(await look(server.port)).toMatchObject({ status: 0, error: "http2-error", problems: [] });
  });
});

test("version 1.1 offers no other", async () => {
  await using server = await tlsServer((socket) => send(socket, page), { ALPNProtocols: ["h2", "http/1.1"] });
  expect(await look(server.port, { version: "1.1" })).toMatchObject({ status: 200, alpn: "http/1.1" });
});
