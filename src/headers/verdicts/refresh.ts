import { type Static, Type } from "@sinclair/typebox";
import { encodeQuery } from "../../syntax/query-encoding.ts";
import { trimOf } from "../../syntax/trim.ts";
import { isTopLevelDocument } from "./content.ts";
import { joinedValue, type Response } from "./response.ts";

export const Refresh = Type.Object(
  {
    seconds: Type.Integer({ description: "How long browsers wait; fractions are dropped" }),
    url: Type.String({
      description:
        "Absolute if the URL of the response is known, else as sent; empty for the same page at an unknown URL",
    }),
  },
  { title: "Refresh", description: "Where browsers navigate by themselves" },
);
export type Refresh = Static<typeof Refresh>;

/** Longest delay that Chromium schedules. Seconds. */
export const LONGEST_DELAY = Math.floor((2 ** 31 - 1) / 1000);
/** White space in the header, which excludes the form feed allowed in a meta element. */
const SPACE = /[\t\n\r ]/;
export const META_SPACE = /[\t\n\f\r ]/;
const TIME = /^[\d.]*$/;

/** Refresh (HTML section 7.4.6): all lines joined, one character per byte. Ignored on a redirect that is followed. */
export function checkRefresh(response: Response): Refresh | undefined {
  const value = joinedValue(response, "refresh");
  const read = value === undefined || !isTopLevelDocument(response) ? undefined : readRefresh(value);
  return read && refreshTo(read, response.url, encodingOf(response));
}

/** Target and delay; undefined if browsers stay. `label`: encoding of the page, and of queries. */
export function refreshTo(
  { seconds, reference }: RefreshValue,
  base: URL | undefined,
  label: string,
): Refresh | undefined {
  if (seconds > LONGEST_DELAY) return undefined;
  if (reference === "") return { seconds, url: base?.href ?? "" };
  const target = URL.parse(reference, base?.href);
  if ((target?.protocol ?? reference.slice(0, 11).toLowerCase()) === "javascript:") return undefined;
  if (!target) return { seconds, url: brokenUrl(reference, base) };
  if (!SPECIAL.has(target.protocol)) return { seconds, url: target.href };
  const encoded = URL.parse(encodeQuery(reference, label), base?.href) ?? target;
  // Chromium escapes a bar in paths.
  if (encoded.pathname.includes("|")) encoded.pathname = encoded.pathname.replaceAll("|", "%7C");
  return { seconds, url: encoded.href };
}

/** Encoding of a page by its header: windows-1252 without a charset. */
function encodingOf(response: Response): string {
  const [, label = ""] =
    /charset[\t ]*=[\t ]*"?([\w.:-]+)/i.exec(joinedValue(response, "content-type") ?? "") ?? [];
  try {
    return new TextDecoder((label || "latin1") as ConstructorParameters<typeof TextDecoder>[0]).encoding;
  } catch {
    return "windows-1252";
  }
}

const SPECIAL: ReadonlySet<string> = new Set(["ftp:", "http:", "https:", "ws:", "wss:"]);

/** Chromium's result for an invalid URL: only the scheme if the host is empty. */
function brokenUrl(reference: string, base: URL | undefined): string {
  const parts = /^(?:((?:https?|ftp|wss?):))?[/\\]{2,}([^/\\?#]*)(.*)$/is.exec(reference);
  const scheme = parts?.[1]?.toLowerCase() ?? base?.protocol;
  if (!parts || scheme === undefined) return reference;
  const [, , host = "", rest = ""] = parts;
  return host === "" ? scheme : `${scheme}//${host.replaceAll(" ", "%20")}${rest || "/"}`;
}

interface RefreshValue {
  readonly seconds: number;
  /** Empty for the same page. */
  readonly reference: string;
}

/** Time and target in a value; undefined if it does not start with a time. `space`: white space in the value. */
export function readRefresh(value: string, space = SPACE): RefreshValue | undefined {
  let at = pastSpace(value, 0, space);
  if (at === value.length) return undefined;
  while (at < value.length && value[at] !== ";" && value[at] !== "," && !space.test(value.charAt(at))) at++;
  const seconds = readSeconds(trimOf(value.slice(0, at), /[\t-\r ]/));
  return seconds === undefined ? undefined : { seconds, reference: readReference(value, at, space) };
}

/** Whole seconds; the fraction and further dots are ignored. */
function readSeconds(text: string): number | undefined {
  if (!TIME.test(text)) return undefined;
  const [whole = "", part = ""] = text.split(".");
  return whole === "" && part === "" ? undefined : Number(whole);
}

/** Target after the time, without separator, `url=` and quotes. */
function readReference(value: string, from: number, space: RegExp): string {
  let start = pastSpace(value, from, space);
  if (value[start] === ";" || value[start] === ",") start = pastSpace(value, start + 1, space);
  if (/^url$/i.test(value.slice(start, start + 3))) {
    const equals = pastSpace(value, start + 3, space);
    if (value[equals] === "=") start = pastSpace(value, equals + 1, space);
  }
  const quote = value[start];
  if (quote !== '"' && quote !== "'") return outerTrimmed(value.slice(start));
  const end = value.lastIndexOf(quote);
  return outerTrimmed(value.slice(start + 1, end > start ? end : value.length));
}

/** Strips characters that URLs cannot start or end with. */
function outerTrimmed(reference: string): string {
  return trimOf(reference, /[\x00-\x20]/);
}

function pastSpace(value: string, from: number, space: RegExp): number {
  let at = from;
  while (at < value.length && space.test(value.charAt(at))) at++;
  return at;
}
