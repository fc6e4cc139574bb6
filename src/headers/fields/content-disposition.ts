import { wordTable } from "../../../data/word-table.ts";
import { type Context, type ExplainedLine, field, item } from "../field.ts";
import { percentDecoded, swapping } from "../fixing.ts";
import { problem } from "../problem.ts";
import { quotedValue, reportExtValue, reportParameters } from "../reading/parameters.ts";
import { invalidValue } from "../reading/value-problems.ts";
import type { Item } from "../schema.ts";
import { rfc } from "../specs.ts";
import { type ContentDisposition, parseContentDisposition } from "../syntax/content-disposition.ts";
import { quote } from "../wording.ts";
import { quotedName, withBothNames, withPlainName } from "./file-names.ts";

const TYPES = wordTable({
  inline: "Shows the content in the page or window.",
  attachment: "Saves the content as a file instead of showing it.",
  "form-data": "A part of a submitted form; has no place in a response.",
});

const PARAMETERS = wordTable({
  filename: "The name to save the file under; ASCII is safe.",
  "filename*": "The name to save the file under, in any script; it wins over filename.",
  name: "The name of a form's field; for parts of forms only.",
  size: "The size of the file in bytes; rarely used.",
  "creation-date": "When the file was made; rarely used.",
  "modification-date": "When the file was last changed; rarely used.",
  "read-date": "When the file was last read; rarely used.",
});

const invalid = invalidValue(
  "Content-Disposition",
  "filename=a.pdf",
  'attachment; filename="a.pdf"',
  rfc(6266, "section-4.1"),
  { fix: (value) => quotedValue(value, parseContentDisposition(value).flaws) },
);

