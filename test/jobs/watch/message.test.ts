import { expect, test } from "bun:test";
import { messageOf } from "../../../src/jobs/watch/message.ts";
import type { OpenAlert } from "../../../src/jobs/watch/settle.ts";

const alarm = (title: string, calm = 0): OpenAlert => ({
  ...{ key: title, word: "change", title, since: 0, calm, begins: 1 },
});
const textOf = (more: Partial<Parameters<typeof messageOf>[0]>) =>
  JSON.parse(
    messageOf({ url: "a", isDown: false, began: [], over: [alarm("X.")], still: [], open: [], ...more }, 0) ??
      "",
  ).text;

test.each([
  ["nothing is open", {}, "a: Fixed: X. No open problems."],
  ["an open one is reminded of", { over: [], still: [alarm("Y.")], open: [alarm("Y.")] }, "a: Still: Y."],
  ["one waits", { open: [{ ...alarm("Y."), rounds: 1 }] }, "a: Fixed: X. No open problems."],
  [
    "one flips",
    { over: [{ ...alarm("X."), flips: true }] },
    "a: Ignored from now on, because it comes and goes: X. No open problems.",
  ],
  ["one is open", { open: [alarm("Y.")] }, "a: Fixed: X. 1 earlier problem still open."],
  ["one has begun", { over: [], began: [alarm("Y.")], open: [alarm("Y.")] }, "a: Y."],
] as const)("%s", (_name, told, text) => expect(textOf(told)).toBe(text));
