/** The streaming filters under GNU parallel, ClickHouse's executable functions, and the pipes of Spark and Hadoop. */

import { afterAll, describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = new URL("../..", import.meta.url).pathname;
const place = mkdtempSync(join(tmpdir(), "netlens-bulk-"));
afterAll(() => rmSync(place, { recursive: true }));

const binary = join(root, "dist/netlens");
if (!existsSync(binary)) throw new Error("dist/netlens is missing: run `bun run build` first");
symlinkSync(binary, join(place, "netlens"));
const env = { ...process.env, SHELL: "/bin/sh", PATH: `${place}:${process.env["PATH"]}`, HOME: place };

/** Addresses, of which every 997th is invalid. */
const addresses = Array.from({ length: 6000 }, (_, index) =>
  index % 997 === 0 ? `bad-${index}` : `${1 + (index % 222)}.${index & 255}.${(index >> 8) & 255}.1`,
);
const text = `${addresses.join("\n")}\n`;

async function run(
  command: readonly string[],
  input: string,
): Promise<{ readonly code: number; readonly out: string }> {
  const child = Bun.spawn([...command], { env, cwd: place, stdio: [Buffer.from(input), "pipe", "inherit"] });
  const out = await child.stdout.text();
  return { code: await child.exited, out };
}

const FILTER = ["netlens", "ip", "-", "--field", "ip", "--field", "countryCode", "--field", "error"];

describe("GNU parallel", async () => {
  // Simulates ssh to another machine: a shell that starts in an arbitrary folder.
  const ssh = join(place, "ssh");
  writeFileSync(
    ssh,
    `#!/bin/sh\necho "$1" >>${place}/asked\nshift\n[ "$1" = -- ] && shift\ncd / && exec sh -c "$*"\n`,
  );
  chmodSync(ssh, 0o755);
  const alone = await run(FILTER, text);

  test("blocks over this machine and two others come back whole and in order", async () => {
    const hosts = ":,1/a.example,1/b.example";
    const spread = [
      "parallel",
      "--pipe",
      "--keep-order",
      "--block",
      "20k",
      "--ssh",
      ssh,
      "--sshlogin",
      hosts,
    ];
    const { out } = await run([...spread, ...FILTER], text);
    expect(out).toBe(alone.out);
    expect(out.split("\n").filter((line) => line.endsWith("\tinvalid-ip")).length).toBe(7);
    const requested = new Set((await Bun.file(join(place, "asked")).text()).trim().split("\n"));
    expect([...requested].sort()).toEqual(["a.example", "b.example"]);
  }, 120_000);

  test("alone: one line for each line, and the exit code reports invalid ones", () => {
    expect(alone.out.trimEnd().split("\n").length).toBe(addresses.length);
    expect(alone.code).toBe(1);
  });
});

/** Element of a tree: the part of XML that configurations use. Throws for malformed input. */
interface Element {
  readonly name: string;
  readonly children: Element[];
  text: string;
}
function parseXml(source: string): Element {
  const top: Element = { name: "", children: [], text: "" };
  const open = [top];
  const rest = source.replaceAll(/<!--(?:(?!--)[\s\S])*-->/g, "");
  for (const [, close, name = "", words] of rest.matchAll(/<(\/?)([A-Za-z_][\w.-]*)>|([^<]+|<)/g)) {
    const inner = open.at(-1);
    if (!inner) throw new Error("more ends than beginnings");
    if (words !== undefined) {
      if (/[<>]|&(?!(?:amp|lt|gt|quot|apos);)/.test(words)) throw new Error(`"${words}" is not text`);
      inner.text += words.trim();
    } else if (close === "/") {
      if (inner.name !== name) throw new Error(`</${name}> ends <${inner.name}>`);
      open.pop();
    } else {
      const element = { name, children: [], text: "" };
      inner.children.push(element);
      open.push(element);
    }
  }
  const [only] = top.children;
  if (open.length !== 1 || top.children.length !== 1 || top.text !== "" || !only)
    throw new Error("not one element");
  return only;
}

/** Keys of a function's configuration, as listed in ClickHouse's manual. */
const SETTINGS =
  "type name return_type return_name argument format command execute_direct pool_size max_command_execution_time command_termination_timeout command_read_timeout command_write_timeout send_chunk_header check_exit_code lifetime deterministic".split(
    " ",
  );

describe("ClickHouse's executable functions", async () => {
  const functions = parseXml(await Bun.file(join(root, "build/deploy/clickhouse-functions.xml")).text());
  const settingsOf = ({ children }: Element) => new Map(children.map(({ name, text }) => [name, text]));
  const commandOf = (name: string) =>
    functions.children
      .map(settingsOf)
      .find((settings) => settings.get("name") === name)
      ?.get("command") ?? "";

  test("the check of the format detects errors", () => {
    for (const broken of ["<a>", "<a></b>", "<a></a><b></b>", "<a>1 < 2</a>", "<a>a & b</a>", "</a>"])
      expect(() => parseXml(broken), broken).toThrow();
  });

  test("the configuration has existing settings only", () => {
    expect(functions.name).toBe("functions");
    expect(functions.children.length).toBeGreaterThan(2);
    for (const { name, children } of functions.children) {
      expect(name).toBe("function");
      expect(children.map((each) => each.name).filter((each) => !SETTINGS.includes(each))).toEqual([]);
      for (const needed of ["type", "name", "return_type", "argument", "format", "command"])
        expect(children.some((each) => each.name === needed)).toBe(true);
    }
  });

  /**
   * ClickHouse's protocol with a pool: writes a block of rows and reads as many rows before the next block;
   * the process keeps running. `execute_direct` 0 runs the command with `sh -c`.
   */
  async function pool(command: string, blocks: readonly (readonly string[])[]): Promise<string[][]> {
    const child = Bun.spawn(["sh", "-c", command], { env, cwd: place, stdio: ["pipe", "pipe", "inherit"] });
    const reader = child.stdout.getReader();
    const decoder = new TextDecoder();
    let pending = "";
    const answers: string[][] = [];
    for (const rows of blocks) {
      child.stdin.write(rows.map((row) => `${row}\n`).join(""));
      child.stdin.flush();
      const lines: string[] = [];
      while (lines.length < rows.length) {
        const end = pending.indexOf("\n");
        if (end >= 0) {
          lines.push(pending.slice(0, end));
          pending = pending.slice(end + 1);
          continue;
        }
        const { value, done } = await reader.read();
        if (done) throw new Error(`ended after ${lines.length} of ${rows.length} rows`);
        pending += decoder.decode(value, { stream: true });
      }
      answers.push(lines);
    }
    expect(pending).toBe("");
    child.stdin.end();
    await child.exited;
    return answers;
  }

  test("netlensCountry: a row for each row of each block, whatever it holds", async () => {
    const big = addresses.slice(0, 5000);
    const [one, odd, many, last] = await pool(commandOf("netlensCountry"), [
      ["8.8.8.8"],
      // Empty, not an address, NULL, and characters that TabSeparated escapes.
      ["", "nowhere", "\\N", "a\\tb", "192.168.1.1", " 8.8.8.8"],
      big,
      ["1.1.1.1"],
    ]);
    expect(one).toEqual(["US"]);
    expect(odd).toEqual(["", "", "", "", "", "US"]);
    expect(many?.length).toBe(big.length);
    expect(many?.every((row) => /^(?:[A-Z]{2})?$/.test(row))).toBe(true);
    expect(many?.filter((row) => row !== "").length).toBeGreaterThan(2000);
    expect(last?.length).toBe(1);
  }, 60_000);

  test("netlensPlace and netlensAgent: a column for each member of the tuple, text with quotes and line breaks in its place", async () => {
    expect(await pool(commandOf("netlensPlace"), [['"8.8.8.8"', '""', '"nowhere"']])).toEqual([
      [expect.stringMatching(/^US,[^,]*,[^,]*$/), ",,", ",,"],
    ]);
    const agents = ['"curl/8.5.0"', '"a ""quoted"" thing"', '""'];
    const [rows = []] = await pool(commandOf("netlensAgent"), [agents]);
    expect(rows[0]).toBe("library,,curl,");
    expect(rows.length).toBe(3);
    for (const row of rows) expect(row.split(",").length).toBe(4);
  }, 60_000);
});

test("Spark and Hadoop: a process for each partition, lines in, as many lines out, also for an empty one", async () => {
  const readme = await Bun.file(join(root, "build/deploy/README.md")).text();
  const [, command = ""] = /-mapper "([^"]+)"/.exec(readme) ?? [];
  expect(readme).toContain(`.pipe("${command}"`);
  const partitions = [addresses.slice(0, 3000), addresses.slice(3000, 3001), []];
  const outs = await Promise.all(
    partitions.map((part) => run(command.split(" "), part.map((address) => `${address}\n`).join(""))),
  );
  for (const [index, { out }] of outs.entries())
    expect(out.split("\n").length - 1).toBe(partitions[index]?.length ?? -1);
}, 60_000);

