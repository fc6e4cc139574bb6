import { expect, test } from "bun:test";
import { messageOf } from "../../../src/jobs/watch/message.ts";
import type { OpenAlert } from "../../../src/jobs/watch/settle.ts";

const alarm = (title: string, calm = 0): OpenAlert => ({
  ...{ key: title, word: "change", title, since: 0, calm, begins: 1 },
});
const textOf = (more: Partial<Parameters<typeof messageOf>[0]>) =>
  JSON.parse(
    messageOf({ url: "a", isDown: false, began: [], over: [alarm("X.")], open: [], ...more }, 0) ?? "",
  ).text;

test.each([
  ["nothing is open", {}, "a: Fixed: X. No open problems."],
  ["the target was not judged", { isUnknown: true }, "a: Fixed: X. Not everything was checked."],
  ["one is open", { open: [alarm("Y.")] }, "a: Fixed: X. 1 earlier problem still open."],
  ["one has begun", { over: [], began: [alarm("Y.")], open: [alarm("Y.")] }, "a: Y."],
] as const)("%s", (_name, told, text) => expect(textOf(told)).toBe(text));
