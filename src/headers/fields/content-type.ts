import { charsets } from "../../../data/headers/directives/charsets.ts";
import { mediaTypes } from "../../../data/headers/directives/media-types.ts";
import { wordTable } from "../../../data/word-table.ts";
import { type MediaTypeFlaw, parseMediaType } from "../../syntax/media-type.ts";
import { parameterValue } from "../../syntax/parameters.ts";
import { type Context, field, item } from "../field.ts";
import { isKnownCharset } from "../reading/charsets.ts";
import { valueEmpty } from "../reading/common-problems.ts";
import { quotedValue, reportParameters } from "../reading/parameters.ts";
import { invalidValue } from "../reading/value-problems.ts";
import { rfc9110 } from "../specs.ts";
import { quote } from "../wording.ts";
import { boundaryProblems, charsetProblems, NO_CHARSET, nameProblems } from "./content-type-problems.ts";

const SYNTAX: Partial<Record<MediaTypeFlaw, string>> = {
  "missing-subtype": "has no subtype: media types are written type/subtype",
  "missing-type": "has no type before the slash",
  "bad-type": "has a character that is not allowed in a media type",
  several: "has several media types, but only one is allowed",
};

const invalid = invalidValue("Content-Type", "text", "text/html; charset=utf-8", rfc9110("section-8.3"), {
  fix: (value) => quotedValue(value, parseMediaType(value).flaws),
});

/** Content-Type (RFC 9110 section 8.3): what the content is. */
export const contentType = field({
  name: "Content-Type",
  type: "media-type",
  repeat: "single",
  parse(value, report) {
    const parsed = parseMediaType(value);
    const flaw = parsed.flaws[0];
    if (flaw?.id === "empty") return void report(valueEmpty, "Content-Type has no value.");
    const why =
      flaw && (SYNTAX[flaw.id] ?? (parsed.essence.includes("*") ? "is a range, not a type" : undefined));
    const wild = parsed.type === "*" || parsed.subtype === "*";
    if (why ?? wild)
      report(invalid, `The media type ${quote(parsed.essence)} ${why ?? "is a range, not one type"}.`);
    reportParameters(invalid, parsed.flaws, parsed.parameters, report);
    return flaw && SYNTAX[flaw.id] ? undefined : parsed;
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
}).problems({
  named: [invalid],
  eachLine: [...nameProblems, charsetProblems, boundaryProblems],
  check({ parameters }, _context, report) {
    if (parameters.some(({ name }) => name === "charset*"))
      report(invalid, "The parameter charset has no extended form (charset*).");
  },
});

const PARAMETERS = wordTable({
  charset: "The character encoding of the text.",
  boundary: "The line that separates the parts of the content.",
  profile: "A URI that identifies the profile of the media type.",
  version: "The version of the format.",
  q: "A weight, defined for requests only.",
  codecs: "The codecs within the media file.",
  type: "The media type of the root part, or a variant of the format.",
  format: "How lines of text wrap.",
});

/** Firefox's reading of the type where it is not Chromium's; a disposition's own field tells of that. */
function inFirefox({ verdicts, has }: Context): string | undefined {
  const { content } = verdicts;
  const { content: other } = verdicts.firefox;
  if (!content || !other || has("content-disposition")) return undefined;
  if (content.download !== other.download)
    return other.download ? "Firefox saves it as a file" : "Firefox shows it inline";
  return content.type === other.type ? undefined : `Firefox shows it as ${other.type}`;
}
