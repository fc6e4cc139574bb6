/** Serialized origins, as CORS compares them (Fetch section 3.2). */

import { quote } from "../wording.ts";

/** Reason why a text is not a serialized origin; undefined if it is one. */
export function originFlaw(text: string): string | undefined {
  const url = URL.parse(text);
  if (text.includes("*")) return `${quote(text)} has an asterisk, which is not a wildcard within an origin`;
  if (!text.includes("://") || !url) return `${quote(text)} is not an origin (a scheme and a host)`;
  if (url.origin === text || url.origin === "null") return undefined;
  if (text.endsWith("/")) return `${quote(text)} ends in a slash, which origins never have`;
  return `${quote(text)} is not how browsers write this origin (${quote(url.origin)})`;
}
