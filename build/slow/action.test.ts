/**
 * The GitHub Action, the GitLab template and the pre-commit hook, run as their runners do. Steps and inputs
 * come from the files themselves, and the release from a server on loopback.
 */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { YAML } from "bun";

const root = join(import.meta.dir, "../..");
const action = join(root, "build/action");
const place = mkdtempSync(join(tmpdir(), "netlens-action-"));
const TARGET = `netlens-linux-${process.arch}`;
const binary = join(root, "dist/netlens");

/** Path → content of the latest release's files. */
const released = new Map<string, string | Blob>();
const release = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch(request) {
    const { pathname } = new URL(request.url);
    const file = released.get(pathname);
    return file === undefined ? new Response("", { status: 404 }) : new Response(file);
  },
});
/** A site with a faulty cookie. */
const site = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: () =>
    new Response("x", {
      headers: { "set-cookie": "sid=1; SameSite=None", server: "a|b <img src=x> @octocat" },
    }),
});
const REACH = ["--http-allow", "127.0.0.0/8", "--http-ports", "1-65535"];

beforeAll(() => {
  const sum = new Bun.CryptoHasher("sha256").update(readFileSync(binary)).digest("hex");
  released.set(`/v1/${TARGET}`, Bun.file(binary));
  released.set("/v1/SHA256SUMS", `${"0".repeat(64)}  netlens-linux-other\n${sum}  ${TARGET}\n`);
  released.set(`/bad/${TARGET}`, Bun.file(binary));
  released.set("/bad/SHA256SUMS", `${"0".repeat(64)}  ${TARGET}\n`);
  released.set("/none/SHA256SUMS", `${sum}  netlens-plan9-x64\n`);
});
afterAll(async () => {
  await release.stop(true);
  await site.stop(true);
  rmSync(place, { recursive: true, force: true });
});

interface Step {
  readonly id?: string;
  readonly name: string;
  readonly if?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string>>;
}
interface Action {
  readonly name: string;
  readonly description: string;
  readonly inputs: Readonly<Record<string, { description: string; default?: string; required?: boolean }>>;
  readonly outputs: Readonly<Record<string, { description: string; value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}
const definition = YAML.parse(readFileSync(join(action, "action.yml"), "utf8")) as Action;

type Context = Readonly<Record<string, unknown>>;

/** Evaluates a GitHub expression: names, strings, `==`, `!=` and `&&`, which the action uses. */
function evaluated(expression: string, context: Context): string | boolean {
  const parts = expression.trim().split(/\s*&&\s*/);
  if (parts.length > 1) return parts.every((part) => evaluated(part, context) === true);
  const [, left = "", operator, right = ""] = /^(\S+)(?:\s+(==|!=)\s+(\S+))?$/.exec(expression.trim()) ?? [];
  if (left === "") throw new Error(`cannot evaluate ${expression}`);
  const value = contextValue(left, context);
  if (operator === undefined) return value;
  return (value === contextValue(right, context)) === (operator === "==");
}

function contextValue(name: string, context: Context): string {
  if (name.startsWith("'")) return name.slice(1, -1);
  const found = name.split(".").reduce<unknown>((from, key) => (from as Context | undefined)?.[key], context);
  return found === undefined ? "" : String(found);
}

const filled = (text: string, context: Context) =>
  text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => String(evaluated(expression, context)));

/** `NAME=VALUE` lines of a GitHub command file. */
const outputsOf = (path: string) =>
  Object.fromEntries(
    readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
  );

