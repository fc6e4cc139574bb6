import { wordTable } from "../../../data/word-table.ts";
import { type Context, field, item } from "../field.ts";
import { percentDecoded, swapping } from "../fixing.ts";
import { noteExtValue, noteParameters } from "../reading/parameters.ts";
import { invalidKind } from "../reading/value-kinds.ts";
import { rfc } from "../specs.ts";
import { type ContentDisposition, parseContentDisposition } from "../syntax/content-disposition.ts";
import { quote } from "../wording.ts";

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

/** Content-Disposition (RFC 6266): show or save, and under which name. */
export const contentDisposition = field({
  name: "Content-Disposition",
  type: "parameters",
  repeat: "single",
  kinds: {
    ...invalidKind(
      "Content-Disposition",
      "filename=a.pdf",
      'attachment; filename="a.pdf"',
      rfc(6266, "section-4.1"),
    ),
    "disposition-unknown": {
      severity: "warning",
      link: rfc(6266, "section-4.2"),
      summary: "The disposition is neither inline nor attachment: recipients treat it as attachment.",
      fix: swapping(/^[^;\s]+(?=\s*(?:;|$))/, "attachment"),
      bad: ["Content-Disposition: download; filename=a.pdf"],
      good: ["Content-Disposition: attachment; filename=a.pdf"],
    },
    "disposition-filename-missing": {
      severity: "warning",
      link: rfc(6266, "appendix-D"),
      summary: "There is a filename* but no plain filename for recipients that do not know the star form.",
      bad: ["Content-Disposition: attachment; filename*=UTF-8''na%C3%AFve.txt"],
      good: ["Content-Disposition: attachment; filename=naive.txt; filename*=UTF-8''na%C3%AFve.txt"],
    },
    "disposition-comma": {
      severity: "error",
      link: rfc(6266, "section-4.1"),
      summary:
        "A comma outside quotes makes two values of Content-Disposition: Chromium then refuses the whole response.",
      bad: ["Content-Disposition: attachment; filename=a,b.txt"],
      good: ['Content-Disposition: attachment; filename="a,b.txt"'],
    },
    "disposition-filename-path": {
      severity: "warning",
      link: rfc(6266, "section-4.3"),
      summary: "A file name has a slash or a backslash: recipients cut the path off or refuse the name.",
      fix: swapping(/(;\s*filename\s*=\s*")[^"]*[/\\]([^"/\\]+)"/i, '$1$2"'),
      bad: ['Content-Disposition: attachment; filename="../etc/passwd"'],
      good: ['Content-Disposition: attachment; filename="passwd"'],
    },
    "disposition-filename-percent": {
      severity: "warning",
      link: rfc(6266, "appendix-D"),
      summary: "The plain filename has percent-encoding, which some recipients decode and others show.",
      fix: swapping(/filename="([^"]*)"/i, (_, name: string) => `filename="${percentDecoded(name)}"`),
      bad: ['Content-Disposition: attachment; filename="my%20file.txt"'],
      good: ['Content-Disposition: attachment; filename="my file.txt"'],
    },
    "disposition-filename-non-ascii": {
      severity: "warning",
      link: rfc(6266, "appendix-D"),
      summary:
        "The plain filename is not ASCII: recipients decode it in different ways, filename* says it safely.",
      bad: ['Content-Disposition: attachment; filename="caf\u00e9.txt"'],
      good: ["Content-Disposition: attachment; filename=cafe.txt; filename*=UTF-8''caf%C3%A9.txt"],
    },
  },
  parse(value, note, context) {
    if (value === "") return void note("value-empty", "Content-Disposition has no value.");
    const parsed = parseContentDisposition(value);
    noteParameters("Content-Disposition", parsed.flaws, parsed.parameters, note, value);
    const star = parsed.parameters.find(({ name }) => name === "filename*");
    if (star?.quoted)
      note(
        "content-disposition-invalid",
        "In Content-Disposition, the value of filename* must not be in quotes.",
      );
    noteExtValue("Content-Disposition", parsed.filenameExt?.flaws ?? [], note);
    if (isTypeMissing(parsed))
      note(
        "content-disposition-invalid",
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
  checkAll(lines, { verdicts }, note) {
    if (lines.length === 1 && verdicts.content?.fails)
      note(
        "disposition-comma",
        "Content-Disposition has a comma outside double quotes, which splits it into two values: in Chromium the whole response fails.",
        lines[0],
        quotedName(lines[0]?.line.value ?? ""),
      );
  },
  check(parsed, context, note, line) {
    const itemOf = (name: string) => line.items.find((one) => one.name === name);
    const { filename, filenameExt } = parsed;
    if (
      parsed.type !== "" &&
      TYPES.get(parsed.type) === undefined &&
      !parsed.flaws.some(({ id }) => id === "missing-type")
    )
      note(
        "disposition-unknown",
        `The disposition ${quote(parsed.type)} is unknown: inline or attachment is expected${whereSaved(context)}.`,
        line.items[0],
      );
    if (filenameExt && filename === undefined)
      note(
        "disposition-filename-missing",
        "There is a filename*, but no plain filename to fall back to.",
        itemOf("filename*"),
      );
    for (const [name, text] of [["filename", filename] as const, ["filename*", filenameExt?.value] as const])
      if (text !== undefined && /[/\\]/.test(text))
        note(
          "disposition-filename-path",
          `The ${name} ${quote(text)} has a slash or a backslash.`,
          itemOf(name),
        );
    if (filename === undefined) return;
    if (/%[0-9A-Fa-f]{2}/.test(filename))
      note(
        "disposition-filename-percent",
        `The filename ${quote(filename)} has percent-encoding, which only some decode.`,
        itemOf("filename"),
      );
    if (/[^ -~]/.test(filename))
      note(
        "disposition-filename-non-ascii",
        `The filename ${quote(filename)} is not ASCII: filename* is meant for that.`,
        itemOf("filename"),
      );
  },
});

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

/** The line with its file name in quotes, where the name is all that lacks them. */
function quotedName(value: string): string | undefined {
  const [, before, name] = /^([^,;"]+;[ \t]*filename=)([^";]+)$/i.exec(value) ?? [];
  return name === undefined ? undefined : `Content-Disposition: ${before}"${name}"`;
}
