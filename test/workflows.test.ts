/**
 * Workflows: permissions of each job, and pinned versions. README must not promise a release before there is
 * one.
 */

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob, YAML } from "bun";

const root = join(import.meta.dir, "..");

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: unknown;
  readonly steps: readonly {
    readonly uses?: string;
    readonly run?: string;
    readonly env?: Readonly<Record<string, string>>;
  }[];
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}
const files = [...new Glob(".github/workflows/*.yml").scanSync({ cwd: root, dot: true })].toSorted();
const workflows = await Promise.all(
  files.map(async (file) => [file, YAML.parse(await Bun.file(join(root, file)).text()) as Workflow] as const),
);
const jobs = workflows.flatMap(([file, workflow]) =>
  Object.entries(workflow.jobs).map(([name, job]) => [`${file} ${name}`, job, workflow] as const),
);

test("finds workflows", () => expect(files.length).toBeGreaterThanOrEqual(4));

describe.each(jobs)("%s", (_, job, workflow) => {
  const writes = Object.values({ ...workflow.permissions, ...job.permissions }).includes("write");
  const commands = job.steps.map(({ run = "" }) => run).join("\n");
  test("pins actions by digest, with the version in a comment", async () => {
    for (const { uses } of job.steps)
      if (uses !== undefined) expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  });
  test("may only read, unless it publishes: then it has an environment, and installs and tests nothing", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    const hasSecrets = JSON.stringify(job).includes("secrets.");
    if (!writes && !hasSecrets) return;
    expect(job.environment).toBeDefined();
    expect(commands).not.toMatch(/bun@|npm (?:install|ci)|\.ci\/run/);
  });
});

test("README promises no release before the changelog has one", async () => {
  const changelog = await Bun.file(join(root, ".github/CHANGELOG.md")).text();
  if (/^## v?\d/m.test(changelog)) return;
  const readme = await Bun.file(join(root, "README.md")).text();
  expect(readme).toContain("There is no release yet");
  expect(readme).not.toMatch(/releases\/latest|npm install -g|brew install|apt install/);
});
