import { describe, expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { lookupHttp } from "../../src/http/lookup.ts";
import { type Running, send, tcpServer, testSettings } from "./servers.ts";

interface Page {
  readonly status?: number;
  readonly lines?: readonly string[];
  readonly body?: string | Buffer;
}

const cookieOf = (request: string) => /^cookie: (.*)\r$/im.exec(request)?.[1] ?? "";

function site(serve: (path: string, cookie: string) => Page): Promise<Running> {
  return tcpServer((socket, request) => {
    const { status = 200, lines = [], body = "" } = serve(request.split(" ")[1] ?? "", cookieOf(request));
    const head = [`HTTP/1.1 ${status} X`, ...lines, `Content-Length: ${body.length}`, "", ""].join("\r\n");
    send(socket, Buffer.concat([Buffer.from(head), Buffer.from(body)]));
  });
}

async function look(serve: Parameters<typeof site>[0], options: Parameters<typeof lookupHttp>[1] = {}) {
  await using server = await site(serve);
  const url = `http://127.0.0.1:${server.port}/`;
  const report = await lookupHttp(url, { as: "browser", ...options }, testSettings);
  const steps = report.steps.map(
    ({ request, status, reachedBy }) => `${request.pathname} ${status} ${reachedBy ?? ""}`,
  );
  const names = report.problems.map(({ name }) => name);
  return { report, steps, names, cookies: server.received.map(cookieOf) };
}

const gate = (_: string, cookie: string) =>
  cookie.includes("g=1")
    ? { lines: ["Content-Type: text/plain"], body: "in" }
    : { status: 302, lines: ["Location: /", "Set-Cookie: g=1; HttpOnly"] };

describe("as a browser", () => {
  test("a cookie gate ends with its page", async () => {
    const { report, steps, cookies } = await look(gate);
    expect(report.stop).toBe("done");
    expect(report.status).toBe(200);
    expect(steps).toEqual(["/ 302 ", "/ 200 redirect"]);
    expect(cookies).toEqual(["", "g=1"]);
    expect(report.steps[1]?.request.cookies).toEqual([{ name: "g", step: 0, wouldSend: true }]);
    expect(report.steps[1]?.requestHeaders?.find(({ name }) => name === "cookie")?.value).toBe("g=1");
  });

  test("as a client it is a loop, which a browser may leave", async () => {
    const { report, names, cookies } = await look(gate, { as: "client" });
    expect(report.stop).toBe("loop");
    expect(names).toContain("redirect-needs-cookie");
    expect(report.intent).toStartWith("Without cookies the redirects loop");
    expect(cookies).toEqual([""]);
  });

  test("a real loop is a loop", async () => {
    const { report, names } = await look(() => ({ status: 302, lines: ["Location: /"] }));
    expect(report.stop).toBe("loop");
    expect(names).toContain("redirect-loop");
  });

  test("given cookies are sent with those that responses set", async () => {
    const { cookies } = await look(gate, { header: [["Cookie", "a=0; g=0"]] });
    expect(cookies).toEqual(["a=0; g=0", "a=0; g=1"]);
  });

  const page = '<meta http-equiv=refresh content="0;url=/b?x=1&amp;y=2">';
  const lead = (body: string | Buffer, ...lines: string[]) =>
    look((path) => (path === "/" ? { lines: ["Content-Type: text/html", ...lines], body } : {}));

  test("a meta refresh is followed, in any content coding", async () => {
    const { steps, report } = await lead(page);
    expect(steps).toEqual(["/ 200 ", "/b 200 meta-refresh"]);
    expect(report.steps[0]?.location).toEndWith("/b?x=1&y=2");
    expect((await lead(gzipSync(page), "Content-Encoding: gzip")).steps).toHaveLength(2);
    expect((await lead(page, "Content-Security-Policy: sandbox")).steps).toHaveLength(1);
    expect((await lead(page, "Content-Disposition: attachment")).steps).toHaveLength(1);
  });

  test("only in HTML, declared or detected", async () => {
    const typed = (...lines: string[]) =>
      look((path) => (path === "/" ? { lines, body: `<!doctype html>${page}` } : {}));
    expect((await typed()).steps).toHaveLength(2);
    expect((await typed("X-Content-Type-Options: nosniff")).steps).toHaveLength(1);
    expect((await typed("Content-Type: text/plain")).steps).toHaveLength(1);
    expect((await typed("Content-Type: TEXT/HTML;x")).steps).toHaveLength(2);
  });

  test("Refresh is followed, unless redirects are not", async () => {
    const serve = (path: string) => (path === "/" ? { lines: ["Refresh: 1; url=/b"] } : {});
    expect((await look(serve)).steps).toEqual(["/ 200 ", "/b 200 refresh"]);
    const { steps, names } = await look(serve, { follow: false });
    expect([steps, names]).toEqual([["/ 200 "], ["redirect-by-refresh"]]);
    expect((await look(serve, { method: "HEAD" })).steps).toHaveLength(1);
  });

  test("the guard checks every step", async () => {
    const inner = {
      lines: ["Content-Type: text/html"],
      body: '<meta http-equiv=refresh content="0;url=http://10.0.0.1/">',
    };
    const { report } = await look(() => inner);
    expect(report.steps[1]?.error?.code).toBe("forbidden-address");
    expect(report.steps[1]?.tries).toBe(undefined);
  });
});
