/**
 * Lookups through real proxies, compared with curl: squid (http and https) and tinyproxy, which requires
 * credentials.
 */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmodSync } from "node:fs";
import { lookupHttp } from "../../src/http/lookup.ts";
import { onlyProxy } from "../../src/http/wire/proxy.ts";
import {
  certificate,
  h2Server,
  type Running,
  send,
  tcpServer,
  testSettings,
  tlsServer,
} from "../../test/http/servers.ts";
import { freePort, type ProxyServer, startProxy } from "./proxy-servers.ts";

const fixture = (name: string) => new URL(`../../test/http/fixtures/${name}.pem`, import.meta.url).pathname;
const authorities = certificate("authority").toString();
const page = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok";

let squid: ProxyServer;
let tinyproxy: ProxyServer;
let tlsPort = 0;
let http: Running;
let https: Running;
let http2: Running;

beforeAll(async () => {
  [http, https, http2] = await Promise.all([
    tcpServer((socket) => send(socket, page)),
    tlsServer((socket) => send(socket, page)),
    h2Server((stream) => {
      stream.respond({ ":status": 200, "content-type": "text/plain" });
      stream.end("ok");
    }),
  ]);
  tlsPort = freePort();
  squid = await startProxy("squid", "http_port 127.0.0.1:PORT", (folder, line) => {
    // squid switches from root to its own user.
    chmodSync(folder, 0o777);
    return [
      ["squid", "-N", "-f", `${folder}/conf`],
      `${line}
https_port 127.0.0.1:${tlsPort} tls-cert=${fixture("good")} tls-key=${fixture("server-key")}
acl forbidden dstdomain forbidden.test
http_access deny forbidden
http_access allow all
cache deny all
pid_filename ${folder}/pid
access_log none
cache_log ${folder}/cache.log
coredump_dir ${folder}
pinger_enable off
shutdown_lifetime 0 seconds
visible_hostname squid.test\n`,
    ];
  });
  tinyproxy = await startProxy("tinyproxy", "Port PORT", (folder, line) => [
    ["tinyproxy", "-d", "-c", `${folder}/conf`],
    `${line}
Listen 127.0.0.1
Timeout 20
MaxClients 20
Allow 127.0.0.1
BasicAuth me secret
LogFile "${folder}/log"
PidFile "${folder}/pid"\n`,
  ]);
}, 60_000);

afterAll(async () => {
  await Promise.all([squid?.stop(), tinyproxy?.stop()]);
  for (const each of [http, https, http2]) await each?.[Symbol.asyncDispose]();
});

const look = async (url: string, proxy: string) => {
  const settings = { ...testSettings, guarded: false, authorities, proxies: onlyProxy(proxy, "--proxy") };
  const report = await lookupHttp(url, {}, settings);
  const [step] = report.steps;
  if (!step) throw new Error("a lookup has a step");
  return step;
};

/** Status of the response, status of CONNECT, and HTTP version, from curl. */
async function curl(url: string, proxy: string): Promise<string> {
  const child = Bun.spawn(
    [
      "curl",
      "-s",
      "-o",
      "/dev/null",
      "--cacert",
      fixture("authority"),
      "--proxy-cacert",
      fixture("authority"),
      "-x",
      proxy,
      "-w",
      "%{http_code} %{http_connect} %{http_version}",
      url,
    ],
    { stdout: "pipe", env: { PATH: process.env["PATH"] ?? "" } },
  );
  return await new Response(child.stdout).text();
}

const rows: [name: string, url: () => string, proxy: () => string, reported: string][] = [
  [
    "http by squid",
    () => `http://127.0.0.1:${http.port}/`,
    () => `http://127.0.0.1:${squid.port}`,
    "200 000 1.1",
  ],
  [
    "https by squid",
    () => `https://127.0.0.1:${https.port}/`,
    () => `http://127.0.0.1:${squid.port}`,
    "200 200 1.1",
  ],
  [
    "HTTP/2 by squid",
    () => `https://127.0.0.1:${http2.port}/`,
    () => `http://127.0.0.1:${squid.port}`,
    "200 200 2",
  ],
  [
    "http by squid's TLS",
    () => `http://127.0.0.1:${http.port}/`,
    () => `https://127.0.0.1:${tlsPort}`,
    "200 000 1.1",
  ],
  [
    "https by squid's TLS",
    () => `https://127.0.0.1:${https.port}/`,
    () => `https://127.0.0.1:${tlsPort}`,
    "200 200 1.1",
  ],
  [
    "HTTP/2 by squid's TLS",
    () => `https://127.0.0.1:${http2.port}/`,
    () => `https://127.0.0.1:${tlsPort}`,
    "200 200 2",
  ],
  [
    "http by tinyproxy",
    () => `http://127.0.0.1:${http.port}/`,
    () => `http://me:secret@127.0.0.1:${tinyproxy.port}`,
    "200 000 1.1",
  ],
  [
    "https by tinyproxy",
    () => `https://127.0.0.1:${https.port}/`,
    () => `http://me:secret@127.0.0.1:${tinyproxy.port}`,
    "200 200 1.1",
  ],
];
test.each(rows)("%s is as curl has it", async (_, url, proxy, reported) => {
  const step = await look(url(), proxy());
  expect(step.error).toBeUndefined();
  const [status, connect, version] = (await curl(url(), proxy())).split(" ");
  expect(`${status} ${connect} ${version}`).toBe(reported);
  expect([String(step.status), step.httpVersion]).toEqual([status ?? "", version ?? ""]);
  expect([step.ip, step.proxy]).toEqual(["127.0.0.1", proxy().replace("me:secret@", "")]);
  expect(step.timeStages.proxy === undefined).toBe(connect === "000" && proxy().startsWith("http:"));
});

const failures: [
  name: string,
  url: () => string,
  proxy: () => string,
  code: string | number,
  connect: string,
][] = [
  [
    "squid's rule against a host",
    () => "https://forbidden.test/",
    () => `http://127.0.0.1:${squid.port}`,
    "proxy-refused",
    "403",
  ],
  ["the same by http", () => "http://forbidden.test/", () => `http://127.0.0.1:${squid.port}`, 403, "000"],
  [
    "a name that squid does not find",
    () => "https://nowhere.invalid/",
    () => `http://127.0.0.1:${squid.port}`,
    "proxy-refused",
    "50",
  ],
  [
    "a port that refuses squid",
    () => "https://127.0.0.1:1/",
    () => `http://127.0.0.1:${squid.port}`,
    "proxy-refused",
    "50",
  ],
  [
    "tinyproxy, which wants a password",
    () => `https://127.0.0.1:${https.port}/`,
    () => `http://127.0.0.1:${tinyproxy.port}`,
    "proxy-authentication",
    "407",
  ],
  [
    "a wrong one",
    () => `https://127.0.0.1:${https.port}/`,
    () => `http://me:wrong@127.0.0.1:${tinyproxy.port}`,
    "proxy-authentication",
    "40",
  ],
  [
    "the same by http",
    () => `http://127.0.0.1:${http.port}/`,
    () => `http://127.0.0.1:${tinyproxy.port}`,
    407,
    "000",
  ],
];
test.each(failures)("%s", async (_, url, proxy, code, connect) => {
  const step = await look(url(), proxy());
  expect(step.error?.code ?? step.status).toBe(code as string);
  expect((await curl(url(), proxy())).split(" ")[1]).toStartWith(connect);
});
