/** Commands, guide topics and ports in texts for users exist. */

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";
import { parseArguments } from "../../src/cli/arguments.ts";
import { commandHelp, overview, settingsOf } from "../../src/cli/help.ts";
import { commands, groups } from "../../src/cli/table.ts";
import { firstFile } from "../../src/jobs/project/first-file.ts";
import { topicNamed } from "../../src/view/guide.ts";
import { answered } from "../jobs/watch/reports.ts";
import { documents, root } from "./documents.ts";

const read = async (file: string) => [file, await Bun.file(join(root, file)).text()] as const;
const helps = [
  ["netlens --help", overview(groups, "1")] as const,
  ...commands.map(
    (command) => [`netlens ${command.name} --help`, commandHelp(command, settingsOf(command))] as const,
  ),
];
const scan = (glob: string) => [...new Glob(glob).scanSync(root)];
const texts = [
  ...helps,
  ...(await Promise.all(
    [...documents, ...scan("src/**/*.ts"), ...scan("build/{deploy,observability,action,wordpress}/*")].map(
      read,
    ),
  )),
];
const known = new Set(["help", ...commands.map(({ name }) => name)]);

describe("a named command", () => {
  test("exists, at the start of a line and of code", () => {
    const code = ([file, text]: readonly [string, string]) =>
      file.endsWith(".md") ? (text.match(/^```.*?^```$|`[^`\n]+`/gms) ?? []).join("\n") : text;
    const named = texts.flatMap(([file, text]) =>
      [...code([file, text]).matchAll(/(?:^ *(?:\$ )?|`)netlens ([a-z][a-z-]*)(?![\w./:@])/gm)].map(
        ([, word = ""]) => [file, word],
      ),
    );
    expect(named.length).toBeGreaterThan(150);
    expect(named.filter(([, word = ""]) => !known.has(word))).toEqual([]);
  });
  test("accepts the words of its usage; each line of the overview starts with one", () => {
    for (const command of commands) {
      const { name, usage } = command;
      // Alternatives after ` | ` start with a value, a flag or a bracket, since a plain word would be a
      // subcommand.
      for (const way of usage.split(" | ").slice(1)) expect(way, name).toMatch(/^(?:[A-Z]|--|\[|')/);
      expect(() =>
        parseArguments(
          command,
          usage.split(/[ |[\]…']+/).filter((word) => /^[a-z]+$/.test(word)),
        ),
      ).not.toThrow();
    }
    const [, rows = ""] = /^(Look up:\n.*?)\nEverywhere:/ms.exec(helps[0]?.[1] ?? "") ?? [];
    const first = rows.split("\n").flatMap((row) => /^ {2}(\S+)/.exec(row)?.[1] ?? []);
    expect(first).toEqual(commands.map(({ name }) => name));
  });
});

test("help of http has the usual flags, --help all every flag and setting", () => {
  const http = commands.find(({ name }) => name === "http");
  if (!http) throw new Error("no http");
  const flagsIn = (text: string) => text.match(/^ {2}(?:-\w, )?--[\w.-]+/gm) ?? [];
  const [few, all] = [false, true].map((whole) => flagsIn(commandHelp(http, settingsOf(http), whole)));
  expect(few?.length).toBe(http.usual?.length);
  expect(few?.length).toBeLessThan(30);
  expect(commandHelp(http, settingsOf(http), false)).toContain(
    `netlens http --help all shows ${(all?.length ?? 0) - (few?.length ?? 0)} more flags and settings.`,
  );
});

describe("a named topic of the guide", () => {
  test("exists", () => {
    const named = texts.flatMap(([file, text]) =>
      [...text.matchAll(/netlens guide ([a-z][a-z-]*)|(?<![\w/.-])\/guide\/([a-z-]+)/g)].map(([, a, b]) => [
        file,
        a ?? b ?? "",
      ]),
    );
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter(([, name = ""]) => name !== "lists" && !topicNamed(name))).toEqual([]);
  });
  test("explains each table of the file that init writes", () => {
    const file = firstFile([answered(200, "X-Frame-Options: DENY")], "1");
    const topic = topicNamed(/netlens guide ([a-z]+)/.exec(file)?.[1] ?? "");
    const tables = [...file.matchAll(/^\[(\w+)\]$/gm)].map(([table]) => table);
    expect(tables).toEqual(["[rules]", "[require]", "[limits]"]);
    for (const table of tables) expect(topic?.text).toContain(table);
  });
});

test("no example listens on the usual port of another program", () => {
  const TAKEN = new Map([
    [9090, "Prometheus"],
    [9091, "Pushgateway"],
    [9093, "Alertmanager"],
    [9100, "node_exporter"],
    [9113, "the exporter of nginx"],
    [9115, "blackbox_exporter"],
    [3000, "Grafana"],
    [3100, "Loki"],
    [2019, "Caddy's administration"],
    [4317, "OpenTelemetry"],
    [4318, "OpenTelemetry"],
    [6379, "Valkey"],
    [8404, "HAProxy's statistics"],
    [9000, "PHP-FPM"],
    [3306, "MariaDB"],
    [5432, "PostgreSQL"],
  ]);
  const listening =
    /(?:--[a-z-]*listen|NETLENS_[A-Z_]*LISTEN)[ :=]+["']?[\w.[\]]*:(\d+)|containerPort: (\d+)|prometheus\.io\/port: "(\d+)"/g;
  const ports = texts.flatMap(([file, text]) =>
    [...text.matchAll(listening)].map((found) => ({ file, port: Number(found.slice(1).find(Boolean)) })),
  );
  expect(ports.length).toBeGreaterThan(8);
  expect(ports.filter(({ port, file }) => TAKEN.has(port) && !file.includes("redis"))).toEqual([]);
});
