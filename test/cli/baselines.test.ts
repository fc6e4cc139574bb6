/** Comparison of a response with a recorded earlier one. */

import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeHeaders } from "../../src/http/decode.ts";
import { compareReports } from "../../src/jobs/compare/compare.ts";
import { sinceBaseline } from "../../src/jobs/compare/volatile.ts";
import { cli } from "./fake-io.ts";

const place = mkdtempSync(join(tmpdir(), "netlens-baselines-"));
afterAll(() => rmSync(place, { recursive: true }));

/** A page with values that change in every response, and a policy that the test can remove. */
function site() {
  let count = 0;
  let isGuarded = true;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => {
      count++;
      return new Response("x".repeat(count), {
        headers: {
          etag: `"v${count}"`,
          "last-modified": new Date(Date.now() - 1e9 - count * 3.6e6).toUTCString(),
          "x-request-id": `r${count}`,
          "set-cookie": `sid=${count}; Path=/; HttpOnly; SameSite=Lax`,
          "content-type": "text/html; charset=utf-8",
          "content-security-policy": `script-src 'nonce-${btoa(`nonce ${count}`)}'; base-uri 'none'`,
          ...(isGuarded && { "x-frame-options": "DENY" }),
        },
      });
    },
  });
  const unguard = () => {
    isGuarded = false;
  };
  return { url: `${server.url.origin}/`, unguard, [Symbol.dispose]: () => void server.stop(true) };
}
const LOCAL = ["--http-allow", "127.0.0.0/8", "--http-ports", "1-65535"];
const compare = (args: readonly string[], files: Readonly<Record<string, string>> = {}) =>
  cli(["compare", ...LOCAL, ...args], { files });

describe("a folder of baselines", () => {
  test("is written, matches the next response, and fails if a header is missing", async () => {
    using server = site();
    const { url } = server;
    const files = { "list.txt": `${url}\n${url}b\n` };
    const first = await compare(["--baseline", "base", "--update-baseline", "@list.txt"], files);
    expect(first).toMatchObject({ code: 0 });
    const names = Object.keys(first.written).toSorted();
    expect(names).toHaveLength(2);
    expect(names[0]).toMatch(/^base\/http-127\.0\.0\.1-\d+-(?:b-)?[0-9a-f]{8}\.json$/);
    expect(first.err).toContain(`netlens: wrote ${names[0]}\n`);
    const kept = { ...files, ...first.written };
    const args = ["--baseline", "base", "--fail-on", "change", "@list.txt"];
    const same = await compare(args, kept);
    expect(same).toMatchObject({ code: 0, err: "" });
    expect(same.out.match(/No differences/g)).toHaveLength(2);
    server.unguard();
    const gone = await compare(args, kept);
    expect(gone.code).toBe(4);
    expect(gone.out).toContain("x-frame-options: DENY");
    expect(gone.out).toContain(`${url}b`);
    const both = ["--baseline", "base", "--json", "@list.txt"];
    const rows = (await compare(both, kept)).out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows.map(({ b }) => b.url)).toEqual([url, `${url}b`]);
  });
  test("by the project file fails without --fail-on", async () => {
    using server = site();
    const { url } = server;
    const { written } = await compare(["--baseline", "base/", "--update-baseline", url]);
    server.unguard();
    const files = { ...written, "/netlens.toml": "[require]\nx-frame-options = true\n" };
    expect((await compare(["--baseline", "base/", url], files)).code).toBe(4);
    expect((await compare(["--baseline", "base/", "--no-project", url], files)).code).toBe(0);
  });
  test("a missing one for a URL is wrong usage with advice", async () => {
    using server = site();
    expect(await compare(["--baseline", "base/", server.url])).toMatchObject({
      code: 2,
      out: "",
      err: `netlens: --baseline: base/ has no baseline of ${server.url}; --update-baseline writes one\n`,
    });
  });
});

describe("--update-baseline", () => {
  test("rewrites only changed baselines, and does not fail for them", async () => {
    using server = site();
    const { url } = server;
    const args = ["--baseline", "b.json", "--update-baseline", url];
    const { written } = await compare(args);
    expect(Object.keys(written)).toEqual(["b.json"]);
    expect((await compare(args, written)).written).toEqual({});
    server.unguard();
    const again = await compare(args, written);
    expect(again).toMatchObject({ code: 0 });
    const fields = ({ headers }: { headers: { name: string }[] }) => headers.map(({ name }) => name);
    expect(fields(JSON.parse(written["b.json"] ?? ""))).toContain("x-frame-options");
    expect(fields(JSON.parse(again.written["b.json"] ?? ""))).not.toContain("x-frame-options");
  });
  test("keeps the baseline if the lookup fails", async () => {
    const refused = "http://127.0.0.1:1/";
    expect(await compare(["--baseline", "b.json", "--update-baseline", refused])).toMatchObject({
      code: 1,
      written: {},
    });
  });
  test("needs --baseline", async () =>
    expect(await compare(["--update-baseline", "a", "b"])).toMatchObject({
      code: 2,
      err: "netlens: --update-baseline needs --baseline\n",
    }));
  test("writes files by renaming, into an existing folder, and leaves nothing else", async () => {
    using server = site();
    const run = async (...args: readonly string[]) => {
      const main = join(import.meta.dir, "../../src/main.ts");
      const child = Bun.spawn([process.execPath, main, "compare", ...LOCAL, ...args], {
        cwd: place,
        stdio: ["ignore", "pipe", "pipe"],
      });
      return [await child.exited, await child.stderr.text()] as const;
    };
    expect((await run("--baseline", "deep/base/", "--update-baseline", server.url))[0]).toBe(0);
    const [name = "", ...others] = readdirSync(join(place, "deep/base"));
    expect(others).toEqual([]);
    // Without a final slash: the folder is detected because it exists.
    expect(await run("--baseline", "deep/base", "--fail-on", "change", server.url)).toEqual([0, ""]);
    writeFileSync(join(place, "deep/base", name), "{ broken");
    expect((await run("--baseline", "deep/base", server.url))[1]).toContain("is not valid JSON");
    expect(readFileSync(join(place, "deep/base", name), "utf8")).toBe("{ broken");
  });
});

describe("values that differ in every response", () => {
  const counted = (a: string, b: string) => {
    const [before, after] = [a, b].map((line) =>
      decodeHeaders({ headers: ["HTTP/1.1 200 OK", line], url: "https://example.com/" }, 0),
    );
    if (!before || !after) throw new Error("two");
    return sinceBaseline(compareReports(before, after))
      .filter(({ kind, volatile }) => kind.startsWith("field") && !volatile)
      .map(({ kind }) => kind);
  };
  test.each([
    ['ETag: "a"', 'ETag: "b"', []],
    ['ETag: "a"', 'ETag: W/"a"', ["field-changed"]],
    ['ETag: "a"', "X: 1", ["field-removed", "field-added"]],
    ["Content-Length: 1", "Content-Length: 2", []],
    ["Set-Cookie: a=1; Secure", "Set-Cookie: a=2; Secure", []],
    ["Set-Cookie: a=1; Secure", "Set-Cookie: a=1", ["field-changed"]],
    ["Set-Cookie: a=1", "Set-Cookie: a=", ["field-changed"]],
    ["Content-Type: text/html", "Content-Type: text/plain", ["field-changed"]],
  ])("%s → %s", (a, b, kinds) => expect(counted(a, b)).toEqual([...kinds] as ReturnType<typeof counted>));
});