/** Peak memory in MB while this many lines are read from a pipe. */
async function memoryFor(lines: number): Promise<number> {
  const PIECE = 10_000;
  const child = Bun.spawn([binary, "ip", "-"], { env, cwd: place, stdio: ["pipe", "pipe", "inherit"] });
  const feed = (async () => {
    for (let line = 0; line < lines; line += PIECE) {
      const piece = Array.from({ length: PIECE }, (_, more) => Math.imul(line + more + 1, 0x9e3779b1));
      child.stdin.write(
        piece.map((n) => `${n >>> 24}.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}\n`).join(""),
      );
      await child.stdin.flush();
    }
    await child.stdin.end();
  })();
  let answered = 0;
  for await (const chunk of child.stdout)
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) answered++;
  await feed;
  expect(await child.exited).toBe(0);
  expect(answered).toBe(lines);
  return Number(child.resourceUsage()?.maxRSS) / 1e6;
}

// The time of garbage collections changes the result by 25 MB; keeping 20 bytes per line would add 56 MB.
// Answers are strings, of which up to 70 MB accumulate on a busy machine: 155 to 170 MB in total.
test("memory does not grow with the lines: 200,000 take as much as three million", async () => {
  const few = await memoryFor(200_000);
  const many = await memoryFor(3_000_000);
  expect(many - few).toBeLessThan(40);
  expect(many).toBeLessThan(200);
}, 120_000);
