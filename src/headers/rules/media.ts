import { extensionsOf } from "../../../data/browsers/file-extensions.ts";
import { fileTypes } from "../../../data/headers/file-types.ts";
import { wordTexts } from "../../../data/headers/words.ts";
import type { MediaType } from "../../syntax/media-type.ts";
import { parameterValue } from "../../syntax/parameters.ts";
import { type Context, type ExplainedLine, firstOf, problem, ruleOn } from "../field.ts";
import { contentType } from "../fields/content-type.ts";
import { swapping } from "../reading/fixing.ts";
import { isHtml } from "../reading/response-kind.ts";
import { refusedLoad } from "./unmet-requests.ts";

const SSE = "https://developer.mozilla.org/en-US/docs/Web/API/Server-sent_events/Using_server-sent_events";
const CHARSET = /;\s*charset\s*=\s*(?:"[^"]*"|[^\s;"]*)/i;
/** Types without text; SVG and other XML images are text. */
const BINARY = /^(?:(?:font|audio|video)\/|image\/(?!.*\+xml$))/;

/** The first Content-Type, if valid. */
interface Typed extends MediaType {
  readonly line: ExplainedLine;
}

function typeOf(context: Context): Typed | undefined {
  const [line] = context.lines(contentType);
  return line?.parsed && { line, ...line.parsed };
}

export const media = ruleOn(typeOf, [
  problem("event-stream-charset", "info", "html/server-sent-events.html#parsing-an-event-stream", {
    detect({ essence, parameters }) {
      const charset = essence === "text/event-stream" ? parameterValue(parameters, "charset") : undefined;
      return charset !== undefined && !/^utf-?8$/i.test(charset) && charset;
    },
    title: (charset) =>
      `Content-Type says charset=${charset}, but browsers always read an event stream as UTF-8.`,
    fix: swapping(CHARSET, ""),
  }),
  problem("event-stream-connections", "info", SSE, {
    detect: ({ essence }, { message, status }) =>
      essence === "text/event-stream" && message.httpVersion === "1.1" && status === 200,
  }),
  problem("event-stream-delayed", "warning", SSE, {
    detect: ({ essence }, { named }) =>
      essence === "text/event-stream" &&
      named("content-encoding").find(({ line }) => !/^identity$/i.test(line.value)),
    title: ({ line }) => `Content-Encoding: ${line.value} delays events until a block of them is compressed.`,
  }),
  problem(
    "event-stream-buffered",
    "info",
    "https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_buffering",
    {
      detect: ({ essence }, { named, has }) =>
        essence === "text/event-stream" &&
        !has("x-accel-buffering") &&
        named("server").some(({ line }) => /^(?:nginx|openresty)\b/i.test(line.value)),
    },
  ),
  problem("event-stream-length", "warning", SSE, {
    detect: ({ essence }, { named, has, status = 200 }) =>
      essence === "text/event-stream" &&
      status === 200 &&
      !has("transfer-encoding") &&
      named("content-length")[0],
    title: ({ line }) =>
      `Content-Length ends the event stream after ${line.value} bytes, and browsers connect again.`,
  }),
  problem("event-stream-cache-unset", "warning", SSE, {
    detect: ({ essence }, { has, status = 200, verdicts }) =>
      essence === "text/event-stream" &&
      status === 200 &&
      !has("cache-control") &&
      verdicts.caching?.private.stores !== false,
    send: () => "Cache-Control: no-store",
  }),
  problem("charset-of-binary", "info", "rfc9110#section-8.3.2", {
    detect({ essence, parameters }) {
      const charset = BINARY.test(essence) ? parameterValue(parameters, "charset") : undefined;
      return charset !== undefined && { charset };
    },
    title: ({ charset }, { essence }) =>
      `Content-Type has charset=${charset}, which is meaningless for ${essence}.`,
    fix: swapping(CHARSET, ""),
  }),
  problem("html-saved-as-file", "warning", "rfc9110#section-8.3", {
    detect({ essence }: Typed, { verdicts: { content } }) {
      const name = content?.download ? (content.filename ?? "") : "";
      return essence === "text/html" && /\.(?!x?html?$)[a-z0-9]{2,5}$/i.test(name) && name;
    },
    title: (name) => `Content-Type is text/html, but the file is ${name}: Safari may save ${name}.html.`,
  }),
  problem("content-coding-missing", "error", "rfc9110#section-8.4", {
    detect: (_, { status, url, has }) =>
      status === 200 && !has("content-encoding") && COMPRESSED.exec(url?.pathname ?? "")?.[0],
    title: (ending) =>
      `Content-Encoding is missing, but the URL ends in ${ending}: browsers do not unpack the file.`,
    send: (ending) => `Content-Encoding: ${ending.endsWith("br") ? "br" : "gzip"}`,
  }),
  firstOf(
    problem("html-instead-of-file", "error", "mdn/X-Content-Type-Options", {
      detect: ({ essence }: Typed, context) => essence === "text/html" && fileAsked(context),
      title: (what) =>
        `Content-Type: the request for ${what.startsWith("/") ? "" : /^[aeiou]/.test(what) ? "an " : "a "}${what} gets an HTML page: probably the fallback to index.html.`,
    }),
    problem("media-type-against-url", "warning", "rfc9110#section-8.3", {
      detect({ essence }: Typed, context) {
        const ending = endingOf(context) ?? "";
        const [is, right] = fileTypes.get(ending) ?? [];
        if (!is || is.test(essence) || extensionsOf(essence).includes(ending)) return undefined;
        if (ending === "zst" && context.has("content-encoding")) return undefined;
        return { essence, ending, right };
      },
      // Another finding has the effect of a refused load.
      severityOf: (_, _type, context) => (refusedLoad(context) ? "info" : "warning"),
      title({ essence, ending }) {
        const effect = EFFECTS.get(ending);
        return `Content-Type is ${essence}, but the URL ends in .${ending}${effect ? `: ${effect}` : ""}.`;
      },
      fix: (value, { essence, right = "" }) => rightType(value, essence, right),
    }),
  ),
]);

