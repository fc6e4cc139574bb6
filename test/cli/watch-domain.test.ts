/** `netlens watch --once` by a timer: how often a registry is requested. */

import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VERISIGN } from "../ip/registries.ts";
import { cli } from "./fake-io.ts";

const DAY = 86_400_000;
const directory = mkdtempSync(join(tmpdir(), "netlens-watch-domain-"));
let asked: string[] = [];
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch({ url }) {
    const { pathname } = new URL(url);
    if (!pathname.includes("/domain/")) return new Response("a");
    asked.push(pathname);
    if (pathname.startsWith("/endless")) return Response.json({ ...VERISIGN, events: [] });
    const expires = new Date(Date.now() + 20.5 * DAY).toISOString();
    return Response.json({ ...VERISIGN, events: [{ eventAction: "expiration", eventDate: expires }] });
  },
});
afterAll(() => {
  void server.stop(true);
  rmSync(directory, { recursive: true, force: true });
});

/** Runs a round; each run has another registry, because this process caches its answers. */
async function run(state: string, registry: string, later: number) {
  const project = `[watch]\nstate = "${join(directory, state)}"\ntargets = ["http://shop-example.com/"]\nwake-for = ["domain-expires-soon"]\n`;
  const to = `shop-example.com:80:127.0.0.1:${server.port}`;
  const flags = ["--once", "--json", "--rdap", `${server.url}${registry}/`, "--connect-to", to];
  const { out } = await cli(["watch", "netlens.toml", ...flags], {
    files: { "netlens.toml": project },
    clock: () => Date.now() + later,
  });
  const requests = asked;
  asked = [];
  return [requests, /The registration of [^"]*|the registry does not[^"]*/.exec(out)?.[0]];
}

test("a registration is read once a day, and its alert stays in between", async () => {
  const soon = expect.stringMatching(/: 20 days left\.$/);
  expect(await run("a.sqlite", "a", 0)).toEqual([["/a/domain/shop-example.com"], soon]);
  expect(await run("a.sqlite", "b", 0)).toEqual([[], soon]);
  expect(await run("a.sqlite", "c", DAY - 60_000)).toEqual([[], soon]);
  expect(await run("a.sqlite", "d", DAY + 60_000)).toEqual([["/d/domain/shop-example.com"], soon]);
});

test("a registration without an end is named in each round", async () => {
  const reason = "the registry does not publish its end";
  expect(await run("b.sqlite", "endless-a", 0)).toEqual([["/endless-a/domain/shop-example.com"], reason]);
  expect(await run("b.sqlite", "endless-b", 0)).toEqual([[], reason]);
});