/** Runs a command asynchronously, since the servers run in this process. */
async function run(command: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
  const child = Bun.spawn([...command], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  return { exitCode: await child.exited, stdout, stderr };
}

interface Ran {
  readonly failed: string | undefined;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Other actions that the steps used, with their inputs. */
  readonly used: readonly { readonly uses: string; readonly with: Readonly<Record<string, string>> }[];
}

let runs = 0;
/** Runs the action as a job step. */
async function runAction(given: Readonly<Record<string, string>>, github: Context = {}): Promise<Ran> {
  const folder = join(place, `run ${++runs}`);
  mkdirSync(folder);
  for (const name of Object.keys(given)) expect(Object.keys(definition.inputs)).toContain(name);
  const inputs = Object.fromEntries(
    Object.entries(definition.inputs).map(([name, { default: usual = "" }]) => [name, given[name] ?? usual]),
  );
  const steps: Record<string, { outputs: Readonly<Record<string, string>> }> = {};
  const context = {
    inputs,
    steps,
    github: { action_repository: "o/netlens", action_ref: "v1", server_url: release.url.origin, ...github },
  };
  const summary = join(folder, "summary");
  writeFileSync(summary, "");
  let log = "";
  let failed: string | undefined;
  const used: { uses: string; with: Readonly<Record<string, string>> }[] = [];
  for (const [index, step] of definition.runs.steps.entries()) {
    if (failed !== undefined) break;
    if (step.if !== undefined && filled(step.if, context) !== "true") continue;
    const env = Object.fromEntries(
      Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text, context)]),
    );
    if (step.uses !== undefined) {
      const entries = Object.entries(step.with ?? {}).map(([name, text]) => [name, filled(text, context)]);
      used.push({ uses: step.uses, with: Object.fromEntries(entries) });
      continue;
    }
    const outputs = join(folder, `outputs ${index}`);
    const script = join(folder, `script ${index}.sh`);
    writeFileSync(outputs, "");
    writeFileSync(script, filled(step.run ?? "", context));
    // Same options as GitHub's `shell: bash`.
    const { exitCode, stdout, stderr } = await run(
      ["bash", "--noprofile", "--norc", "-eo", "pipefail", script],
      folder,
      {
        ...{ PATH: process.env["PATH"] ?? "", HOME: folder, RUNNER_TEMP: folder, RUNNER_OS: "Linux" },
        ...{ RUNNER_ARCH: process.arch === "x64" ? "X64" : "ARM64", GITHUB_ACTION_PATH: action },
        ...{ GITHUB_OUTPUT: outputs, GITHUB_STEP_SUMMARY: summary },
        ...env,
      },
    );
    log += stdout + stderr;
    if (step.id !== undefined) steps[step.id] = { outputs: outputsOf(outputs) };
    if (exitCode !== 0) failed = step.name;
  }
  const outputs = Object.fromEntries(
    Object.entries(definition.outputs).map(([name, { value }]) => [name, filled(value, context)]),
  );
  return { failed, log, summary: readFileSync(summary, "utf8"), outputs, used };
}

const fromRelease = { release: `${release.url.origin}/v1` };
const url = site.url.href;

