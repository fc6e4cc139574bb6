/**
 * Kinds of loads of a page: the policy directive (CSP 3 section 6.8.1), their name, what is allowed without the
 * directive, and destination (Fetch section 2.2.5) and Accept field of the request, as Chromium sends them.
 */

const ANY = "*/*";
const DOCUMENT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
const IMAGE = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";

const load = (directive: string, many: string, ungoverned: string, dest: string, accept = ANY) => ({
  directive,
  many,
  ungoverned,
  dest,
  accept,
});

/** In the order of the directives in a suggested policy. */
export const PAGE_LOADS = {
  script: load("script-src", "scripts", "any script", "script"),
  style: load("style-src", "style sheets", "any style sheet", "style", "text/css,*/*;q=0.1"),
  image: load("img-src", "images", "any image", "image", IMAGE),
  font: load("font-src", "fonts", "any font", "font"),
  connect: load("connect-src", "fetches", "any fetch", "empty"),
  media: load("media-src", "audio and video", "any audio and video", "video"),
  frame: load("frame-src", "frames", "any frame", "iframe", DOCUMENT),
  object: load("object-src", "embedded objects", "any plugin content", "object", DOCUMENT),
  worker: load("worker-src", "workers", "any worker", "worker"),
  manifest: load("manifest-src", "manifests", "any manifest", "manifest"),
  form: load("form-action", "forms", "forms to any site", "document", DOCUMENT),
  base: load("base-uri", "base URLs", "any base URL", "empty"),
  prefetch: load("prefetch-src", "prefetched resources", "prefetch-src", "empty"),
} as const;

export type LoadAs = keyof typeof PAGE_LOADS;

/** Kinds by Chromium's `_resourceType` in HAR logs, and by Sec-Fetch-Dest. */
export const loggedKinds: ReadonlyMap<string, LoadAs> = new Map([
  ["script", "script"],
  ["stylesheet", "style"],
  ["style", "style"],
  ["image", "image"],
  ["font", "font"],
  ["media", "media"],
  ["video", "media"],
  ["audio", "media"],
  ["texttrack", "media"],
  ["track", "media"],
  ["iframe", "frame"],
  ["frame", "frame"],
  ["document", "frame"],
  ["object", "object"],
  ["embed", "object"],
  ["manifest", "manifest"],
  ["worker", "worker"],
  ["sharedworker", "worker"],
  ["xhr", "connect"],
  ["fetch", "connect"],
  ["eventsource", "connect"],
  ["ping", "connect"],
  ["websocket", "connect"],
  ["empty", "connect"],
]);
