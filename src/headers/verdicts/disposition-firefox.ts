/** Content-Disposition as Firefox reads it (netwerk/mime, nsMIMEHeaderParamImpl). */

import { decodeExtOctets, decodePlainName } from "./file-name.ts";

/** Whether it is saved, and under which name. */
export function firefoxDisposition(value: string): {
  readonly attachment: boolean;
  readonly filename: string;
} {
  const type = (/^[^ \t;]*/.exec(value)?.[0] ?? "").toLowerCase();
  const isInline = ["", "inline", "filename", "name"].includes(type.replace(/=.*$/s, ""));
  const { plain, ext, parts } = parametersOf(value);
  const joined = parts.map(([, text]) => text).join("");
  const continued = parts[0]?.[0] === 0 ? joined : "";
  return { attachment: !isInline, filename: (ext || continued || plain) ?? "" };
}

interface Names {
  readonly plain: string;
  readonly ext: string;
  /** `filename*0`, `filename*1` … in order and without gaps. */
  readonly parts: readonly (readonly [number: number, text: string])[];
}

function parametersOf(value: string): Names {
  let plain: string | undefined;
  let ext = "";
  const parts: (readonly [number, string])[] = [];
  for (const { name, raw, quoted } of pairs(value)) {
    if (name === "filename") plain ??= decodeFirefoxName(quoted ? raw.replace(/\\(.)/gs, "$1") : raw);
    else if (name === "filename*" && ext === "") ext = looseExtValue(raw) ?? "";
    else {
      const [, number, star] = /^filename\*(0|[1-9]\d*)(\*)?$/.exec(name) ?? [];
      if (number === undefined || Number(number) !== parts.length) continue;
      const text =
        star === undefined ? raw : Number(number) === 0 ? looseExtValue(raw) : decodeExtOctets("utf-8", raw);
      parts.push([Number(number), text ?? ""]);
    }
  }
  return { plain: plain ?? "", ext, parts };
}

/** The part after the first semicolon or comma, pair by pair; where neither stands, all of it. */
function pairs(value: string): { readonly name: string; readonly raw: string; readonly quoted: boolean }[] {
  const found: { name: string; raw: string; quoted: boolean }[] = [];
  const leading = /^[ \t]*(?:[^ \t;=]+[ \t]*)?=/.test(value);
  let at = leading ? 0 : value.search(/[;,]/) + 1;
  if (at === 0 && !leading) return found;
  while (at < value.length) {
    const [all = "", name = ""] = /^[;\s]*([^\s=;]*)\s*/.exec(value.slice(at)) ?? [];
    at += all.length;
    if (value[at] !== "=") {
      const next = value.indexOf(";", at);
      if (next < 0 || all === "") break;
      at = next + 1;
      continue;
    }
    at += 1 + (/^\s*/.exec(value.slice(at + 1))?.[0].length ?? 0);
    const quoted = value[at] === '"';
    const raw = quoted ? quotedAt(value, at) : (/^[^;]*/.exec(value.slice(at))?.[0] ?? "").trimEnd();
    at += quoted ? raw.length + 2 : raw.length;
    found.push({ name: name.toLowerCase(), raw, quoted });
    const next = value.indexOf(";", at);
    if (next < 0) break;
    at = next + 1;
  }
  return found;
}

/** The text within quotes, its escapes left. */
function quotedAt(value: string, start: number): string {
  let at = start + 1;
  while (at < value.length && value[at] !== '"') at += value[at] === "\\" ? 2 : 1;
  return value.slice(start + 1, at);
}

/** `charset'language'value`, and what lacks the one or both quotes. An unknown character set leaves ASCII as it is. */
function looseExtValue(raw: string): string | undefined {
  const first = raw.indexOf("'");
  const second = first < 0 ? -1 : raw.indexOf("'", first + 1);
  const charset = first < 0 ? "" : raw.slice(0, first);
  const encoded = second >= 0 ? raw.slice(second + 1) : raw.slice(first + 1);
  return decodeExtOctets(charset === "" ? "utf-8" : charset, encoded, true);
}

function decodeFirefoxName(value: string): string {
  return decodePlainName(value.replace(/\\(["\\\r\n])/g, "$1"), "firefox") ?? "";
}