describe("the action", () => {
  test("has what GitHub requires of a composite action", () => {
    expect(definition.runs.using).toBe("composite");
    for (const { description } of [...Object.values(definition.inputs), ...Object.values(definition.outputs)])
      expect(description).toMatch(/\w/);
    for (const step of definition.runs.steps) {
      expect(Object.keys(step).toSorted().join()).toMatch(
        /^(?:env,(?:id,)?name,run,shell|if,name,uses,with)$/,
      );
      if (step.run !== undefined)
        expect(step.run, "an input in a script is a command of strangers").not.toContain("${{");
    }
  });
  test("a finding: annotation, summary, SARIF, outputs, and the job fails at its end", async () => {
    const ran = await runAction({
      ...fromRelease,
      args: [...REACH, url].join("\n"),
      "fail-on": "error",
      sarif: "true",
    });
    expect(ran.log).toContain("::error title=netlens%3A cookie-samesite-none-insecure::");
    expect(ran.summary).toStartWith("### `http://127.0.0.1:");
    expect(ran.summary).toContain("`cookie-samesite-none-insecure`");
    expect(ran.outputs["exit-code"]).toBe("4");
    const shown = (command: string) =>
      String(ran.log.split("\n").filter((line) => line.startsWith(`::${command} `)).length);
    expect([ran.outputs["errors"], ran.outputs["warnings"]]).toEqual([shown("error"), shown("warning")]);
    expect(ran.outputs["errors"]).not.toBe("0");
    expect(ran.failed).toBe("Result");
    const [upload] = ran.used;
    expect(upload?.uses).toMatch(/^github\/codeql-action\/upload-sarif@[0-9a-f]{40}$/);
    const sarif = JSON.parse(readFileSync(upload?.with["sarif_file"] ?? "", "utf8"));
    expect(sarif.version).toBe("2.1.0");
    expect(readFileSync(ran.outputs["summary-file"] ?? "", "utf8")).toBe(ran.summary);
  });
  test("no failure and no upload without assertions", async () => {
    const ran = await runAction({ ...fromRelease, args: [...REACH, url].join("\r\n") });
    expect([ran.failed, ran.outputs["exit-code"], ran.used]).toEqual([undefined, "0", []]);
  });
  test("a failed lookup is in the summary", async () => {
    const ran = await runAction({ ...fromRelease, args: [...REACH, "http://127.0.0.1:1/"].join("\n") });
    expect([ran.failed, ran.outputs["exit-code"]]).toEqual(["Result", "1"]);
    expect(ran.summary).toContain("connection-refused");
  });
  test("header lines, a comparison and a redirect map of the workspace", async () => {
    const file = (name: string, text: string) => {
      const path = join(place, name);
      writeFileSync(path, text);
      return path;
    };
    const bad = file("bad headers.txt", "Set-Cookie: a=1; SameSite=None\n");
    const good = file("good.txt", "Set-Cookie: a=1; SameSite=Lax; Secure; HttpOnly\n");
    const map = file("_redirects", "/a /a 301\n");
    const lines = await runAction({ ...fromRelease, command: "headers", args: bad, "fail-on": "error" });
    expect([lines.failed, lines.outputs["exit-code"]]).toEqual(["Result", "4"]);
    expect(lines.log).toContain("file=");
    const compared = await runAction({
      ...{ ...fromRelease, command: "compare", args: `${good}\n${bad}`, "fail-on": "new-error" },
    });
    expect(compared.outputs["exit-code"]).toBe("4");
    expect(compared.summary).toContain("Worse");
    const checked = await runAction({ ...fromRelease, command: "redirects", args: `--dry-run\n${map}` });
    expect(checked.outputs["exit-code"]).toBe("4");
    expect(checked.summary).toContain("### Redirect map ");
  });
  test("a page, a site, a HAR and a round of the watch", async () => {
    const page = await runAction({ ...fromRelease, command: "page", args: [...REACH, url].join("\n") });
    expect([page.outputs["exit-code"], page.summary.includes("not an HTML page")]).toEqual(["4", true]);
    const pages = await runAction({
      ...{ ...fromRelease, command: "site", args: [...REACH, "--max-pages", "1", url].join("\n") },
      "fail-on": "error",
    });
    expect([pages.failed, pages.outputs["exit-code"]]).toEqual(["Result", "4"]);
    expect(pages.summary).toContain("127.0.0.1");
    const har = join(place, "a.har");
    const headers = [{ name: "Set-Cookie", value: "a=1; SameSite=None" }];
    const entry = { request: { method: "GET", url, headers: [] }, response: { status: 200, headers } };
    writeFileSync(har, JSON.stringify({ log: { version: "1.2", entries: [entry] } }));
    const read = await runAction({ ...fromRelease, command: "har", args: har, "fail-on": "error" });
    expect([read.failed, read.outputs["exit-code"]]).toEqual(["Result", "4"]);
    expect(read.log).toContain("cookie-samesite-none-insecure");
    const file = join(place, "watch.toml");
    writeFileSync(file, `[watch]\ntargets = ["${url}"]\nwake-for = ["cookie-samesite-none-insecure"]\n`);
    const args = [...REACH, file].join("\n");
    const watch = await runAction({ ...fromRelease, command: "watch", args });
    expect([watch.failed, watch.outputs["exit-code"]]).toEqual(["Result", "4"]);
    expect(watch.summary).toStartWith(`\`\`\`text\nproblem  ${url}\n`);
    expect((await runAction({ ...fromRelease, command: "watch", args, "fail-on": "error" })).failed).toBe(
      "netlens",
    );
  });
  test("uses the project file of the workspace, another named file, or none", async () => {
    const red = 'fail-on = ["error"]\n[require]\nx-request-id = true\n';
    writeFileSync(join(place, "netlens.toml"), red);
    const green = join(place, "my project.toml");
    writeFileSync(green, '[rules]\ncookie-samesite-none-insecure = "off"\n');
    const ran = async (given: Readonly<Record<string, string>>) => {
      const { outputs, log } = await runAction({
        ...fromRelease,
        args: [...REACH, url].join("\n"),
        ...given,
      });
      return [outputs["exit-code"], log.includes("field-required"), log.includes("cookie-samesite-none")];
    };
    expect(await ran({})).toEqual(["4", true, true]);
    expect(await ran({ project: green })).toEqual(["0", false, false]);
    expect(await ran({ project: "none" })).toEqual(["0", false, true]);
    expect(await ran({ project: join(place, "absent.toml") })).toEqual(["2", false, false]);
    rmSync(join(place, "netlens.toml"));
  });
  test("inputs are not run as commands", async () => {
    const mark = join(place, "mark");
    const attack = `$(touch '${mark}')\n\`touch '${mark}'\`\n'; touch '${mark}'; #\n"; touch "${mark}"; "`;
    const ran = await runAction({ ...fromRelease, args: attack });
    expect(existsSync(mark)).toBe(false);
    expect(ran.failed).toBe("Result");
    for (const given of [
      { command: `http; touch '${mark}'` },
      { "fail-on": `$(touch '${mark}')` },
      { project: `$(touch '${mark}')` },
      { release: `$(touch '${mark}')` },
    ]) {
      await runAction({ ...fromRelease, args: "http://127.0.0.1:1/", ...given });
      expect(existsSync(mark)).toBe(false);
    }
    expect((await runAction({ ...fromRelease, args: "x", command: "serve" })).failed).toBe("netlens");
  });
  test("blank lines are not arguments", async () => {
    const ran = await runAction({ ...fromRelease, args: " \n\n" });
    expect([ran.failed, ran.outputs["exit-code"]]).toEqual(["Result", "2"]);
  });
  test("a file with another checksum is not run", async () => {
    const ran = await runAction({ release: `${release.url.origin}/bad`, args: url });
    expect(ran.failed).toBe("netlens");
    expect(ran.log).toContain("does not match SHA256SUMS");
    expect((await runAction({ release: `${release.url.origin}/none`, args: url })).log).toContain(
      `has no ${TARGET}`,
    );
    expect((await runAction({ release: `${release.url.origin}/missing`, args: url })).failed).toBe("netlens");
  });
  test("the release is that of the action's tag, the given version, or the latest", async () => {
    const paths: string[] = [];
    const requested = async (given: Readonly<Record<string, string>>, ref: string) => {
      const { log } = await runAction({ args: url, ...given }, { action_ref: ref });
      paths.push(/error: 404/.test(log) ? "404" : log);
    };
    for (const folder of ["download/v0.9.0", "download/v0.1.0", "latest/download"])
      for (const name of ["SHA256SUMS", TARGET]) {
        const file = released.get(`/v1/${name}`);
        if (file !== undefined) released.set(`/o/netlens/releases/${folder}/${name}`, file);
      }
    await requested({}, "v0.9.0");
    await requested({ version: "0.1.0" }, "v0.9.0");
    await requested({}, "main");
    for (const log of paths) expect(log).toContain("::error");
    await requested({}, "v0.8.0");
    expect(paths.at(-1)).not.toContain("::error title");
  });
});

