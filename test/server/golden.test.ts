/** What the service answers, against a file that a person has read. `bun build/golden.ts` rewrites the answers. */

import { expect, test } from "bun:test";
import { casesOf } from "../headers/golden/lines.ts";
import { toldOfServer } from "./golden/told.ts";

const text = await Bun.file(new URL("golden/exchanges.txt", import.meta.url).pathname).text();
const cases = casesOf(text);
const told = await toldOfServer(cases.map(({ asked }) => asked));

test.each(cases.map(({ asked, whole }, at) => [asked.join(" | "), whole, at] as const))(
  "%s",
  (_, whole, at) => {
    expect(told[at]).toBe(whole);
  },
);
