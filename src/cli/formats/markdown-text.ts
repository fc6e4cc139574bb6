/** Text of strangers as GitHub Flavored Markdown that says what it says and does nothing. Pure. */

import { printable } from "../render/text.ts";

/** Rows of a summary that people still read; a job's may hold 1 MiB. */
export const SUMMARY_ROWS = 500;

/** Characters of a text that are shown. */
const MOST = 300;

/** Cut without leaving half of a character. */
function cut(text: string): string {
  const all = printable(text.toWellFormed());
  return all.length > MOST ? `${all.slice(0, MOST).toWellFormed()}…` : all;
}

/**
 * Prose: each character stands for itself (CommonMark section 2.4), and no name, number, commit or address becomes a link
 * or calls somebody: what GitHub and GitLab look for is parted by an empty comment.
 */
export function prose(text: string): string {
  return cut(text)
    .trim()
    .replace(/[\\`*_[\]<>#|~$&]|^[-+=]|^\d+(?=[.)])|:(?=\S)/g, (mark) =>
      /\d/.test(mark) ? `${mark}\\` : `\\${mark}`,
    )
    .replace(/\\?[#!~$&@%](?=[\w/.-])/g, "$&<!-- -->")
    .replace(/(?<=\b(?:www|GH|GL))(?=[.-])/gi, "<!-- -->")
    .replace(/[\da-f]{7}(?=[\da-f])/gi, "$&<!-- -->");
}

/** A code span (CommonMark section 6.1). In a table a bar ends the cell there too, and a backslash before it is one. */
export function code(text: string): string {
  const content = cut(text);
  if (content.trim() === "") return "";
  if (content.includes("|")) return `<code>${prose(content)}</code>`;
  const fence = "`".repeat(longestRun(content) + 1);
  const space = /^[` ]|[` ]$/.test(content) ? " " : "";
  return `${fence}${space}${content}${space}${fence}`;
}

/** A fenced code block. */
export function codeBlock(lines: readonly string[]): string {
  const content = lines.map(cut);
  const fence = "`".repeat(Math.max(3, longestRun(content.join("\n")) + 1));
  return [fence, ...content, fence].join("\n");
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** A link to a page of ours or of a specification. */
export function link(text: string, url: string | undefined): string {
  return url === undefined ? text : `[${text}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`;
}

/** A table; cells are Markdown without line breaks. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map(tableRow).join("\n");
}

/** A further row of one. */
export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
