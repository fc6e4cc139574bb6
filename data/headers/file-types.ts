/** Media types by file extension, for checks of URLs. */

import { wordTable } from "../word-table.ts";

/** Archives and programs: HTML may be a page about the file. */
const NOT_TEXT = /^(?!text\/plain$)/;

/** Types by file extension; only unambiguous extensions. */
export const fileTypes = wordTable<readonly [is: RegExp, right: string]>({
  css: [/^text\/css$/, "text/css"],
  js: [/javascript|ecmascript/, "text/javascript"],
  mjs: [/javascript|ecmascript/, "text/javascript"],
  json: [/json/, "application/json"],
  png: [/^image\//, "image/png"],
  jpg: [/^image\//, "image/jpeg"],
  jpeg: [/^image\//, "image/jpeg"],
  gif: [/^image\//, "image/gif"],
  webp: [/^image\//, "image/webp"],
  svg: [/^image\/svg\+xml$/, "image/svg+xml"],
  woff: [/font|octet-stream/, "font/woff"],
  woff2: [/font|octet-stream/, "font/woff2"],
  ico: [/^image\//, "image/vnd.microsoft.icon"],
  avif: [/^image\//, "image/avif"],
  txt: [/^text\/(?!html$)/, "text/plain"],
  xml: [/[/+]xml$/, "application/xml"],
  pdf: [/^application\/pdf$/, "application/pdf"],
  wasm: [/^application\/wasm$/, "application/wasm"],
  zip: [NOT_TEXT, "application/zip"],
  zst: [NOT_TEXT, "application/zstd"],
  xz: [NOT_TEXT, "application/x-xz"],
  "7z": [NOT_TEXT, "application/x-7z-compressed"],
  iso: [NOT_TEXT, "application/octet-stream"],
  exe: [NOT_TEXT, "application/octet-stream"],
  dmg: [NOT_TEXT, "application/octet-stream"],
  deb: [NOT_TEXT, "application/vnd.debian.binary-package"],
  apk: [NOT_TEXT, "application/vnd.android.package-archive"],
});
