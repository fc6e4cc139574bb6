/** Character references in attribute values (HTML section 13.2.5.72 on). Pure. */

import { HTML_ENTITIES } from "../../../data/html-entities.ts";

interface Named {
  readonly character: string;
  readonly needsSemicolon: boolean;
}

function readTable(): ReadonlyMap<string, Named> {
  return new Map(
    HTML_ENTITIES.flatMap((row) => {
      const [code = "", ...names] = row.split(" ");
      const character = String.fromCodePoint(Number.parseInt(code, 16));
      return names.map((name): [string, Named] => [
        name.replace("*", ""),
        { character, needsSemicolon: !name.endsWith("*") },
      ]);
    }),
  );
}

let table: ReadonlyMap<string, Named> | undefined;

const REFERENCE = /&(?:#(?:[xX]([0-9a-fA-F]+)|(\d+));?|([A-Za-z][A-Za-z0-9]*)(;|=)?)/g;

/** The text of an attribute value; names of characters beyond U+00FF stay as they are. */
export function decodeReferences(value: string): string {
  if (!value.includes("&")) return value;
  return value.replace(
    REFERENCE,
    (whole: string, hex?: string, decimal?: string, name?: string, end?: string) => {
      if (name === undefined) return numbered(hex ? Number.parseInt(hex, 16) : Number(decimal));
      table ??= readTable();
      const named = table.get(name);
      if (end === ";") return named ? named.character : whole;
      // In an attribute `&copy=1` and `&copying` are text, so that queries survive (section 13.2.5.73).
      return named && !named.needsSemicolon && end !== "=" ? named.character : whole;
    },
  );
}

/** 0x80 to 0x9F are those of windows-1252 (section 13.2.5.80). */
const windows1252 = new TextDecoder("windows-1252");

function numbered(code: number): string {
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return "\ufffd";
  if (code >= 0x80 && code <= 0x9f) return windows1252.decode(Uint8Array.of(code));
  return String.fromCodePoint(code);
}
