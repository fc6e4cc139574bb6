import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import net from "node:net";
import { lookupHttp } from "../../src/http/lookup.ts";
import { settingsFor } from "./servers.ts";

/** Listener with a full backlog: new connections get no SYN-ACK. */
async function deafServer(): Promise<AsyncDisposable & { readonly port: number }> {
  const script = `
    const server = require("node:net").createServer();
    server.listen({ port: 0, host: "127.0.0.1" }, () => {
      require("node:fs").writeSync(1, server.address().port + "\\n");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe" });
  const { value } = await child.stdout.getReader().read();
  const port = Number(Buffer.from(value ?? []).toString());
  const queued: net.Socket[] = [];
  for (let isFull = false; !isFull; ) {
    const batch = Array.from({ length: 64 }, () => net.connect({ host: "127.0.0.1", port }));
    queued.push(...batch);
    isFull = (await Promise.all(batch.map(answered))).includes(false);
  }
  for (const socket of queued) socket.destroy();
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

function answered(socket: net.Socket): Promise<boolean> {
  socket.on("error", () => {});
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 200, false);
    socket.once("connect", () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
}

const descriptors = () => readdirSync("/proc/self/fd").length;

test.skipIf(process.platform !== "linux")(
  "connections without a response are abandoned, up to a maximum number",
  async () => {
    await using server = await deafServer();
    const settings = { ...settingsFor(""), connectTimeout: 100, headTimeout: 100 };
    const look = async () =>
      (await lookupHttp(`http://127.0.0.1:${server.port}/`, {}, settings)).steps[0]?.error?.code;
    const before = descriptors();
    const ends: (string | undefined)[] = [];
    for (let round = 0; round < 4; round++)
      ends.push(...(await Promise.all(Array.from({ length: 50 }, look))));
    expect(new Set(ends)).toEqual(new Set(["connect-timeout"]));
    const left = descriptors() - before;
    expect(left).toBeGreaterThan(50);
    // Limit of 128, plus the 50 of the round that reached it.
    expect(left).toBeLessThanOrEqual(128 + 50);
  },
);
