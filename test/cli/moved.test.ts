/**
 * `netlens watch` and `compare`: a changed redirect target is a problem; a target that always failed is not
 * ok.
 */

import { afterAll, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { cli } from "./fake-io.ts";

let answer: (path: string) => Response = () => new Response("");
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: ({ url }) => answer(new URL(url).pathname),
});
const folder = mkdtempSync(join(tmpdir(), "netlens-moved-"));
afterAll(async () => {
  await server.stop(true);
  rmSync(folder, { recursive: true, force: true });
});
const LOOPBACK = ["--http-allow", "127.0.0.0/8", "--http-ports", "1-65535"];
const home = () => new Response("home", { headers: { "content-type": "text/html; charset=utf-8" } });
let count = 0;
let file = "";
beforeEach(() => {
  file = join(folder, `${count++}.toml`);
});
const watch = async (...more: string[]) =>
  await cli(["watch", ...LOOPBACK, ...more, file], {
    files: { [file]: `[watch]\ntargets = ["${server.url.href}"]\nlooks = 1\n` },
  });

test("watch: the home page starts to redirect to the host's default page", async () => {
  answer = home;
  expect((await watch()).out).toBe(`ok       ${server.url.href}\n`);
  answer = (path) =>
    path === "/"
      ? new Response(null, { status: 302, headers: { location: "/cgi-sys/defaultwebpage.cgi" } })
      : home();
  const { code, out } = await watch();
  expect(code).toBe(4);
  expect(out.replaceAll(/\s+/g, " ")).toContain(
    `problem ${server.url.href} It now leads to ${server.url.origin}/cgi-sys/defaultwebpage.cgi; before, it led to ${server.url.href}.`,
  );
});

test("watch: a page that fails from the start is down, with the reason", async () => {
  answer = () => new Response("no", { status: 403 });
  const { code, out } = await watch();
  expect(code).toBe(4);
  expect(out.replaceAll(/\s+/g, " ")).toBe(
    `down ${server.url.href} It answers 403 Forbidden. If this is intended, accept it: netlens watch --update-baseline. `,
  );
  const { targets } = JSON.parse((await watch("--json")).out);
  expect(targets).toMatchObject([{ state: "down", open: [{ word: "down" }] }]);
});

const compare = async (a: string, b: string, ...more: string[]) => {
  const files = { "a.txt": "lorem ipsum\n", "b.txt": "dolor sit\n", "c.txt": "Date: x\n" };
  return await cli(["compare", ...LOOPBACK, ...more, a, b], { files });
};

test("compare: a changed redirect target is a difference, a changed query is not", async () => {
  answer = (path) => {
    if (path === "/a") return home();
    return new Response(null, { status: 302, headers: { location: path === "/b" ? "/c" : "/a?visit=1" } });
  };
  const { out, code } = await compare(`${server.url}a`, `${server.url}d`, "--json");
  expect([
    code,
    JSON.parse(out).differences.filter(({ name }: { name: string }) => name === "end"),
  ]).toMatchObject([0, [{ kind: "outcome-changed", a: `${server.url}a`, b: `${server.url}a` }]]);
});

test("compare: two sides without a header line are not equal", async () => {
  for (const more of [[], ["--format", "markdown"]]) {
    const { out, code } = await compare("a.txt", "a.txt", ...more);
    expect([code, out]).toEqual([2, expect.not.stringContaining("No differences")]);
    expect(out.replaceAll("\n", " ")).toContain("2 responses were not checked: it has no header line");
  }
  const { unchecked } = JSON.parse((await compare("a.txt", "c.txt", "--json")).out);
  expect(unchecked).toEqual([{ what: "response", count: 1, reason: "it has no header line" }]);
  expect((await compare("c.txt", "c.txt")).out).toContain("No differences.");
});

test("compare: two failed lookups are not equal", async () => {
  const { out, code } = await compare("http://127.0.0.1:9/", "http://127.0.0.1:9/");
  expect([code, out]).toEqual([1, expect.not.stringContaining("No differences")]);
  expect(out).toContain("2 responses were not checked: ");
});
