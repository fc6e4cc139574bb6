/**
 * Compares netlens with curl on targets of every kind: status, end and header lines are equal, or the row has
 * the reason.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type net from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { lookupHttp } from "../../src/http/lookup.ts";
import {
  type Certificate,
  certificate,
  h2Server,
  type Running,
  reset,
  send,
  tcpServer,
  testSettings,
  tlsServer,
} from "../../test/http/servers.ts";

type Answer = string | Uint8Array | ((socket: net.Socket) => void);

interface Target {
  readonly name: string;
  readonly answer: Answer;
  /** Certificate for TLS. */
  readonly tls?: Certificate;
  /** Reason for a difference from curl, and the results of both. */
  readonly differs?: { readonly why: string; readonly curl: string; readonly netlens: string };
}

const answer = (start: string, ...lines: string[]) => [`HTTP/1.1 ${start}`, ...lines, "", ""].join("\r\n");
const withBody = (body: string, ...lines: string[]) =>
  answer("200 OK", ...lines, `Content-Length: ${body.length}`) + body;

const STATUSES = [
  "200 OK",
  "201 Created",
  "202 Accepted",
  "203 Non-Authoritative",
  "204 No Content",
  "206 Partial Content",
  "207 Multi",
  "226 IM Used",
  "299 Odd",
  "300 Multiple",
  "304 Not Modified",
  "305 Use Proxy",
  "400 Bad",
  "401 Who",
  "402 Pay",
  "403 No",
  "404 Not Found",
  "405 Method",
  "410 Gone",
  "418 I'm a teapot",
  "421 Misdirected",
  "429 Slow",
  "451 Law",
  "500 Oops",
  "502 Bad Gateway",
  "503 Later",
  "504 Late",
  "599 Odd",
  "600 Odder",
  "999 Oddest",
];
const REDIRECTS = [301, 302, 303, 307, 308];
const LOCATIONS = ["/end", "end?a=b%20c", "//HOST/end", "http://HOST/./x/../end", "?query", "/end#part"];

const targets: readonly Target[] = [
  ...STATUSES.map(
    (status): Target => ({ name: `status ${status}`, answer: answer(status, "Content-Length: 0") }),
  ),
  ...REDIRECTS.map(
    (status, index): Target => ({
      name: `${status} to ${LOCATIONS[index]}`,
      answer: answer(`${status} Go`, `Location: ${LOCATIONS[index]}`, "Content-Length: 0"),
    }),
  ),
  { name: "302 to ?query", answer: answer("302 Go", "Location: ?query", "Content-Length: 0") },
  { name: "302 without Location", answer: answer("302 Go", "Content-Length: 0") },
  { name: "201 with Location", answer: answer("201 Made", "Location: /end", "Content-Length: 0") },
  {
    name: "302 to ftp",
    answer: answer("302 Go", "Location: ftp://127.0.0.1:1/", "Content-Length: 0"),
    differs: { why: "curl speaks FTP, and fails at it", curl: "302", netlens: "302" },
  },
  {
    name: "cookies, doubled fields, odd case",
    answer: withBody("ok", "Set-Cookie: b=2", "SET-COOKIE: a=1; Path=/", "x-B: 1", "X-b: 2"),
  },
  { name: "empty and spaced values", answer: withBody("ok", "X-A:", "X-B:   c  ", "X-C:\td") },
  { name: "bytes above ASCII", answer: withBody("ok", "X-A: caf\xe9") },
  { name: "a long field", answer: withBody("ok", `X-A: ${"a".repeat(20_000)}`) },
  {
    name: "a thousand fields",
    answer: withBody("ok", ...Array.from({ length: 1000 }, (_, at) => `X-${at}: ${at}`)),
  },
  { name: "no reason phrase", answer: "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n" },
  { name: "bare line feeds", answer: "HTTP/1.1 200 OK\nX-A: 1\nContent-Length: 0\n\n" },
  { name: "HTTP/1.0", answer: (socket) => socket.end("HTTP/1.0 200 OK\r\nX-A: 1\r\n\r\nall of it") },
  { name: "no length, closed", answer: (socket) => socket.end("HTTP/1.1 200 OK\r\nX-A: 1\r\n\r\nall of it") },
  { name: "chunks", answer: `${answer("200 OK", "Transfer-Encoding: chunked")}3\r\nabc\r\n0\r\n\r\n` },
  {
    name: "chunks with extensions and trailers",
    answer: `${answer("200 OK", "Transfer-Encoding: chunked", "Trailer: X-T")}3;a=b\r\nabc\r\n0\r\nX-T: 1\r\n\r\n`,
  },
  {
    name: "gzip",
    answer: Buffer.concat([
      Buffer.from(answer("200 OK", "Content-Encoding: gzip", `Content-Length: ${gzipSync("ok").length}`)),
      gzipSync("ok"),
    ]),
  },
  { name: "gzip that is none", answer: withBody("nothing", "Content-Encoding: gzip") },
  {
    name: "103 before the answer",
    answer: answer("103 Early Hints", "Link: </a.css>; rel=preload") + withBody("ok", "X-A: 1"),
  },
  { name: "100 before the answer", answer: answer("100 Continue") + withBody("ok", "X-A: 1") },
  { name: "204 with a length", answer: answer("204 None", "Content-Length: 5") },
  {
    name: "pieces",
    answer: async (socket) => {
      for (const piece of withBody("hello", "X-A: 1").match(/.{1,7}/gs) ?? []) {
        send(socket, piece);
        await Bun.sleep(2);
      }
    },
  },
  {
    name: "a redirect with content in chunks",
    answer: `${answer("301 Go", "Location: /end", "Transfer-Encoding: chunked")}3\r\nabc\r\n0\r\n\r\n`,
  },
  {
    name: "a redirect that closes",
    answer: (socket) => void socket.end(answer("301 Go", "Location: /end", "Connection: close")),
  },
  {
    name: "a loop",
    answer: answer("302 Go", "Location: /end/../", "Content-Length: 0"),
  },
  { name: "closed at once", answer: (socket) => void socket.end() },
  { name: "reset at once", answer: reset },
  {
    name: "closed within the head",
    answer: (socket) => void socket.end("HTTP/1.1 200 OK\r\nX-A"),
    differs: { why: "curl takes what came of a head for one", curl: "200", netlens: "error" },
  },
  {
    name: "closed within the content",
    answer: (socket) => void socket.end(`${answer("200 OK", "Content-Length: 50")}abc`),
  },
  { name: "no HTTP", answer: (socket) => void socket.end("220 smtp.test ready\r\n") },
  { name: "TLS", answer: withBody("ok", "Strict-Transport-Security: max-age=1"), tls: "good" },
  ...(["expired", "other-name", "self-signed", "future"] as const).map(
    (name): Target => ({
      name: `TLS: ${name}`,
      answer: withBody("ok"),
      tls: name,
      differs: {
        why: "a certificate that fails is judged, and the response read all the same",
        curl: "0",
        netlens: "200",
      },
    }),
  ),
  { name: "TLS: closed after the handshake", answer: (socket) => void socket.end(), tls: "good" },
];

