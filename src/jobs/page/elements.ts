/** Loads of each HTML element, one row an element. Pure. */

import { javascriptTypes } from "../../../data/browsers/rendered-types.ts";
import { wordList, wordTexts } from "../../../data/headers/words.ts";
import { optional } from "../../api/body-parts.ts";
import { PAGE } from "../../api/limits.ts";
import type { Tag } from "../../http/browser.ts";
import { trimEndOf } from "../../syntax/trim.ts";
import type { Condition, LoadAs, Reference } from "./read/reference.ts";

/** Reference with an unresolved URL. */
export interface Found
  extends Omit<Reference, "url" | "depth" | "initiator" | "metas" | "parser" | "referrerPolicy" | "where"> {
  readonly url: string;
  readonly as: LoadAs;
  /** Name of the attribute. */
  readonly from: string;
}

type Attributes = Tag["attributes"];
/** @param parent the open element of PARENTS */
type Row = (attributes: Attributes, parent?: Tag) => Found[];

/** Elements whose attributes also apply to the elements within them. */
export const PARENTS: ReadonlySet<string> = new Set(["audio", "picture", "video"]);

/** Kinds of `link rel=preload` by `as` (HTML, potential destinations). */
const PRELOADS = wordTexts("loads of preload by as") as ReadonlyMap<string, LoadAs>;

/** Media types that browsers preload, by kind; other kinds allow any type. */
const PRELOADED_TYPES: Readonly<Partial<Record<LoadAs, RegExp>>> = {
  style: /^text\/css$/,
  image: /^image\/(?!unknown)/,
  font: /^(?:font|application)\//,
};

function isPreloadable(as: LoadAs, type = ""): boolean {
  const essence = type.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (essence === "") return true;
  return as === "script" ? javascriptTypes.has(essence) : (PRELOADED_TYPES[as]?.test(essence) ?? true);
}

function one(as: LoadAs, from: string, attributes: Attributes, more: Partial<Found> = {}): Found[] {
  const url = attributes.get(from);
  return url === undefined ? [] : [{ ...more, url, as, from }];
}

function corsOf(attributes: Attributes): Pick<Found, "cors"> {
  const value = attributes.get("crossorigin");
  if (value === undefined) return {};
  return { cors: value.toLowerCase() === "use-credentials" ? "use-credentials" : "anonymous" };
}

/** Values of attributes that scripts, style sheets and preloads share. */
function hashed(attributes: Attributes): Pick<Found, "cors" | "integrity" | "nonce"> {
  const integrity = attributes.get("integrity");
  const nonce = attributes.get("nonce");
  return {
    ...corsOf(attributes),
    ...(integrity && { integrity }),
    ...(nonce && { nonce }),
  };
}

const MODULE = { module: true, cors: "anonymous" } as const;

/** Requests of some browsers that the page does not need: they are listed, but not looked up. */
const SPECULATIVE = { condition: "platform", isSpeculative: true } as const;

/** Kind of a script; undefined for a data block. */
export function scriptKind(attributes: Attributes): "classic" | "module" | "other" | undefined {
  const type = attributes.get("type")?.trim().toLowerCase();
  const language = attributes.get("language");
  if (type === "module") return "module";
  if (type === "importmap" || type === "speculationrules") return "other";
  const essence =
    type || (type === undefined && language ? `text/${language.toLowerCase()}` : "text/javascript");
  return javascriptTypes.has(essence) ? "classic" : undefined;
}

function script(attributes: Attributes, from = "src"): Found[] {
  const kind = scriptKind(attributes);
  // Classic scripts with `nomodule` are skipped, as by browsers that support modules.
  if ((kind !== "classic" && kind !== "module") || (kind === "classic" && attributes.has("nomodule")))
    return [];
  return one("script", from, attributes, { ...(kind === "module" && MODULE), ...hashed(attributes) });
}

function candidates(attributes: Attributes, from: string, more: Partial<Found> = {}): Found[] {
  return srcsetUrls(attributes.get(from) ?? "").map((url) => ({
    ...more,
    url,
    as: "image",
    from,
    condition: "candidate",
  }));
}

function image(attributes: Attributes, parent?: Tag): Found[] {
  const cors = corsOf(attributes);
  const isLazy = attributes.get("loading")?.toLowerCase() === "lazy";
  const condition: Condition | undefined = isLazy
    ? "use"
    : attributes.has("srcset") || parent?.name === "picture"
      ? "candidate"
      : undefined;
  return [
    ...one("image", "src", attributes, { ...cors, ...(condition && { condition }) }),
    ...candidates(attributes, "srcset", cors),
  ];
}

const AUDIO = { dest: "audio" } as const;

