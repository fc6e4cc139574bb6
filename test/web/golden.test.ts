/** Pages, compared with a reviewed file. `bun build/golden.ts` rewrites it. */

import { expect, test } from "bun:test";
import { RENEW } from "../golden.ts";
import { renderPage, requestsOf } from "./golden/render.ts";

const text = await Bun.file(new URL("golden/pages.txt", import.meta.url).pathname).text();

test.each(requestsOf(text))("%s", async (request) => {
  const start = text.indexOf(`$ ${request}\n`);
  const end = text.indexOf("\n$ ", start);
  expect(await renderPage(request), RENEW).toBe(text.slice(start, end < 0 ? undefined : end + 1));
});
