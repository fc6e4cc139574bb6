/**
 * Random pages with everything that a policy may need to allow. Without a policy, browsers block none of it.
 */

import type { Chance } from "./random.ts";
import type { Answer } from "./server.ts";
import { tinyFont } from "./tiny-font.ts";

interface PolicyPage {
  readonly url: string;
  readonly answers: ReadonlyMap<string, Answer>;
  /** Kinds of loads and code in the page, to investigate a difference. */
  readonly kinds: readonly string[];
}

const PAGE = "page.shop.example";
const HOSTS = [PAGE, PAGE, "cdn.shop.example", "other.test"] as const;

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
  "base64",
);
const PNG_DATA = `data:image/png;base64,${PNG.toString("base64")}`;
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><g id="a"><path d="M0 0"/></g></svg>';

const FILES = {
  js: ["text/javascript", ""],
  css: ["text/css", ""],
  png: ["image/png", PNG],
  svg: ["image/svg+xml", SVG],
  ttf: ["font/ttf", tinyFont()],
  html: ["text/html", "<!doctype html>framed"],
  vtt: ["text/vtt", "WEBVTT\n"],
  mp4: ["video/mp4", "x"],
  json: ["application/json", "{}"],
} as const;
type Type = keyof typeof FILES;

/** A page under construction. */
interface Making {
  readonly id: string;
  readonly chance: Chance;
  readonly head: (markup: string) => void;
  readonly body: (markup: string) => void;
  /**
   * A file on a random host, or with `own` on the page's host; may redirect unless `still`. Returns the URL
   * as written in the page.
   */
  readonly file: (
    type: Type,
    content?: string,
    of?: { readonly own?: true; readonly still?: true; readonly more?: string },
  ) => string;
}