/** Content-Disposition (RFC 6266): show or save, and under which name. */
export const contentDisposition = field({
  name: "Content-Disposition",
  type: "parameters",
  repeat: "single",
  empty: "",
  parse(value, report, context) {
    const parsed = parseContentDisposition(value);
    reportParameters(invalid, parsed.flaws, parsed.parameters, report);
    const star = parsed.parameters.find(({ name }) => name === "filename*");
    if (star?.quoted)
      report(invalid, "In Content-Disposition, the value of filename* must not be in quotes.");
    reportExtValue(invalid, parsed.filenameExt?.flaws ?? [], report);
    if (isTypeMissing(parsed))
      report(
        invalid,
        `Content-Disposition does not start with inline or attachment: ${quote(value)}${whereSaved(context)}.`,
      );
    return parsed;
  },
  items: (parsed) => [
    item(
      parsed.type,
      "",
      TYPES.get(parsed.type) ??
        (isTypeMissing(parsed)
          ? "Not a disposition: inline or attachment has to come first."
          : "A disposition that recipients do not know: they save the content as a file."),
    ),
    ...parsed.parameters.map(({ name, value = "" }) =>
      item(
        name,
        value,
        PARAMETERS.get(name) ?? "A parameter that recipients do not know.",
        name === "filename*" ? parsed.filenameExt?.value : undefined,
      ),
    ),
  ],
  alternate(_parsed, { verdicts }) {
    const { disposition, content } = verdicts;
    if (disposition?.several) return "several values, for which Chromium refuses the response";
    const firefox = verdicts.firefox.content;
    const other = content && firefox?.download !== content.download ? firefox : undefined;
    if (!(content?.download ?? disposition?.attachment))
      return other ? "shown in place; Firefox saves it as a file" : "shown in place";
    if (other) return `saved as a file${named(content?.filename)}; Firefox shows it in place`;
    const theirs = content?.filename === firefox?.filename ? undefined : firefox?.filename;
    const name = disposition?.filename || theirs ? (content?.filename ?? disposition?.filename) : "";
    return `saved as a file${named(name)}${theirs ? `, by Firefox as ${theirs}` : ""}`;
  },
}).problems({
  named: [invalid],
  eachLine: [
    problem({
      id: "disposition-unknown",
      severity: "warning",
      link: rfc(6266, "section-4.2"),
      summary: "The disposition is neither inline nor attachment: recipients treat it as attachment.",
      detect: ({ type, flaws }) =>
        type !== "" && !TYPES.has(type) && !flaws.some(({ id }) => id === "missing-type"),
      title: (_, { type }, context) =>
        `The disposition ${quote(type)} is unknown: inline or attachment is expected${whereSaved(context)}.`,
      at: (_, __, ___, { items }) => items[0],
      fix: swapping(/^[^;\s]+(?=\s*(?:;|$))/, "attachment"),
      bad: ["Content-Disposition: download; filename=a.pdf"],
      good: ["Content-Disposition: attachment; filename=a.pdf"],
    }),
    problem({
      id: "disposition-filename-missing",
      severity: "warning",
      link: rfc(6266, "appendix-D"),
      summary: "There is a filename* but no plain filename for recipients that do not know the star form.",
      detect: ({ filename, filenameExt }) => filenameExt !== undefined && filename === undefined,
      title: () => "There is a filename*, but no plain filename to fall back to.",
      at: (_, __, ___, line) => itemOf(line, "filename*"),
      fix: withPlainName,
      bad: ["Content-Disposition: attachment; filename*=UTF-8''na%C3%AFve.txt"],
      good: ["Content-Disposition: attachment; filename=naive.txt; filename*=UTF-8''na%C3%AFve.txt"],
    }),
    problem({
      id: "disposition-filename-path",
      severity: "warning",
      link: rfc(6266, "section-4.3"),
      summary: "A file name has a slash or a backslash: recipients cut the path off or refuse the name.",
      detectAll: ({ filename = "", filenameExt }) =>
        [["filename", filename] as const, ["filename*", filenameExt?.value ?? ""] as const].filter(
          ([, text]) => /[/\\]/.test(text),
        ),
      title: ([name, text]) => `The ${name} ${quote(text)} has a slash or a backslash.`,
      at: ([name], _, __, line) => itemOf(line, name),
      fix: swapping(/(;\s*filename\s*=\s*")[^"]*[/\\]([^"/\\]+)"/i, '$1$2"'),
      bad: ['Content-Disposition: attachment; filename="../etc/passwd"'],
      good: ['Content-Disposition: attachment; filename="passwd"'],
    }),
    problem({
      id: "disposition-filename-percent",
      severity: "warning",
      link: rfc(6266, "appendix-D"),
      summary: "The plain filename has percent-encoding, which some recipients decode and others show.",
      detect: ({ filename = "" }) => /%[0-9A-Fa-f]{2}/.test(filename) && filename,
      title: (filename) => `The filename ${quote(filename)} has percent-encoding, which only some decode.`,
      at: (_, __, ___, line) => itemOf(line, "filename"),
      fix: swapping(/filename="([^"]*)"/i, (_, name: string) => `filename="${percentDecoded(name)}"`),
      bad: ['Content-Disposition: attachment; filename="my%20file.txt"'],
      good: ['Content-Disposition: attachment; filename="my file.txt"'],
    }),
    problem({
      id: "disposition-filename-non-ascii",
      severity: "warning",
      link: rfc(6266, "appendix-D"),
      summary:
        "The plain filename is not ASCII: recipients decode it in different ways, filename* says it safely.",
      detect: ({ filename = "" }) => /[^ -~]/.test(filename) && filename,
      title: (filename) => `The filename ${quote(filename)} is not ASCII: filename* is meant for that.`,
      at: (_, __, ___, line) => itemOf(line, "filename"),
      fix: withBothNames,
      bad: ['Content-Disposition: attachment; filename="caf\u00e9.txt"'],
      good: ["Content-Disposition: attachment; filename=cafe.txt; filename*=UTF-8''caf%C3%A9.txt"],
    }),
  ],
  allLines: [
    problem({
      id: "disposition-comma",
      severity: "error",
      link: rfc(6266, "section-4.1"),
      summary:
        "A comma outside quotes makes two values of Content-Disposition: Chromium then refuses the whole response.",
      detect: (lines, { verdicts }) => lines.length === 1 && verdicts.content?.fails,
      title: () =>
        "Content-Disposition has a comma outside double quotes, which splits it into two values: in Chromium the whole response fails.",
      at: (_, [line]) => line,
      fix: quotedName,
      bad: ["Content-Disposition: attachment; filename=a,b.txt"],
      good: ['Content-Disposition: attachment; filename="a,b.txt"'],
    }),
  ],
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

/** What becomes of it where the engines differ. */
function whereSaved({ verdicts: { content, firefox } }: Context): string {
  if (!content || !firefox.content || content.download === firefox.content.download) return "";
  return content.download ? "; Chromium saves it, Firefox shows it" : "; Firefox saves it, Chromium shows it";
}
