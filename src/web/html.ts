/** HTML templates that escape. Pure. */

import { wordTable } from "../../data/word-table.ts";

/** Markup that is already safe. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

export type Content = Html | string | number | undefined | false | readonly Content[];

/** Escapes interpolated strings; only `Html` passes as markup. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Html {
  let markup = strings[0] ?? "";
  for (const [index, value] of values.entries()) markup += render(value) + (strings[index + 1] ?? "");
  return new Html(markup);
}

function render(value: Content): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Html) return value.markup;
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return escapeHtml(value);
  return value.map(render).join("");
}

const ENTITIES = wordTable({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" });

/** Escapes text for elements and quoted attributes; control characters, which HTML forbids, become visible. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (char) => ENTITIES.get(char) ?? char)
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, (char) =>
      String.fromCharCode(char === "\u007f" ? 0x2421 : 0x2400 + char.charCodeAt(0)),
    )
    .replace(/[\u0080-\u009f\ufdd0-\ufdef\ufffe\uffff]/g, "\ufffd");
}

/** Marks text as safe markup. */
export function rawHtml(markup: string): Html {
  return new Html(markup);
}

/** Link to another site; plain text if the URL is not http or https. */
export function externalLink(url: string, label: string | Html): Html {
  return /^https?:\/\//i.test(url)
    ? html`<a href="${url}" rel="noopener noreferrer">${label}</a>`
    : html`${label}`;
}
