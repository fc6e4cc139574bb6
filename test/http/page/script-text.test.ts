/** What the text of a script tells: modules that it imports, elements that it makes. */

import { expect, test } from "bun:test";
import { importsOf, insertedBy, readImportMap } from "../../../src/http/page/script-text.ts";

const FROM = new URL("https://a.test/js/main.js");
const NONE = readImportMap("", FROM);
const CLASSIC = { where: { line: 1, element: "" }, metas: 0 };
const MODULE = { ...CLASSIC, module: true } as const;
const pathsOf = (text: string, map = NONE, importer: Parameters<typeof importsOf>[3] = MODULE) =>
  importsOf(text, FROM, map, importer).map(({ url, condition }) => (condition ? `(${url.href})` : url.href));

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

test("a classic script imports by import() alone", () => {
  expect(pathsOf('import("./x.js")', NONE, CLASSIC)).toEqual(["(https://a.test/js/x.js)"]);
  expect(pathsOf('import "./x.js"', NONE, CLASSIC)).toEqual([]);
});

test("a module has its nonce and its line of what imports it", () => {
  const importer = { ...MODULE, nonce: "n", metas: 2, where: { line: 7, element: "script" } };
  const found = importsOf('import "./a.js";\n\nimport "./b.js";', FROM, NONE, importer);
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

test("an import map leads specifiers, the longest prefix first", () => {
  const imports = {
    three: "/three.js",
    "three/": "/three/",
    "three/addons/": "https://b.test/addons/",
    odd: 1,
  };
  const map = readImportMap(JSON.stringify({ imports }), new URL("https://a.test/page/"));
  const text =
    'import "three"; import "three/x.js"; import "three/addons/y.js"; import "odd"; import "threes"';
  const urls = ["https://a.test/three.js", "https://a.test/three/x.js", "https://b.test/addons/y.js"];
  expect(pathsOf(text, map)).toEqual(urls);
  for (const none of ["", "{", "null", "[]", '{"imports":1}']) expect(readImportMap(none, FROM).size).toBe(0);
});

test("a script of a MiB is looked through, and none that is longer", () => {
  const text = 'import "./x.js";';
  expect(pathsOf(text.padEnd(1_048_576))).toHaveLength(1);
  expect(pathsOf(text.padEnd(1_048_577))).toEqual([]);
});

test.each([
  ['document.createElement("script")', "script"],
  ["d.createElement( 'style' )", "style"],
  ['d.createElementNS("http://www.w3.org/2000/svg", "style")', "style"],
  ["$('<style>a{}</style>').appendTo('head')", "style"],
  ["head.innerHTML = `<style media=print>`", "style"],
  ["document.write('<scr'); document.write('<script src=a>')", "script"],
  ['d.createElement("scripts"); d.createElement("div").style.color = "style"', ""],
])("%s makes %p", (text, made) => expect(insertedBy(text).join(" ")).toBe(made));
