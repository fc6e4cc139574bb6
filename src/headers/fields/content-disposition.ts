import { wordTexts } from "../../../data/headers/words.ts";
import { type ContentDisposition, parseContentDisposition } from "../../syntax/content-disposition.ts";
import { percentDecoded } from "../../syntax/uri.ts";
import { type Context, type ExplainedLine, field, type Item, invalidValue, item, problem } from "../field.ts";
import { percentEncoded, swapping, type ValueFix } from "../reading/fixing.ts";
import { quotedValue, reportExtValue, reportParameters } from "../reading/parameters.ts";
import { decodePlainName } from "../verdicts/file-name.ts";
import { quote } from "../wording.ts";

/** ASCII file name for old clients: removes accents and replaces other characters with underscores. */
function asciiName(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^ -~]|["\\]/gu, "_");
}

const FILENAME = /(;\s*)filename\s*=\s*(?:"([^"\\]*)"|([^\s;",]+))/i;

/** Adds filename* (RFC 6266 appendix D). */
const withBothNames: ValueFix = (value) => {
  if (/filename\*/i.test(value)) return undefined;
  const [all, before = "", quoted, bare] = FILENAME.exec(value) ?? [];
  const sent = quoted ?? bare;
  // Decodes an encoded word as Chromium does.
  const name = sent?.startsWith("=?") ? decodePlainName(sent, "chromium") : sent;
  return all === undefined || name === undefined || (name === sent && asciiName(name) === name)
    ? undefined
    : value.replace(
        all,
        () => `${before}filename="${asciiName(name)}"; filename*=UTF-8''${percentEncoded(name)}`,
      );
};

const STAR = /(;\s*)filename\*\s*=\s*UTF-8'[^']*'([^\s;",]+)(?=\s*(?:;|$))/i;

const withPlainName: ValueFix = (value) => {
  const [all, before = "", encoded = ""] = STAR.exec(value) ?? [];
  const name = all === undefined ? undefined : percentDecoded(encoded);
  return all === undefined || name === undefined
    ? undefined
    : value.replace(all, () => `${before}filename="${asciiName(name)}"${all}`);
};

/** Quotes the file name, if it is the last parameter. */
const quotedName: ValueFix = (value) => {
  const [, before, name] = /^([^,;"]+;[ \t]*filename=)([^";]+)$/i.exec(value) ?? [];
  return name === undefined ? undefined : `${before}"${name}"`;
};

const TYPES = wordTexts("dispositions");

const PARAMETERS = wordTexts("parameters of Content-Disposition");

/** Encoded word (RFC 2047 section 2). */
const ENCODED_WORD = /=\?[^?\s]+\?[bq]\?[^?]*\?=/i;

/** Wrong separator in place of the semicolon after the type. */
const UNSEPARATED = /^(inline|attachment)[ \t,:]+(?=filename)/i;

const invalid = invalidValue(
  "Content-Disposition",
  "filename=a.pdf",
  'attachment; filename="a.pdf"',
  "rfc6266#section-4.1",
  {
    fix: (value) =>
      UNSEPARATED.test(value)
        ? value.replace(UNSEPARATED, "$1; ")
        : quotedValue(value, parseContentDisposition(value).flaws),
  },
);

