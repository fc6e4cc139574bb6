/** The type that browsers use for the content (MIME Sniffing, Fetch section 3.6 nosniff, RFC 6266 for downloads). */

import { type Static, Type } from "@sinclair/typebox";
import { redirectStatuses } from "../../../data/browsers/caches.ts";
import { javascriptTypes, renderedTypes, savedTextTypes } from "../../../data/browsers/rendered-types.ts";
import { wordList } from "../../../data/headers/words.ts";
import { oncePerObject } from "../../platform/memoize.ts";
import { checkDisposition } from "./disposition.ts";
import { suggestedName } from "./file-name.ts";
import { type Engine, firstLine, joinedValue, linesOf, members, type Response } from "./response.ts";

export const Content = Type.Object(
  {
    type: Type.String({ description: "Media type without parameters; empty if only the content shows it" }),
    sniffed: Type.Boolean({ description: "Browsers look into the content, which may change the type" }),
    script: Type.Boolean({ description: "A script element of the same origin runs it" }),
    module: Type.Boolean({ description: "A module script runs it" }),
    style: Type.Boolean({ description: "A page in standards mode applies it as a style sheet" }),
    download: Type.Boolean({ description: "Navigating to it saves a file instead of showing it" }),
    filename: Type.Optional(Type.String({ description: "The suggested file name" })),
    fails: Type.Optional(
      Type.Boolean({
        description: "The whole response fails: it has several values of Content-Disposition or Location",
      }),
    ),
  },
  { title: "Content", description: "How browsers interpret the content" },
);
export type Content = Static<typeof Content>;

/** Type and use of the content in browsers; undefined if they show none. */
export function checkContent(response: Response, engine: Engine): Content | undefined {
  if (!isTopLevelDocument(response)) return undefined;
  const declared = typeFor(engine, response);
  const nosniff = isNosniff(response);
  const type = declared === "" && nosniff ? "text/plain" : declared;
  const disposition = checkDisposition(response, engine);
  const fails = checkConflict(response, engine) !== undefined;
  const download = !fails && (disposition?.attachment === true || !isShown(type, nosniff, engine));
  return {
    type: SHOWN_TYPES[engine](type, response),
    sniffed: !nosniff && SNIFFED.has(type),
    script: runsAsScript(type, nosniff),
    module: javascriptTypes.has(type),
    style: appliesAsStyle(type, nosniff),
    download,
    ...(download && fileName(response, disposition?.filename, type, engine)),
    ...(fails && { fails }),
  };
}

function fileName(response: Response, stated: string | undefined, type: string, engine: Engine) {
  const filename = suggestedName(stated, response.url, type, engine);
  return filename === undefined ? {} : { filename };
}

/** Media type of all lines: the last list member with a slash, up to a space, semicolon or parenthesis; else `""`. */
export const declaredType = oncePerObject((response: Response): string => {
  let type = "";
  for (const member of members(response, "content-type")) {
    const essence = /^[^\t\n\r ;(]*/.exec(member)?.[0] ?? "";
    if (essence.includes("/") && member !== "*/*") type = essence.toLowerCase();
  }
  return type;
});

/** X-Content-Type-Options: the first list member of all lines counts (Fetch section 3.6). */
export function isNosniff(response: Response): boolean {
  return members(response, "x-content-type-options")[0]?.toLowerCase() === "nosniff";
}

/** Types that are sniffed: generic types and server defaults (net/base/mime_sniffer, ShouldSniffMimeType). */
const SNIFFED: ReadonlySet<string> = new Set(["", ...wordList("sniffed media types")]);

/** Whether a window displays content of this type; unknown types count as displayed. */
function isShown(type: string, nosniff: boolean, engine: Engine): boolean {
  if (engine === "firefox" && FEEDS.has(type)) return false;
  if (type === "") return true;
  if (/^(?:\*\/\*|(?:unknown|application)\/unknown)$/.test(type))
    return engine === "webkit" || (engine === "chromium" && !nosniff);
  if (type.startsWith("text/")) return !savedTextTypes[engine].has(type);
  return renderedTypes.has(type) || javascriptTypes.has(type) || /^application\/.+\+json$/.test(type);
}

/** Declared type. Firefox ignores a wildcard type with parameters, and its own name of an unknown type. */
function typeFor(engine: Engine, response: Response): string {
  const type = declaredType(response);
  return engine === "firefox" && /^(?:\*\/\*|application\/x-unknown-content-type)$/.test(type) ? "" : type;
}

/** Chromium shows feeds as text, and content with a non-ASCII type as HTML. */
function chromiumType(type: string): string {
  if (/[^\x00-\x7f]/.test(type)) return "text/html";
  return FEEDS.has(type) ? "text/plain" : type;
}

/** Firefox shows `+json` types as application/json, unless Content-Type has exactly this type in lower case. */
function firefoxType(type: string, response: Response): string {
  if (!/^application\/.+\+json$/.test(type)) return type;
  const sent = joinedValue(response, "content-type")?.split(";", 1)[0]?.trim();
  return sent === type ? type : "application/json";
}

const SHOWN_TYPES: Readonly<Record<Engine, (type: string, response: Response) => string>> = {
  chromium: chromiumType,
  firefox: firefoxType,
  webkit: (type) => type,
};

const FEEDS: ReadonlySet<string> = new Set(["application/atom+xml", "application/rss+xml"]);

/** Fetch sections 2.9 and 3.6.1: blocking by MIME type or nosniff. */
function runsAsScript(type: string, nosniff: boolean): boolean {
  if (javascriptTypes.has(type)) return true;
  return !nosniff && !/^(?:audio|image|video)\//.test(type) && type !== "text/csv";
}

/** Whether content of this declared type applies as a style sheet; without nosniff, the type may be missing. */
function appliesAsStyle(type: string, nosniff: boolean): boolean {
  if (type === "text/css") return true;
  return !nosniff && (type === "" || type === "application/x-unknown-content-type");
}

/** Whether browsers show this response: it is not interim, not a followed redirect, and has content. */
export function isTopLevelDocument(response: Response): boolean {
  const { status } = response;
  if (status === undefined) return true;
  if (status < 200 || status === 204 || status === 205 || status === 304) return false;
  return !redirectStatuses.has(status) || !firstLine(response, "location");
}

// Headers whose differing values make the whole response fail: Chromium reports
// ERR_RESPONSE_HEADERS_MULTIPLE_LOCATION or _CONTENT_DISPOSITION, Firefox NS_ERROR_CORRUPTED_CONTENT, over
// HTTP/2 too. WebKit accepts them. For Content-Disposition, Chromium compares list members, Firefox lines.

type Conflict = "Content-Disposition" | "Location";

export function checkConflict(response: Response, engine: Engine): Conflict | undefined {
  if (engine === "webkit") return undefined;
  if (differ(valuesOf(response, "location"))) return "Location";
  const dispositions =
    engine === "chromium"
      ? members(response, "content-disposition")
      : valuesOf(response, "content-disposition");
  return differ(dispositions) ? "Content-Disposition" : undefined;
}

export function hasConflict(response: Response): boolean {
  return (
    checkConflict(response, "chromium") !== undefined || checkConflict(response, "firefox") !== undefined
  );
}

function valuesOf(response: Response, name: string): readonly string[] {
  return linesOf(response, name).map(({ value }) => value);
}

function differ(values: readonly string[]): boolean {
  return values.some((value) => value !== values[0]);
}
