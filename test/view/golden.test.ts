/** Texts about responses, compared with a reviewed file. `bun build/golden.ts` rewrites it. */

import { expect, test } from "bun:test";
import { RENEW } from "../golden.ts";
import { casesOf } from "../headers/golden/lines.ts";
import { renderView } from "./golden/render.ts";

const text = await Bun.file(new URL("golden/answers.txt", import.meta.url).pathname).text();

for (const { given, whole } of casesOf(text))
  test(given.join(" | "), () => {
    expect(renderView(given), RENEW).toBe(whole);
  });
