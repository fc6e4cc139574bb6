import { type ExplainedLine, type Note, rule } from "../field.ts";
import { quote } from "../wording.ts";

/** RFC 9110 section 5.5: a field value has no control characters but the tab; beyond ASCII is opaque. */
const CONTROL = /[\u0000-\u0008\u000a-\u001f\u007f]/;
const NON_ASCII = /[^\u0000-\u007f]/;

/** What is wrong with field lines as such, whatever the field. */
export const lines = rule({
  kinds: {},
  check(context, note) {
    for (const line of context.all) {
      const { flaws, sent, value } = line.line;
      if (flaws.length > 0) noteFlaws(line, note);
      if (CONTROL.test(value))
        note("field-value-invalid", `The value of ${sent} has a control character.`, line);
      else if (NON_ASCII.test(value) && !isToldAlready(line))
        note("field-value-non-ascii", `The value of ${sent} has characters outside ASCII.`, line);
    }
  },
});

/** Where the field has its own word on what its recipients make of such a character, that one is enough. */
function isToldAlready({ header: { problems }, items }: ExplainedLine): boolean {
  return [...problems, ...items.flatMap((item) => item.problems ?? [])].some(({ name }) =>
    name.endsWith("-non-ascii"),
  );
}

function noteFlaws(line: ExplainedLine, note: Note<never>): void {
  const { flaws, sent } = line.line;
  if (flaws.includes("no-colon"))
    note(
      "field-line-invalid",
      `${quote(sent)} is not a field line: it has no ${sent.startsWith(":") ? "name before its colon" : "colon"}.`,
      line,
    );
  else if (flaws.includes("bad-name"))
    note(
      "field-name-invalid",
      `The field name ${quote(sent)} has characters that no field name may have.`,
      line,
    );
  else if (flaws.includes("space-before-colon"))
    note(
      "field-name-invalid",
      `${sent} has white space before its colon, which lets messages be misread: Firefox ignores such a line, Chromium takes it.`,
      line,
    );
  if (flaws.includes("folded"))
    note("field-line-folded", `${sent} is folded over several lines, which is obsolete.`, line);
}
