/** Links that contain pasted lines, so that the server stores nothing. Pure. */

import { deflateRawSync, inflateRawSync } from "node:zlib";
import { NetlensError } from "../../api/errors.ts";

/** Length from which a link is compressed, in characters. */
const READABLE = 2000;

/** Maximum length of a link, in characters: nginx and others accept request lines of 8 KiB. */
const LONGEST = 8000;

/** Maximum decompressed bytes. */
const MOST = 262_144;

/** Parameter of compressed lines. */
const COMPRESSED = "z";

/** Maximum inputs of a form. */
const MOST_INPUTS = 100;

/** Parses `application/x-www-form-urlencoded`. @throws NetlensError `invalid-param` for too many inputs */
export function formOf(text: string): URLSearchParams {
  if (text.split("&", MOST_INPUTS + 1).length > MOST_INPUTS)
    throw new NetlensError("invalid-param", `The form has more than ${MOST_INPUTS} fields.`);
  return new URLSearchParams(text);
}

/** Link to a form's result; undefined if it would be too long for browsers and proxies. */
export function linesLink(form: URLSearchParams): string | undefined {
  const plain = `/headers?${form}`;
  if (plain.length <= READABLE) return plain;
  const compressed = `/headers?${COMPRESSED}=${deflateRawSync(String(form), { level: 9 }).toString("base64url")}`;
  return compressed.length <= LONGEST ? compressed : undefined;
}

/** Form in a link; undefined without lines. @throws NetlensError `invalid-param` for a damaged link */
export function formOfLink(query: URLSearchParams): URLSearchParams | undefined {
  const compressed = query.get(COMPRESSED);
  if (compressed === null) return query.has("headers") ? query : undefined;
  try {
    const bytes = Buffer.from(compressed, "base64url");
    return formOf(inflateRawSync(bytes, { maxOutputLength: MOST }).toString());
  } catch (error) {
    if (error instanceof NetlensError) throw error;
    throw new NetlensError("invalid-param", "The link is incomplete: it was cut off or changed on its way.");
  }
}
