/**
 * Builds images without a daemon: each stage is a folder, and RUN commands run on this machine. Copies only
 * files of the context.
 */

import { cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ignore from "@balena/dockerignore";
import { Glob } from "bun";
import {
  type Copy,
  DockerfileParser,
  type From,
  type Instruction,
  type JSONInstruction,
  Keyword,
} from "dockerfile-ast";
import { runCommand } from "./run-command.ts";

/** A stage, and the command of its container. */
interface Stage {
  /** Root folder. */
  readonly folder: string;
  workdir: string;
  env: Readonly<Record<string, string>>;
  /** Values of ARG. */
  variables: Readonly<Record<string, string>>;
  entrypoint: readonly string[];
  command: readonly string[];
  healthcheck: readonly string[];
}
export type Image = Readonly<Stage>;

interface Build {
  /** Folder with the files of the context. */
  readonly context: string;
  /** Empty folder for the stages. */
  readonly place: string;
  /** TARGETARCH: `amd64` or `arm64`. */
  readonly architecture: string;
  /** Folders that replace stages by name (`--build-context`). */
  readonly given?: Readonly<Record<string, string>>;
}

/** Files of a local context that the Dockerfile's ignore file does not exclude. */
export async function contextFiles(folder: string, dockerfile: string): Promise<string[]> {
  const rules = await Bun.file(join(folder, `${dockerfile}.dockerignore`)).text();
  const files = [...new Glob("**").scanSync({ cwd: folder, dot: true, followSymlinks: false })];
  return ignore().add(rules.split("\n")).filter(files);
}

/** Files of a Git repository as a context; all of them are included. */
export async function repositoryFiles(folder: string): Promise<string[]> {
  const { out } = await runCommand(["git", "ls-files", "-co", "--exclude-standard"], {}, folder);
  return out
    .trim()
    .split("\n")
    .filter((file) => existsSync(join(folder, file)));
}

export function copyFiles(from: string, files: readonly string[], to: string): void {
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    cpSync(join(from, file), join(to, file));
  }
}

/** @throws Error for a failing command, a missing file, or an unsupported instruction */
export async function buildImage(text: string, build: Build): Promise<Image> {
  const folders = new Map(Object.entries(build.given ?? {}));
  const tools = join(build.place, "tools");
  mkdirSync(tools, { recursive: true });
  // Hides Git, which the image of Node.js lacks.
  writeFileSync(join(tools, "git"), "#!/bin/sh\nexit 127\n", { mode: 0o755 });
  let stage: Stage | undefined;
  for (const instruction of DockerfileParser.parse(text).getInstructions()) {
    if (instruction.getKeyword() !== Keyword.FROM) {
      if (stage) await follow(instruction, stage, folders, build);
      continue;
    }
    const name = (instruction as From).getBuildStage() ?? "";
    stage = undefined;
    if (folders.has(name)) continue;
    const folder = mkdtempSync(join(build.place, "stage-"));
    folders.set(name, folder);
    stage = { folder, workdir: "/", env: {}, variables: {}, entrypoint: [], command: [], healthcheck: [] };
  }
  if (!stage) throw new Error("no last stage");
  return stage;
}

async function follow(
  instruction: Instruction,
  stage: Stage,
  folders: ReadonlyMap<string, string>,
  { context, place, architecture }: Build,
): Promise<void> {
  const words = instruction.getArguments().map((word) => word.getValue());
  const json = () => (instruction as JSONInstruction).getJSONStrings().map((word) => word.getJSONValue());
  const keyword = instruction.getKeyword();
  switch (keyword) {
    case Keyword.ARG:
      if (words.join() !== "TARGETARCH") throw new Error(`unknown ARG ${words.join(" ")}`);
      stage.variables = { TARGETARCH: architecture };
      break;
    case Keyword.WORKDIR:
      stage.workdir = words[0] ?? "/";
      mkdirSync(join(stage.folder, stage.workdir), { recursive: true });
      break;
    case Keyword.COPY: {
      const from = (instruction as Copy).getFromFlag()?.getValue();
      const source = from == null ? context : folders.get(from);
      if (source === undefined) throw new Error(`COPY --from=${from}: no such stage`);
      const [what = "", to = ""] = words.map((word) => replaced(word, stage));
      cpSync(join(source, what), join(stage.folder, to.startsWith("/") ? to : join(stage.workdir, to)), {
        recursive: true,
      });
      break;
    }
    case Keyword.RUN:
      await runLine(instruction.getArgumentsContent() ?? "", stage, join(place, "tools"));
      break;
    case Keyword.ENV: {
      const pairs = words.map((word): [string, string] => {
        const at = word.indexOf("=");
        return [word.slice(0, at), word.slice(at + 1)];
      });
      stage.env = { ...stage.env, ...Object.fromEntries(pairs) };
      break;
    }
    case Keyword.ENTRYPOINT:
      stage.entrypoint = json();
      break;
    case Keyword.CMD:
      stage.command = json();
      break;
    case Keyword.HEALTHCHECK:
      stage.healthcheck = JSON.parse(words.slice(words.indexOf("CMD") + 1).join(" "));
      break;
    case Keyword.EXPOSE:
      break;
    default:
      throw new Error(`unknown instruction ${keyword}`);
  }
}

/** Replaces the variables that this stage declares. */
function replaced(word: string, { variables, env }: Stage): string {
  return word.replace(/\$(\w+)/g, (_, name: string) => {
    const value = variables[name] ?? env[name];
    if (value === undefined) throw new Error(`${word}: ${name} is not declared in this stage`);
    return value;
  });
}

async function runLine(
  line: string,
  { folder, workdir, env, variables }: Stage,
  tools: string,
): Promise<void> {
  // Absolute paths in the command are paths of the stage.
  const inStage = line.replaceAll(/(?<=\s)\/(?=[a-z])/g, `${folder}/`);
  const path = `${tools}:${dirname(Bun.which("npx") ?? "")}:/usr/bin:/bin`;
  const environment = { ...env, ...variables, PATH: path, NODE_ENV: "" };
  const { code, out, err } = await runCommand(["sh", "-c", inStage], environment, join(folder, workdir));
  if (code !== 0) throw new Error(`RUN ${line}: exit code ${code}\n${out}${err}`);
}
