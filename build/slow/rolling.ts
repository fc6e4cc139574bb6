/** Replicas behind the load balancers of build/deploy, restarted one after another under load. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dnsServer } from "../../test/http/dns-server.ts";
import { freePort, type ProxyServer, startProxy } from "./proxy-servers.ts";

export const main = new URL("../../src/main.ts", import.meta.url).pathname;
const CLIENTS = 8;

const running = new Set<Bun.Subprocess>();
/** Kills processes that a failed test left running. */
export function killAll(): void {
  for (const child of running) child.kill("SIGKILL");
}

/** Starts a service and waits until it accepts requests. @param source path of main.ts, of any version */
export async function serve(
  address: string,
  flags: readonly string[] = [],
  source = main,
): Promise<Bun.Subprocess> {
  const args = ["serve", "--listen", address, "--log-level", "silent", ...flags];
  const child = Bun.spawn([process.execPath, source, ...args], { stdio: ["ignore", "ignore", "inherit"] });
  running.add(child);
  for (let tries = 0; ; tries++) {
    const response = await fetch(`http://${address}/readyz`).catch(() => undefined);
    if (response?.ok) return child;
    if (tries === 500 || child.exitCode !== null) throw new Error(`no service at ${address}`);
    await Bun.sleep(20);
  }
}

/** Stops a process. @throws Error if it does not exit with 0 */
export async function stop(child: Bun.Subprocess): Promise<void> {
  child.kill("SIGTERM");
  const code = await child.exited;
  running.delete(child);
  if (code !== 0) throw new Error(`ended with ${code}`);
}

interface Load {
  readonly answered: () => number;
  readonly stop: () => Promise<string[]>;
}

/** Starts clients that send requests without pauses. @returns their errors when they are stopped */
export function load(send: (number: number) => Promise<unknown>): Load {
  let going = true;
  let requested = 0;
  let answered = 0;
  const lost: string[] = [];
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (going) {
      try {
        await send(requested++);
        answered++;
      } catch (error) {
        lost.push(String(error));
      }
      await Bun.sleep(2);
    }
  });
  return {
    answered: () => answered,
    async stop() {
      going = false;
      await Promise.all(clients);
      return lost;
    },
  };
}

/** Text of a response. @throws Error for any status but 200 */
export async function fetchOk(url: string): Promise<string> {
  const response = await fetch(url);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${url} ${text.slice(0, 200)}`);
  return text;
}

interface Balancer extends ProxyServer {
  /** Whether both replicas receive requests; checked before the next restart. */
  bothSeen(): Promise<boolean>;
}
/** Two addresses with the same port. */
type Pair = readonly [string, string];
const deployed = (name: string) => Bun.file(new URL(`../deploy/${name}`, import.meta.url)).text();
const hostOf = (address: string) => address.slice(0, address.indexOf(":"));
const portOf = (address: string) => address.slice(address.indexOf(":") + 1);

/** Load balancers configured as in build/deploy, except for ports, folders and names. */
export const BALANCERS: Readonly<Record<string, (replicas: Pair) => Promise<Balancer>>> = {
  async nginx(replicas) {
    const place = mkdtempSync(join(tmpdir(), "netlens-rolling-"));
    const names = await dnsServer((type) => (type === "A" ? replicas.map(hostOf) : { code: 0 }));
    const lines = (await deployed("nginx.conf"))
      .replaceAll("/tmp/", `${place}/`)
      .replace("listen 8080", "listen 127.0.0.1:PORT")
      .replace("resolver 127.0.0.11", `resolver 127.0.0.1:${names.port}`)
      .replace("netlens:8080", `netlens:${portOf(replicas[0])}`);
    const server = await startProxy("nginx", lines, (folder, written) => [
      ["nginx", "-p", folder, "-c", join(folder, "conf"), "-e", "stderr", "-g", "daemon off;"],
      written,
    ]);
    return {
      ...server,
      // nginx has no health checks; it tries the other replica if one does not respond.
      bothSeen: async () => true,
      async stop() {
        await server.stop();
        await names[Symbol.asyncDispose]();
        rmSync(place, { recursive: true });
      },
    };
  },
  async HAProxy(replicas) {
    const seen = freePort();
    const lines = (await deployed("haproxy.cfg"))
      .replace("bind :8080", "bind 127.0.0.1:PORT")
      .replace(/netlens-([12]):8080/g, (_whole, number) => replicas[number - 1] ?? "");
    const server = await startProxy("haproxy", lines, (folder, written) => [
      ["haproxy", "-db", "-q", "-f", join(folder, "conf")],
      `${written}
frontend seen
  bind 127.0.0.1:${seen}
  monitor-uri /both
  monitor fail if { nbsrv(netlens) lt 2 }\n`,
    ]);
    return { ...server, bothSeen: async () => (await fetch(`http://127.0.0.1:${seen}/both`)).ok };
  },
};

/**
 * Time in ms for a balancer to move waiting requests to the other replica: it tries to connect for a second.
 */
const SETTLING = 1500;

/**
 * Resolves when both replicas receive requests and the last restart is over: balancers try a request only
 * twice.
 */
export async function untilBoth({ bothSeen }: Balancer): Promise<void> {
  await Bun.sleep(SETTLING);
  for (let tries = 0; !(await bothSeen()); tries++) {
    if (tries === 500) throw new Error("the balancer does not see both");
    await Bun.sleep(20);
  }
}

/** Two loopback addresses with a common free port. */
export function replicaAddresses(): Pair {
  const port = freePort();
  return [`127.0.0.2:${port}`, `127.0.0.3:${port}`];
}