const folder = mkdtempSync(join(tmpdir(), "netlens-curl-"));
const authority = new URL("../../test/http/fixtures/authority.pem", import.meta.url).pathname;
const settings = { ...testSettings, guarded: false, authorities: certificate("authority").toString() };
let http2: Running;

beforeAll(async () => {
  http2 = await h2Server((stream, fields) => {
    if (fields[":path"] === "/") stream.respond({ ":status": 302, location: "/end", "x-a": "1" });
    else stream.respond({ ":status": 200, "x-b": "2", "set-cookie": ["a=1", "b=2"] });
    stream.end("ok");
  });
});
afterAll(async () => {
  await http2[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

interface Result {
  /** Status code; `0` if there was no response. */
  readonly status: string;
  readonly url: string;
  readonly lines: readonly string[];
}

async function byCurl(url: string): Promise<Result> {
  const file = join(folder, "head");
  await Bun.write(file, "");
  const command = [
    "curl",
    "-s",
    "-L",
    "--max-redirs",
    "5",
    "--max-time",
    "10",
    "--cacert",
    authority,
    "-o",
    "/dev/null",
    "-D",
    file,
    "-w",
    "%{http_code} %{url_effective}",
    url,
  ];
  const child = Bun.spawn(command, {
    stdout: "pipe",
    env: { PATH: process.env["PATH"] ?? "", HOME: folder },
  });
  const [status = "", effective = ""] = (await new Response(child.stdout).text()).split(" ");
  const heads = readFileSync(file, "latin1")
    .split(/\r?\n\r?\n/)
    .filter((head) => head.startsWith("HTTP/"));
  const lines = (heads.at(-1) ?? "").split(/\r?\n/).slice(1);
  return { status: String(Number(status)), url: effective, lines: lines.map(plain) };
}

async function byNetlens(url: string): Promise<Result> {
  const { steps, headers } = await lookupHttp(url, { omit: ["CDN-Loop"] }, settings);
  const last = steps.at(-1);
  if (!last) throw new Error("a lookup has a step");
  const lines = headers.map(({ sent, name, value }) => plain(`${sent ?? name}: ${value}`));
  const isWhole = last.status !== 0;
  return { status: String(last.status), url: last.request.url, lines: isWhole ? lines : [] };
}

const plain = (line: string) => line.replace(/^([^:]*):[ \t]*(.*?)[ \t]*$/s, "$1: $2");
const END = withBody("end", "X-End: 1");

async function serve({ answer: given, tls }: Target): Promise<Running> {
  const running: Running = await (tls ? tlsServer : tcpServer)(
    (socket: net.Socket, request: string) => {
      const isFirst = request.startsWith("GET / ");
      if (!isFirst) return send(socket, END);
      if (typeof given === "function") return given(socket);
      send(socket, typeof given === "string" ? given.replaceAll("HOST", `127.0.0.1:${running.port}`) : given);
    },
    ...((tls ? [{ name: tls }] : []) as []),
  );
  return running;
}

describe("compared with curl", () => {
  test("there are at least 70 targets", () => {
    expect(targets.length + 1).toBeGreaterThanOrEqual(70);
  });

  for (const target of targets)
    test(target.differs ? `${target.name} (${target.differs.why})` : target.name, async () => {
      await using server = await serve(target);
      const url = `${target.tls ? "https" : "http"}://127.0.0.1:${server.port}/`;
      const [curl, netlens] = [await byCurl(url), await byNetlens(url)];
      if (!target.differs) return expect(netlens).toEqual(curl);
      const { curl: wanted, netlens: reported } = target.differs;
      expect([curl.status, netlens.status]).toEqual([wanted, reported === "error" ? "0" : reported]);
      expect(netlens).not.toEqual(curl);
    });

  test("HTTP/2, redirected", async () => {
    const url = `https://127.0.0.1:${http2.port}/`;
    const dateless = ({ lines, ...reported }: Result) => ({
      ...reported,
      lines: lines.filter((line) => !line.startsWith("date:")),
    });
    expect(dateless(await byNetlens(url))).toEqual(dateless(await byCurl(url)));
  });
});