/** Code that records its id when it runs. */
const ran = (id: string, within = "window") => `(${within}.ran??=[]).push("${id}")`;
const quoted = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** Resources in markup and style sheets. */
const STATIC: Readonly<Record<string, (page: Making) => void>> = {
  script: ({ id, file, head }) => head(`<script src="${file("js", ran(id))}"></script>`),
  "script-module": ({ id, file, head }) => head(`<script type=module src="${file("js", ran(id))}"></script>`),
  "script-integrity": ({ id, file, head }) => {
    const digest = new Bun.CryptoHasher("sha384").update(ran(id)).digest("base64");
    head(`<script crossorigin integrity="sha384-${digest}" src="${file("js", ran(id))}"></script>`);
  },
  "script-data": ({ id, head }) => head(`<script src='data:text/javascript,${ran(id)}'></script>`),
  "script-inline": ({ id, chance, head }) =>
    head(
      `<script>${chance.pick(["", "\r\n", "é — ", "<!-- \n", "/* &amp; */"]).replace("é", "//é\n")}${ran(id)}</script>`,
    ),
  "script-nonce": ({ id, head }) => head(`<script nonce="cjRuZDBt">${ran(id)}</script>`),
  "script-inline-module": ({ id, body }) => body(`<script type="module">\n${ran(id)}\n</script>`),
  "script-importmap": ({ id, file, head }) =>
    head(
      `<script type="importmap">{"imports":{"m${id}":"${file("js", ran(id), { own: true })}"}}</script><link rel=modulepreload href="${file("js", ran(`${id}p`))}">`,
    ),
  "script-svg": ({ id, file, body }) =>
    body(`<svg><script>${ran(id)}</script><script href="${file("js", ran(`${id}s`))}"></script></svg>`),
  "script-json": ({ body }) => body(`<script type="application/ld+json">{"a":1}</script>`),
  handler: ({ id, body }) => body(`<b data-click onclick="${quoted(ran(id))}">x</b>`),
  "handler-load": ({ id, file, body }) => body(`<img src="${file("png")}" onload='${ran(id)}'>`),
  "handler-svg": ({ id, body }) => body(`<svg onload='${ran(id)}'></svg>`),
  "javascript-link": ({ id, chance, body }) =>
    body(`<a data-click href='javascript:${chance.pick(["void ", "void%20", " void "])}${ran(id)}'>x</a>`),
  "javascript-frame": ({ id, body }) => body(`<iframe src='javascript:void ${ran(id, "parent")}'></iframe>`),
  style: ({ id, file, head, body }) => {
    head(`<link rel=stylesheet href="${file("css", `#${id}{left:7px}`)}">`);
    body(`<i id="${id}" data-styled></i>`);
  },
  "style-import": ({ id, file, head, body }) => {
    const inner = file("css", `#${id}{left:7px;background:url(${file("png")})}`);
    head(`<link rel=stylesheet href="${file("css", `@import "${inner}" screen;`)}">`);
    body(`<i id="${id}" data-styled></i>`);
  },
  "style-element": ({ id, file, head, body }) => {
    head(
      `<style>@import url(${file("css", `#${id}{color:red}`)});\n#${id}{left:7px;cursor:url('${file("png")}'),auto}</style>`,
    );
    body(`<i id="${id}" data-styled></i>`);
  },
  "style-image-set": ({ id, file, head, body }) => {
    head(`<style>#${id}{left:7px;background-image:image-set("${file("png")}" 1x)}</style>`);
    body(`<i id="${id}" data-styled></i>`);
  },
  "style-attribute": ({ id, file, body }) =>
    body(`<i id="${id}" data-styled style="left:7px;background:url('${file("png")}')"></i>`),
  "style-svg": ({ id, body }) =>
    body(`<svg><style>#${id}{left:7px}</style></svg><i id="${id}" data-styled></i>`),
  "style-print": ({ file, head }) => head(`<link rel=stylesheet media=print href="${file("css")}">`),
  "style-alternate": ({ file, head }) =>
    head(`<link rel="alternate stylesheet" title=x href="${file("css")}">`),
  font: ({ id, file, head, body }) => {
    head(`<style>@font-face{font-family:${id};src:url("${file("ttf")}") format("truetype")}</style>`);
    body(`<style>#${id}{font-family:${id}}</style><p id="${id}">x</p>`);
  },
  "font-data": ({ id, body }) =>
    body(
      `<style>@font-face{font-family:${id};src:url(data:font/ttf;base64,${Buffer.from(tinyFont()).toString("base64")})}#${id}{font-family:${id}}</style><p id="${id}">x</p>`,
    ),
  image: ({ file, body }) => body(`<img src="${file("png")}">`),
  "image-odd": ({ file, body }) =>
    body(`<img src="${file("png", undefined, { more: ";a,b('c')?d=e;f,g" })}">`),
  "image-srcset": ({ file, body }) => body(`<img srcset="${file("png")} 1x, ${file("png")} 2x">`),
  "image-picture": ({ file, body }) =>
    body(`<picture><source srcset="${file("png")}"><img src="${file("png")}"></picture>`),
  "image-data": ({ body }) => body(`<img src="${PNG_DATA}">`),
  "image-input": ({ file, body }) => body(`<input type=image src="${file("png")}">`),
  "image-table": ({ file, body }) => body(`<table background="${file("png")}"><tr><td>x</table>`),
  "image-svg": ({ file, body }) => body(`<svg><image href="${file("png")}" width=9 height=9 /></svg>`),
  "image-use": ({ file, body }) =>
    body(`<svg><use href="${file("svg", undefined, { own: true })}#a"/></svg>`),
  "image-fill": ({ file, body }) =>
    body(`<svg><rect width=9 height=9 mask="url(${file("svg", undefined, { own: true })}#a)"/></svg>`),
  icon: ({ file, head }) => head(`<link rel="shortcut icon" href="${file("png")}">`),
  manifest: ({ file, head }) => head(`<link rel=manifest href="${file("json")}">`),
  frame: ({ file, body }) => body(`<iframe src="${file("html")}"></iframe>`),
  "frame-data": ({ body }) => body(`<iframe src="data:text/html,x"></iframe>`),
  "frame-srcdoc": ({ id, file, chance, body }) => {
    const inner = `<script>${ran(id, "parent")}</script><img src="${file("png")}"><i style="left:7px" onclick="1"></i><link rel=stylesheet href="${file("css")}">`;
    const nested = `<iframe srcdoc="${quoted(`<script>${ran(`${id}n`, "top")}</script><img src="${PNG_DATA}">`)}"></iframe>`;
    body(`<iframe srcdoc="${quoted(chance.number(2) === 0 ? inner : inner + nested)}"></iframe>`);
  },
  object: ({ file, chance, body }) =>
    body(`<object data="${file(chance.pick(["svg", "html", "png"]))}"></object>`),
  embed: ({ file, chance, body }) => body(`<embed src="${file(chance.pick(["svg", "html"]))}">`),
  media: ({ file, body }) => body(`<video src="${file("mp4")}" poster="${file("png")}"></video>`),
  "media-source": ({ file, body }) =>
    body(
      `<video><source src="${file("mp4")}"><track default src="${file("vtt", undefined, { own: true })}"></video>`,
    ),
  "form-frame": ({ id, file, body }) =>
    body(
      `<iframe name="${id}"></iframe><form target="${id}" action="${file("html", undefined, { still: true })}"><button data-click>x</button></form>`,
    ),
  "link-frame": ({ id, file, body }) =>
    body(`<iframe name="${id}"></iframe><a target="${id}" data-click href="${file("html")}">x</a>`),
  "preload-image": ({ file, head }) => head(`<link rel=preload as=image href="${file("png")}">`),
  "preload-style": ({ file, head }) => head(`<link rel=preload as=style href="${file("css")}">`),
  "preload-font": ({ file, head }) => head(`<link rel=preload as=font crossorigin href="${file("ttf")}">`),
  "preload-fetch": ({ file, head }) => head(`<link rel=preload as=fetch crossorigin href="${file("json")}">`),
  noscript: ({ file, body }) =>
    body(`<noscript><img src="${file("png")}"><style>b{left:1px}</style></noscript>`),
  template: ({ file, body }) => body(`<template><img src="${file("png")}"><script>1</script></template>`),
};

/** Requests of scripts, which a HAR log of the load contains. */
const BY_SCRIPTS: Readonly<Record<string, (page: Making) => void>> = {
  "insert-script": ({ id, file, body }) =>
    body(
      `<script>{const s=document.createElement("script");s.src="${file("js", ran(id))}";document.head.append(s)}</script>`,
    ),
  "insert-image": ({ file, body }) => body(`<script>new Image().src="${file("png")}"</script>`),
  "insert-frame": ({ file, body }) =>
    body(
      `<script>{const f=document.createElement("iframe");f.src="${file("html")}";document.body.append(f)}</script>`,
    ),
  fetch: ({ id, file, body }) => body(`<script>fetch("${file("json")}").then(()=>${ran(id)})</script>`),
  import: ({ id, file, body }) => body(`<script type=module>import "${file("js", ran(id))}"</script>`),
  "import-deep": ({ id, file, head }) =>
    head(
      `<script type=module src="${file("js", `import "${file("js", ran(id), { own: true })}"`, { own: true })}"></script>`,
    ),
  worker: ({ id, file, body }) =>
    body(
      `<script>new Worker("${file("js", "postMessage(1)", { own: true })}").onmessage=()=>${ran(id)}</script>`,
    ),
  cssom: ({ id, body }) =>
    body(`<i id="${id}" data-styled></i><script>document.getElementById("${id}").style.left="7px"</script>`),
};

/** @param byScripts whether scripts send requests too */
export function policyPage(number: number, chance: Chance, byScripts: boolean): PolicyPage {
  const scheme = chance.pick(["https", "https", "http"]);
  const answers = new Map<string, Answer>();
  const url = `${scheme}://${PAGE}/p${number}/`;
  const head: string[] = [];
  const body: string[] = [];
  let files = 0;
  const file: Making["file"] = (type, content, { own, still, more = "" } = {}) => {
    const host = own ? PAGE : chance.pick(HOSTS);
    const [contentType, usual] = FILES[type];
    const at = `${scheme}://${host}/p${number}/f${files++}.${type}${more}`;
    const answer = {
      headers: [`Content-Type: ${contentType}`, "Access-Control-Allow-Origin: *", "Cache-Control: no-store"],
      body: content ?? usual,
    };
    if (!own && !still && chance.number(8) === 0) {
      const to = `${scheme}://${chance.pick(["third.test", PAGE])}/p${number}/to${files}.${type}`;
      answers.set(at, { status: 302, headers: [...answer.headers, `Location: ${to}`] }).set(to, answer);
    } else answers.set(at, answer);
    const isShort = host === PAGE && type !== "css" && chance.number(2) === 0;
    return isShort ? at.slice(`${scheme}://${PAGE}`.length) : at;
  };
  const names = Object.keys(STATIC);
  const kinds = new Set(Array.from({ length: 8 + chance.number(8) }, () => chance.pick(names)));
  if (byScripts) for (let more = 0; more < 3; more++) kinds.add(chance.pick(Object.keys(BY_SCRIPTS)));
  for (const [index, kind] of [...kinds].entries())
    ({ ...STATIC, ...BY_SCRIPTS })[kind]?.({
      id: `p${number}x${index}`,
      chance,
      file,
      head: (markup) => head.push(markup),
      body: (markup) => body.push(markup),
    });
  answers.set(url, {
    headers: ["Content-Type: text/html; charset=utf-8", "Cache-Control: no-store"],
    body: `<!doctype html>\n${head.join("\n")}\n<style>i{position:relative}</style><body>\n${body.join("\n")}`,
  });
  return { url, answers, kinds: [...kinds] };
}
