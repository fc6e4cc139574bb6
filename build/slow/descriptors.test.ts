/** The whole program with a low limit of file descriptors. */

import { expect, test } from "bun:test";

const main = new URL("../../src/main.ts", import.meta.url).pathname;

test("more connections than descriptors: open ones continue, others get 503, and then it idles", async () => {
  const command = `ulimit -n 200; exec "$0" "$1" serve --listen 127.0.0.1:0 --log-format json`;
  const child = Bun.spawn(["sh", "-c", command, process.execPath, main], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let log = "";
  const decoder = new TextDecoder();
  const reading = (async () => {
    for await (const chunk of child.stderr) log += decoder.decode(chunk, { stream: true });
  })();
  const until = async (done: () => boolean) => {
    for (let tries = 0; tries < 500 && !done(); tries++) await Bun.sleep(20);
    expect(done()).toBe(true);
  };
  await until(() => log.includes('"listening"'));
  const [hostname = "", port = ""] = /"address":"([^"]+)"/.exec(log)?.[1]?.split(":") ?? [];
  let answered = 0;
  const old = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data: (_socket, bytes) => {
        answered += bytes.toString().split("HTTP/1.1 200").length - 1;
      },
    },
  });
  old.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
  await until(() => answered === 1);

  const COUNT = 600;
  let refused = 0;
  let closed = 0;
  for (let index = 0; index < COUNT; index++) {
    const socket = await Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        data: (_socket, bytes) => {
          if (bytes.toString().startsWith("HTTP/1.1 503 ")) refused++;
        },
        close: () => void closed++,
      },
    });
    socket.write("G");
    if (index % 100 === 99) {
      const before = answered;
      old.write("GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n");
      await until(() => answered === before + 1);
    }
  }
  // Connections may use half of the descriptors.
  await until(() => closed >= COUNT - 100);
  expect(refused).toBeGreaterThan(COUNT - 120);

  // After the extra connections are closed, the service must be idle; a busy loop would use a whole core.
  const cpu = () => Bun.file(`/proc/${child.pid}/stat`).text();
  const ticks = async () => {
    const fields = (await cpu()).split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  let spent = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 10 && spent > 20; tries++) {
    const before = await ticks();
    await Bun.sleep(1000);
    spent = (await ticks()) - before;
  }
  expect(spent).toBeLessThanOrEqual(20);

  await until(() => log.includes('"connections refused"'));
  child.kill("SIGTERM");
  expect(await child.exited).toBe(0);
  await reading;
}, 60_000);
