/** Results for database records, compared with reviewed files. `bun build/golden.ts` rewrites them. */

import { expect, test } from "bun:test";
import { RENEW } from "../golden.ts";
import { casesOf } from "../headers/golden/lines.ts";
import { renderRecord } from "./golden/render.ts";

const text = await Bun.file(new URL("golden/records.txt", import.meta.url).pathname).text();

for (const { given, whole } of casesOf(text))
  test(given.join(" | "), () => {
    expect(renderRecord(given), RENEW).toBe(whole);
  });