function media(attributes: Attributes, more: Partial<Found> = {}): Found[] {
  const isIdle = attributes.get("preload")?.toLowerCase() === "none" && !attributes.has("autoplay");
  return [
    ...one("media", "src", attributes, {
      ...more,
      ...corsOf(attributes),
      ...(isIdle && { condition: "action" }),
    }),
    ...(more === AUDIO ? [] : one("image", "poster", attributes)),
  ];
}

/** Media types that browsers show without a plugin. */
const SHOWN = /^(?:image|text|audio|video)\/|^application\/(?:pdf|(?:[\w.+-]+\+)?xml)$/;

const isMedia = (tag?: Tag): boolean => tag !== undefined && tag.name !== "picture";

/**
 * Loads of an object or embed element. With an image type it is loaded as an image; within audio or video it
 * is not loaded (HTML section 4.8.7).
 */
function object(attributes: Attributes, from: "data" | "src", parent?: Tag): Found[] {
  const type = attributes.get("type")?.trim().toLowerCase() ?? "";
  if ((type !== "" && !SHOWN.test(type)) || isMedia(parent)) return [];
  return one("object", from, attributes, {
    ...(from === "src" && { dest: "embed" as const }),
    ...(/^image\/(?!svg)/.test(type) && { mode: "no-cors" as const }),
  });
}

/** Loads of a source element in picture, audio or video; the parent's crossorigin attribute applies. */
function source(attributes: Attributes, parent?: Tag): Found[] {
  const isAudio = parent?.name === "audio";
  return [
    ...candidates(attributes, "srcset"),
    ...one("media", "src", attributes, {
      ...(parent && corsOf(parent.attributes)),
      ...(isAudio && AUDIO),
      condition: "candidate",
    }),
  ];
}

function track(attributes: Attributes, parent?: Tag): Found[] {
  const { cors } = parent ? corsOf(parent.attributes) : {};
  return one("media", "src", attributes, {
    ...(cors ? { cors } : { mode: "same-origin" as const }),
    dest: "track",
    ...(!attributes.has("default") && { condition: "action" }),
  });
}

function preload(attributes: Attributes): Found[] {
  const as = PRELOADS.get(attributes.get("as")?.toLowerCase() ?? "");
  if (!as) return [];
  // Chromium ignores the type for scripts, and Firefox for style sheets and fonts.
  if (!isPreloadable(as, attributes.get("type")))
    return as === "image" ? [] : one(as, "href", attributes, { ...hashed(attributes), ...SPECULATIVE });
  const isImage = as === "image" && attributes.has("imagesrcset");
  const condition: Condition | undefined = isImage
    ? "candidate"
    : attributes.has("media")
      ? "platform"
      : undefined;
  return [
    ...one(as, "href", attributes, {
      ...hashed(attributes),
      // `onload="this.rel='stylesheet'"` uses the preload.
      preload: attributes.has("onload") ? "used" : "unused",
      ...(as === "media" && { dest: "track" }),
      ...(condition && { condition }),
    }),
    ...(isImage ? candidates(attributes, "imagesrcset", corsOf(attributes)) : []),
  ];
}

/** Destinations for which Firefox preloads no module, and Safari in part. */
const OTHER_DESTINATIONS = /^(?:audio|document|embed|fetch|font|image|object|track|video)$/i;
function link(attributes: Attributes): Found[] {
  const rel = new Set((attributes.get("rel") ?? "").toLowerCase().split(/[\t\n\f\r ]+/));
  const found = (as: LoadAs, more: Partial<Found> = {}) => one(as, "href", attributes, more);
  if (attributes.get("href") === "") return [];
  if (rel.has("stylesheet")) {
    const type = attributes.get("type")?.split(";", 1)[0]?.trim().toLowerCase() || "text/css";
    if (attributes.has("disabled")) return [];
    // Firefox's preload scanner requests a style sheet before it looks at its type.
    return found("style", { ...hashed(attributes), ...(type !== "text/css" && SPECULATIVE) });
  }
  const isCode = !OTHER_DESTINATIONS.test(attributes.get("as") ?? "");
  if (rel.has("modulepreload"))
    return found("script", { ...MODULE, ...hashed(attributes), ...(!isCode && SPECULATIVE) });
  if (rel.has("preload")) return preload(attributes);
  if (rel.has("prefetch") || rel.has("next") || rel.has("compression-dictionary"))
    return found("prefetch", { ...corsOf(attributes), ...SPECULATIVE });
  if (rel.has("manifest")) {
    const credentials = attributes.get("crossorigin")?.toLowerCase() === "use-credentials";
    return found("manifest", { cors: credentials ? "use-credentials" : "anonymous", condition: "platform" });
  }
  if (rel.has("icon") || rel.has("apple-touch-icon") || rel.has("mask-icon") || rel.has("fluid-icon"))
    return found("image", { ...corsOf(attributes), condition: "platform" });
  return [];
}

