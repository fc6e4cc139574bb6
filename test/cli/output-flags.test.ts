import { describe, expect, test } from "bun:test";
import { send, tcpServer } from "../http/servers.ts";
import { cli } from "./fake-io.ts";

const server = () =>
  tcpServer((socket, request) =>
    send(
      socket,
      request.startsWith("GET /old")
        ? "HTTP/1.1 302 Found\r\nLocation: /new\r\nContent-Length: 0\r\n\r\n"
        : "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nX-A: b\r\nContent-Length: 3\r\n\r\nxyz",
    ),
  );

describe("-w", () => {
  test.each([
    ["%{http_code} %{num_redirects} %{size_download}\\n", "404 1 3\n"],
    ["%header{x-a}|%header{none}|%{content_type}\\t%%", "b||text/plain\t%"],
    ["%{method}%{scheme} %{http_version} %{remote_ip}", "http 1.1 127.0.0.1"],
    ["@format.txt", "404"],
  ])("%s", async (format, printed) => {
    await using running = await server();
    const files = { "format.txt": "%{response_code}" };
    const url = `http://127.0.0.1:${running.port}/old`;
    const { out, err, written } = await cli(["http", "-o", "/dev/null", "-w", format, url], { files });
    expect(out).toBe(printed);
    expect(err).toBe(format.includes("method") ? "netlens: --write-out: unknown variable method\n" : "");
    expect(written["/dev/null"]).toContain("404 Not Found");
  });

  test("times are seconds, in order", async () => {
    await using running = await server();
    const names = ["namelookup", "connect", "pretransfer", "starttransfer", "total"];
    const format = names.map((name) => `%{time_${name}}`).join(" ");
    const { out } = await cli(["http", "-o", "x", "-w", format, `http://127.0.0.1:${running.port}/old`]);
    const times = out.split(" ").map(Number);
    expect(out).toMatch(/^\d+\.\d{6}(?: \d+\.\d{6}){4}$/);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test("a failed target has the code 000", async () => {
    const { out, code } = await cli([
      "http",
      "-o",
      "x",
      "-w",
      "%{http_code} %{exitcode}",
      "http://127.0.0.1:1/",
    ]);
    expect([out, code]).toEqual(["000 1", 1]);
  });

  test("is refused for standard input, and for a missing file", async () => {
    expect((await cli(["http", "-w", "x", "-"])).code).toBe(2);
    await using running = await server();
    const { err } = await cli(["http", "-w", "@gone", `http://127.0.0.1:${running.port}/`]);
    expect(err).toContain("--write-out: gone: no such file");
  });
});

test.each([
  ["/new", [], 0],
  ["/new", ["-f"], 1],
])("the status of %s with %p exits with %d", async (path, flags, code) => {
  await using running = await server();
  expect((await cli(["http", ...flags, `http://127.0.0.1:${running.port}${path}`])).code).toBe(code);
});
