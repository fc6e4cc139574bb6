/** Real pages in npm packages (demonstrations, templates, documentation), with their resources from CDNs. */

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Glob } from "bun";
import type { Answer } from "./server.ts";
import { tinyFont } from "./tiny-font.ts";

/** Packages at fixed versions, and a page in each. */
export const PACKED_PAGES: readonly (readonly [name: string, page: string])[] = [
  ["html5-boilerplate@9.0.1", "dist/index.html"],
  ["reveal.js@5.2.1", "demo.html"],
  ["impress.js@1.1.0", "index.html"],
  ["startbootstrap-agency@7.0.12", "dist/index.html"],
  ["startbootstrap-clean-blog@6.0.9", "dist/index.html"],
  ["startbootstrap-new-age@6.0.7", "dist/index.html"],
  ["startbootstrap-sb-admin-2@4.1.4", "charts.html"],
  ["startbootstrap-sb-admin@7.0.7", "dist/index.html"],
  ["swagger-ui-dist@5.35.0", "index.html"],
  ["video.js@8.24.1", "dist/examples/simple-embed/index.html"],
  ["material-dashboard@3.1.0", "pages/dashboard.html"],
  ["paper-kit-2@2.1.0", "index.html"],
];

export interface PackedPage {
  readonly url: string;
  readonly answers: ReadonlyMap<string, Answer>;
}

/** Downloads each package once, into a folder that `close` removes. */
export async function openPackages() {
  const place = await mkdtemp(join(tmpdir(), "netlens-packages-"));
  const folders = new Map<string, Promise<string>>();
  const folderOf = (name: string) => {
    const known = folders.get(name) ?? unpack(join(place, String(folders.size)), name);
    folders.set(name, known);
    return known;
  };
  return {
    page: (name: string, page: string) => packedPage(folderOf, name, page),
    close: () => rm(place, { recursive: true }),
  };
}

type FolderOf = (name: string) => Promise<string>;

/** @throws Error if the registry does not have the package */
async function unpack(folder: string, name: string): Promise<string> {
  await mkdir(folder);
  const run = async (...command: string[]) => {
    const child = Bun.spawn(command, { cwd: folder, stdout: "pipe", stderr: "ignore" });
    const out = await child.stdout.text();
    if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed`);
    return out.trim();
  };
  const packed = await run("npm", "pack", "--silent", name);
  await run("tar", "xzf", packed, "--strip-components=1");
  await rm(join(folder, packed));
  return folder;
}

/** A page and all files of its package at one origin, with its resources from CDNs. */
async function packedPage(folderOf: FolderOf, name: string, page: string): Promise<PackedPage> {
  const origin = `https://${name.replace(/@[^@]*$/, "").replaceAll(/[^a-z\d]+/g, "-")}.example`;
  const root = await folderOf(name);
  const answers = new Map<string, Answer>();
  await addFolder(answers, `${origin}/`, root);
  for (const url of urlsIn(await Bun.file(join(root, page)).text())) await addRemote(folderOf, answers, url);
  return { url: `${origin}/${page}`, answers };
}

async function addFolder(answers: Map<string, Answer>, base: string, folder: string): Promise<void> {
  for (const path of new Glob("**/*").scanSync({ cwd: folder })) {
    const file = Bun.file(join(folder, path));
    const headers = [
      `Content-Type: ${file.type}`,
      "Access-Control-Allow-Origin: *",
      "Cache-Control: no-store",
    ];
    answers.set(new URL(path, base).href, { headers, body: await file.bytes() });
  }
}

/** URLs of other hosts in markup. */
function urlsIn(markup: string): Set<string> {
  const found = markup.matchAll(/["'(]((?:https?:)?\/\/[^"')\s<>]+)/g);
  return new Set(
    [...found].map(([, url = ""]) => new URL(url.replaceAll("&amp;", "&"), "https://x.example/").href),
  );
}

/** CDN URLs of packages, with name and version. */
const CDNS: readonly RegExp[] = [
  /^https:\/\/cdn\.jsdelivr\.net\/npm\/((?:@[^/]+\/)?[^/@]+@[^/]+)\//,
  /^https:\/\/unpkg\.com\/((?:@[^/]+\/)?[^/@]+@[^/]+)\//,
  /^https:\/\/use\.fontawesome\.com\/releases\/v([^/]+)\//,
];

async function addRemote(folderOf: FolderOf, answers: Map<string, Answer>, url: string): Promise<void> {
  if (/^https?:\/\/fonts\.googleapis\.com\//.test(url)) {
    const font = `https://fonts.gstatic.com/s/font${answers.size}.ttf`;
    const family = /family=([^:|&]+)/.exec(url)?.[1]?.replaceAll("+", " ");
    const body = `@font-face{font-family:"${family}";src:url(${font}) format("truetype")}`;
    answers.set(url, { headers: ["Content-Type: text/css; charset=utf-8"], body });
    answers.set(font, {
      headers: ["Content-Type: font/ttf", "Access-Control-Allow-Origin: *"],
      body: tinyFont(),
    });
    return;
  }
  const [base = "", name = ""] = CDNS.map((cdn) => cdn.exec(url)).find((found) => found !== null) ?? [];
  if (answers.has(url)) return;
  if (base === "") {
    answers.set(url, { status: 404, headers: ["Content-Type: text/plain"] });
    return;
  }
  const isPackage = name.includes("@");
  await addFolder(answers, base, await folderOf(isPackage ? name : `@fortawesome/fontawesome-free@${name}`));
}
