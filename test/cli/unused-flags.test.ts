/**
 * No flag is ignored: in each form of a command, each flag of its table is read or refused. The forms are made from
 * the tables: arguments of the usage, `--json`, each `--format`, and each other flag alone.
 */

import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArguments } from "../../src/cli/arguments.ts";
import { type Call, type Command, type Flag, UsageError, unusedFlag } from "../../src/cli/command.ts";
import { networkFlags } from "../../src/cli/input/network-options.ts";
import { commands } from "../../src/cli/table.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { ioOf } from "./fake-io.ts";

const folder = mkdtempSync(join(tmpdir(), "netlens-flags-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Commands that start a service or download, which have one form; `curl` rewrites its words for `http`. */
const OTHERS = ["serve", "mcp", "update", "healthcheck", "tokens", "curl"];

/** Flags that a form may ignore, with the reason. */
const HARMLESS: Readonly<Record<string, string>> = {
  "watch --once": "the default; part of the contract",
  "http --silent": "read before the form is known",
};

const HAR = JSON.stringify({
  log: {
    entries: [
      {
        request: { method: "GET", url: "https://a.example/", headers: [] },
        response: { status: 200, headers: [{ name: "Age", value: "x" }] },
      },
    ],
  },
});
const FILES: Readonly<Record<string, string>> = {
  list: "http://127.0.0.1:1/\n",
  map: "/a http://127.0.0.1:1/b\n",
  head: "HTTP/1.1 200 OK\nAge: x\n",
  log: HAR,
  "log.har": HAR,
  toml: "",
  "watch.toml": "",
};

/** Arguments by their name in the usage of a command. */
const ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  http: ["http://127.0.0.1:1/"],
  ip: ["10.0.0.1", "10.0.0.0/30"],
  useragent: ["curl/8.5.0"],
  visitor: ["10.0.0.1", "curl/8.5.0"],
  status: ["404"],
  headers: ["head", "log.har"],
  page: ["http://127.0.0.1:1/"],
  site: ["http://127.0.0.1:1/"],
  redirects: ["map"],
  compare: ["head", "http://127.0.0.1:1/"],
  har: ["log"],
  init: ["http://127.0.0.1:1/"],
  rules: ["http://a.example/"],
  guide: ["http"],
  completion: ["bash"],
};

/** Values of flags by their placeholder in help. */
const VALUES: readonly (readonly [RegExp, string])[] = [
  [/^(?:N|MS|SECONDS|CODE)$/, "2"],
  [/^TIME/, "1s"],
  [/^URL/, "http://127.0.0.1:1/"],
  [/^'NAME/, "Accept: a/b"],
  [/^PATH$/, "url"],
  [/^\[FORMAT=\]FILE/, "json=new.json"],
  [/^HOST:PORT:ADDRESS/, "a.test:80:127.0.0.1"],
  [/^HOST:PORT:HOST/, "a.test:80:b.test:80"],
  [/^ADDRESS:PORT/, "127.0.0.1:1"],
  [/^DATE/, "2026-11-20T10:00:00Z"],
  [/^USER:/, "a:b"],
  [/^LIST$/, "from=1,to=2"],
];

function flagOf(name: string, { type, words, value = "" }: Flag): readonly string[] {
  if (type === "boolean") return [`--${name}`];
  if (name === "output") return [`--${name}=json=new.json`];
  if (name === "resume") return [`--${name}=${join(folder, "resume")}`];
  if (name === "har") return [`--${name}=log`];
  if (name === "project") return [`--${name}=toml`];
  const [, found] = VALUES.find(([form]) => form.test(value)) ?? [];
  return [`--${name}=${found ?? words?.[0] ?? "list"}`];
}

function inputsOf({ name, usage }: Command): (readonly string[])[] {
  const all = ARGUMENTS[name] ?? [];
  const single = name === "visitor" || name === "compare" ? [all] : all.map((one) => [one]);
  return [
    ...(usage === "" || usage.startsWith("[") ? [[]] : []),
    ...single,
    ...(usage.includes("…") && all[0] ? [[all[0], all[0]]] : []),
    ...(/(?:^|\|)-|\|-/.test(usage) ? [["-"]] : []),
    ...(usage.includes("@FILE") ? [["@list"]] : []),
    ...(name === "watch" ? [["watch.toml"], ["report", "watch.toml"]] : []),
  ];
}

function formsOf(command: Command): (readonly string[])[] {
  const inputs = inputsOf(command);
  const { format, json, ...others } = command.flags;
  const outputs = [
    ...(json ? [["--json"]] : []),
    ...(format?.words ?? []).map((word) => [`--format=${word}`]),
  ];
  // Network flags are read together.
  const alone = Object.entries(others)
    .filter(([name]) => name === "unix-socket" || !Object.hasOwn(networkFlags, name))
    .map(([name, flag]) => flagOf(name, flag));
  return inputs.flatMap((input, index) => [
    input,
    ...outputs.map((output) => [...output, ...input]),
    ...(index === 0 || input.length === 0 ? alone.map((flags) => [...flags, ...input]) : []),
  ]);
}

/** Names of the members that are read while the command runs; undefined if it refuses the form. */
async function readBy(command: Command, args: readonly string[]): Promise<ReadonlySet<string> | undefined> {
  const read = new Set<string>();
  const recorded = <T extends object>(members: T): T =>
    new Proxy(members, {
      get: (target, name, receiver) => {
        read.add(String(name));
        return Reflect.get(target, name, receiver);
      },
    });
  const input = command.name === "har" ? HAR : command.name === "headers" ? FILES["head"] : FILES["list"];
  const { io } = ioOf({ files: FILES, input: [input ?? ""] });
  try {
    const { positionals, flags, lists, settings } = parseArguments(command, args);
    if (unusedFlag(command, { positionals, flags, lists }, (name) => flags[name] !== undefined))
      return undefined;
    const config = loadConfig(settings, {});
    const reread = async () => config;
    await command.run({
      ...{ positionals, flags: recorded(flags), lists: recorded(lists) },
      ...{ config, reread, io, commands },
    });
  } catch (error) {
    if (error instanceof UsageError || (error as Error).name === "ProjectError" || "code" in (error as Error))
      return undefined;
    throw error;
  }
  return read;
}

async function ignoredBy(command: Command, args: readonly string[]): Promise<readonly string[]> {
  const read = await readBy(command, args);
  if (read === undefined) return [];
  const given = parseArguments(command, args);
  const call: Pick<Call, "flags" | "lists" | "positionals"> = given;
  return Object.keys(command.flags).filter(
    (name) =>
      !read.has(name) &&
      name !== "json" &&
      call.flags[name] === undefined &&
      call.lists[name] === undefined &&
      unusedFlag(command, call, (one) => one === name) === undefined &&
      HARMLESS[`${command.name} --${name}`] === undefined,
  );
}

test("an ignored flag is found", async () => {
  const status = commands.find(({ name }) => name === "status");
  if (!status) throw new Error("no status");
  const odd = { ...status, flags: { ...status.flags, odd: { type: "boolean", help: "" } } } as const;
  expect(await ignoredBy(odd, ["404"])).toEqual(["odd"]);
  expect(await ignoredBy({ ...odd, unused: [] }, ["404"])).toEqual(["input", "column", "odd"]);
});

describe("each flag is read or refused", () => {
  test.each(
    commands.filter(({ name }) => !OTHERS.includes(name)).map((command) => [command.name, command] as const),
  )("%s", async (_, command) => {
    const ignored: string[] = [];
    for (const args of formsOf(command))
      for (const flag of await ignoredBy(command, args)) ignored.push(`${args.join(" ")}: --${flag}`);
    expect(ignored).toEqual([]);
  });
});
