import { expect, test } from "bun:test";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/** Exit code of a process that runs `code` and throws if the engine reads the length of a function. */
async function watched(code: string): Promise<string> {
  const script = `
    const { explainMessage } = await import("${root}/src/headers/explain.ts");
    const { problemKinds } = await import("${root}/src/headers/problem-kinds.ts");
    const { exampleMessage } = await import("${root}/test/headers/explained.ts");
    ${code}`;
  const run = Bun.spawn(
    [process.execPath, "--preload", join(import.meta.dir, "arity-watch.ts"), "-e", script],
    {
      cwd: root,
      stdout: "pipe",
      stderr: "pipe",
    },
  );
  return (await new Response(run.stdout).text()) + (await new Response(run.stderr).text());
}

test("the engine does not read the length of functions", async () => {
  const told = await watched(`
    let explained = 0;
    for (const { bad, good } of problemKinds().values())
      for (const example of [bad, good]) explained += explainMessage(exampleMessage(example), 0).headers.length;
    console.log(explained > 1000);`);
  expect(told).toBe("true\n");
}, 60_000);

test("the watch detects such a read", async () => {
  const told = await watched(`
    const { quote } = await import("${root}/src/headers/wording.ts");
    quote(() => "a function in the place of a text");`);
  expect(told).toContain("the length of a function is read");
}, 60_000);
