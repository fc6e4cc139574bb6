/** Libraries that Bun's executable is linked with: library, licence, page. From LICENSE.md of oven-sh/bun, 2026-11. */

const github = (path: string) => `https://github.com/${path}`;

export const BUN_PARTS: readonly (readonly [name: string, licence: string, page: string])[] = [
  ["JavaScriptCore and parts of WebCore", "LGPL-2.1-or-later, parts BSD", github("oven-sh/WebKit")],
  ["TinyCC", "LGPL-2.1", github("tinycc/tinycc")],
  ["BoringSSL", "Apache-2.0, parts ISC and OpenSSL", "https://boringssl.googlesource.com/boringssl/"],
  ["Brotli", "MIT", github("google/brotli")],
  ["libarchive", "BSD-2-Clause and others", github("libarchive/libarchive")],
  ["lol-html", "BSD-3-Clause", github("cloudflare/lol-html")],
  ["ls-hpack and ls-qpack", "MIT", github("litespeedtech/ls-hpack")],
  ["lsquic", "MIT, parts BSD-3-Clause", github("litespeedtech/lsquic")],
  ["mimalloc", "MIT", github("microsoft/mimalloc")],
  ["picohttpparser", "MIT", github("h2o/picohttpparser")],
  ["Zstandard", "BSD-3-Clause", github("facebook/zstd")],
  ["simdutf", "Apache-2.0", github("simdutf/simdutf")],
  ["uSockets and uWebSockets", "Apache-2.0", github("uNetworking/uSockets")],
  ["zlib-ng", "Zlib", github("zlib-ng/zlib-ng")],
  ["c-ares", "MIT", github("c-ares/c-ares")],
  ["ICU", "Unicode-3.0", github("unicode-org/icu")],
  ["base64", "BSD-2-Clause", github("aklomp/base64")],
  ["libuv (on Windows)", "MIT", github("libuv/libuv")],
  ["libdeflate", "MIT", github("ebiggers/libdeflate")],
  ["libjpeg-turbo", "BSD-3-Clause, IJG and Zlib", github("libjpeg-turbo/libjpeg-turbo")],
  ["libspng", "BSD-2-Clause", github("randy408/libspng")],
  ["libwebp", "BSD-3-Clause", github("webmproject/libwebp")],
  ["Highway", "Apache-2.0", github("google/highway")],
  ["uucode", "MIT", github("jacobsandlund/uucode")],
  ["TigerBeetle's IO (parts)", "Apache-2.0", github("tigerbeetle/tigerbeetle")],
  ["LLVM libc++abi (a part)", "Apache-2.0 WITH LLVM-exception", github("llvm/llvm-project")],
  ["esbuild (ported parts)", "MIT", github("evanw/esbuild")],
];
