/** Loopback server for every host name, http and https, that sends exactly the given lines. */

import { X509Certificate } from "node:crypto";
import { join } from "node:path";
import type { Socket } from "bun";

const FIXTURES = join(import.meta.dir, "../../../test/http/fixtures");

export interface Requested {
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly method: string;
  readonly path: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Content of a POST, if the server reads it. */
  readonly body?: string;
}

export interface Answer {
  readonly status?: number;
  /** One character per byte. */
  readonly headers?: readonly string[];
  readonly body?: string | Uint8Array;
}

export interface Server {
  /** Command line switches of Chromium that direct all host names to the server. */
  readonly flags: readonly string[];
  /** Port of http, on 127.0.0.1. */
  readonly port: number;
  stop(): void;
}

/** Starts the server; `answer` returns the answer to each request. */
export async function serve(answer: (requested: Requested) => Answer): Promise<Server> {
  const pem = await Bun.file(join(FIXTURES, "self-signed.pem")).text();
  const key = await Bun.file(join(FIXTURES, "server-key.pem")).text();
  const listen = (scheme: Requested["scheme"]) =>
    Bun.listen<{ read: string }>({
      hostname: "127.0.0.1",
      port: 0,
      ...(scheme === "https" && { tls: { cert: pem, key } }),
      socket: {
        open(socket) {
          socket.data = { read: "" };
        },
        data(socket, bytes) {
          socket.data.read += bytes.toString("latin1");
          answerAll(socket, scheme, answer);
        },
      },
    });
  const [http, https] = [listen("http"), listen("https")];
  const spki = new X509Certificate(pem).publicKey.export({ type: "spki", format: "der" });
  const hash = new Bun.CryptoHasher("sha256").update(spki).digest("base64");
  return {
    port: http.port,
    flags: [
      `--ignore-certificate-errors-spki-list=${hash}`,
      `--host-resolver-rules=MAP *:80 127.0.0.1:${http.port},MAP *:443 127.0.0.1:${https.port}`,
    ],
    stop() {
      http.stop(true);
      https.stop(true);
    },
  };
}

/** Requests may arrive in pieces, and several at once. */
function answerAll(
  socket: Socket<{ read: string }>,
  scheme: Requested["scheme"],
  answer: (requested: Requested) => Answer,
) {
  for (;;) {
    const end = socket.data.read.indexOf("\r\n\r\n");
    if (end < 0) return;
    const [first = "", ...lines] = socket.data.read.slice(0, end).split("\r\n");
    const headers = new Map(
      lines.map((line) => [
        line.slice(0, line.indexOf(":")).toLowerCase(),
        line.slice(line.indexOf(":") + 1).trim(),
      ]),
    );
    const length = Number(headers.get("content-length") ?? 0);
    if (socket.data.read.length < end + 4 + length) return;
    socket.data.read = socket.data.read.slice(end + 4 + length);
    const [method = "", path = ""] = first.split(" ");
    send(socket, answer({ scheme, host: headers.get("host") ?? "", method, path, headers }), method);
  }
}

function send(
  socket: Socket<{ read: string }>,
  { status = 200, headers = [], body = "" }: Answer,
  method: string,
) {
  const bytes = Buffer.from(body);
  const lines = [`HTTP/1.1 ${status} x`, ...headers];
  if (!headers.some((line) => /^content-length\s*:/i.test(line)) && status !== 204 && status !== 304)
    lines.push(`Content-Length: ${bytes.length}`);
  socket.write(
    Buffer.concat([
      Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"),
      method === "HEAD" ? Buffer.of() : bytes,
    ]),
  );
}
