/** Pages about the API and the settings, as served. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { failureKinds } from "../../data/failures.ts";
import { ERRORS } from "../../src/api/errors.ts";
import { type Service, startService } from "../../src/server/service.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { optionNames } from "../../src/settings/options.ts";
import { topics } from "../../src/view/guide.ts";
import { faultsOf, textOf } from "./markup.ts";

let service: Service;
beforeAll(async () => {
  service = await startService(loadConfig({ listen: "127.0.0.1:0" }, {}).settings, () => {}, []);
});
afterAll(() => service.stop());

const get = async (path: string) =>
  (await fetch(`http://${service.address}${path}`, { headers: { accept: "text/html" } })).text();

test("every endpoint of the description is on the page, with a valid request", async () => {
  const page = await get("/api");
  expect(faultsOf(page)).toEqual([]);
  const description = (await (await fetch(`http://${service.address}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const text = textOf(page);
  for (const [path, methods] of Object.entries(description.paths))
    if (!path.startsWith("/v2/"))
      for (const method of Object.keys(methods)) expect(text).toContain(`${method.toUpperCase()} ${path}`);
  expect(page).toContain(`curl &#39;http://${service.address}/v1/ip&#39;`);
  expect(page).not.toMatch(/\ue000|`/);
  const tried = [...page.matchAll(/<a href="([^"]+)">Try it<\/a>/g)].map(([, href = ""]) =>
    href.replaceAll("&amp;", "&"),
  );
  expect(tried.length).toBeGreaterThan(5);
  for (const href of tried.filter((each) => !each.startsWith("/v1/http")))
    expect([href, (await fetch(`http://${service.address}${href}`)).status]).toEqual([href, 200]);
});

test("a parameter with a few values lists them", async () => {
  const text = textOf(await get("/api"));
  expect(text).toContain("Request method: GET, HEAD, OPTIONS");
  expect(text).toContain("HTTP version to use: auto, 1.1, 2, 3");
});

test("the type of every error links to a row", async () => {
  const page = await get("/api");
  for (const code of Object.keys(ERRORS)) expect(page).toContain(`<tr id="${code}">`);
  for (const code of Object.keys(failureKinds)) expect(page).toContain(`<code>${code}</code>`);
});

test("every setting is on its page", async () => {
  const page = await get("/settings");
  expect(faultsOf(page)).toEqual([]);
  for (const name of optionNames)
    expect(page).toContain(`<tr id="${name}"><th scope="row"><code>--${name}</code>`);
});

test.each(topics.map(({ name }) => name))("links of the guide on %s lead to pages", async (name) => {
  const page = await get(`/guide/${name}`);
  expect(page.match(/href="[^":]*\.md[#"]/g)).toBeNull();
});
