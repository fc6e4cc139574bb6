/** Target of the HTTP benchmark, in its own process so that its CPU time is not counted. Prints its ports. */

import http2 from "node:http2";
import net from "node:net";
import tls from "node:tls";

const fixtures = new URL("../../../../test/http/fixtures/", import.meta.url);
const key = await Bun.file(new URL("server-key.pem", fixtures)).text();
const cert = await Bun.file(new URL("good.pem", fixtures)).text();
const content = "x".repeat(2000);

const headers = { "content-type": "text/html; charset=utf-8", "cache-control": "max-age=60", etag: '"1"' };
const handler = () => new Response(content, { headers });
const http = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: handler });
const https = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: handler, tls: { key, cert } });
// The warm-up has its own address: recent connections hold ports, and the kernel searches long for free ones.
Bun.serve({ port: http.port ?? 0, hostname: "127.0.0.2", fetch: handler });
Bun.serve({ port: https.port ?? 0, hostname: "127.0.0.2", fetch: handler, tls: { key, cert } });

/** Listens on both addresses. */
const h2 = http2.createSecureServer({ key, cert }, (_, response) => {
  response.writeHead(200, headers).end(content);
});
h2.on("sessionError", () => {});
const { promise, resolve } = Promise.withResolvers<void>();
h2.listen(0, "0.0.0.0", resolve);
await promise;
const h2Address = h2.address();

/** 100 ms before TLS, 200 ms to the first byte, 300 ms of content. */
const slow = tls.createServer({ key, cert });
slow.on("secureConnection", (socket) => {
  socket.on("error", () => {});
  socket.once("data", async () => {
    await Bun.sleep(200);
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello");
    await Bun.sleep(300);
    socket.end("world");
  });
});
const front = net.createServer({ pauseOnConnect: true }, (socket) => {
  setTimeout(() => slow.emit("connection", socket), 100);
});
front.listen(0, "127.0.0.1", () => {
  const address = front.address();
  console.log(
    JSON.stringify({
      http: http.port,
      https: https.port,
      h2: h2Address instanceof Object ? h2Address.port : 0,
      slow: address instanceof Object ? address.port : 0,
    }),
  );
});
