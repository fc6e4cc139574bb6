import { wordTexts } from "../../../data/headers/words.ts";

/** Sites and pages of specifications by the first word of a short link: `rfc6265bis#section-4`, `html/browsers.html#coop`. */
const PAGES = wordTexts("sites of short links");

/** URL of a short link such as `rfc9110#section-8.4` or `mdn/Vary`; a URL is returned as it is. */
export function linkOf(text: string): string {
  if (text.startsWith("https:")) return text;
  const name = /^\w*/.exec(text)?.[0] ?? "";
  return `${PAGES.get(name) ?? `https://www.rfc-editor.org/rfc/${name}`}${text.slice(name.length)}`;
}
