/** Names of files made of URLs. Pure. */

import { trimOf } from "../../syntax/trim.ts";

/** Characters of a name without its ending: file systems take 255 bytes. */
const LONGEST = 100;

/**
 * `https-example.com-a-b`: letters, digits, dots and dashes, so that no name leaves its folder or means something to a
 * system.
 */
export function safeName(url: string): string {
  const words = (url === "" ? "header-lines" : url).replace(/[^A-Za-z0-9.]+/g, "-");
  const plain = trimOf(words.slice(0, LONGEST), /[-.]/);
  return plain === "" ? "report" : plain;
}
