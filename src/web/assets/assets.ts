/** Files that pages load, each at a URL that changes with its content. */

import { type Content, contentOf } from "../../api/answer.ts";
import land from "./land.svg" with { type: "text" };
import pageScript from "./page-script.js" with { type: "text" };
import style from "./style.css" with { type: "text" };

export interface Asset {
  readonly path: string;
  /** Path and version. */
  readonly href: string;
  readonly type: string;
  readonly content: Content;
}

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5fa5"/><g fill="none" stroke="#fff" stroke-width="2.5" stroke-linecap="round"><circle cx="14" cy="14" r="7.5"/><path d="m20 20 6 6"/><path d="M11 11.5h6M11 14.5h4" stroke-width="2"/></g></svg>
`;

export const stylesheet = asset("/assets/style.css", "text/css; charset=utf-8", withoutNotes(style));
export const script = asset("/assets/script.js", "text/javascript; charset=utf-8", pageScript);
/** Coastlines for the map of an address. */
export const map = asset("/assets/land.svg", "image/svg+xml; charset=utf-8", land);
export const favicon = asset("/assets/icon.svg", "image/svg+xml; charset=utf-8", icon);

/** Removes comments and indentation, which saves a seventh of the compressed bytes. */
function withoutNotes(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\/|^\s+/gm, "");
}

function asset(path: string, type: string, text: string): Asset {
  return {
    path,
    href: `${path}?v=${Bun.hash(text).toString(36).slice(0, 8)}`,
    type,
    content: contentOf(text),
  };
}
