import { charsets } from "../../../data/headers/directives/charsets.ts";
import { mediaTypes } from "../../../data/headers/directives/media-types.ts";
import { wordTable } from "../../../data/word-table.ts";
import { type Context, field, item } from "../field.ts";
import { swapping } from "../fixing.ts";
import { isKnownCharset } from "../reading/charsets.ts";
import { noteParameters } from "../reading/parameters.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { isEmpty, isRequest } from "../response-kind.ts";
import { rfc, rfc9110 } from "../specs.ts";
import { type MediaTypeFlaw, parseMediaType } from "../syntax/media-type.ts";
import { parameterValue } from "../syntax/parameters.ts";
import { quote } from "../wording.ts";

type ContentTypeKind =
  | "media-type-name"
  | "media-type-long"
  | "media-type-mistaken"
  | "media-type-superseded"
  | "charset-unknown"
  | "charset-missing"
  | "text-charset-missing"
  | "charset-pointless"
  | "charset-outdated"
  | "boundary-missing"
  | "boundary-invalid";

const SYNTAX: Partial<Record<MediaTypeFlaw, string>> = {
  "missing-subtype": "has no subtype: a media type is written type/subtype",
  "missing-type": "has no type before the slash",
  "bad-type": "has a character that no media type may have",
  several: "holds several media types, and only one is allowed",
};

/** RFC 6838: names should not be longer. */
const LONGEST = 64;

/** Names that are used but were never registered, and what is meant. */
const MISTAKEN = wordTable({
  "image/jpg": "image/jpeg",
  "image/svg": "image/svg+xml",
  "text/json": "application/json",
  "text/x-json": "application/json",
  "application/x-json": "application/json",
  "text/js": "text/javascript",
  "text/htm": "text/html",
  "text/text": "text/plain",
  "text/utf-8": "text/plain; charset=utf-8",
  "application/html": "text/html",
  "application/text": "text/plain",
  "application/jpeg": "image/jpeg",
  "application/csv": "text/csv",
  "application/css": "text/css",
  "application/yml": "application/yaml",
  "application/force-download": "application/octet-stream",
  "application/download": "application/octet-stream",
});

/** Names that another one has replaced. */
const SUPERSEDED = wordTable({
  "application/javascript": "text/javascript",
  "application/x-javascript": "text/javascript",
  "application/ecmascript": "text/javascript",
  "text/ecmascript": "text/javascript",
  "text/x-javascript": "text/javascript",
  "application/x-font-woff": "font/woff",
  "application/font-woff": "font/woff",
  "application/font-woff2": "font/woff2",
  "application/x-font-ttf": "font/ttf",
  "application/x-font-opentype": "font/otf",
  "application/x-gzip": "application/gzip",
  "application/x-zip-compressed": "application/zip",
  "image/x-icon": "image/vnd.microsoft.icon",
  "text/x-yaml": "application/yaml",
  "application/x-yaml": "application/yaml",
});

/** boundary = 0*69<bchars> bcharsnospace (RFC 2046 section 5.1.1) */
const BOUNDARY = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/;

/** Types that are UTF-8 by definition or not text at all. */
const NO_CHARSET =
  /^(?:image\/(?!svg)|audio\/|video\/|font\/|application\/(?:json|octet-stream|pdf|zip|wasm|gzip)$)/;

