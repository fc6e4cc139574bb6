/**
 * Client in its own thread: sends a hostile request, and requests `/healthz` repeatedly until the hostile one
 * is answered. Waits are measured in CPU time of the service's first thread, so that other work of the
 * machine does not count.
 */

import { readFileSync } from "node:fs";
import { connect } from "node:net";
import type { HostileInput } from "./longest-block-inputs.ts";

declare const self: Worker;

export interface Result {
  /** 0 if the connection ended without an answer. */
  readonly status: number;
  /** Longest CPU time in ms of the service between a request for `/healthz` and its answer. */
  readonly wait: number;
  /** Longest wait in wall-clock time, for information only. */
  readonly clock: number;
}

/**
 * CPU time of the first thread in ms; the kernel counts hundredths of a second (proc_pid_stat(5): utime,
 * stime).
 */
function spent(): number {
  const stat = readFileSync(`/proc/${process.pid}/task/${process.pid}/stat`, "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

async function send(origin: string, { path, body, type = "" }: HostileInput): Promise<number> {
  const accept = path === "/mcp" ? "application/json, text/event-stream" : "*/*";
  const headers = { "content-type": type, accept };
  const response = await fetch(
    `${origin}${path}`,
    body === undefined ? { headers } : { method: "POST", body, headers },
  );
  await response.bytes();
  return response.status;
}

/** Sends several requests at once on one connection. @returns status of the first answer, once all have arrived */
function pipeline(origin: string, { body = "", requests = 0 }: HostileInput): Promise<number> {
  const { hostname, port } = new URL(origin);
  const { promise, resolve } = Promise.withResolvers<number>();
  const socket = connect(Number(port), hostname, () => socket.write(body));
  let text = "";
  let answers = 0;
  let end = "";
  const finish = () => {
    socket.destroy();
    resolve(Number(text.slice(9, 12)));
  };
  socket.on("data", (bytes) => {
    const piece = `${end}${bytes.toString("latin1")}`;
    text ||= piece.slice(0, 12);
    answers += piece.split("HTTP/1.1 ").length - 1;
    end = piece.slice(-8);
    if (answers >= requests) finish();
  });
  socket.on("error", finish);
  socket.on("close", finish);
  return promise;
}

self.onmessage = async ({
  data: { origin, input },
}: MessageEvent<{ origin: string; input: HostileInput }>) => {
  let isDone = false;
  let wait = 0;
  let clock = 0;
  const others = (async () => {
    while (!isDone) {
      const [began, before] = [performance.now(), spent()];
      await fetch(`${origin}/healthz`);
      wait = Math.max(wait, spent() - before);
      clock = Math.max(clock, performance.now() - began);
    }
  })();
  const status = await (input.requests === undefined ? send(origin, input) : pipeline(origin, input)).catch(
    () => 0,
  );
  isDone = true;
  await others;
  postMessage({ status, wait, clock } satisfies Result);
};
