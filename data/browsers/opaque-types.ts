/**
 * Media types that Chromium blocks in scripts, images and media elements of another origin without CORS,
 * whatever the content (Opaque Response Blocking, opaque-blocklisted-never-sniffed; Chromium's never-sniffed
 * types; November 2026).
 */
const OFFICE = [
  "ms-excel",
  "ms-excel.sheet.macroenabled.12",
  "ms-powerpoint",
  "ms-powerpoint.presentation.macroenabled.12",
  "ms-word",
  "ms-word.document.12",
  "ms-word.document.macroenabled.12",
  "msword",
  "ces-quickpoint",
  "ces-quicksheet",
  "ces-quickword",
  ...[
    "presentationml.presentation",
    "presentationml.template",
    "spreadsheetml.sheet",
    "spreadsheetml.template",
    "wordprocessingml.document",
    "wordprocessingml.template",
  ].map((kind) => `openxmlformats-officedocument.${kind}`),
  "presentation-openxml",
  "presentation-openxmlm",
  "spreadsheet-openxml",
  "wordprocessing-openxml",
].map((name) => `application/vnd.${name}`);

export const opaqueTypes: ReadonlySet<string> = new Set([
  ...OFFICE,
  "application/gzip",
  "application/x-gzip",
  "application/x-protobuf",
  "application/zip",
  "application/msexcel",
  "application/mspowerpoint",
  "application/msword",
  "application/msword-template",
  "application/pdf",
  "multipart/byteranges",
  "multipart/signed",
  "text/csv",
  "text/event-stream",
]);