/** Content-Type (RFC 9110 section 8.3): what the content is. */
export const contentType = field({
  name: "Content-Type",
  type: "media-type",
  repeat: "single",
  kinds: {
    ...invalidKind("Content-Type", "text", "text/html; charset=utf-8", rfc9110("section-8.3")),
    "media-type-name": {
      severity: "warning",
      link: rfc(6838, "section-4.2"),
      summary: "The media type is one that cannot be registered: too long, or with unusual characters.",
      bad: ["Content-Type: text/pl~in"],
      good: ["Content-Type: text/plain"],
    },
    "media-type-long": {
      severity: "warning",
      link: rfc(6838, "section-4.2"),
      summary: "A part of the media type has more than 64 characters, which recipients need not handle.",
      bad: ["Content-Type: application/vnd.a-vendor-with-a-very-long-name.and-a-product-with-a-longer-one"],
      good: ["Content-Type: application/vnd.example"],
      edge: [[`Content-Type: text/${"a".repeat(65)}`], [`Content-Type: text/${"a".repeat(64)}`]],
    },
    "media-type-mistaken": {
      severity: "warning",
      link: "https://www.iana.org/assignments/media-types/media-types.xhtml",
      summary: "The media type is not registered, and another one is meant.",
      bad: ["Content-Type: image/jpg"],
      good: ["Content-Type: image/jpeg"],
    },
    "media-type-superseded": {
      severity: "info",
      link: "https://www.iana.org/assignments/media-types/media-types.xhtml",
      summary: "The media type has been replaced by another one.",
      bad: ["Content-Type: application/javascript"],
      good: ["Content-Type: text/javascript; charset=utf-8"],
    },
    "charset-unknown": {
      severity: "error",
      link: "https://encoding.spec.whatwg.org/#names-and-labels",
      summary: "The character encoding is one that browsers do not know.",
      bad: ["Content-Type: text/html; charset=utf-88"],
      good: ["Content-Type: text/html; charset=utf-8"],
    },
    "charset-missing": {
      severity: "warning",
      link: rfc9110("section-8.3.2"),
      summary: "An HTML page has no charset, so browsers look for one in the content or guess.",
      bad: ["Content-Type: text/html"],
      good: ["Content-Type: text/html; charset=utf-8"],
    },
    "text-charset-missing": {
      severity: "info",
      link: rfc9110("section-8.3.2"),
      summary: "Plain text has no charset, so browsers guess one for what is not ASCII.",
      bad: ["Content-Type: text/plain"],
      good: ["Content-Type: text/plain; charset=utf-8"],
    },
    "charset-pointless": {
      severity: "info",
      link: rfc(8259, "section-11"),
      summary: "The charset parameter has no meaning for this media type.",
      fix: swapping(/;\s*charset\s*=\s*(?:"[^"]*"|[^\s;"]*)/i, ""),
      bad: ["Content-Type: application/json; charset=utf-8"],
      good: ["Content-Type: application/json"],
    },
    "charset-outdated": {
      severity: "info",
      link: "https://encoding.spec.whatwg.org/#preface",
      summary: "The text is not in UTF-8, which new content should be in.",
      bad: ["Content-Type: text/html; charset=iso-8859-1"],
      good: ["Content-Type: text/html; charset=utf-8"],
    },
    "boundary-invalid": {
      severity: "error",
      link: rfc(2046, "section-5.1.1"),
      summary: "The boundary of a multipart type has characters that it may not have, or is longer than 70.",
      bad: ['Content-Type: multipart/byteranges; boundary="a*b"'],
      good: ["Content-Type: multipart/byteranges; boundary=a-b"],
    },
    "boundary-missing": {
      severity: "error",
      link: rfc(2046, "section-5.1.1"),
      summary: "A multipart type has no boundary, so its parts cannot be told apart.",
      bad: ["Content-Type: multipart/byteranges"],
      good: ["Content-Type: multipart/byteranges; boundary=THIS_SEPARATES"],
    },
  },
  parse(value, note) {
    const parsed = parseMediaType(value);
    const flaw = parsed.flaws[0];
    if (flaw?.id === "empty") return void note("value-empty", "Content-Type has no value.");
    const why =
      flaw && (SYNTAX[flaw.id] ?? (parsed.essence.includes("*") ? "is a range, not a type" : undefined));
    const wild = parsed.type === "*" || parsed.subtype === "*";
    if (why ?? wild)
      note(
        "content-type-invalid",
        `The media type ${quote(parsed.essence)} ${why ?? "is a range, not one type"}.`,
      );
    noteParameters("Content-Type", parsed.flaws, parsed.parameters, note, value);
    return flaw && SYNTAX[flaw.id] ? undefined : parsed;
  },
  items: ({ essence, parameters }) => [
    item("media-type", essence, mediaTypes.get(essence) ?? "The type of the content."),
    ...parameters.map(({ name, value = "" }) =>
      item(
        name,
        value,
        PARAMETERS.get(name) ?? "A parameter of the media type.",
        name === "charset" ? charsets.get(value.toLowerCase()) : undefined,
      ),
    ),
  ],
  alternate({ essence, parameters }, context) {
    const { declared } = context.verdicts;
    // Of several types the last counts.
    if (declared !== essence) return mediaTypes.get(declared);
    const what = mediaTypes.get(essence);
    const charset = parameterValue(parameters, "charset");
    const otherwise = inFirefox(context);
    if (what === undefined) return otherwise && `${essence}; ${otherwise}`;
    const words =
      charset !== undefined && isKnownCharset(charset.toLowerCase())
        ? `${what.replace(/\.$/, "")}, in ${charset.toUpperCase()}`
        : what;
    return otherwise === undefined ? words : `${words}; ${otherwise}`;
  },
  check({ essence, type, parameters, flaws }, context, note, line) {
    const odd = flaws.find(({ id }) => id === "restricted-name");
    if (odd)
      note("media-type-name", `${quote(odd.text)} is not a name that a media type can have.`, line.items[0]);
    const long = essence.split("/").find((name) => name.length > LONGEST);
    if (long && !odd)
      note(
        "media-type-long",
        `${quote(long)} in the media type has ${long.length} characters.`,
        line.items[0],
      );
    const { value } = line.line;
    const instead = (other: string) => `Content-Type: ${other}${value.slice(value.search(/[ \t]*(?:;|$)/))}`;
    const meant = MISTAKEN.get(essence);
    if (meant)
      note(
        "media-type-mistaken",
        `${essence} is not registered: ${meant} is meant.`,
        line.items[0],
        meant.includes(";") ? `Content-Type: ${meant}` : instead(meant),
      );
    const now = SUPERSEDED.get(essence);
    if (now)
      note("media-type-superseded", `${essence} has been replaced by ${now}.`, line.items[0], instead(now));
    const at = parameters.findIndex(({ name }) => name === "charset");
    const charset = parameters[at]?.value;
    if (charset !== undefined)
      judgeCharset(charset, essence, (id, title) => note(id, title, line.items[at + 1]));
    else if (essence === "text/html" && isPage(context))
      note("charset-missing", `${essence} has no charset: browsers have to guess.`);
    else if (essence === "text/plain" && !isEmpty(context) && !isRequest(context))
      note("text-charset-missing", "text/plain has no charset: browsers guess one for what is not ASCII.");
    if (parameters.some(({ name }) => name === "charset*"))
      note("content-type-invalid", "The parameter charset has no star form.");
    const boundary = parameterValue(parameters, "boundary");
    if (type === "multipart" && boundary && !BOUNDARY.test(boundary))
      note(
        "boundary-invalid",
        `${quote(boundary)} in Content-Type is not a boundary: 1 to 70 letters, digits and '()+_,-./:=? are allowed.`,
      );
    if (type === "multipart" && !boundary)
      note("boundary-missing", `${essence} has no boundary: its parts cannot be told apart.`);
  },
});

