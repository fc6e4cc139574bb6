/** Imports in a script, and elements that it inserts. */

import { describe, expect, test } from "bun:test";
import { runSync } from "../../../src/api/cooperative.ts";
import { PAGE } from "../../../src/api/limits.ts";
import { importedBy, importsIn, insertedBy, readImportMap } from "../../../src/jobs/page/read/script-text.ts";

const FROM = new URL("https://a.test/js/main.js");
const mapOf = (text: string, base = FROM) => runSync(readImportMap(text, base));
const NONE = mapOf("");
const CLASSIC = { where: { line: 1, element: "" }, metas: 0, base: new URL("https://a.test/page/") };
const MODULE = { ...CLASSIC, module: true } as const;
const importsOf = (text: string, map = NONE, importer: Parameters<typeof importedBy>[3] = MODULE) =>
  importedBy(runSync(importsIn(text)), FROM, map, importer);
const pathsOf = (text: string, map = NONE, importer: Parameters<typeof importedBy>[3] = MODULE) =>
  importsOf(text, map, importer).map(({ url, condition }) => (condition ? `(${url.href})` : url.href));

test.each([
  ["import a, { b } from './x.js';", "https://a.test/js/x.js"],
  ['import "../x.js#part"', "https://a.test/x.js"],
  [
    'export * from "/y.js"; export { c } from "https://b.test/z.js"',
    "https://a.test/y.js https://b.test/z.js",
  ],
  ['const later = () => import("./x.js")', "(https://a.test/js/x.js)"],
  ['import("./" + name); import(name)', ""],
  ["const text = \"import './no.js'\"; // import './no.js'", ""],
  ['import a from "bare"; import b from "bare/part.js"', ""],
  ['require("./x.js")', ""],
  ["import a from './x.js'; this is no script", ""],
])("%s imports %p", (text, urls) => expect(pathsOf(text).join(" ")).toBe(urls));

test.each([
  ['new Worker("w.js")', "worker https://a.test/page/w.js 1"],
  ["\nnew SharedWorker( '/w.js#x', 'name')", "worker https://a.test/w.js 2"],
  ['new Worker(new URL("./w.js", import.meta.url), { type: "module" })', "worker https://a.test/js/w.js 1"],
  ['new Worker("https://b.test/w.js")', ""],
  ["new Worker(url); new Worker(`w-$.js`); Worker('w.js'); new MyWorker('w.js')", ""],
  [
    'import "./a.js"; new Worker("w.js")',
    "script https://a.test/js/a.js 1, worker https://a.test/page/w.js 1",
  ],
])("%j starts %p", (text, found) => {
  expect(
    importsOf(text)
      .map(({ as, url, where }) => `${as} ${url.href} ${where.line}`)
      .join(", "),
  ).toBe(found);
});

test("a classic script imports only by import()", () => {
  expect(pathsOf('import("./x.js")', NONE, CLASSIC)).toEqual(["(https://a.test/js/x.js)"]);
  expect(pathsOf('import "./x.js"', NONE, CLASSIC)).toEqual([]);
});

test("a module's reference has its nonce and the line of the import", () => {
  const importer = { ...MODULE, nonce: "n", metas: 2, where: { line: 7, element: "script" } };
  const found = importsOf('import "./a.js";\n\nimport "./b.js";', NONE, importer);
  expect(found).toEqual([
    expect.objectContaining({
      where: { line: 7, element: "import" },
      nonce: "n",
      metas: 2,
      cors: "anonymous",
    }),
    expect.objectContaining({ where: { line: 9, element: "import" }, as: "script", module: true }),
  ]);
});

test("an import map maps specifiers, by the longest prefix", () => {
  const imports = {
    three: "/three.js",
    "three/": "/three/",
    "three/addons/": "https://b.test/addons/",
    odd: 1,
  };
  const map = mapOf(JSON.stringify({ imports }), new URL("https://a.test/page/"));
  const text =
    'import "three"; import "three/x.js"; import "three/addons/y.js"; import "odd"; import "threes"';
  const urls = ["https://a.test/three.js", "https://a.test/three/x.js", "https://b.test/addons/y.js"];
  expect(pathsOf(text, map)).toEqual(urls);
  for (const none of ["", "{", "null", "[]", '{"imports":1}']) expect(mapOf(none).urls.size).toBe(0);
});

