/** Pasted lines as a link that holds them: the server has nothing to store, and the page works without script. Pure. */

import { deflateRawSync, inflateRawSync } from "node:zlib";
import { NetlensError } from "../../api/errors.ts";

/** Characters of a link that can be read; a longer one is compressed. */
const READABLE = 2000;

/** Characters of a link: nginx and others take lines of 8 KiB at most, of which the method and host need some. */
const LONGEST = 8000;

/** Bytes that a link may hold. */
const MOST = 262_144;

/** The parameter of what is compressed. */
const COMPRESSED = "z";

/** Fields of a form: several times what the longest form of a page has. */
const MOST_INPUTS = 100;

/** The fields of `application/x-www-form-urlencoded`. @throws NetlensError `invalid-param` for one with too many */
export function formOf(text: string): URLSearchParams {
  if (text.split("&", MOST_INPUTS + 1).length > MOST_INPUTS)
    throw new NetlensError("invalid-param", `The form has more than ${MOST_INPUTS} fields.`);
  return new URLSearchParams(text);
}

/** The link that shows a form's result again; undefined where it would be too long for browsers and servers on the way. */
export function linesLink(form: URLSearchParams): string | undefined {
  const plain = `/headers?${form}`;
  if (plain.length <= READABLE) return plain;
  const compressed = `/headers?${COMPRESSED}=${deflateRawSync(String(form), { level: 9 }).toString("base64url")}`;
  return compressed.length <= LONGEST ? compressed : undefined;
}

/**
 * The form that a link holds; undefined for one that holds no lines.
 * @throws NetlensError `invalid-param` for a link that was cut or changed
 */
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