const PARAMETERS = wordTable({
  charset: "The character encoding of the text.",
  boundary: "The line that separates the parts of the content.",
  profile: "A URI that says which profile of the media type is used.",
  version: "The version of the format.",
  q: "A weight, which has a meaning in requests only.",
  codecs: "The codecs within the media file.",
  type: "The media type of the root part or a variant of the format.",
  format: "How lines of text flow.",
});

/** What Firefox makes of the type where it is not what Chromium does; of a disposition its own field tells. */
function inFirefox({ verdicts, has }: Context): string | undefined {
  const { content } = verdicts;
  const { content: other } = verdicts.firefox;
  if (!content || !other || has("content-disposition")) return undefined;
  if (content.download !== other.download)
    return other.download ? "Firefox saves it as a file" : "Firefox shows it in place";
  return content.type === other.type ? undefined : `Firefox shows it as ${other.type}`;
}

/** Pages that people look at: the short notes that servers put into redirects and errors are in ASCII. */
function isPage({ status }: Context): boolean {
  if (status === 204 || status === 205) return false;
  return status === undefined || (status >= 200 && status < 300);
}

function judgeCharset(
  text: string,
  essence: string,
  note: (id: ContentTypeKind, title: string) => void,
): void {
  const charset = text.replace(/^'(.*)'$/, "$1").toLowerCase();
  if (!isKnownCharset(charset))
    note("charset-unknown", `The charset ${quote(text)} is not one that browsers know.`);
  else if (NO_CHARSET.test(essence)) note("charset-pointless", `charset has no meaning for ${essence}.`);
  else if (!/^(?:utf-?8|us-ascii|ascii)$/.test(charset))
    note("charset-outdated", `The text is in ${text}; new content should be in UTF-8.`);
}
