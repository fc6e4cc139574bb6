/**
 * The service never sends a packet to a forbidden address. Packets are counted on the link of its network
 * namespace, without relying on its own report. The other end of the link responds at every address, so that
 * a hole would be detected.
 */

import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PUBLIC4, PUBLIC6 } from "./ssrf-inputs.ts";

const root = join(import.meta.dir, "../..");
const binary = join(root, "dist/netlens");
const netlens = existsSync(binary) ? [binary] : [process.execPath, join(root, "src/main.ts")];
const folder = mkdtempSync(join(tmpdir(), "netlens-ssrf-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Commands for a network namespace: without a user namespace if permitted. */
const ways = [
  ["unshare", "-n"],
  ["unshare", "-r", "-n"],
];
const probe =
  "ip link set lo up && ip link add near type veth peer name far && unshare -n -m mount --bind /dev/null /etc/resolv.conf && nsenter -t $$ -n true";
const way = ways.find((each) => {
  try {
    return Bun.spawnSync([...each, "sh", "-c", probe], { stderr: "ignore" }).exitCode === 0;
  } catch {
    return false;
  }
});
const missing = way ? "" : " (left out: no network namespace with a veth pair can be made here)";

interface Count {
  /** Dialled addresses, such as `tcp 192.0.2.1 80`. */
  readonly dialled: readonly string[];
  readonly loopback: number;
}

test.skipIf(!way)(
  `packets go to permitted addresses alone${missing}`,
  async () => {
    const script = join(import.meta.dir, "ssrf-world.ts");
    const child = Bun.spawn([...(way ?? []), process.execPath, script, folder, ...netlens], {
      stdout: "pipe",
      stderr: "inherit",
    });
    const { requested, mapRows, tally, kept, system, seen } = (await new Response(child.stdout).json()) as {
      requested: { paths: number; tools: number; bySystem: number };
      mapRows: number;
      tally: Record<string, number>;
      kept: Count;
      system: Count;
      seen: Count;
    };
    console.log(`${JSON.stringify({ ...requested, mapRows })}: ${JSON.stringify(tally)}`);
    expect(requested.paths).toBeGreaterThan(2000);
    expect(requested.tools).toBeGreaterThan(500);
    expect(requested.bySystem).toBeGreaterThan(300);
    expect(mapRows).toBeGreaterThan(200);
    // Most requests are refused by the guard, and not earlier by another part of the service.
    expect(tally["200 forbidden-address"]).toBeGreaterThan(requested.paths / 2);
    // Two of seven calls per host are of audit_page, whose response has no reason.
    expect(tally["mcp 200 forbidden-address"]).toBeGreaterThan(((5 / 7) * requested.tools) / 3);
    const permitted = new Set(
      [PUBLIC4, PUBLIC6].flatMap((address) => [80, 443, 8443].flatMap((port) => both(address, port))),
    );
    for (const { dialled, loopback } of [kept, system]) {
      expect(dialled.filter((place) => !permitted.has(place))).toEqual([]);
      expect(loopback).toBe(0);
    }
    expect(system.dialled).toContain(`tcp ${PUBLIC4} 80`);
    // Control: the public server was reached, over TCP with both address families and over QUIC.
    for (const place of [`tcp ${PUBLIC4} 80`, `tcp ${PUBLIC6} 80`, `udp ${PUBLIC4} 8443`])
      expect(kept.dialled).toContain(place);
    // Control: permitted private addresses are counted.
    for (const place of ["tcp 10.0.0.1 80", "tcp 10.0.0.2 80", "udp 10.0.0.1 8443"])
      expect(seen.dialled).toContain(place);
    expect(seen.loopback).toBeGreaterThan(0);
  },
  600_000,
);

const both = (address: string, port: number) => [`tcp ${address} ${port}`, `udp ${address} ${port}`];
