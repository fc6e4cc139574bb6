import { charsets } from "../../../data/headers/directives/charsets.ts";
import { mediaTypes } from "../../../data/headers/directives/media-types.ts";
import { wordTexts } from "../../../data/headers/words.ts";
import { type MediaType, parseMediaType } from "../../syntax/media-type.ts";
import { parameterValue } from "../../syntax/parameters.ts";
import { trimEndOf } from "../../syntax/trim.ts";
import {
  type Checks,
  type Context,
  type ExplainedLine,
  field,
  firstOf,
  invalidValue,
  item,
  problem,
  valueEmpty,
} from "../field.ts";
import { isKnownCharset } from "../reading/charsets.ts";
import { flawWords, quotedValue, reportParameters } from "../reading/parameters.ts";
import { isEmpty, isRequest } from "../reading/response-kind.ts";
import { quote } from "../wording.ts";

const REGISTRY = "https://www.iana.org/assignments/media-types/media-types.xhtml";
/** Maximum length of a type or subtype in characters (RFC 6838 section 4.2). */
const LONGEST = 64;

/** Common unregistered media types, and the registered ones. */
const MISTAKEN = wordTexts("mistaken media types");

/** Obsolete media types, and their replacements. */
const SUPERSEDED = wordTexts("superseded media types");

/** boundary = 0*69<bchars> bcharsnospace (RFC 2046 section 5.1.1) */
const BOUNDARY = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/;

/** Media types without a charset parameter: always UTF-8, or not text. */
const NO_CHARSET =
  /^(?:image\/(?!svg)|audio\/|video\/|font\/|text\/event-stream$|application\/(?:json|octet-stream|pdf|zip|wasm|gzip)$)/;

/** Replaces the type; parameters stay unless the new type has its own. */
function renamed(value: string, { other }: Renaming): string {
  const [type = ""] = value.split(";", 1);
  return other.includes(";") ? other : `${other}${value.slice(trimEndOf(type, /[ \t]/).length)}`;
}

interface Renaming {
  readonly other: string;
}

/** Problems of the media type name, reported at the first item. */
const nameProblems: Checks<MediaType, ExplainedLine<MediaType>> = [
  firstOf(
    problem("media-type-name", "warning", "rfc6838#section-4.2", {
      detect: ({ flaws }) => flaws.find(({ id }) => id === "restricted-name"),
      title: ({ text }) => `${quote(text)} is not a valid media type name.`,
      at: (_, __, ___, { items }) => items[0],
      bad: ["Content-Type: text/pl~in"],
      good: ["Content-Type: text/plain"],
    }),
    problem("media-type-long", "warning", "rfc6838#section-4.2", {
      detect: ({ essence }) => essence.split("/").find((name) => name.length > LONGEST),
      title: (long) => `${quote(long)} in the media type has ${long.length} characters.`,
      at: (_, __, ___, { items }) => items[0],
      bad: ["Content-Type: application/vnd.a-vendor-with-a-very-long-name.and-a-product-with-a-longer-one"],
      good: ["Content-Type: application/vnd.example"],
    }),
  ),
  problem("media-type-mistaken", "warning", REGISTRY, {
    detect: ({ essence }) => renaming(MISTAKEN.get(essence)),
    title: ({ other }, { essence }) => `${essence} is not a registered media type; use ${other}.`,
    at: (_, __, ___, { items }) => items[0],
    fix: renamed,
    bad: ["Content-Type: image/jpg"],
    good: ["Content-Type: image/jpeg"],
  }),
  problem("media-type-superseded", "info", REGISTRY, {
    detect: ({ essence }) => renaming(SUPERSEDED.get(essence)),
    title: ({ other }, { essence }) => `${essence} has been replaced by ${other}.`,
    at: (_, __, ___, { items }) => items[0],
    fix: renamed,
    bad: ["Content-Type: application/javascript"],
    good: ["Content-Type: text/javascript; charset=utf-8"],
  }),
];

const charsetProblems = firstOf<MediaType, ExplainedLine<MediaType>>(
  problem("charset-unknown", "error", "https://encoding.spec.whatwg.org/#names-and-labels", {
    detect(type) {
      const charset = charsetOf(type);
      return charset && !isKnownCharset(charset.name) && charset;
    },
    title: ({ text }) => `The charset ${quote(text)} is unknown to browsers.`,
    at: (_, type, __, { items }) => items[charsetAt(type) + 1],
    bad: ["Content-Type: text/html; charset=utf-88"],
    good: ["Content-Type: text/html; charset=utf-8"],
  }),
  problem("charset-outdated", "info", "https://encoding.spec.whatwg.org/#preface", {
    detect(type) {
      const charset = charsetOf(type);
      const isOld = charset && !/^(?:utf-?8|us-ascii|ascii)$/.test(charset.name);
      return isOld && !NO_CHARSET.test(type.essence) && charset;
    },
    title: ({ text }) => `The text is in ${text}; new content should use UTF-8.`,
    at: (_, type, __, { items }) => items[charsetAt(type) + 1],
    bad: ["Content-Type: text/html; charset=iso-8859-1"],
    good: ["Content-Type: text/html; charset=utf-8"],
  }),
  problem("charset-missing", "warning", "rfc9110#section-8.3.2", {
    detect: (type, context) => type.essence === "text/html" && !charsetOf(type) && isPage(context),
    title: (_, { essence }) => `${essence} has no charset: unless the content names one, browsers guess.`,
    bad: ["Content-Type: text/html"],
    good: ["Content-Type: text/html; charset=utf-8"],
  }),
  problem("text-charset-missing", "info", "rfc9110#section-8.3.2", {
    detect: (type, context) =>
      type.essence === "text/plain" && !charsetOf(type) && !isEmpty(context) && !isRequest(context),
    bad: ["Content-Type: text/plain"],
    good: ["Content-Type: text/plain; charset=utf-8"],
  }),
);

