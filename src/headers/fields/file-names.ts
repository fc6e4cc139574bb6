/** Fixes of file names in Content-Disposition. */

import { percentEncoded, type ValueFix } from "../fixing.ts";
import { decodePlainName } from "../verdicts/file-name.ts";

/** A name in ASCII for recipients that read no other: letters without their marks, the rest as underscores. */
function asciiName(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^ -~]|["\\]/gu, "_");
}

const FILENAME = /(;\s*)filename\s*=\s*(?:"([^"\\]*)"|([^\s;",]+))/i;

/** The name in both forms, as RFC 6266 appendix D has it. */
export const withBothNames: ValueFix = (value) => {
  if (/filename\*/i.test(value)) return undefined;
  const [all, before = "", quoted, bare] = FILENAME.exec(value) ?? [];
  const sent = quoted ?? bare;
  // Its words become what Chromium reads in them.
  const name = sent?.startsWith("=?") ? decodePlainName(sent, "chromium") : sent;
  return all === undefined || name === undefined || (name === sent && asciiName(name) === name)
    ? undefined
    : value.replace(
        all,
        () => `${before}filename="${asciiName(name)}"; filename*=UTF-8''${percentEncoded(name)}`,
      );
};

const STAR = /(;\s*)filename\*\s*=\s*UTF-8'[^']*'([^\s;",]+)(?=\s*(?:;|$))/i;

export const withPlainName: ValueFix = (value) => {
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

/** The file name in quotes, where the name is all that lacks them. */
export const quotedName: ValueFix = (value) => {
  const [, before, name] = /^([^,;"]+;[ \t]*filename=)([^";]+)$/i.exec(value) ?? [];
  return name === undefined ? undefined : `${before}"${name}"`;
};
