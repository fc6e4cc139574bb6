/** A browser's view of a page and a chain of responses: HTML tags, charset, Refresh, cookies and HSTS. */

export { charsetOf, decoderFor } from "./chain/browser/charset.ts";
export { lineCounter, readHtml, type Tag } from "./chain/browser/html-stream.ts";
export { baseOf, LOOKED_INTO } from "./chain/browser/meta-refresh.ts";
export { declaredCharset } from "./chain/browser/page-refresh.ts";
export { browserAfter } from "./chain/browser/state.ts";