describe("the template for GitLab", () => {
  interface Job {
    readonly variables: Readonly<Record<string, string>>;
    readonly before_script: readonly string[];
    readonly script: readonly string[];
    readonly artifacts: { readonly when: string; readonly reports: { readonly junit: string } };
  }
  const job = (YAML.parse(readFileSync(join(action, "gitlab.yml"), "utf8")) as Record<string, Job>)[
    ".netlens"
  ];
  if (!job) throw new Error("no job");
  const runJob = async (variables: Readonly<Record<string, string>>, name: string) => {
    const folder = join(place, name);
    const bin = join(folder, "bin");
    mkdirSync(bin, { recursive: true });
    // The image's root user may write to /usr/local/bin; here a temporary folder takes its place.
    const lines = [...job.before_script, ...job.script].map((line) => line.replaceAll("/usr/local/bin", bin));
    const { exitCode, stderr } = await run(["bash", "-eo", "pipefail", "-c", lines.join("\n")], folder, {
      PATH: `${bin}:${process.env["PATH"] ?? ""}`,
      ...job.variables,
      ...variables,
    });
    const junit = join(folder, job.artifacts.reports.junit);
    return {
      exitCode,
      stderr: stderr.toString(),
      junit: existsSync(junit) ? readFileSync(junit, "utf8") : "",
    };
  };
  test("runs the command and writes a report, also for a failure", async () => {
    const args = ["http", ...REACH, "--fail-on", "error", url].join(" ");
    const ran = await runJob({ NETLENS_RELEASE: fromRelease.release, NETLENS_ARGS: args }, "gitlab");
    expect(ran.exitCode).toBe(4);
    expect(job.artifacts.when).toBe("always");
    expect(ran.junit).toContain("<failure ");
  });
  test("stops at a wrong checksum", async () => {
    const ran = await runJob(
      { NETLENS_RELEASE: `${release.url.origin}/bad`, NETLENS_ARGS: "--version" },
      "gitlab bad",
    );
    expect([ran.exitCode, ran.junit]).toEqual([1, ""]);
  });
});

