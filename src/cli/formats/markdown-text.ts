/** Escapes foreign text for GitHub Flavored Markdown. Pure. */

import { printable } from "../render/text.ts";

/** Maximum rows; a job's summary holds 1 MiB. */
export const SUMMARY_ROWS = 500;

/** Maximum length of a text, in characters. */
const MOST = 300;

/** Cuts without splitting a character. */
function cut(text: string): string {
  const all = printable(text.toWellFormed());
  return all.length > MOST ? `${all.slice(0, MOST).toWellFormed()}…` : all;
}

/**
 * Escapes all markup (CommonMark section 2.4). Empty comments keep GitHub and GitLab from linking names, numbers, commits and
 * addresses, and from notifying users.
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

/** Code span (CommonMark section 6.1); in tables a bar would end the cell, so such text becomes `<code>`. */
export function code(text: string): string {
  const content = cut(text);
  if (content.trim() === "") return "";
  if (content.includes("|")) return `<code>${prose(content)}</code>`;
  const fence = "`".repeat(longestRun(content) + 1);
  const space = /^[` ]|[` ]$/.test(content) ? " " : "";
  return `${fence}${space}${content}${space}${fence}`;
}

export function codeBlock(lines: readonly string[]): string {
  const content = lines.map(cut);
  const fence = "`".repeat(Math.max(3, longestRun(content.join("\n")) + 1));
  return [fence, ...content, fence].join("\n");
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

export function link(text: string, url: string | undefined): string {
  return url === undefined ? text : `[${text}](<${url.replace(/[<>\s]/g, encodeURIComponent)}>)`;
}

/** @param rows cells in Markdown, without line breaks */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map(tableRow).join("\n");
}

export function tableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