/** Consequences of a wrong type by file extension. */
const EFFECTS = wordTexts("effects of wrong types");
/** Compressed files that pages load: of SVG, of builds for the web, and of Unity. */
const COMPRESSED = /\.svgz$|\.(?:m?js|css|svg|wasm|data|symbols\.json)\.(?:gz|br)$/;

/** Destinations of loads that cannot use a page. */
const FILE = /^(?:script|style|font|image|json|manifest|(?:audio|paint)worklet|(?:service|shared)?worker)$/;
const FILE_ENDING = /\.(?:m?js|css|map|json|woff2?)$/;
/** Files that programs request at fixed addresses. */
const FIXED_FILE =
  /^\/(?:robots\.txt|(?:app-)?ads\.txt|sitemap[\w-]*\.xml|favicon\.ico|\.well-known\/(?:acme-challenge\/[\w-]+|[\w-]+\.(?:txt|json)|apple-app-site-association|openid-configuration))$/;
const FILE_FOLDER = /\/(?:assets|static|_next|_nuxt|dist|build|js|css|fonts)\//;
/** Names with a hash, such as `app.3fa1c2d4.js` and `index-DiwrgTda.js`. */
const HASHED = /[.-][\w-]{8,40}\.(?:m?js|css)$/;
/** Folders in which sites show files as pages. */
const SHOWN_FOLDER = /\/(?:blob|tree|raw|src|browse|edit|commits?|wiki)\//;

/** A page in place of a file, such as the fallback to index.html. */
export const isMisplaced = (context: Context) => isHtml(context) && Boolean(fileAsked(context));

/** Destination or file extension of a request for a file, not for a page. */
function fileAsked({ status, url, request }: Context): string | false | undefined {
  const destination = request("sec-fetch-dest");
  if (status !== 200) return undefined;
  if (destination !== undefined) return FILE.test(destination) && destination;
  const path = url?.pathname ?? "";
  if (FIXED_FILE.test(path)) return path;
  const isAsset = FILE_FOLDER.test(path) || HASHED.test(path);
  const isShown = SHOWN_FOLDER.test(path) || /text\/html/i.test(request("accept") ?? "");
  return isAsset && !isShown && FILE_ENDING.exec(path)?.[0];
}
/** Types that servers send for unknown files. */
const ANY_FILE = /^(?:text\/plain|(?:application|binary)\/octet-stream|application\/(?:x-)?unknown)$/;

/** The extension's type, if the declared type is generic or of the same family; HTML may be an error page. */
function rightType(value: string, essence: string, right: string): string | undefined {
  const family = right.slice(0, right.indexOf("/") + 1);
  if (!ANY_FILE.test(essence) && (family === "text/" || !essence.startsWith(family))) return undefined;
  const isText = /^text\/|\+xml$/.test(right);
  return isText ? value.replace(/^[^;]*[^;\s]/, right) : right;
}

/** Extension of the path; undefined unless the status is 200. */
function endingOf({ url, status }: Context): string | undefined {
  if (!url || status !== 200) return undefined;
  return /\.([a-z0-9]{2,5})$/.exec(url.pathname.toLowerCase())?.[1];
}
