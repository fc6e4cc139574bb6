import { trimOf } from "../../syntax/trim.ts";

/** Maximum length of a name without extension, in characters: file systems allow 255 bytes. */
const LONGEST = 100;

/** File name of a URL: `https-example.com-a-b`, letters, digits, dots and dashes only, so that it stays in its folder. Pure. */
export function safeName(url: string): string {
  const words = (url === "" ? "header-lines" : url).replace(/[^A-Za-z0-9.]+/g, "-");
  const plain = trimOf(words.slice(0, LONGEST), /[-.]/);
  return plain === "" ? "report" : plain;
}