const boundaryProblems = firstOf<MediaType, unknown>(
  problem("boundary-missing", "error", "rfc2046#section-5.1.1", {
    detect: (type) => type.type === "multipart" && !parameterValue(type.parameters, "boundary"),
    title: (_, { essence }) => `${essence} has no boundary, so recipients cannot separate its parts.`,
    bad: ["Content-Type: multipart/byteranges"],
    good: ["Content-Type: multipart/byteranges; boundary=THIS_SEPARATES"],
  }),
  problem("boundary-invalid", "error", "rfc2046#section-5.1.1", {
    detect({ type, parameters }) {
      const boundary = type === "multipart" && parameterValue(parameters, "boundary");
      return boundary && !BOUNDARY.test(boundary) && boundary;
    },
    title: (boundary) =>
      `${quote(boundary)} in Content-Type is not a valid boundary (1 to 70 letters, digits and '()+_,-./:=?).`,
    bad: ['Content-Type: multipart/byteranges; boundary="a*b"'],
    good: ["Content-Type: multipart/byteranges; boundary=a-b"],
  }),
);

function renaming(other: string | undefined): Renaming | undefined {
  return other === undefined ? undefined : { other };
}

interface Charset {
  readonly text: string;
  /** Charset name in lower case, without single quotes. */
  readonly name: string;
}

function charsetOf({ parameters }: MediaType): Charset | undefined {
  const text = parameterValue(parameters, "charset");
  return text === undefined ? undefined : { text, name: text.replace(/^'(.*)'$/, "$1").toLowerCase() };
}

function charsetAt({ parameters }: MediaType): number {
  return parameters.findIndex(({ name }) => name === "charset");
}

/** False for redirects and errors, whose content is often a short ASCII text. */
function isPage({ status }: Context): boolean {
  if (status === 204 || status === 205) return false;
  return status === undefined || (status >= 200 && status < 300);
}

const invalid = invalidValue("Content-Type", "text", "text/html; charset=utf-8", "rfc9110#section-8.3", {
  fix: (value) => quotedValue(value, parseMediaType(value).flaws),
});

/** Content-Type (RFC 9110 section 8.3): media type of the content. */
export const contentType = field(invalid, "media-type", {
  parse(value, report) {
    const parsed = parseMediaType(value);
    const flaw = parsed.flaws[0];
    if (flaw?.id === "empty") return void report(valueEmpty, "Content-Type has no value.");
    const isOwn = /^(?:missing-(?:sub)?type|bad-type|several)$/.test(flaw?.id ?? "");
    const range = `The media type ${quote(parsed.essence)} is a range, not ${flaw ? "a" : "one"} type`;
    const why = isOwn && flaw ? flawWords(flaw.id, parsed.essence) : undefined;
    if (why ?? parsed.essence.includes("*")) report(invalid, `${why ?? range}.`);
    reportParameters(invalid, parsed.flaws, parsed.parameters, report);
    return isOwn ? undefined : parsed;
  },
  items: ({ essence, parameters }) => [
    item("media-type", essence, mediaTypes.get(essence) ?? "The type of the content."),
    ...parameters.map(({ name, value = "" }) =>
      item(
        name,
        value,
        PARAMETERS.get(name) ?? "A parameter of the media type.",
        name !== "charset"
          ? undefined
          : NO_CHARSET.test(essence)
            ? `no meaning for ${essence}`
            : charsets.get(value.toLowerCase()),
      ),
    ),
  ],
  alternateInMessage({ essence, parameters }, context) {
    const { declared } = context.verdicts;
    // If there are several types, browsers use the last one.
    if (declared !== essence)
      return context.named("content-type").length > 1 && declared !== ""
        ? `ignored: browsers use ${declared}`
        : mediaTypes.get(declared);
    const what = mediaTypes.get(essence);
    const charset = parameterValue(parameters, "charset");
    const otherwise = inFirefox(context);
    if (what === undefined) return otherwise && `${essence}; ${otherwise}`;
    const words =
      charset !== undefined && isKnownCharset(charset.toLowerCase()) && !NO_CHARSET.test(essence)
        ? `${what.replace(/\.$/, "")}, in ${charset.toUpperCase()}`
        : what;
    return otherwise === undefined ? words : `${words}; ${otherwise}`;
  },
}).problems({
  eachLine: [...nameProblems, charsetProblems, boundaryProblems],
  check({ parameters }, _context, report) {
    if (parameters.some(({ name }) => name === "charset*"))
      report(invalid, "The parameter charset has no extended form (charset*).");
  },
});

const PARAMETERS = wordTexts("parameters of Content-Type");

/** Difference of Firefox from Chromium in words; Content-Disposition reports its own differences. */
function inFirefox({ verdicts, has }: Context): string | undefined {
  const { content } = verdicts;
  const { content: other } = verdicts.firefox;
  if (!content || !other || has("content-disposition")) return undefined;
  if (content.download !== other.download)
    return other.download ? "Firefox saves it as a file" : "Firefox shows it inline";
  return content.type === other.type ? undefined : `Firefox shows it as ${other.type}`;
}
