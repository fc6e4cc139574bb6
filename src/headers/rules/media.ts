import { extensionsOf } from "../../../data/browsers/file-extensions.ts";
import { wordTable } from "../../../data/word-table.ts";
import { type Context, rule } from "../field.ts";
import { contentType } from "../fields/content-type.ts";
import { htmlStandard, rfc9110 } from "../specs.ts";
import { parameterValue } from "../syntax/parameters.ts";

/** What files with these endings are; only endings whose meaning nobody disputes. */
const TYPES = wordTable<RegExp>({
  css: /^text\/css$/,
  js: /javascript|ecmascript/,
  mjs: /javascript|ecmascript/,
  json: /json/,
  png: /^image\//,
  jpg: /^image\//,
  jpeg: /^image\//,
  gif: /^image\//,
  webp: /^image\//,
  svg: /^image\/svg\+xml$/,
  woff: /font|octet-stream/,
  woff2: /font|octet-stream/,
  pdf: /^application\/pdf$/,
  wasm: /^application\/wasm$/,
});

const SVG = "https://example.com/logo.svg";

/** The media type against what else says what the content is. */
export const media = rule({
  kinds: {
    "media-type-against-url": {
      severity: "warning",
      link: rfc9110("section-8.3"),
      summary: "The media type is not what the ending of the URL says: one of them misleads clients.",
      bad: { status: 200, url: SVG, lines: ["Content-Type: text/plain"] },
      good: { status: 200, url: SVG, lines: ["Content-Type: image/svg+xml"] },
    },
    "event-stream-charset": {
      severity: "info",
      link: htmlStandard("server-sent-events.html#parsing-an-event-stream"),
      summary: "An event stream is always UTF-8: another charset is ignored.",
      bad: ["Content-Type: text/event-stream; charset=iso-8859-1"],
      good: ["Content-Type: text/event-stream; charset=utf-8"],
    },
  },
  check(context, note) {
    const [line] = context.lines(contentType);
    if (!line?.parsed) return;
    const { essence, parameters } = line.parsed;
    const charset = parameterValue(parameters, "charset");
    if (essence === "text/event-stream" && charset !== undefined && !/^utf-?8$/i.test(charset))
      note(
        "event-stream-charset",
        `Content-Type says charset=${charset}, but an event stream is always read as UTF-8.`,
        line,
      );
    const ending = endingOf(context);
    const wanted = ending === undefined ? undefined : TYPES.get(ending);
    if (ending !== undefined && wanted && !wanted.test(essence) && !extensionsOf(essence).includes(ending))
      note("media-type-against-url", `Content-Type is ${essence}, but the URL ends in .${ending}.`, line);
  },
});

/** The ending of the path, of a response that is the file itself. */
function endingOf({ url, status }: Context): string | undefined {
  if (!url || status !== 200) return undefined;
  return /\.([a-z0-9]{2,5})$/.exec(url.pathname.toLowerCase())?.[1];
}
