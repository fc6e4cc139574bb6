/** Agents told in full, against a file that a person has read. `bun build/golden.ts` rewrites the answers. */

import { expect, test } from "bun:test";
import { casesOf } from "../headers/golden/lines.ts";
import { toldOfAgent } from "./golden/told.ts";

const text = await Bun.file(new URL("golden/agents.txt", import.meta.url).pathname).text();

for (const { asked, whole } of casesOf(text))
  test(asked.join(" | "), () => {
    expect(toldOfAgent(asked)).toBe(whole);
  });
