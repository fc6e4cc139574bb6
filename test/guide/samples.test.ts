/** Samples in README and the guide run and print the documented output. */

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { parseArguments } from "../../src/cli/arguments.ts";
import { type Io, UsageError } from "../../src/cli/command.ts";
import { commands } from "../../src/cli/table.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { blocksOf, callsOf, documents, isAsWritten, samplesOf } from "./documents.ts";
import { openWorld } from "./world.ts";

let world: Awaited<ReturnType<typeof openWorld>>;
beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world.close());

/** @throws UsageError, ConfigError */
async function understand(words: readonly string[]): Promise<void> {
  const name = words[0] === "help" ? words[1] : words[0];
  const command = commands.find((one) => one.name === name);
  if (command === undefined) {
    // The search box accepts any text except a misspelt command.
    if (/^[a-z]+$/.test(name ?? "")) throw new UsageError(`unknown command ${name}`);
    return;
  }
  const given = words.slice(1);
  const io = { err: () => {} } as unknown as Io;
  const { settings } = parseArguments(command, (await command.rewrite?.(given, io)) ?? given);
  loadConfig(settings, {});
}

for (const document of documents)
  describe(document, async () => {
    const blocks = await blocksOf(document);
    const sessions = blocks.filter(({ language }) => language === "console");
    const calls = blocks.filter(({ language }) => ["sh", "console", ""].includes(language)).flatMap(callsOf);

    if (sessions.length > 0)
      test.each(sessions.map((block) => [block.line, block] as const))(
        "samples of line %d",
        async (_, block) => {
          for (const { file, text } of blocks) if (file !== "") world.write(file, text);
          const samples = samplesOf(block);
          expect(samples.length).toBeGreaterThan(0);
          const printed = await world.run(samples);
          for (const [index, { command, output }] of samples.entries()) {
            const text = printed[index] ?? "";
            if (!isAsWritten(output, text)) expect(`$ ${command}\n${text}`).toBe(`$ ${command}\n${output}`);
          }
        },
      );

    if (calls.length > 0)
      test.each(calls.map((words) => [words.join(" "), words] as const))("netlens %s", async (_, words) => {
        await expect(understand(words)).resolves.toBeUndefined();
      });
  });

describe("a sample", () => {
  test("does not match if a line differs", () => {
    expect(isAsWritten("a\nb", "a\nb")).toBe(true);
    expect(isAsWritten("a\nb", "a\nc")).toBe(false);
    expect(isAsWritten("a\nb", "a\nb\nc")).toBe(false);
  });
  test("may omit part of a line, lines, or the end", () => {
    expect(isAsWritten("a…c", "abc")).toBe(true);
    expect(isAsWritten("a\n…\nd", "a\nb\nc\nd")).toBe(true);
    expect(isAsWritten("a\n…", "a")).toBe(true);
    expect(isAsWritten("a\n…\nd", "a\nb\nc")).toBe(false);
  });
  test("is valid only with existing flags and valid values", async () => {
    await expect(understand(["ip", "--no-such"])).rejects.toThrow("unknown option");
    await expect(understand(["http", "--format", "odd"])).rejects.toThrow("expected one of");
    await expect(understand(["serve", "--rate-limit", "soon"])).rejects.toThrow();
    await expect(understand(["htp", "x"])).rejects.toThrow("unknown command");
  });
});
