/** Mends of numbers, file names, digests, links and hosts. */

import { wordTable } from "../../../data/word-table.ts";
import { hostOf, inSeconds, rejoining, secondsOfParameters, swapping, type ValueFix } from "../fixing.ts";
import { isToken } from "../syntax/tokens.ts";

/** Lists of names that spaces, semicolons or bars separate. */
const names: ValueFix = (value) => {
  const words = value.split(/[\s,;|]+/).filter(Boolean);
  return words.every(isToken) ? words.join(", ") : undefined;
};

/** Base64 of a SHA-256 or SHA-512 hash, and the colons that it lacks. */
const digests: ValueFix = swapping(
  /\b(sha-(?:256|512))=:?"?((?:[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==))"?:?(?=\s*(?:,|$))/g,
  "$1=:$2:",
);

/** ext-value = charset "'" [ language ] "'" value-chars (RFC 8187 section 3.2.1) */
function extValue(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A name in ASCII for recipients that read no other: letters without their marks, the rest as underscores. */
function asciiName(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^ -~]|["\\]/gu, "_");
}

const FILENAME = /(;\s*)filename\s*=\s*(?:"([^"\\]*)"|([^\s;",]+))/i;

/** The name in both forms, as RFC 6266 appendix D has it. */
const bothNames: ValueFix = (value) => {
  if (/filename\*/i.test(value)) return undefined;
  const [all, before = "", quoted, bare] = FILENAME.exec(value) ?? [];
  const name = quoted ?? bare;
  return all === undefined || name === undefined || asciiName(name) === name
    ? undefined
    : value.replace(all, () => `${before}filename="${asciiName(name)}"; filename*=UTF-8''${extValue(name)}`);
};

const STAR = /(;\s*)filename\*\s*=\s*UTF-8'[^']*'([^\s;",]+)(?=\s*(?:;|$))/i;

const plainName: ValueFix = (value) => {
  const [all, before = "", encoded = ""] = STAR.exec(value) ?? [];
  const name = all === undefined ? undefined : decoded(encoded);
  return all === undefined || name === undefined
    ? undefined
    : value.replace(all, () => `${before}filename="${asciiName(name)}"${all}`);
};

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** A star form in ISO-8859-1, whose bytes are code points, in UTF-8. */
const asUtf8: ValueFix = swapping(/\*=iso-8859-1'([^']*)'([^\s;",]+)/gi, (_all, language = "", text = "") => {
  const plain = text.replace(/%([0-9a-f]{2})/gi, (_: string, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return `*=UTF-8'${language}'${extValue(plain)}`;
});

/** Parameters that are true by standing there. */
const flags: ValueFix = swapping(
  /;\s*(hit|stored|collapsed)\s*=\s*(?:\?1|"?(?:1|true|yes)"?)(?=\s*[;,]|\s*$)/gi,
  "; $1",
);

export const moreMends = wordTable<ValueFix>({
  "akamai-cache-control-type": secondsOfParameters,
  "alt-used-invalid": hostOf,
  // A member that is not a name is another fault of the same kind.
  "cache-status-type": (value) => (/(?:^|,)\s*[^\s"A-Za-z*]/.test(value) ? undefined : flags(value)),
  "cdn-cache-control-type": secondsOfParameters,
  "cloudflare-cdn-cache-control-type": secondsOfParameters,
  "content-digest-invalid": digests,
  "disposition-filename-missing": plainName,
  "disposition-filename-non-ascii": bothNames,
  "http2-settings-invalid": (value) => value.replace(/=+$/, "").replaceAll("+", "-").replaceAll("/", "_"),
  "netlify-cdn-cache-control-type": secondsOfParameters,
  "overwrite-invalid": swapping(/^(?:(t|true|yes|1)|f|false|no|0)$/i, (_all, yes) => (yes ? "T" : "F")),
  "parameter-charset": asUtf8,
  "prefer-contradiction": (value) => {
    const seen = new Set<string>();
    const isFirst = (member: string) =>
      seen.size < seen.add(/^[^=;\s]*/.exec(member)?.[0].toLowerCase() ?? "").size;
    return value
      .split(",")
      .map((member) => member.trim())
      .filter(isFirst)
      .join(", ");
  },
  "priority-type": swapping(/\bi=(?:1|"?true"?)|\bu="([0-7])"/gi, (_all, urgency) =>
    urgency ? `u=${urgency}` : "i",
  ),
  "repr-digest-invalid": digests,
  "request-cookie-separator": (value) =>
    value.split(/[;,]/).every((pair) => pair.includes("=")) ? rejoining(/[;,]/, "; ")(value) : undefined,
  "retry-after-invalid": inSeconds,
  "sec-ch-ua-mobile-invalid": swapping(/^"?(?:(true|yes|1)|false|no|0)"?$/i, (_all, yes) =>
    yes ? "?1" : "?0",
  ),
  "sec-websocket-protocol-invalid": names,
  "vercel-cdn-cache-control-type": secondsOfParameters,
  "x-forwarded-host-invalid": hostOf,

  ...Object.fromEntries(
    ["platform", "platform-version", "arch", "bitness", "model"].map((name) => [
      `sec-ch-ua-${name}-invalid`,
      (value: string) => (value.includes('"') ? undefined : `"${value.replace(/^'|'$/g, "")}"`),
    ]),
  ),
});
