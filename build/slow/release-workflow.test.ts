/** Publishing steps of the release workflow, run by bash as on GitHub, with fake `gh` and `docker`. */

import { afterAll, beforeEach, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { YAML } from "bun";
import { buildImage } from "./image.ts";
import { runCommand } from "./run-command.ts";

const root = join(import.meta.dir, "../..");
const place = mkdtempSync(join(tmpdir(), "netlens-workflow-"));
afterAll(() => rmSync(place, { recursive: true, force: true }));

interface Step {
  readonly name?: string;
  readonly run?: string;
}
const { jobs } = YAML.parse(readFileSync(join(root, ".github/workflows/release.yml"), "utf8")) as {
  jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
};

/** Fake gh that records each call in a line. */
const GH = `#!/bin/bash
printf '%s\\n' "$(printf '<%s>' "$@")" >>calls
`;

beforeEach(() => {
  rmSync(place, { recursive: true, force: true });
  mkdirSync(join(place, "bin"), { recursive: true });
  mkdirSync(join(place, "dist/release"), { recursive: true });
  writeFileSync(join(place, "bin/gh"), GH);
  // Fake docker that reads the token from standard input, like `docker login`.
  writeFileSync(
    join(place, "bin/docker"),
    `#!/bin/bash\nprintf '%s\\n' "$(printf '<%s>' "$@")" >>calls\n[ "$1" != login ] || cat >>token\n`,
  );
  for (const name of ["gh", "docker"]) chmodSync(join(place, "bin", name), 0o755);
});

function step(name: string, environment: Readonly<Record<string, string>>) {
  const script = jobs["publish"]?.steps.find((one) => one.name === name)?.run;
  if (script === undefined) throw new Error(`no step ${name}`);
  writeFileSync(join(place, "script.sh"), script);
  return runCommand(
    ["bash", "-e", "script.sh"],
    {
      PATH: `${join(place, "bin")}:${process.env["PATH"]}`,
      GITHUB_REPOSITORY_OWNER: "somebody",
      GITHUB_REF_NAME: "v1.2.3",
      ...environment,
    },
    place,
  );
}
const calls = () =>
  existsSync(join(place, "calls")) ? readFileSync(join(place, "calls"), "utf8").trim().split("\n") : [];

test("every file of a release is attached, except folders", async () => {
  const names = ["netlens-linux-x64", "netlens-windows-x64.exe", "netlens-linux-x64-musl.tar.gz"];
  names.push("netlens-agents.json", "netlens_1.2.3_amd64.deb");
  names.push("netlens.cdx.json", "gitlab.yml", "SHA256SUMS");
  for (const name of names) writeFileSync(join(place, "dist/release", name), "x");
  expect(await step("Release", {})).toMatchObject({ code: 0 });
  const attached = [...(calls()[0] ?? "").matchAll(/<dist\/release\/([^>]+)>/g)].map(([, name = ""]) => name);
  expect(attached.toSorted()).toEqual(names.toSorted());
});

test("the image has the executable of the release for each processor", async () => {
  const processors = { amd64: "x64", arm64: "arm64" };
  for (const name of Object.values(processors))
    writeFileSync(join(place, "dist/release", `netlens-linux-${name}`), name, { mode: 0o755 });
  const ran = await step("Image", {
    TOKEN: "t",
    GITHUB_ACTOR: "somebody",
    GITHUB_REPOSITORY: "Somebody/netlens",
    GITHUB_SERVER_URL: "https://github.com",
  });
  expect(ran).toMatchObject({ code: 0 });
  expect(readFileSync(join(place, "token"), "utf8")).toBe("t\n");
  const [login = "", , build = ""] = calls();
  expect(login).toBe("<login><ghcr.io><--username><somebody><--password-stdin>");
  const value = (flag: string) =>
    [...build.matchAll(new RegExp(`<${flag}><([^>]+)>`, "g"))].map(([, word]) => word);
  expect(value("-t")).toEqual(["ghcr.io/somebody/netlens:1.2.3", "ghcr.io/somebody/netlens:latest"]);
  expect(value("--platform")).toEqual([
    Object.keys(processors)
      .map((name) => `linux/${name}`)
      .join(),
  ]);
  expect(build).toEndWith("<--push><.>");
  const [stage = "", folder = ""] = value("--build-context")[0]?.split("=") ?? [];
  const text = readFileSync(join(root, value("-f")[0] ?? ""), "utf8");
  for (const [architecture, content] of Object.entries(processors)) {
    const stages = join(place, architecture);
    const image = await buildImage(text, {
      context: place,
      place: stages,
      architecture,
      given: { [stage]: join(place, folder) },
    });
    expect(image.entrypoint).toEqual(["/usr/local/bin/netlens"]);
    const program = join(image.folder, "usr/local/bin/netlens");
    expect(readFileSync(program, "utf8")).toBe(content);
    expect(statSync(program).mode & 0o111).toBe(0o111);
  }
});
