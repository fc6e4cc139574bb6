/**
 * The Dockerfile builds in each context that the guide, Compose and the release use, and its image serves
 * requests.
 */

import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildImage, contextFiles, copyFiles, type Image, repositoryFiles } from "./image.ts";
import { freePort } from "./proxy-servers.ts";
import { runCommand } from "./run-command.ts";

const root = join(import.meta.dir, "../..");
const place = mkdtempSync(join(tmpdir(), "netlens-image-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

const read = (path: string) => Bun.file(join(root, path)).text();
const architecture = process.arch === "x64" ? "amd64" : process.arch;

async function built(context: string, files: readonly string[]): Promise<Image> {
  const folder = mkdtempSync(join(place, "context-"));
  copyFiles(context, files, folder);
  const stages = mkdtempSync(join(place, "stages-"));
  return await buildImage(await read("build/Dockerfile"), { context: folder, place: stages, architecture });
}

/** Runs a container of the image on a free port: it starts, is healthy, responds, and stops on its signal. */
async function serves({ folder, env, entrypoint, command, healthcheck }: Image): Promise<void> {
  const address = `127.0.0.1:${freePort()}`;
  const environment = { ...env, NETLENS_LISTEN: address };
  const inside = ([program = "", ...words]: readonly string[]) => [join(folder, program), ...words];
  expect(env["NETLENS_LISTEN"]).toBe("0.0.0.0:8080");
  const child = Bun.spawn(inside([...entrypoint, ...command]), {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "ignore", "ignore"],
  });
  try {
    for (let tries = 0; (await runCommand(inside(healthcheck), environment)).code !== 0; tries++) {
      expect(tries).toBeLessThan(100);
      await Bun.sleep(100);
    }
    expect((await fetch(`http://${address}/v1/status/404`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await child.exited).toBe(0);
  } finally {
    child.kill("SIGKILL");
  }
}

/** `docker build` commands in a text: Dockerfile and context of each. */
const builds = (text: string) =>
  [...text.matchAll(/docker build -f (\S+) -t \S+ ([^\s`]+)/g)].map(([, file = "", context = ""]) => ({
    file,
    context,
  }));

test("the guides and Compose name this Dockerfile, and no context but the two below", async () => {
  const compose = Bun.YAML.parse(await read("build/deploy/compose.yaml")) as {
    services: { netlens: { build: { context: string; dockerfile: string } } };
  };
  const { context, dockerfile } = compose.services.netlens.build;
  expect(resolve(root, "build/deploy", context)).toBe(root);
  const named = (
    await Promise.all(["data/guide/install.md", "build/deploy/README.md", "build/Dockerfile"].map(read))
  ).flatMap(builds);
  expect(new Set([dockerfile, ...named.map(({ file }) => file)])).toEqual(new Set(["build/Dockerfile"]));
  expect(new Set(named.map((each) => each.context))).toEqual(
    new Set([".", "https://github.com/OWNER/netlens.git"]),
  );
});

test("from a clone, without what the ignore file excludes", async () => {
  const files = await contextFiles(root, "build/Dockerfile");
  expect(files.filter((file) => /^(?:node_modules|dist|test|\.git)\//.test(file))).toEqual([]);
  await serves(await built(root, files));
}, 300_000);

test("from the URL of a repository, with all of its files", async () => {
  await serves(await built(root, await repositoryFiles(root)));
}, 300_000);

test("fails if the context lacks a file that the build imports", async () => {
  const files = (await contextFiles(root, "build/Dockerfile")).filter(
    (file) => file !== "build/release/external.ts",
  );
  await expect(built(root, files)).rejects.toThrow("external.ts");
}, 300_000);