test("scopes of an import map take precedence for the modules below them", () => {
  const scoped = (scopes: object) =>
    mapOf(JSON.stringify({ imports: { a: "/all.js", b: "/b.js" }, scopes }), new URL("https://a.test/"));
  const text = 'import "a"; import "b"';
  const rest = "https://a.test/b.js";
  const found = (scopes: object) => pathsOf(text, scoped(scopes));
  expect(found({ "/js/": { a: "/js.js" } })).toEqual(["https://a.test/js.js", rest]);
  expect(found({ "/js/main.js": { a: "/main.js" } })).toEqual(["https://a.test/main.js", rest]);
  expect(found({ "/": { a: "/root.js" }, "/js/": { a: "/js.js" } })).toEqual(["https://a.test/js.js", rest]);
  for (const other of ["/j", "/js/main", "/other/", "https://b.test/js/"])
    expect(found({ [other]: { a: "/no.js" } }), other).toEqual(["https://a.test/all.js", rest]);
  const many = (count: number) =>
    scoped(Object.fromEntries(Array.from({ length: count }, (_, at) => [`/${at}/`, { a: "/x.js" }])));
  expect([many(20).scopes?.length, many(20).isWhole]).toEqual([20, true]);
  expect([many(21).scopes?.length, many(21).isWhole]).toEqual([20, false]);
});

test("an imported module has the integrity of its URL in the import map", () => {
  const map = mapOf(
    JSON.stringify({ imports: { a: "/a.js" }, integrity: { "/a.js": "sha384-x", "/b.js": 1 } }),
  );
  expect(importsOf('import "a"; import "/b.js"', map).map(({ integrity }) => integrity)).toEqual([
    "sha384-x",
    undefined,
  ]);
});

test.each([
  ['import a from "./a.json" with { type: "json" };', "json"],
  ["import a from './a.json' with {type:'json'}", "json"],
  ['import("./a.json", { with: { "type": "json" } })', "json"],
  ['import a from "./a.json" with { type: "css" };', undefined],
  ['import a from "./a.json"; const b = "with { type: json }"', undefined],
])("%s has the destination %p", (text, dest) => {
  expect(importsOf(text).map((one) => one.dest)).toEqual([dest as "json" | undefined]);
});

test("of two matching keys the longer one applies, among any number", () => {
  const words = ["a/", "a/b/", "a/b/c/", "a/bc/", "ab/", "b/", "b/a/a/a/", "/"];
  for (let seed = 0; seed < 256; seed++) {
    const keys = words.filter((_, bit) => seed & (1 << bit));
    const map = mapOf(
      JSON.stringify({ imports: Object.fromEntries(keys.map((key) => [key, `/${keys.indexOf(key)}/`])) }),
    );
    for (const specifier of [
      "a/x",
      "a/b/x",
      "a/b/c/",
      "a/bcd",
      "a/bd/x",
      "abc",
      "b/a/a/x",
      "b/a/a/a/x",
      "c/",
    ]) {
      const longest = keys
        .filter((key) => specifier.startsWith(key))
        .toSorted((a, b) => b.length - a.length)[0];
      const url = `https://a.test/${keys.indexOf(longest ?? "")}/${specifier.slice(longest?.length)}`;
      expect(pathsOf(`import "${specifier}"`, map)).toEqual(longest === undefined ? [] : [url]);
    }
  }
});

test("an equal import counts once, at its first line", () => {
  const found = importsOf('\nimport "./a.js"; import "./a.js";\nimport "./b.js"; import("./a.js")');
  expect(found.map(({ url, where, condition }) => [url.pathname, where.line, condition])).toEqual([
    ["/js/a.js", 2, undefined],
    ["/js/b.js", 3, undefined],
    ["/js/a.js", 3, "use"],
  ]);
});

test("imports with escapes have their URLs, and the line of the last one found", () => {
  const found = importsOf('import "./a.js";\nimport "./\\x62.js";\nimport "./c.js"');
  expect(found.map(({ url, where }) => [url.pathname, where.line])).toEqual([
    ["/js/a.js", 1],
    ["/js/b.js", 1],
    ["/js/c.js", 1],
  ]);
});

