/**
 * Media types that browsers show in a window; types in no list here are saved as a file. From Chromium
 * (blink/common/mime_util, net/base/mime_util), November 2026.
 */

/** JavaScript MIME type essences (MIME Sniffing section 4.6). */
export const javascriptTypes: ReadonlySet<string> = new Set([
  "application/ecmascript",
  "application/javascript",
  "application/x-ecmascript",
  "application/x-javascript",
  "text/ecmascript",
  "text/javascript",
  "text/javascript1.0",
  "text/javascript1.1",
  "text/javascript1.2",
  "text/javascript1.3",
  "text/javascript1.4",
  "text/javascript1.5",
  "text/jscript",
  "text/livescript",
  "text/x-ecmascript",
  "text/x-javascript",
]);

/** Types in addition to text, JSON and JavaScript. */
export const renderedTypes: ReadonlySet<string> = new Set([
  "application/atom+xml",
  "application/json",
  "application/pdf",
  "application/rss+xml",
  "application/xhtml+xml",
  "application/xml",
  "image/apng",
  "image/avif",
  "image/bmp",
  "image/gif",
  "image/jpeg",
  "image/jpg",
  "image/pjpeg",
  "image/png",
  "image/svg+xml",
  "image/vnd.microsoft.icon",
  "image/webp",
  "image/x-icon",
  "image/x-png",
  "image/x-xbitmap",
  "multipart/related",
  "multipart/x-mixed-replace",
  "application/ogg",
  "audio/aac",
  "audio/flac",
  "audio/mp3",
  "audio/mp4",
  "audio/mpeg",
  "audio/mpeg3",
  "audio/mpegurl",
  "audio/ogg",
  "audio/wav",
  "audio/wave",
  "audio/webm",
  "audio/x-m4a",
  "audio/x-mp3",
  "audio/x-mpeg",
  "audio/x-wav",
  "audio/x-pn-wav",
  "video/3gpp",
  "video/mp4",
  "video/ogg",
  "video/webm",
  "video/x-m4v",
]);

const savedEverywhere = [
  "text/calendar",
  "text/directory",
  "text/ldif",
  "text/qif",
  "text/rtf",
  "text/vcalendar",
  "text/vcard",
  "text/vnd.sun.j2me.app-descriptor",
  "text/x-calendar",
  "text/x-csv",
  "text/x-ms-iqy",
  "text/x-ms-odc",
  "text/x-qif",
  "text/x-vcalendar",
  "text/x-vcard",
  "text/x-vcf",
];
const saved: ReadonlySet<string> = new Set([
  ...savedEverywhere,
  "text/comma-separated-values",
  "text/csv",
  "text/ofx",
  "text/tab-separated-values",
  "text/tsv",
]);

/** Types of `text/` that are saved as a file; those of Safari as observed in WebKitGTK 2.50, November 2026. */
export const savedTextTypes = {
  chromium: saved,
  firefox: saved,
  webkit: new Set(savedEverywhere) as ReadonlySet<string>,
} as const;
