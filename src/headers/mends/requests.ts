/** Mends of request fields. */

import { wordTable } from "../../../data/word-table.ts";
import type { ValueFix } from "../fixing.ts";
import { dropping, mapping, swapping } from "../fixing.ts";

function tagQuoted(member: string): string {
  const weak = /^w\//i.test(member);
  const text = member.slice(weak ? 2 : 0).replace(/^["'\u201c\u201d]+|["'\u201c\u201d]+$/g, "");
  return member === "*" || text.includes('"') ? member : `${weak ? "W/" : ""}"${text}"`;
}

/** Entity tags get the double quotes that they lack. */
export const quotedTags: ValueFix = mapping(tagQuoted);

const YES = /^(?:true|on|yes|\?1|1)$/i;
const LOWER: ValueFix = (value) => value.toLowerCase();

export const requestMends = wordTable<ValueFix>({
  "request-cache-syntax": (value) =>
    value
      .split(/[;,]/)
      .map((part) =>
        part
          .split("=")
          .map((text) => text.trim())
          .join("="),
      )
      .filter(Boolean)
      .join(", "),
  "request-cache-value-unwanted": mapping((member) =>
    member.replace(/^(no-cache|no-store|no-transform|only-if-cached)=.*$/i, "$1"),
  ),
  // A line with another fault is not right yet.
  "accept-language-invalid": (value) => {
    const line = value.replace(/_/g, "-");
    return /^[\w*;=., -]*$/.test(line) && !/-(?=[\s;,]|$)/.test(line) ? line : undefined;
  },
  "authorization-basic-invalid": (value) => {
    const text = /^basic\s+(\S*:\S*)$/i.exec(value)?.[1];
    return text && `Basic ${new TextEncoder().encode(text).toBase64()}`;
  },
  "forwarded-invalid": swapping(/\bfor=(\[[0-9a-f:.]+\](?::\d+)?)/gi, 'for="$1"'),
  "host-invalid": (value) => URL.parse(value)?.host || undefined,
  "if-match-invalid": quotedTags,
  "if-none-match-invalid": quotedTags,
  "origin-invalid": (value) => {
    const url = URL.parse(value);
    return url && url.origin !== "null" ? url.origin : undefined;
  },
  "range-invalid": swapping(/^(?:bytes[ :]+)?(?=\d|-\d)/i, "bytes="),
  "referer-fragment": swapping(/#.*$/, ""),
  "referer-invalid": (value) => value.replace(/ /g, "%20"),
  "request-cache-directive-misplaced": dropping(
    /^(?:public|private|must-revalidate|proxy-revalidate|s-maxage|immutable|stale-while-revalidate|must-understand)\b/i,
  ),
  "sec-fetch-mode-unknown": LOWER,
  "sec-fetch-site-unknown": LOWER,
  "sec-fetch-user-unknown": swapping(YES, "?1"),
  "save-data-unknown": LOWER,
  "upgrade-insecure-requests-unknown": swapping(YES, "1"),
  "sec-gpc-unknown": swapping(YES, "1"),
});
