/** Chunks of a process's standard input, and the chunk after which the JIT compiler runs without delay. */

import { expect, test } from "bun:test";

const module = new URL("../../src/cli/standard-input.ts", import.meta.url).pathname;
const script = `
  const calls = [];
  Bun.unsafe.setJITPolicy = (policy) => calls.push(policy);
  const { standardInput } = await import(${JSON.stringify(module)});
  const chunks = [];
  for await (const chunk of standardInput()) chunks.push(\`\${chunk.length} \${calls}\`);
  console.log(JSON.stringify(chunks));
`;

// Standard input is a file here: reads from it fill a whole chunk, those from a pipe may not.
test.each([
  ["nothing", 0, []],
  ["a chunk, which few commands exceed", 65_536, ["65536 "]],
  ["a byte more", 65_537, ["65536 ", "1 1"]],
  ["three chunks", 131_073, ["65536 ", "65536 1", "1 1"]],
])("%s", async (_what, bytes, wanted) => {
  const child = Bun.spawn([process.execPath, "-e", script], {
    stdin: new Blob([new Uint8Array(bytes)]),
    stdout: "pipe",
  });
  expect(await child.stdout.text()).toBe(`${JSON.stringify(wanted)}\n`);
});
