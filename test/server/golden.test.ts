/** Responses of the service, compared with reviewed files. `bun build/golden.ts` rewrites them. */

import { expect, test } from "bun:test";
import { RENEW } from "../golden.ts";
import { casesOf } from "../headers/golden/lines.ts";
import { renderApi } from "./golden/api.ts";
import { describedApi, renderExchanges } from "./golden/render.ts";

const read = (file: string) => Bun.file(new URL(`golden/${file}`, import.meta.url).pathname).text();
const text = await read("exchanges.txt");
const cases = casesOf(text);
const output = await renderExchanges(cases.map(({ given }) => given));

test.each(cases.map(({ given, whole }, at) => [given.join(" | "), whole, at] as const))(
  "%s",
  (_, whole, at) => {
    expect(output[at], RENEW).toBe(whole);
  },
);

test("the API's description", async () => {
  expect(renderApi(await describedApi()), RENEW).toBe(await read("api.txt"));
});