describe("the hook for pre-commit", () => {
  interface Hook {
    readonly entry: string;
    readonly files: string;
  }
  const [hook] = (
    YAML.parse(readFileSync(join(action, "pre-commit-config.yaml"), "utf8")) as {
      repos: readonly { hooks: readonly Hook[] }[];
    }
  ).repos.flatMap(({ hooks }) => hooks);
  if (!hook) throw new Error("no hook");
  test("checks staged maps and stops the commit if one is faulty", async () => {
    const folder = join(place, "hook");
    mkdirSync(folder);
    cpSync(binary, join(folder, "netlens"));
    chmodSync(join(folder, "netlens"), 0o755);
    const commit = async (files: Readonly<Record<string, string>>) => {
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(join(folder, name, ".."), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      const staged = Object.keys(files).filter((name) => new RegExp(hook.files).test(name));
      // pre-commit splits the entry like a shell and appends the files.
      const { exitCode, stdout } = await run(["sh", "-c", `${hook.entry} "$@"`, "sh", ...staged], folder, {
        PATH: `${folder}:${process.env["PATH"] ?? ""}`,
      });
      return [exitCode, stdout] as const;
    };
    expect((await commit({ "public/_redirects": "/a /b 301\n", "other.txt": "/a /a\n" }))[0]).toBe(0);
    const [code, out] = await commit({ "public/_redirects": "/a /b 301\n", "a b/_redirects": "/x /x 301\n" });
    expect(code).toBe(4);
    expect(out).toContain("a b/_redirects:1:");
    expect((await commit({ "other.txt": "" }))[0]).toBe(0);
  });
});
