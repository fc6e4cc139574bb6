import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import type net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import tls from "node:tls";
import { cli } from "../cli/fake-io.ts";
import { certificate, serverKey } from "./servers.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-unix-"));
const path = join(folder, "plain");
const secure = join(folder, "secure");
const seen: string[] = [];
let connections = 0;
const servers: net.Server[] = [];

beforeAll(async () => {
  const serve: http.RequestListener = (request, response) => {
    seen.push(`${request.headers.host}${request.url}`);
    if (request.url === "/") response.writeHead(302, { Location: "https://other.test/b" });
    response.end();
  };
  const plain = http.createServer((request, response) => {
    seen.push(`${request.headers.host}${request.url}`);
    if (request.url === "/") response.writeHead(302, { Location: "/b" });
    response.end("ok");
  });
  plain.on("connection", () => connections++);
  const behind = http.createServer(serve);
  const front = tls.createServer({ key: serverKey, cert: certificate("good") }, (socket) =>
    behind.emit("connection", socket),
  );
  servers.push(plain, front);
  await Promise.all([
    new Promise<void>((resolve) => void plain.listen(path, resolve)),
    new Promise<void>((resolve) => void front.listen(secure, resolve)),
  ]);
});

afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

test("requests use a Unix socket for any host, and steps with the same origin share its connection", async () => {
  const args = ["http", "--json", "--unix-socket", path, "http://nowhere.invalid/"];
  const { code, out } = await cli(args, { env: { HTTP_PROXY: "http://127.0.0.1:1" } });
  const { status, steps } = JSON.parse(out);
  expect([code, status, seen.splice(0), connections]).toEqual([
    0,
    200,
    ["nowhere.invalid/", "nowhere.invalid/b"],
    1,
  ]);
  expect([steps[0].ip, steps[0].tries, steps[0].proxy, steps[1].reused]).toEqual([
    "",
    undefined,
    undefined,
    true,
  ]);
  expect(Object.keys(steps[0].timeStages)).toEqual(["wait", "tcp", "firstByte", "download", "total"]);
});

test("with TLS too, for the name in the URL", async () => {
  const args = ["http", "--json", "-k", "--no-follow", "--unix-socket", secure, "https://a.test/"];
  const [step] = JSON.parse((await cli(args)).out).steps;
  expect([step.status, step.tls.authorized, seen.splice(0)]).toEqual([302, false, ["a.test/"]]);
});

test.each([
  ["that is not there", join(folder, "gone"), "connect-failed"],
  ["on which nobody listens", join(folder, "dead"), "connection-refused"],
])("a socket %s is reported", async (_, at, code) => {
  if (at.endsWith("dead")) {
    const child = Bun.spawn([
      process.execPath,
      "-e",
      `require("node:net").createServer().listen(${JSON.stringify(at)}, () => process.kill(process.pid, 9))`,
    ]);
    await child.exited;
  }
  const { error } = JSON.parse((await cli(["http", "--json", "--unix-socket", at, "http://a.test/"])).out)
    .steps[0];
  expect(error).toMatchObject({ phase: "tcp", code, message: expect.stringContaining(at) });
});

test("HTTP/3 with a Unix socket is refused", async () => {
  const { code, err } = await cli(["http", "--http-version", "3", "--unix-socket", path, "https://a.test/"]);
  expect([code, err]).toEqual([2, expect.stringContaining("--unix-socket is not supported over HTTP/3")]);
});