describe("content beyond the limits is reported as unchecked", () => {
  const isWhole = (text: string) => runSync(importsIn(text)).isWhole;
  const imports = (count: number) =>
    Array.from({ length: count }, (_, index) => `import"./${index}";`).join("");
  test("characters of a script", () => {
    const text = (length: number) => 'import "./x.js";'.padEnd(length);
    expect([pathsOf(text(PAGE.scriptText)).length, isWhole(text(PAGE.scriptText))]).toEqual([1, true]);
    expect([pathsOf(text(PAGE.scriptText + 1)).length, isWhole(text(PAGE.scriptText + 1))]).toEqual([
      0,
      false,
    ]);
    expect(isWhole("1".padEnd(PAGE.scriptText + 1))).toBe(true);
  });
  test("imports of a script", () => {
    expect(pathsOf(imports(PAGE.imports))).toHaveLength(PAGE.imports);
    expect(isWhole(imports(PAGE.imports))).toBe(true);
    expect(pathsOf(imports(PAGE.imports + 1))).toHaveLength(PAGE.imports);
    expect(isWhole(imports(PAGE.imports + 1))).toBe(false);
  });
  test("words of imports in a script, equal imports included", () => {
    const equal = (count: number) => 'import"/a";'.repeat(count);
    const paths = pathsOf(equal(PAGE.importWords));
    expect([paths, isWhole(equal(PAGE.importWords))]).toEqual([["https://a.test/a"], true]);
    expect([pathsOf(equal(PAGE.importWords + 1)), isWhole(equal(PAGE.importWords + 1))]).toEqual([[], false]);
    expect(isWhole('export*from"/a";'.repeat(PAGE.importWords + 1))).toBe(false);
  });
  test("workers of a script", () => {
    const workers = (count: number) => 'new Worker("/w.js");'.repeat(count);
    expect([importsOf(workers(PAGE.imports)).length, isWhole(workers(PAGE.imports))]).toEqual([
      PAGE.imports,
      true,
    ]);
    expect([importsOf(workers(PAGE.imports + 1)).length, isWhole(workers(PAGE.imports + 1))]).toEqual([
      PAGE.imports,
      false,
    ]);
  });
  test("characters of a specifier", () => {
    const text = (length: number) => `import "./${"x".repeat(length - 2)}"`;
    expect(pathsOf(text(PAGE.specifier))).toHaveLength(1);
    expect(pathsOf(text(PAGE.specifier + 1))).toEqual([]);
  });
  test("keys of an import map, and its characters", () => {
    const text = (keys: number) =>
      JSON.stringify({
        imports: Object.fromEntries(Array.from({ length: keys }, (_, key) => [`k${key}`, "/a"])),
      });
    const told = (map: string) => [mapOf(map).urls.size, mapOf(map).isWhole];
    expect(told(text(PAGE.importKeys))).toEqual([PAGE.importKeys, true]);
    expect(told(text(PAGE.importKeys + 1))).toEqual([PAGE.importKeys, false]);
    expect(told(text(1).padEnd(PAGE.importMap))).toEqual([1, true]);
    expect(told(text(1).padEnd(PAGE.importMap + 1))).toEqual([0, false]);
  });
});

/** Number of pauses of a task. */
function pausesOf(task: Iterator<undefined>): number {
  let pauses = 0;
  while (!task.next().done) pauses++;
  return pauses;
}

test("work pauses as often as it is long", () => {
  const writes = (count: number) => pausesOf(insertedBy("document.write(".repeat(count)));
  expect(writes(140_000)).toBeGreaterThanOrEqual(2 * writes(70_000));
  const equal = (count: number) => pausesOf(importsIn('import"/a";'.repeat(count)));
  expect(equal(16_000)).toBeGreaterThanOrEqual(2 * equal(8000));
  const keys = (count: number) =>
    pausesOf(
      readImportMap(
        JSON.stringify({
          imports: Object.fromEntries(Array.from({ length: count }, (_, key) => [`k${key}`, "/"])),
        }),
        FROM,
      ),
    );
  expect(keys(8000)).toBeGreaterThanOrEqual(2 * keys(4000) - 1);
});

test("elements that a script creates are found across two pieces of its text", () => {
  for (let at = 65_536 - 40; at < 65_536 + 40; at++)
    expect(runSync(insertedBy(`${" ".repeat(at)}createElement("style")`))).toEqual(["style"]);
});

test.each([
  ['document.createElement("script")', "script"],
  ["d.createElement( 'style' )", "style"],
  ['d.createElementNS("http://www.w3.org/2000/svg", "style")', "style"],
  ["$('<style>a{}</style>').appendTo('head')", "style"],
  ["head.innerHTML = `<style media=print>`", "style"],
  ["document.write('<scr'); document.write('<script src=a>')", "script"],
  ['d.createElement("scripts"); d.createElement("div").style.color = "style"', ""],
])("%s creates %p", (text, made) => expect(runSync(insertedBy(text)).join(" ")).toBe(made));
