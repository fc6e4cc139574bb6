/** The URLs of a srcset attribute (HTML section 4.8.4.2.1, parsing). Pure. */

import { PAGE } from "../../api/limits.ts";
import { trimEndOf } from "../../syntax/trim.ts";

/** A description may hold commas in brackets; what follows the next comma is another candidate. */
const CANDIDATE = /[\t\n\f\r ,]*([^\t\n\f\r ,][^\t\n\f\r ]*)(?![^\t\n\f\r ])((?:\([^)]*(?:\)|$)|[^,(])*)/gy;

export function srcsetUrls(value: string): string[] {
  const urls: string[] = [];
  CANDIDATE.lastIndex = 0;
  for (
    let found = CANDIDATE.exec(value);
    found && urls.length < PAGE.candidates;
    found = CANDIDATE.exec(value)
  ) {
    const [, url = ""] = found;
    const bare = trimEndOf(url, /,/);
    // A comma that ends the URL ends the candidate: it has no description.
    if (bare.length < url.length) CANDIDATE.lastIndex = found.index + found[0].indexOf(url) + url.length;
    urls.push(bare);
  }
  return urls;
}
