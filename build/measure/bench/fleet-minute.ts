/**
 * Loads the fleet of build/deploy/compose.yaml for a minute and prints the table of CAPACITY.md:
 *
 *   bun build/measure/bench/fleet-minute.ts                               with the same processes, started here
 *   bun build/measure/bench/fleet-minute.ts --url http://localhost:8080   with the processes of `docker compose up`, without their CPU
 *   … --seconds 5                                                 for a shorter time
 */

import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "../../slow/proxy-servers.ts";
import { BALANCERS, replicaAddresses } from "../../slow/rolling.ts";
import { type Loaded, loaded, pin, pinned } from "./capacity-load.ts";
import { type Line, linesTable } from "./capacity-table.ts";
import { binary, serve } from "./service-process.ts";

const { values } = parseArgs({
  options: { url: { type: "string" }, seconds: { type: "string", default: "60" } },
});
const PATHS = {
  "an address": "/v1/ip/8.8.8.8",
  "a user agent": "/v1/useragent/curl%2F8.5.0",
  "the page of an address": "/?q=8.8.8.8",
};
const seconds = Math.max(1, Math.round(Number(values.seconds) / Object.keys(PATHS).length / 2));
const place = mkdtempSync(join(tmpdir(), "netlens-fleet-"));

/** Table of the load on each path, with keep-alive and with a new connection per request. */
async function table(origin: string, rest: Pick<Loaded, "service" | "front" | "logged">): Promise<string> {
  const lines: Line[] = [];
  for (const [what, path] of Object.entries(PATHS))
    for (const close of [false, true])
      lines.push(
        await loaded({
          ...rest,
          name: `${what}${close ? ", a connection each" : ""}`,
          url: `${origin}${path}`,
          ...{ close, seconds },
        }),
      );
  return linesTable(lines);
}

interface Compose {
  readonly services: {
    readonly netlens: {
      readonly environment: Readonly<Record<string, string>>;
      readonly deploy: { readonly replicas: number };
    };
    readonly valkey: { readonly command: readonly string[] };
  };
}

/**
 * Starts the processes with the settings of compose.yaml, except addresses, and the limit, which one client
 * would reach immediately.
 */
async function processes(): Promise<string> {
  const file = new URL("../../../deploy/compose.yaml", import.meta.url);
  const { services } = Bun.YAML.parse(await Bun.file(file).text()) as Compose;
  const store = freePort();
  const redis = Bun.spawn(
    ["redis-server", ...services.valkey.command.slice(1), "--port", String(store), "--bind", "127.0.0.1"],
    { cwd: place, stdio: ["ignore", "ignore", "ignore"] },
  );
  const settings = Object.entries({
    ...services.netlens.environment,
    NETLENS_RATE_LIMIT: "900000000/1m",
    NETLENS_SHARED: `redis://127.0.0.1:${store}`,
    NETLENS_TRUSTED_PROXIES: "127.0.0.1",
  }).flatMap(([name, value]) => [
    `--${name.replace("NETLENS_", "").toLowerCase().replaceAll("_", "-")}`,
    String(value),
  ]);
  const addresses = replicaAddresses();
  if (services.netlens.deploy.replicas !== addresses.length)
    throw new Error("compose.yaml has other replicas");
  const flags = (address: string) => [...settings, "--listen", address];
  const replicas = await Promise.all(addresses.map((address) => serve(place, ...flags(address))));
  const front = await BALANCERS["nginx"]?.(addresses);
  if (!front) throw new Error("no nginx");
  try {
    for (const { pid } of replicas) await pin(pid, "service");
    await pin(front.pid, "front");
    return await table(`http://127.0.0.1:${front.port}`, {
      service: replicas.map(({ pid }) => pid),
      front: front.pid,
      logged: () =>
        readdirSync(place)
          .filter((name) => name.endsWith(".log"))
          .reduce((sum, name) => sum + statSync(join(place, name)).size, 0),
    });
  } finally {
    await front.stop();
    for (const replica of replicas) await replica.stop();
    redis.kill();
    await redis.exited;
  }
}

try {
  if (values.url !== undefined)
    console.log(await table(values.url.replace(/\/$/, ""), { service: [], logged: () => 0 }));
  else if (!existsSync(binary)) throw new Error("dist/netlens is missing: run `bun run build` first");
  else console.log(`${pinned}\n\n${await processes()}`);
} finally {
  rmSync(place, { recursive: true });
}