/** Content-Disposition (RFC 6266): whether browsers show or save the content, and the file name. */
export const contentDisposition = field(invalid, "parameters", {
  empty: "",
  parse(value, report) {
    const parsed = parseContentDisposition(value);
    reportParameters(invalid, parsed.flaws, parsed.parameters, report);
    const star = parsed.parameters.find(({ name }) => name === "filename*");
    if (star?.quoted)
      report(invalid, "In Content-Disposition, the value of filename* must not be in quotes.");
    reportExtValue(invalid, parsed.filenameExt?.flaws ?? [], report);
    return parsed;
  },
  items: (parsed) => [
    item(
      parsed.type,
      "",
      TYPES.get(parsed.type) ??
        (isTypeMissing(parsed)
          ? "Not a disposition: inline or attachment must come first."
          : "An unknown disposition: recipients save the content as a file."),
    ),
    ...parsed.parameters.map(({ name, value = "" }) =>
      item(
        name,
        value,
        PARAMETERS.get(name) ?? "An unknown parameter, which recipients ignore.",
        name === "filename*" ? parsed.filenameExt?.value : undefined,
      ),
    ),
  ],
  alternateInMessage(_parsed, { verdicts }) {
    const { conflict, disposition, content } = verdicts;
    if (conflict === "Content-Disposition") return "several values: Chromium rejects the response";
    const firefox = verdicts.firefox.content;
    const other = content && firefox?.download !== content.download ? firefox : undefined;
    if (!(content?.download ?? disposition?.attachment))
      return other ? "shown inline; Firefox saves it as a file" : "shown inline";
    if (other) return `saved as a file${named(content?.filename)}; Firefox shows it inline`;
    const theirs = content?.filename === firefox?.filename ? undefined : firefox?.filename;
    const name = disposition?.filename || theirs ? (content?.filename ?? disposition?.filename) : "";
    return `saved as a file${named(name)}${theirs ? `; Firefox calls it ${theirs}` : ""}`;
  },
}).problems({
  check(parsed, context, report, { line: { value } }) {
    const [, type] = UNSEPARATED.exec(value) ?? [];
    if (type !== undefined)
      report(invalid, `Content-Disposition lacks a semicolon after ${type}${whereSaved(context)}.`);
    else if (isTypeMissing(parsed))
      report(
        invalid,
        `Content-Disposition does not start with inline or attachment: ${quote(value)}${whereSaved(context)}.`,
      );
  },
  eachLine: [
    problem("disposition-unknown", "warning", "rfc6266#section-4.2", {
      detect: ({ type, flaws }) =>
        type !== "" && !TYPES.has(type) && !flaws.some(({ id }) => id === "missing-type"),
      title: (_, { type }, context) =>
        `The disposition ${quote(type)} is unknown; use inline or attachment${whereSaved(context)}.`,
      at: (_, __, ___, { items }) => items[0],
      fix: swapping(/^[^;\s]+(?=\s*(?:;|$))/, "attachment"),
      bad: ["Content-Disposition: download; filename=a.pdf"],
      good: ["Content-Disposition: attachment; filename=a.pdf"],
    }),
    problem("disposition-filename-missing", "warning", "rfc6266#appendix-D", {
      detect: ({ filename, filenameExt }) => filenameExt !== undefined && filename === undefined,
      at: (_, __, ___, line) => itemOf(line, "filename*"),
      fix: withPlainName,
      bad: ["Content-Disposition: attachment; filename*=UTF-8''na%C3%AFve.txt"],
      good: ["Content-Disposition: attachment; filename=naive.txt; filename*=UTF-8''na%C3%AFve.txt"],
    }),
    problem("disposition-filename-path", "warning", "rfc6266#section-4.3", {
      detectAll({ filename = "", filenameExt }, _, { line }) {
        // A backslash in quotes escapes the next character, and is lost.
        const sent = /filename="([^"]*)"/i.exec(line.value)?.[1] ?? "";
        const plain = /\\[^"\\]/.test(sent) ? sent : filename;
        return Object.entries({ filename: plain, "filename*": filenameExt?.value ?? "" }).filter(([, text]) =>
          /[/\\]/.test(text),
        );
      },
      title: ([name, text]) => `The ${name} ${quote(text)} has a slash or a backslash.`,
      at: ([name], _, __, line) => itemOf(line, name),
      fix: swapping(/(;\s*filename\s*=\s*")[^"]*[/\\]([^"/\\]+)"/i, '$1$2"'),
      bad: ['Content-Disposition: attachment; filename="../etc/passwd"'],
      good: ['Content-Disposition: attachment; filename="passwd"'],
    }),
    problem("disposition-filename-percent", "warning", "rfc6266#appendix-D", {
      detect: ({ filename = "" }) => /%[0-9A-Fa-f]{2}/.test(filename) && filename,
      title: (filename) => `The filename ${quote(filename)} is percent-encoded; only some clients decode it.`,
      at: (_, __, ___, line) => itemOf(line, "filename"),
      fix: swapping(/filename="([^"]*)"/i, (_, name: string) => `filename="${percentDecoded(name) ?? name}"`),
      bad: ['Content-Disposition: attachment; filename="my%20file.txt"'],
      good: ['Content-Disposition: attachment; filename="my file.txt"'],
    }),
    problem("disposition-filename-encoded-word", "warning", "rfc6266#section-4.3", {
      detect: ({ filename = "", filenameExt }) => !filenameExt && ENCODED_WORD.test(filename) && filename,
      title: (filename) =>
        `${quote(filename)} is encoded as in mail, which not every client decodes; use filename*.`,
      at: (_, __, ___, line) => itemOf(line, "filename"),
      fix: withBothNames,
      bad: ['Content-Disposition: attachment; filename="=?UTF-8?B?Y2Fmw6kudHh0?="'],
      good: ["Content-Disposition: attachment; filename=cafe.txt; filename*=UTF-8''caf%C3%A9.txt"],
    }),
    problem("disposition-filename-continued", "warning", "rfc6266#section-4.1", {
      detect: ({ parameters }) => parameters.find(({ name }) => /^filename\*\d/.test(name))?.name,
      title: (name) => `${name} is a part of a name as in mail, which Chromium ignores; use filename*.`,
      at: (name, _, __, line) => itemOf(line, name),
      bad: ['Content-Disposition: attachment; filename*0="long "; filename*1="name.txt"'],
      good: ['Content-Disposition: attachment; filename="long name.txt"'],
    }),
    problem("disposition-filename-non-ascii", "warning", "rfc6266#appendix-D", {
      detect: ({ filename = "", filenameExt }) => !filenameExt && /[^ -~]/.test(filename) && filename,
      title: (filename) => `The filename ${quote(filename)} is not ASCII; use filename* for that.`,
      at: (_, __, ___, line) => itemOf(line, "filename"),
      fix: withBothNames,
      bad: ['Content-Disposition: attachment; filename="caf\u00e9.txt"'],
      good: ["Content-Disposition: attachment; filename=cafe.txt; filename*=UTF-8''caf%C3%A9.txt"],
    }),
  ],
  allLines: problem("disposition-comma", "error", "rfc6266#section-4.1", {
    detect: (lines, { verdicts }) => lines.length === 1 && verdicts.conflict === "Content-Disposition",
    at: (_, [line]) => line,
    fix: quotedName,
    bad: ["Content-Disposition: attachment; filename=a,b.txt"],
    good: ['Content-Disposition: attachment; filename="a,b.txt"'],
  }),
});

function itemOf({ items }: ExplainedLine, name: string): Item | undefined {
  return items.find((one) => one.name === name);
}

function named(name: string | undefined): string {
  return name ? ` named ${name}` : "";
}

function isTypeMissing({ flaws }: ContentDisposition): boolean {
  return flaws.some(({ id }) => id === "missing-type" || id === "bad-type");
}

/** Difference between Chromium and Firefox in words; empty if they agree. */
function whereSaved({ verdicts: { content, firefox } }: Context): string {
  if (!content || !firefox.content || content.download === firefox.content.download) return "";
  return content.download ? "; Chromium saves it, Firefox shows it" : "; Firefox saves it, Chromium shows it";
}
