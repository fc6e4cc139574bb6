import { expect, test } from "bun:test";
import { openPieces } from "../../src/cli/redirects/pieces.ts";
import { cli } from "./fake-io.ts";

test("rows are written together, in order, at the end or when there are enough", async () => {
  const out: string[] = [];
  const pieces = openPieces({
    out: async (text) => {
      await Bun.sleep(1);
      out.push(String(text));
    },
  });
  await pieces.write("a");
  await pieces.write("b".repeat(16_382));
  expect(out).toEqual([]);
  await pieces.write("c");
  expect(out.map(({ length }) => length)).toEqual([16_384]);
  await pieces.write("d");
  await pieces.end();
  expect(out[1]).toBe("d");
});

test("a row without a successor is written soon", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  await openPieces({ out: resolve }).write("a");
  expect(await promise).toBe("a");
});

test.each(["text", "github", "junit", "markdown"])(
  "--format %s: an unreadable row has no empty source",
  async (format) => {
    const files = { "netlify.toml": '[[redirects]]\nfrom = "/a"\nto = "/b"\n\n[[redirects]]\nfrom =\n' };
    const base = ["--dry-run", "--base", "http://a.example", "--format", format];
    const { out } = await cli(["redirects", ...base, "netlify.toml"], { files });
    expect(out).toContain("it cannot be parsed");
    expect(out).not.toMatch(/: :|``|<code><\/code>/);
  },
);