/** Frame name in `target`. Names that start with an underscore are keywords. */
function intoFrame(attributes: Attributes): Pick<Found, "into"> {
  const target = attributes.get("target");
  return target && !target.startsWith("_") ? { into: target } : {};
}

function linkIntoFrame(attributes: Attributes): Found[] {
  const { into } = intoFrame(attributes);
  const isCode = /^\s*javascript:/i.test(attributes.get("href") ?? "");
  return into === undefined || isCode ? [] : one("frame", "href", attributes, { condition: "action", into });
}

/** All elements except base, meta and style, which `read-page.ts` handles. */
export const ELEMENTS: ReadonlyMap<string, Row> = new Map<string, Row>([
  ["script", (attributes) => script(attributes)],
  ["link", link],
  ["img", image],
  // The parser converts `image` to `img` (HTML section 13.2.6.4.7).
  ["image", image],
  ["source", source],
  ["video", (attributes) => media(attributes)],
  ["audio", (attributes) => media(attributes, AUDIO)],
  ["track", track],
  [
    "iframe",
    (attributes) =>
      attributes.has("srcdoc")
        ? []
        : one("frame", "src", attributes, {
            ...(attributes.get("loading")?.toLowerCase() === "lazy" && { condition: "use" }),
            ...optional("csp", attributes.get("csp")),
          }),
  ],
  ["frame", (attributes) => one("frame", "src", attributes)],
  ["embed", (attributes, parent) => object(attributes, "src", parent)],
  ["object", (attributes, parent) => object(attributes, "data", parent)],
  [
    "input",
    (attributes) => [
      ...(attributes.get("type")?.toLowerCase() === "image" ? one("image", "src", attributes) : []),
      ...one("form", "formaction", attributes, { condition: "action" }),
    ],
  ],
  ["button", (attributes) => one("form", "formaction", attributes, { condition: "action" })],
  [
    "form",
    (attributes) => one("form", "action", attributes, { condition: "action", ...intoFrame(attributes) }),
  ],
  ...["a", "area"].map((name): [string, Row] => [name, linkIntoFrame]),
  // Background images (HTML section 15, presentational hints).
  ...["body", "table", "thead", "tbody", "tfoot", "tr", "td", "th"].map((name): [string, Row] => [
    name,
    (attributes, parent) => (isMedia(parent) ? [] : one("image", "background", attributes)),
  ]),
]);

/** Requests of Firefox's preload scanner for an element in a template. */
export function scanned({ name, attributes }: Tag): Found[] {
  const row = /^(?:img|link|script)$/.test(name) ? ELEMENTS.get(name) : undefined;
  return (row?.(attributes) ?? []).map((found) => ({ ...found, ...SPECULATIVE }));
}

/** SVG attributes that may contain `url()` (SVG 2, presentation attributes). */
export const SVG_STYLED = wordList("SVG attributes with URLs");

export const SVG_ELEMENTS: ReadonlyMap<string, Row> = new Map<string, Row>([
  [
    "script",
    (attributes) => [...script(attributes, "href"), ...script(attributes, "xlink:href")].slice(0, 1),
  ],
  ["image", svgImage],
  ["feimage", svgImage],
  ["use", (attributes) => svgImage(attributes).map((found) => ({ ...found, mode: "same-origin" }))],
]);

function svgImage(attributes: Attributes): Found[] {
  return [...one("image", "href", attributes), ...one("image", "xlink:href", attributes)].slice(0, 1);
}

/** Candidate of a srcset: URL and descriptor. The descriptor may contain commas in parentheses. */
const CANDIDATE = /[\t\n\f\r ,]*([^\t\n\f\r ,][^\t\n\f\r ]*)(?![^\t\n\f\r ])((?:\([^)]*(?:\)|$)|[^,(])*)/gy;

/** URLs of a srcset attribute (HTML section 4.8.4.2.1). @internal for tests: a table of attributes */
export function srcsetUrls(value: string): string[] {
  const urls: string[] = [];
  CANDIDATE.lastIndex = 0;
  for (
    let found = CANDIDATE.exec(value);
    found && urls.length < PAGE.candidates;
    found = CANDIDATE.exec(value)
  ) {
    const [, url = ""] = found;
    const bare = trimEndOf(url, /,/);
    // A comma at the end of the URL ends the candidate.
    if (bare.length < url.length) CANDIDATE.lastIndex = found.index + found[0].indexOf(url) + url.length;
    urls.push(bare);
  }
  return urls;
}
