import { mediaTypes } from "../../../data/headers/directives/media-types.ts";
import type { Context } from "../field.ts";
import { isWorker } from "../response-kind.ts";
import { brief } from "./value.ts";

/** Media types with a noun of their own. */
const NOUNS: ReadonlyMap<string, string> = new Map([
  ["text/html", "an HTML page"],
  ["application/xhtml+xml", "an XHTML page"],
  ["text/plain", "plain text"],
  ["text/css", "a style sheet"],
  ["text/javascript", "a script"],
  ["application/javascript", "a script"],
  ["application/x-javascript", "a script"],
  ["text/markdown", "a Markdown text"],
  ["text/csv", "a table (CSV)"],
  ["text/calendar", "a calendar"],
  ["text/vcard", "a contact card"],
  ["text/vtt", "subtitles"],
  ["text/event-stream", "a stream of events"],
  ["text/xml", "XML data"],
  ["application/xml", "XML data"],
  ["application/json", "JSON data"],
  ["application/ld+json", "linked data (JSON-LD)"],
  ["application/problem+json", "an error description (JSON)"],
  ["application/manifest+json", "a web app manifest"],
  ["application/x-ndjson", "a series of JSON records"],
  ["application/graphql-response+json", "the result of a GraphQL query"],
  ["application/activity+json", "ActivityPub data"],
  ["application/rss+xml", "a news feed (RSS)"],
  ["application/atom+xml", "a news feed (Atom)"],
  ["application/feed+json", "a news feed (JSON)"],
  ["application/pdf", "a PDF document"],
  ["application/zip", "an archive (ZIP)"],
  ["application/gzip", "an archive (gzip)"],
  ["application/x-gzip", "an archive (gzip)"],
  ["application/x-tar", "an archive (tar)"],
  ["application/wasm", "a WebAssembly module"],
  ["application/octet-stream", "binary data"],
  ["application/protobuf", "binary data (Protocol Buffers)"],
  ["application/x-protobuf", "binary data (Protocol Buffers)"],
  ["application/grpc", "gRPC messages"],
  ["application/grpc-web", "gRPC-Web messages"],
  ["application/grpc-web-text", "gRPC-Web messages in Base64"],
  ["application/dns-message", "a DNS answer"],
  ["application/ocsp-response", "the status of a certificate (OCSP)"],
  ["application/vnd.apple.mpegurl", "a video playlist (HLS)"],
  ["application/x-mpegurl", "a video playlist (HLS)"],
  ["application/dash+xml", "a video playlist (DASH)"],
  ["application/x-www-form-urlencoded", "form data"],
  ["image/svg+xml", "an SVG image"],
  ["image/x-icon", "an icon"],
  ["image/vnd.microsoft.icon", "an icon"],
  ["multipart/byteranges", "several parts of the content"],
  ["multipart/x-mixed-replace", "a stream of parts, each replacing the last"],
  ["message/http", "an HTTP message"],
]);

const NOUNS_BY_TYPE: ReadonlyMap<string, string> = new Map([
  ["image", "an image"],
  ["audio", "an audio file"],
  ["video", "a video"],
  ["font", "a font"],
  ["model", "a 3D model"],
  ["text", "text"],
  ["multipart", "content in several parts"],
]);

const NOUNS_BY_SUFFIX: ReadonlyMap<string, string> = new Map([
  ["json", "JSON data"],
  ["xml", "XML data"],
  ["cbor", "binary data (CBOR)"],
  ["zip", "an archive (ZIP)"],
]);

/** The kind of content, with its article: `an HTML page`; undefined where no Content-Type says so. */
export function contentNoun(context: Context): string | undefined {
  const { declared } = context.verdicts;
  if (declared === "") return undefined;
  if (isWorker(context) && /script$/.test(declared)) return "a service worker's script";
  const known = NOUNS.get(declared) ?? NOUNS_BY_TYPE.get(declared.slice(0, declared.indexOf("/")));
  if (known) return known;
  const grpc = NOUNS.get(/^(application\/grpc(?:-web(?:-text)?)?)\+/.exec(declared)?.[1] ?? "");
  if (grpc) return grpc;
  const suffix = declared.slice(declared.lastIndexOf("+") + 1);
  const what = mediaTypes.get(declared) ?? NOUNS_BY_SUFFIX.get(suffix);
  return what === undefined ? `content of type ${brief(declared, 60)}` : withArticle(what);
}

/** Descriptions that name one thing get an article; data, text and the like go without. */
function withArticle(what: string): string {
  if (/^(?:an? |binary|JSON|XML|API|linked)|\b(?:data|text|messages|results|subtitles)\b/.test(what))
    return what;
  return /^(?:[aeiou]|HTML|XHTML|RSS|S?VG|M3U|MP|X)/i.test(what) ? `an ${what}` : `a ${what}`;
}

/** Is the content to be saved? Its file name, `""` where it has none; undefined when it is to be shown. */
export function downloadName({ verdicts }: Context): string | undefined {
  const { conflict, disposition, content } = verdicts;
  if (!disposition?.attachment || conflict) return undefined;
  return disposition.filename === "" ? "" : brief(content?.filename ?? disposition.filename, 60);
}
