import { mediaTypes } from "../../../data/headers/directives/media-types.ts";
import { wordTexts } from "../../../data/headers/words.ts";
import { parseContentRange } from "../../syntax/content-range.ts";
import type { Context } from "../field.ts";
import { grpcCode } from "../fields/grpc.ts";
import { isEmpty, isWorker } from "../reading/response-kind.ts";
import { bytes } from "../wording.ts";
import { freshness } from "./freshness.ts";
import { target } from "./redirect.ts";
import { brief, firstValue } from "./value.ts";

/** `an HTML page cacheable for 1 hour`; undefined if the type is unknown. */
export function servedContent(context: Context): string | undefined {
  const noun = contentNoun(context);
  return noun && joined(noun, freshness(context));
}

function joined(noun: string, clause: string | undefined): string {
  if (clause === undefined) return noun;
  return noun.startsWith("content of ") ? aside(noun, clause) : `${noun} ${clause}`;
}

function aside(what: string, clause: string): string {
  return `${what}, ${clause.replace(/^that\b/, "which")}`;
}

export function succeeds(context: Context): string {
  const call = failedCall(context);
  if (call !== undefined) return call;
  const byMethod = METHODS.get(context.method ?? "")?.(context);
  return byMethod ?? serves(context);
}

/** A failed gRPC call: its HTTP status is 200. */
function failedCall(context: Context): string | undefined {
  const code = grpcCode(firstValue(context, "grpc-status") ?? "");
  return code === undefined || code === "OK" ? undefined : `Reports that the gRPC call failed: ${code}`;
}

const METHODS: ReadonlyMap<string, (context: Context) => string | undefined> = new Map<
  string,
  (context: Context) => string | undefined
>([
  ["HEAD", (context) => describesOnly(context)],
  ["OPTIONS", (context) => options(context)],
  ["CONNECT", () => "Opens a tunnel to the target"],
  ["TRACE", () => "Echoes the request as it arrived"],
  ["POST", (context) => answers("POST", context)],
  ["PUT", (context) => answers("PUT", context)],
  ["PATCH", (context) => answers("PATCH", context)],
  ["DELETE", (context) => answers("DELETE", context)],
]);

function serves(context: Context): string {
  if (isEmpty(context)) return "Succeeds without content";
  const name = downloadName(context);
  if (name !== undefined) {
    const noun = contentNoun(context) ?? "a file";
    const offer = `Offers ${noun} for download${name === "" ? "" : ` as ${name}`}`;
    const clause = freshness(context);
    return clause === undefined ? offer : aside(offer, clause);
  }
  const clause = freshness(context);
  return `Serves ${servedContent(context) ?? joined("content of an undeclared type", clause)}`;
}

function describesOnly(context: Context): string {
  return `Describes ${servedContent(context) ?? "the content"}, but does not send it`;
}

function answers(method: string, context: Context): string {
  const what = isEmpty(context) ? undefined : servedContent(context);
  return what === undefined
    ? `Confirms that the ${method} request succeeded`
    : `Answers the ${method} request with ${what}`;
}

/** OPTIONS: a preflight, a WebDAV server, or the methods. */
export function options(context: Context): string | undefined {
  const preflight = preflightAnswer(context);
  if (preflight !== undefined) return preflight;
  if (context.has("dav")) return "Describes what the WebDAV server supports";
  const allow = firstValue(context, "allow");
  return allow === undefined ? undefined : `Lists the allowed methods: ${brief(allow)}`;
}

/** Requests that the preflight response allows, in words; its methods if the preflight is unknown. */
function preflightAnswer(context: Context): string | undefined {
  const { cors } = context.verdicts;
  if (!cors) return undefined;
  const methods = firstValue(context, "access-control-allow-methods");
  const who = cors.origin === "*" ? "any site" : brief(cors.origin);
  const { preflight } = cors;
  if (!preflight) {
    if (methods === undefined) return undefined;
    return `Answers a CORS preflight: lets ${who} send ${brief(methods)}`;
  }
  const method = context.request("access-control-request-method") ?? "";
  if (preflight.allowed)
    return `Answers a CORS preflight: lets ${who} send ${brief(method)}${preflight.withCredentials ? "" : " without credentials"}`;
  const lacking = preflight.why === "field-not-allowed" ? " with the requested headers" : "";
  return `Answers a CORS preflight, but ${who} may not send ${brief(method)}${lacking}`;
}

export function created(context: Context): string {
  const at = target(context);
  return at === undefined ? "Created a new resource" : `Created a new resource at ${at}`;
}

export function accepted(context: Context): string {
  const at = target(context);
  return `Accepted the request, to be processed later${at === undefined ? "" : `; ${at} reports on its progress`}`;
}

export function partial(context: Context): string {
  const noun = contentNoun(context);
  const range = parseContentRange(firstValue(context, "content-range") ?? "");
  if (noun === "several parts of the content") return `Sends ${noun}`;
  const of = noun === undefined ? "the content" : noun;
  if (range?.first === undefined || range.last === undefined) return `Sends a part of ${of}`;
  if (range.last < range.first) return `Sends a part of ${of}, but its range ends before it starts`;
  const { first, last, size, unit } = range;
  if (size !== undefined && first === 0 && last === size - 1)
    return `Sends all of ${definite(of)} as one part`;
  const part = `${first} to ${last}${size === undefined ? "" : ` of ${size}`}`;
  return unit === "bytes"
    ? `Sends ${bytes(last - first + 1)} of ${of} (bytes ${part})`
    : `Sends a part of ${of} (${brief(unit, 30)} ${part})`;
}

/** Adds the definite article: `a video` → `the video`, `plain text` → `the plain text`. */
function definite(noun: string): string {
  return noun.startsWith("the ") ? noun : `the ${noun.replace(/^an? /, "")}`;
}

export function notModified(context: Context): string {
  const clause = freshness(context);
  const still = "Confirms that the client's copy is still valid";
  if (!clause?.startsWith("cacheable")) return still;
  return `${still}, and ${clause}${clause.includes("another") ? "" : " more"}`;
}

const NOUNS = wordTexts("nouns of media types");

const NOUNS_BY_TYPE = wordTexts("nouns of top-level types");

const NOUNS_BY_SUFFIX = wordTexts("nouns of suffixes");

/** The kind of content with its article: `an HTML page`; undefined without Content-Type. */
function contentNoun(context: Context): string | undefined {
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

/** Countable descriptions get an article; data, text and the like do not. */
function withArticle(what: string): string {
  if (/^(?:an? |binary|JSON|XML|API|linked)|\b(?:data|text|messages|results|subtitles)\b/.test(what))
    return what;
  return /^(?:[aeiou]|HTML|XHTML|RSS|S?VG|M3U|MP|X)/i.test(what) ? `an ${what}` : `a ${what}`;
}

/** File name of a download, `""` if unnamed; undefined if the content is shown. */
function downloadName({ verdicts }: Context): string | undefined {
  const { conflict, disposition, content } = verdicts;
  if (!disposition?.attachment || conflict) return undefined;
  return disposition.filename === "" ? "" : brief(content?.filename ?? disposition.filename, 60);
}
